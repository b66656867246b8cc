// Mistakes of one's own games, to be played better. They come out of the reviews that are kept with the games; any move
// that the engine does not call weak is right. What was tried is kept beside them, and is the same in every tab.

import { computed, effect, signal, untracked } from '@preact/signals';
import { piecesOf, redStarts, sideToMove } from '../core/game';
import { personOf } from '../core/playgame';
import type { History } from '../core/retry';
import { mergeHistories } from '../core/retry';
import type { Move, Side } from '../core/squares';
import type { GameMove, LegalMove, MoveClass, Reviewed, TriedMove } from '../net/messages';
import type { Environment } from './environment';
import { Latest } from './latest';
import type { ReviewGame, StoredReview } from './review';
import { isReport, USUAL_NODES } from './review';
import { tellMove } from './telling';

/** A position before a mistake, and what is known of it. */
export interface Mistake {
  key: string;
  game: ReviewGame;
  /** How many moves come before the mistake. */
  ply: number;
  played: Move;
  class: MoveClass;
  nodes: number;
  better: LegalMove;
  why: Reviewed['why'];
}

type Stored = { history: History };
export type Stage = 'solving' | 'judging' | 'wrong' | 'solved' | 'shown';

const RETRIED: readonly (MoveClass | null | undefined)[] = ['mistake', 'blunder'];

/** Whose mistakes count: those of the person who played, of both sides where that is not known. */
function isOwn(side: Side, person: Side | null): boolean {
  return person === null || person === side;
}

/** The mistakes that a review has found. */
export function mistakesOf(stored: StoredReview | null | undefined, person: Side | null): Mistake[] {
  const game = stored?.game;
  if (!Array.isArray(game?.moves) || !Array.isArray(stored?.results)) return [];
  const nodes = stored.nodes ?? USUAL_NODES;
  return stored.results
    .map((report) => (isReport(report) ? report : null))
    .flatMap((report): Mistake[] => {
      const played = report == null ? undefined : game.moves[report.ply - 1];
      const better = report == null ? null : stored.results[report.ply - 1]?.best;
      if (report == null || played === undefined || better == null || better.move === played) return [];
      if (!RETRIED.includes(report.class) || report.class == null) return [];
      const ply = report.ply - 1;
      const moves = game.moves.slice(0, ply);
      if (!isOwn(sideToMove({ fen: game.fen, moves }), person)) return [];
      const key = `${game.fen ?? ''} ${[...moves, played].join('')}`;
      return [{ key, game, ply, played, class: report.class, nodes, better, why: report.why }];
    });
}

export class RetryController {
  readonly mistakes = signal<readonly Mistake[] | null>(null);
  /** The game whose mistakes are asked for; null asks for those of all. */
  readonly only = signal<ReviewGame | null>(null);
  readonly key = signal<string | null>(null);
  readonly stage = signal<Stage>('solving');
  readonly tried = signal<{ move: GameMove; answer: TriedMove } | null>(null);
  readonly history = signal<History>({});
  private readonly seenLegal = signal<{ key: string; legal: LegalMove[]; history: GameMove[] } | null>(null);

  readonly index = computed(() =>
    Math.max(0, this.mistakes.value?.findIndex((mistake) => mistake.key === this.key.value) ?? 0),
  );
  readonly mistake = computed<Mistake | null>(() => this.mistakes.value?.[this.index.value] ?? null);
  readonly side = computed<Side>(() => {
    const mistake = this.mistake.value;
    if (mistake === null) return 'red';
    return (mistake.ply % 2 === 0) === redStarts(mistake.game.fen) ? 'red' : 'black';
  });
  private readonly seen = computed(() =>
    this.seenLegal.value?.key === this.mistake.value?.key ? this.seenLegal.value : null,
  );
  readonly legal = computed(() =>
    this.stage.value === 'solving' || this.stage.value === 'wrong' ? (this.seen.value?.legal ?? null) : null,
  );
  /** The mistake itself in every notation, once the server has said it. */
  readonly playedText = computed(
    () => this.seen.value?.legal.find(({ move }) => move === this.mistake.value?.played) ?? null,
  );
  readonly solvedCount = computed(
    () => (this.mistakes.value ?? []).filter(({ key }) => this.history.value[key]?.isSolved === true).length,
  );
  private readonly attempt = new Latest();
  private readonly gathering = new Latest();

  constructor(private readonly environment: Environment) {}

  async load(): Promise<void> {
    await this.readHistory();
    effect(() => {
      if (!this.environment.server.isOpen.value) return;
      untracked(() => {
        if (this.mistakes.value !== null && this.seen.value === null) this.look();
      });
    });
  }

  /** Gathers the mistakes: of this review, or with null of all that are kept. */
  open(review: StoredReview | null): void {
    this.only.value = review?.game ?? null;
    this.gather(review, this.gathering.begin()).catch(this.environment.notices.complain);
  }

  choose(index: number): void {
    const list = this.mistakes.value ?? [];
    const next = list[(index + list.length) % Math.max(1, list.length)];
    if (next === undefined) return;
    this.key.value = next.key;
    this.restart();
  }

  /** The next mistake that is not solved yet, or simply the next. */
  next(): void {
    const list = this.mistakes.value ?? [];
    const at = this.index.value;
    const by = list.findIndex((_, step) => {
      const other = list[(at + 1 + step) % list.length];
      return other !== undefined && this.history.value[other.key]?.isSolved !== true;
    });
    this.choose(at + 1 + Math.max(0, by));
  }

  previous(): void {
    this.choose(this.index.value - 1);
  }

  restart(): void {
    this.attempt.begin();
    this.stage.value = 'solving';
    this.tried.value = null;
    if (this.seen.value === null) this.look();
  }

  tryMove(move: Move): void {
    const mistake = this.mistake.value;
    const text = this.seen.value?.legal.find((legal) => legal.move === move);
    if (mistake === null || this.legal.value === null || text === undefined) return;
    const before = this.stage.value;
    this.stage.value = 'judging';
    const signal = this.attempt.begin();
    const played = { ...text, fen: '', capture: null, check: false };
    this.tried.value = null;
    this.judge(mistake, played, signal).catch((error: unknown) => {
      // Nobody has judged the move: it can be tried again.
      if (!signal.aborted) this.stage.value = before;
      this.environment.notices.complain(error);
    });
  }

  /** Gives up: the best move is shown. */
  show(): void {
    const mistake = this.mistake.value;
    if (mistake === null) return;
    this.attempt.begin();
    this.stage.value = 'shown';
    this.tried.value = null;
    this.note(mistake, false);
  }

  private async judge(mistake: Mistake, played: GameMove, signal: AbortSignal): Promise<void> {
    const { server, sound } = this.environment;
    const { fen, rules } = mistake.game;
    const moves = [...mistake.game.moves.slice(0, mistake.ply), played.move];
    const request = { type: 'try_move', fen, moves, rules, nodes: mistake.nodes } as const;
    tellMove(this.environment, played, piecesOf({ fen, moves: moves.slice(0, -1) }));
    const { tried } = await server.ask(request, { signal });
    if (tried === null) throw new DOMException('stopped', 'AbortError');
    this.tried.value = { move: played, answer: tried };
    this.stage.value = tried.ok ? 'solved' : 'wrong';
    sound(tried.ok ? 'right' : 'wrong');
    this.note(mistake, tried.ok);
  }

  private async gather(review: StoredReview | null, signal: AbortSignal): Promise<void> {
    const { library } = this.environment;
    const records = library.games.value.filter(({ deleted }) => deleted === null);
    const personOfGame = (id: string | null | undefined): Side | null => {
      const record = records.find((other) => other.id === id);
      return record?.play == null ? (record?.person ?? null) : personOf(record.play);
    };
    let found: Mistake[];
    if (review !== null) {
      found = mistakesOf(review, personOfGame(review.game?.id));
    } else {
      found = [];
      for (const { id } of records) {
        const stored = (await library.readReview(id)) as StoredReview | undefined;
        found.push(...mistakesOf(stored, personOfGame(id)));
      }
    }
    if (signal.aborted) return;
    const byKey = new Map(found.map((mistake) => [mistake.key, mistake]));
    this.mistakes.value = [...byKey.values()];
    const isKept = this.key.value !== null && byKey.has(this.key.value);
    const open = this.mistakes.value.findIndex(({ key }) => this.history.value[key]?.isSolved !== true);
    if (!isKept) this.key.value = this.mistakes.value[Math.max(0, open)]?.key ?? null;
    this.restart();
  }

  /** Asks what may be moved, and for the texts of the moves. */
  private look(): void {
    const mistake = this.mistake.value;
    if (mistake === null) return;
    const { key, ply, game } = mistake;
    const request = { type: 'look', fen: game.fen, moves: game.moves.slice(0, ply), rules: game.rules } as const;
    this.environment.server
      .ask(request, { signal: this.attempt.signal })
      .then((seen) => {
        this.seenLegal.value = { key, legal: seen.legal, history: seen.history };
      })
      .catch(this.environment.notices.complain);
  }

  private note(mistake: Mistake, isSolved: boolean): void {
    const before = this.history.value[mistake.key];
    const tries = {
      tries: (before?.tries ?? 0) + 1,
      isSolved: isSolved || before?.isSolved === true,
      at: this.environment.time.now(),
    };
    this.history.value = { ...this.history.value, [mistake.key]: tries };
    this.store().catch(this.environment.notices.complain);
  }

  private async readHistory(): Promise<void> {
    const stored = await this.environment.storage.read<Stored>('retry');
    if (stored?.history !== undefined) this.history.value = mergeHistories(stored.history, this.history.value);
  }

  /** Stores what was tried, with what other tabs have stored meanwhile. */
  private async store(): Promise<void> {
    await this.environment.storage.update('retry', (old) => {
      const stored = old as Stored | undefined;
      this.history.value = mergeHistories(stored?.history ?? {}, this.history.value);
      return { history: this.history.value };
    });
  }
}
