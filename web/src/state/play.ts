// The game that is being played: asks the server what it sees, lets the engine move, runs the clocks,
// ends the game. Every change is stored at once, so that a reload goes on where it stopped.

import { computed, effect, signal, untracked } from '@preact/signals';
import { flagged, pause, press, remaining, run } from '../core/clock';
import { fieldsOf, piecesOf, resultMark, sideToMove } from '../core/game';
import type { NewGame, Outcome, PlayGame } from '../core/playgame';
import { newPlayGame, personOf, pliesToUndo } from '../core/playgame';
import type { GameRecord } from '../core/record';
import type { Move, Side } from '../core/squares';
import { otherSide } from '../core/squares';
import type { GameMove, RequestOf, Seen } from '../net/messages';
import type { Dictionary } from '../words/en';
import { en } from '../words/en';
import { wordsIn } from '../words/language';
import { playerName, resultWords } from '../words/sentences';
import { zh } from '../words/zh';
import type { Environment } from './environment';
import { Latest } from './latest';
import { tellMove } from './telling';

const TICK_MILLIS = 100;
/** How many ticks lie between two writes of a running clock to the store. */
const TICKS_TO_STORE = 30;

export class PlayController {
  readonly game = signal<PlayGame | null>(null);
  readonly thinking = signal(false);
  readonly hint = signal<Move | null>(null);
  /** The ply that is looked at; null is the game as it stands. */
  readonly viewing = signal<number | null>(null);
  readonly flipped = signal(false);
  /** Moves on while a clock runs, so that what shows it is drawn again. */
  readonly clockTick = signal(0);
  private readonly lastSeen = signal<Seen | null>(null);

  /** What the server sees, if it is about the game as it stands. */
  readonly seen = computed(() => {
    const now = this.game.value;
    const last = this.lastSeen.value;
    if (now === null || last === null) return null;
    return last.history.map((played) => played.move).join() === now.moves.join() ? last : null;
  });

  /** The moves with their texts; while the server has not yet answered, as far as they are known. */
  readonly history = computed<GameMove[]>(() => {
    const moves = this.game.value?.moves ?? [];
    const known = this.lastSeen.value?.history ?? [];
    return moves.map((move, index) => {
      const entry = known[index];
      return entry?.move === move ? entry : { move, wxf: '', chinese: '', fen: '', capture: null, check: false };
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

  /** Whatever is asked about the position: a new position ends it. */
  private readonly turn = new Latest();

  constructor(private readonly environment: Environment) {}

  /** Takes up the stored game, its clock standing still since it was last stored. */
  async load(): Promise<void> {
    const { storage, time, server } = this.environment;
    const stored = await storage.read<PlayGame>('play');
    if (stored !== undefined && Array.isArray(stored.moves)) {
      const running = stored.clock?.running;
      this.game.value =
        running == null || stored.clock === null
          ? stored
          : { ...stored, clock: { ...stored.clock, running: { ...running, since: time.now() } } };
      this.flipped.value = personOf(stored) === 'black';
    }
    effect(() => {
      if (server.isOpen.value) untracked(() => this.resume(false));
    });
    time.every(TICK_MILLIS, () => this.watchClock());
  }

  start(choice: NewGame): void {
    this.lastSeen.value = null;
    this.viewing.value = null;
    const game = newPlayGame(choice, this.environment.time.now());
    this.game.value = game;
    this.flipped.value = personOf(game) === 'black';
    this.store();
    this.resume(false);
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
    this.resume(true);
  }

  undo(): void {
    const current = this.game.value;
    if (current === null) return;
    const plies = pliesToUndo(current);
    if (plies === 0) return;
    const moves = current.moves.slice(0, -plies);
    this.viewing.value = null;
    this.change({ moves, outcome: null, clock: this.clockAfterUndo(current, moves) });
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

  /** Stores the game, what has run of the clock taken off. */
  private store(): void {
    const current = this.game.value;
    if (current === null) return;
    const { storage, time, notices } = this.environment;
    const running = current.clock?.running;
    const clock =
      current.clock !== null && running != null ? run(current.clock, running.side, time.now()) : current.clock;
    storage.write('play', { ...current, clock }).catch(notices.complain);
  }

  private change(part: Partial<PlayGame>): void {
    if (this.game.value === null) return;
    this.game.value = { ...this.game.value, ...part };
    this.store();
  }

  /** Brings everything up to the position: looks, ends the game or lets the engine move. */
  private resume(newMove: boolean): void {
    const current = this.game.value;
    if (current === null) return;
    const signal = this.turn.begin();
    this.thinking.value = false;
    this.hint.value = null;
    this.settle(current, newMove, signal).catch((error: unknown) => {
      if (signal.aborted) return;
      this.thinking.value = false;
      this.environment.notices.complain(error);
    });
  }

  private async settle(current: PlayGame, newMove: boolean, signal: AbortSignal): Promise<void> {
    const seen = await this.environment.server.ask({ type: 'look', ...fieldsOf(current) }, { signal });
    this.lastSeen.value = seen;
    const last = seen.history[seen.history.length - 1];
    if (newMove && last !== undefined) {
      tellMove(this.environment, last, piecesOf(current, current.moves.length - 1));
    }
    if (current.outcome !== null) return;
    if (seen.end !== null) this.finish(seen.end);
    else if (current[seen.side].kind === 'engine') await this.think(current, signal);
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
    const { storage, time, notices, words, language } = this.environment;
    this.turn.end();
    this.thinking.value = false;
    const outcome = { winner, reason, words_en, words_zh };
    this.change({ outcome, clock: current.clock === null ? null : pause(current.clock, time.now()) });
    this.environment.sound('end');
    notices.announce(`${resultWords(winner, words.value)}. ${wordsIn(language.value, outcome)}`);
    storage.keepGame(recordOf({ ...current, outcome }, words.value)).catch(notices.complain);
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
      this.store();
    }
  }
}

export function recordOf(game: PlayGame, words: Dictionary): GameRecord {
  return {
    id: game.id,
    date: new Date(game.started).toISOString(),
    red: playerName(game, 'red', words),
    black: playerName(game, 'black', words),
    result: resultMark(game.outcome),
    words_en: game.outcome?.words_en ?? '',
    words_zh: game.outcome?.words_zh ?? '',
    fen: game.fen,
    moves: game.moves,
    rules: game.rules,
  };
}
