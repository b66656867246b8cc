// The game that is being played: asks the server what it sees, lets the engine move, runs the clocks,
// ends the game. Every change is stored at once, so that a reload goes on where it stopped, and a game
// that has begun is in the library. Clocks stand still while the server is away. A premove is kept here
// until its turn comes, and is played only if the server calls it legal then.

import { computed, effect, signal, untracked } from '@preact/signals';
import { flagged, pause, press, remaining, run } from '../core/clock';
import { fieldsOf, piecesOf, resultMark, seenAfter, sideToMove } from '../core/game';
import { notedGame } from '../core/notate';
import { packLine } from '../core/pack';
import type { NewGame, Outcome, PlayGame } from '../core/playgame';
import { newPlayGame, personOf, pliesToUndo } from '../core/playgame';
import { conceivable } from '../core/reach';
import type { GameRecord } from '../core/record';
import { movesOf, newRecord, tagDate } from '../core/record';
import type { Move, Side } from '../core/squares';
import { originOf, otherSide, targetOf } from '../core/squares';
import type { Tags } from '../core/tree';
import { isSilent } from '../net/connection';
import type { GameMove, RequestOf, Seen } from '../net/messages';
import { deskWords } from '../words/desk';
import type { Dictionary } from '../words/en';
import { en } from '../words/en';
import { wordsIn } from '../words/language';
import { playerName, resultWords } from '../words/sentences';
import { zh } from '../words/zh';
import type { Environment } from './environment';
import { Keeper } from './keeper';
import { Latest } from './latest';
import { tellMove } from './telling';

const TICK_MILLIS = 100;
/** How many ticks lie between two writes of a running clock to the store. */
const TICKS_TO_STORE = 30;
/** How long to wait before the engine is asked again after an error. */
const RETRY_MILLIS = 3000;
/** How long another tab may take to let the engine move before this one does. */
const TAKE_OVER_MILLIS = 20_000;

/** The game as this tab stores it, with the revision that the library had. */
type StoredGame = PlayGame & { revision?: number };

export class PlayController {
  readonly game = signal<PlayGame | null>(null);
  readonly thinking = signal(false);
  readonly hint = signal<Move | null>(null);
  /** What is to be played as soon as it is the person's turn, if it is legal then. */
  readonly premove = signal<Move | null>(null);
  /** The ply that is looked at; null is the game as it stands. */
  readonly viewing = signal<number | null>(null);
  readonly flipped = signal(false);
  /** Moves on while a clock runs, so that what shows it is drawn again. */
  readonly clockTick = signal(0);
  private readonly lastSeen = signal<Seen | null>(null);

  /** What the server sees, if it is about the game as it stands. */
  readonly seen = computed(() => {
    const now = this.game.value;
    return now === null ? null : seenAfter(this.lastSeen.value, now.moves);
  });

  /** The moves with their texts, which the page writes itself while the server has not yet answered. */
  readonly history = computed<GameMove[]>(() => {
    const moves = this.game.value?.moves ?? [];
    const known = this.lastSeen.value?.history ?? [];
    if (moves.every((move, index) => known[index]?.move === move)) return known.slice(0, moves.length);
    return notedGame(this.game.value?.fen ?? null, moves).map((texts, index) => {
      const entry = known[index];
      return entry?.move === texts.move ? entry : { ...texts, fen: '', capture: null, check: false };
    });
  });

  /** How many moves have been made in the position that is shown. */
  readonly shown = computed(() => this.viewing.value ?? this.game.value?.moves.length ?? 0);

  /** What may be moved on the board that is shown; null while nothing may. */
  readonly legal = computed(() => {
    const game = this.game.value;
    if (game === null || game.outcome !== null || this.viewing.value !== null) return null;
    return game[sideToMove(game)].kind === 'person' ? (this.seen.value?.legal ?? null) : null;
  });

  /** What may be meant as a premove: anything that a piece could do while the engine is to move; null otherwise. */
  readonly premoves = computed<Move[] | null>(() => {
    const game = this.game.value;
    if (game === null || game.outcome !== null || this.viewing.value !== null) return null;
    const person = personOf(game);
    if (person === null || sideToMove(game) === person) return null;
    return conceivable(piecesOf(game), person);
  });

  /** Keeps the game in the library, once it has begun. */
  private keeper: Keeper | null = null;
  /** Whatever is asked about the position: a new position ends it. */
  private readonly turn = new Latest();

  constructor(private readonly environment: Environment) {}

  /** Takes up the stored game. Its clock has stood still since, and goes on when the server is there. */
  async load(): Promise<void> {
    const { storage, time, server, library } = this.environment;
    const stored = await storage.read<StoredGame>('play');
    if (stored !== undefined && Array.isArray(stored.moves)) {
      const { revision = 0, ...game } = stored;
      const record = await library.read(game.id);
      const isNewer = record !== undefined && record.revision > revision;
      this.take((isNewer ? gameOf(record) : null) ?? stopped(game), record ?? null);
      // What version 1 stored is not in the library yet.
      if (record === undefined && game.moves.length > 0) this.store();
    }
    effect(() => {
      if (server.isOpen.value) untracked(() => this.resume(false));
      else untracked(() => this.stopClock());
    });
    library.onChangeElsewhere((record) => this.hear(record));
    time.every(TICK_MILLIS, () => this.watchClock());
  }

  start(choice: NewGame): void {
    const { time, notices, words } = this.environment;
    const before = this.game.value;
    this.take(newPlayGame(choice, time.now()), null);
    this.store();
    this.resume(false);
    if (before !== null && before.outcome === null && before.moves.length > 0) {
      notices.offer(words.value.game_kept, words.value.back_to_it, () => void this.reopen(before.id));
    }
  }

  /** Goes on with a game of the library that has not ended. */
  async reopen(id: string): Promise<boolean> {
    await this.keeper?.flush();
    const record = await this.environment.library.read(id);
    const game = record === undefined ? null : gameOf(record);
    if (record === undefined || game === null) return false;
    this.take(game, record);
    this.store();
    this.resume(false);
    return true;
  }

  /** Makes a game the one that is played. */
  private take(game: PlayGame, record: GameRecord | null): void {
    void this.keeper?.flush();
    this.keeper = record === null ? null : this.keeperOf(record);
    this.lastSeen.value = null;
    this.premove.value = null;
    this.viewing.value = null;
    this.game.value = game;
    this.flipped.value = personOf(game) === 'black';
  }

  private keeperOf(record: GameRecord): Keeper {
    // Two tabs with the same game: what was stored first holds.
    return new Keeper(this.environment, record, (newer) => this.follow(newer));
  }

  /** Another tab has gone on with the game: it is shown as it stands there. */
  private hear(record: GameRecord): void {
    if (this.keeper?.hear(record) === true) this.follow(record);
  }

  private follow(record: GameRecord): void {
    const game = gameOf(record);
    if (game === null || this.game.value?.id !== game.id) return;
    this.take(game, record);
    const isEngineToMove = game.outcome === null && game[sideToMove(game)].kind === 'engine';
    this.resume(false, isEngineToMove);
  }

  makeMove(move: Move): void {
    const current = this.game.value;
    if (current === null || current.outcome !== null) return;
    const clock =
      current.clock !== null && current.control !== null
        ? press(current.clock, sideToMove(current), current.control, this.environment.time.now())
        : null;
    this.viewing.value = null;
    this.change({ moves: [...current.moves, move], clock });
    if (!this.environment.server.isOpen.value) this.stopClock();
    this.resume(true);
  }

  /** Notes a move for when it is the person's turn; what cannot be meant is passed over. */
  setPremove(move: Move): void {
    if (this.premoves.value?.includes(move) !== true) return;
    this.premove.value = move;
    this.tellOfPremove((say) => say.premove_set(originOf(move), targetOf(move)));
  }

  cancelPremove(): void {
    if (this.premove.value === null) return;
    this.premove.value = null;
    this.tellOfPremove((say) => say.premove_cancelled);
  }

  private tellOfPremove(text: (say: ReturnType<typeof deskWords>) => string): void {
    this.environment.notices.announce(text(deskWords(this.environment.language.value)));
  }

  /** It is the person's turn: plays what was meant, if it is legal. */
  private playPremove({ legal }: Seen): void {
    const move = this.premove.value;
    if (move === null) return;
    this.premove.value = null;
    if (legal.some((one) => one.move === move)) this.makeMove(move);
    else this.tellOfPremove((say) => say.premove_dropped);
  }

  undo(): void {
    const current = this.game.value;
    if (current === null) return;
    const plies = pliesToUndo(current);
    if (plies === 0) return;
    const moves = current.moves.slice(0, -plies);
    this.premove.value = null;
    this.viewing.value = null;
    this.change({ moves, outcome: null, clock: this.clockAfterUndo(current, moves) });
    if (!this.environment.server.isOpen.value) this.stopClock();
    this.resume(false);
  }

  private clockAfterUndo({ clock, fen }: PlayGame, moves: Move[]): PlayGame['clock'] {
    const now = this.environment.time.now();
    if (clock === null) return null;
    return moves.length === 0 ? pause(clock, now) : run(clock, sideToMove({ fen, moves }), now);
  }

  /** Shows an earlier position, or the game as it stands. */
  goTo(ply: number): void {
    const count = this.game.value?.moves.length ?? 0;
    const at = Math.max(0, Math.min(count, ply));
    this.viewing.value = at === count ? null : at;
  }

  flip(): void {
    this.flipped.value = !this.flipped.value;
  }

  askHint(): void {
    const current = this.game.value;
    if (current === null || this.thinking.value || current.outcome !== null) return;
    const { server, notices, words } = this.environment;
    server
      .ask({ type: 'go', level: 10, lines: 1, hint: true, ...fieldsOf(current) }, { signal: this.turn.signal })
      .then(({ move }) => {
        if (move === null) return;
        this.hint.value = move;
        notices.announce(words.value.hint_says(move));
      })
      .catch(notices.complain);
  }

  resign(side: Side): void {
    this.finish({
      winner: otherSide(side),
      reason: 'resignation',
      words_en: en.by_resignation(en[side]),
      words_zh: zh.by_resignation(zh[side]),
    });
  }

  agreeDraw(): void {
    this.finish({ winner: null, reason: 'agreement', words_en: en.draw_agreed, words_zh: zh.draw_agreed });
  }

  /** Offers a draw to the engine. */
  offerDraw(): void {
    const current = this.game.value;
    const person = current === null ? null : personOf(current);
    if (current === null || person === null) return;
    const player = current[otherSide(person)];
    if (player.kind !== 'engine') return;
    const { server, notices, words } = this.environment;
    server
      .ask({ type: 'offer_draw', ...fieldsOf(current) }, { signal: this.turn.signal })
      .then(({ accepted }) => {
        if (accepted) this.agreeDraw();
        else notices.notify(words.value.draw_declined);
      })
      .catch(notices.complain);
  }

  /** Stores the game, what has run of the clock taken off; in the library once it has begun. */
  private store(): void {
    const current = this.game.value;
    if (current === null) return;
    const { storage, time, notices, words } = this.environment;
    if (current.moves.length > 0 || this.keeper !== null) {
      const content = contentOf(current, words.value);
      this.keeper ??= this.keeperOf(newRecord({ id: current.id, ...content }, current.started));
      const opening = this.seen.value?.opening ?? this.keeper.record.opening;
      this.keeper.change({ ...content, opening, deleted: null });
    }
    const running = current.clock?.running;
    const clock =
      current.clock !== null && running != null ? run(current.clock, running.side, time.now()) : current.clock;
    const value: StoredGame = { ...current, clock, revision: this.keeper?.record.revision ?? 0 };
    storage.write('play', value).catch(notices.complain);
  }

  /** Stores how far the clock has run, for this tab: the library need not know every second. */
  private storeClock(): void {
    const current = this.game.value;
    const running = current?.clock?.running;
    if (current == null || current.clock === null || running == null) return;
    const { storage, time, notices } = this.environment;
    const clock = run(current.clock, running.side, time.now());
    const value: StoredGame = { ...current, clock, revision: this.keeper?.record.revision ?? 0 };
    storage.write('play', value).catch(notices.complain);
  }

  /** Nobody can move while the server is away: no time is lost by that. */
  private stopClock(): void {
    const { time, server, notices, language } = this.environment;
    const clock = this.game.value?.clock ?? null;
    if (clock === null || clock.running === null) return;
    // What passed while the server was silent does not count either.
    const heard = server.isOpen.value ? time.now() : time.now() - server.silence;
    this.change({ clock: pause(clock, Math.max(clock.running.since, heard)) });
    if (!server.isOpen.value && server.silence > 0) notices.notify(deskWords(language.value).clock_stopped);
  }

  private startClock(game: PlayGame): void {
    if (game.clock === null || game.clock.running !== null || game.moves.length === 0) return;
    this.change({ clock: run(game.clock, sideToMove(game), this.environment.time.now()) });
  }

  private change(part: Partial<PlayGame>): void {
    if (this.game.value === null) return;
    this.game.value = { ...this.game.value, ...part };
    this.store();
  }

  /** Brings everything up to the position: looks, ends the game or lets the engine move. If another tab lets it move, this one
   * waits a while before it does. */
  private resume(newMove: boolean, isElsewhere = false): void {
    const current = this.game.value;
    if (current === null) return;
    const signal = this.turn.begin();
    this.thinking.value = false;
    this.hint.value = null;
    this.settle(current, newMove, isElsewhere, signal).catch((error: unknown) => {
      if (signal.aborted) return;
      this.thinking.value = false;
      // The engine cannot answer: its clock stands still until it can.
      this.stopClock();
      this.environment.notices.complain(error);
      if (!isSilent(error)) this.resumeLater(RETRY_MILLIS, signal);
    });
  }

  private resumeLater(millis: number, signal: AbortSignal): void {
    this.environment.time.after(millis, () => {
      if (!signal.aborted) this.resume(false);
    });
  }

  private async settle(current: PlayGame, newMove: boolean, isElsewhere: boolean, signal: AbortSignal): Promise<void> {
    const seen = await this.environment.server.ask({ type: 'look', ...fieldsOf(current) }, { signal });
    this.lastSeen.value = seen;
    const last = seen.history[seen.history.length - 1];
    if (newMove && last !== undefined) {
      tellMove(this.environment, last, piecesOf(current, current.moves.length - 1));
    }
    if (current.outcome !== null) return;
    if (seen.end !== null) {
      this.finish(seen.end);
      return;
    }
    const game = this.game.value ?? current;
    this.startClock(game);
    if (game[seen.side].kind !== 'engine') {
      this.playPremove(seen);
      return;
    }
    if (isElsewhere) this.resumeLater(TAKE_OVER_MILLIS, signal);
    else await this.think(this.game.value ?? game, signal);
  }

  private async think(current: PlayGame, signal: AbortSignal): Promise<void> {
    const side = sideToMove(current);
    const player = current[side];
    if (player.kind !== 'engine') return;
    this.thinking.value = true;
    const best = await this.environment.server.ask(this.goRequest(current, player.level), { signal });
    this.thinking.value = false;
    if (best.resigns) this.resign(side);
    else if (best.move !== null) this.makeMove(best.move);
  }

  private goRequest(current: PlayGame, level: number): RequestOf<'go'> {
    const request: RequestOf<'go'> = { type: 'go', level, lines: 1, use_book: true, ...fieldsOf(current) };
    if (current.clock === null || current.control === null) return request;
    const now = this.environment.time.now();
    const increment = current.control.increment * 1000;
    const left = (side: Side) => Math.round(current.clock === null ? 0 : remaining(current.clock, side, now));
    return {
      ...request,
      clock: { red: left('red'), black: left('black'), red_inc: increment, black_inc: increment },
    };
  }

  private finish({ winner, reason, words_en, words_zh }: Outcome): void {
    const current = this.game.value;
    if (current === null || current.outcome !== null) return;
    const { time, notices, words, language } = this.environment;
    this.turn.end();
    this.thinking.value = false;
    this.premove.value = null;
    const outcome = { winner, reason, words_en, words_zh };
    this.change({ outcome, clock: current.clock === null ? null : pause(current.clock, time.now()) });
    this.environment.sound('end');
    notices.announce(`${resultWords(winner, words.value)}. ${wordsIn(language.value, outcome)}`);
  }

  private watchClock(): void {
    const current = this.game.value;
    if (current?.clock?.running == null || current.outcome !== null) return;
    this.clockTick.value += 1;
    const loser = flagged(current.clock, this.environment.time.now());
    if (loser !== null) {
      this.finish({
        winner: otherSide(loser),
        reason: 'time',
        words_en: en.by_time(en[loser]),
        words_zh: zh.by_time(zh[loser]),
      });
    } else if (this.clockTick.value % TICKS_TO_STORE === 0) {
      this.storeClock();
    }
  }
}

/** A game with its clock standing still. */
function stopped(game: PlayGame): PlayGame {
  return game.clock?.running == null ? game : { ...game, clock: { ...game.clock, running: null } };
}

/** What the library keeps of a game. */
export function contentOf(
  game: PlayGame,
  words: Dictionary,
): Pick<GameRecord, 'kind' | 'rules' | 'tree' | 'play' | 'words_en' | 'words_zh'> {
  const { red, black, control, clock, outcome } = game;
  const tags: Tags = [
    ['Date', tagDate(game.started)],
    ['Red', playerName(game, 'red', words)],
    ['Black', playerName(game, 'black', words)],
  ];
  return {
    kind: 'played',
    rules: game.rules,
    tree: packLine(game.fen, game.moves, { tags, result: resultMark(outcome) }),
    play: { red, black, control, clock: clock === null ? null : { ...clock, running: null }, outcome },
    words_en: outcome?.words_en ?? '',
    words_zh: outcome?.words_zh ?? '',
  };
}

/** A game that was played here, as the library has it; null for other games. */
export function gameOf(record: GameRecord): PlayGame | null {
  if (record.play === null) return null;
  return stopped({
    id: record.id,
    started: record.created,
    fen: record.tree.fen,
    moves: movesOf(record),
    rules: record.rules,
    ...record.play,
  });
}
