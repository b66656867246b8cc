// Puzzles: mates to find. The server knows every forced mate, so each move is judged exactly: any move
// that still mates in time is right, not only the one that was written down.

import { computed, effect, signal, untracked } from '@preact/signals';
import { readFen } from '../core/fen';
import { piecesOf } from '../core/game';
import type { Move, Side } from '../core/squares';
import type { Puzzle, PuzzleAnswer, Seen } from '../net/messages';
import type { Environment } from './environment';
import { Latest, pause } from './latest';
import { tellMove } from './telling';

export type Stage = 'solving' | 'right' | 'wrong' | 'solved' | 'shown';

export interface PuzzleEnvironment extends Environment {
  fetchPuzzles(): Promise<Puzzle[]>;
}

interface Stored {
  solved: string[];
  length: number | null;
  index: number;
}

/** How long each move of a solution is shown. */
const SHOW_MILLIS = 700;

export class PuzzleController {
  readonly puzzles = signal<readonly Puzzle[] | null>(null);
  /** Only mates of this length are asked for; null asks for all. */
  readonly length = signal<number | null>(null);
  readonly index = signal(0);
  readonly solved = signal<ReadonlySet<string>>(new Set());
  readonly moves = signal<Move[]>([]);
  readonly stage = signal<Stage>('solving');
  readonly hint = signal<Move | null>(null);
  readonly busy = signal(false);
  private readonly lastSeen = signal<Seen | null>(null);

  readonly chosen = computed(() =>
    (this.puzzles.value ?? []).filter((puzzle) => this.length.value === null || puzzle.mate_in === this.length.value),
  );
  readonly puzzle = computed<Puzzle | null>(() => this.chosen.value[this.index.value] ?? null);
  readonly lengths = computed(() =>
    [...new Set((this.puzzles.value ?? []).map((one) => one.mate_in))].sort((a, b) => a - b),
  );
  readonly solver = computed<Side>(() => readFen(this.puzzle.value?.fen ?? '')?.side ?? 'red');
  /** What the server sees, if it is about the position on the board. */
  readonly seen = computed(() =>
    this.lastSeen.value?.history.map((played) => played.move).join() === this.moves.value.join()
      ? this.lastSeen.value
      : null,
  );
  readonly isOver = computed(() => this.stage.value === 'solved' || this.stage.value === 'shown');
  /** What may be moved; null while nothing may. */
  readonly legal = computed(() => (this.isOver.value || this.busy.value ? null : (this.seen.value?.legal ?? null)));
  /** Moves that the solver still has, the next one counted. */
  private readonly movesLeft = computed(
    () => (this.puzzle.value?.mate_in ?? 0) - Math.floor(this.moves.value.length / 2),
  );

  /** Whatever goes on with the puzzle: a try, a hint, the solution. */
  private readonly attempt = new Latest();

  constructor(private readonly environment: PuzzleEnvironment) {}

  async load(): Promise<void> {
    const { storage, server } = this.environment;
    const stored = await storage.read<Stored>('puzzles');
    if (stored !== undefined) {
      this.solved.value = new Set(stored.solved);
      this.length.value = stored.length;
      this.index.value = stored.index;
    }
    effect(() => {
      if (server.isOpen.value) untracked(() => this.lookAgain());
    });
  }

  /** Fetches the list when the page is first opened. */
  open(): void {
    if (this.puzzles.value === null) this.fetch().catch(this.environment.notices.complain);
  }

  restart(): void {
    const signal = this.attempt.begin();
    this.moves.value = [];
    this.stage.value = 'solving';
    this.hint.value = null;
    this.busy.value = false;
    this.lastSeen.value = null;
    this.look(false, signal).catch(this.environment.notices.complain);
  }

  choose(next: number): void {
    const count = this.chosen.value.length;
    this.index.value = count === 0 ? 0 : (next + count) % count;
    this.store();
    this.restart();
  }

  chooseLength(next: number | null): void {
    this.length.value = next;
    const unsolved = this.chosen.value.findIndex((one) => !this.solved.value.has(one.fen));
    this.choose(Math.max(0, unsolved));
  }

  /** The next puzzle that is not solved yet, or simply the next. */
  next(): void {
    const list = this.chosen.value;
    for (let by = 1; by <= list.length; by++) {
      const candidate = list[(this.index.value + by) % list.length];
      if (candidate !== undefined && !this.solved.value.has(candidate.fen)) {
        this.choose(this.index.value + by);
        return;
      }
    }
    this.choose(this.index.value + 1);
  }

  previous(): void {
    this.choose(this.index.value - 1);
  }

  tryMove(move: Move): void {
    if (this.puzzle.value === null || this.busy.value || this.isOver.value) return;
    this.work((signal) => this.judge(move, signal));
  }

  askHint(): void {
    const { notices, words } = this.environment;
    this.provedMove(this.attempt.signal)
      .then((move) => {
        if (move === null) return;
        this.hint.value = move;
        notices.announce(words.value.hint_says(move));
      })
      .catch(notices.complain);
  }

  /** Plays the rest of the solution on the board. */
  showSolution(): void {
    if (this.puzzle.value === null) return;
    this.stage.value = 'shown';
    this.work((signal) => this.showMoves(signal));
  }

  /** Lets something run that only a new beginning may end. */
  private work(task: (signal: AbortSignal) => Promise<void>): void {
    const signal = this.attempt.begin();
    this.busy.value = true;
    this.hint.value = null;
    task(signal)
      .finally(() => {
        if (!signal.aborted) this.busy.value = false;
      })
      .catch(this.environment.notices.complain);
  }

  private async judge(move: Move, signal: AbortSignal): Promise<void> {
    const before = this.moves.value;
    const left = this.movesLeft.value;
    this.moves.value = [...before, move];
    const verdict = await this.lookAndAsk(left, signal).catch((error: unknown) => {
      // Nobody has judged the move: it is taken back, and can be tried again.
      if (!signal.aborted) this.moves.value = before;
      throw error;
    });
    if (!verdict.ok) {
      this.stage.value = 'wrong';
      this.environment.sound('wrong');
      this.environment.notices.announce(this.environment.words.value.puzzle_wrong);
      this.moves.value = before;
    } else if (verdict.mated || verdict.reply === null) {
      this.finishSolved();
    } else {
      this.stage.value = 'right';
      this.moves.value = [...this.moves.value, verdict.reply];
    }
    await this.look(verdict.ok && !verdict.mated, signal);
  }

  private async lookAndAsk(mateIn: number, signal: AbortSignal): Promise<PuzzleAnswer> {
    await this.look(true, signal);
    return this.ask(mateIn, signal);
  }

  private finishSolved(): void {
    const { notices, words } = this.environment;
    this.stage.value = 'solved';
    this.solved.value = new Set([...this.solved.value, this.puzzle.value?.fen ?? '']);
    this.store();
    this.environment.sound('right');
    notices.announce(words.value.puzzle_done);
  }

  private async showMoves(signal: AbortSignal): Promise<void> {
    while (this.movesLeft.value > 0) {
      const left = this.movesLeft.value;
      const move = await this.provedMove(signal);
      if (move === null) return;
      await this.show(move, signal);
      const { mated, reply } = await this.ask(left, signal);
      if (mated || reply === null) return;
      await this.show(reply, signal);
    }
  }

  private async show(move: Move, signal: AbortSignal): Promise<void> {
    this.moves.value = [...this.moves.value, move];
    await this.look(true, signal);
    await pause(this.environment.time, SHOW_MILLIS, signal);
  }

  /** A move that mates in time; null if there is none. */
  private async provedMove(signal: AbortSignal): Promise<Move | null> {
    if (this.puzzle.value === null) return null;
    return (await this.ask(this.movesLeft.value, signal)).better;
  }

  private ask(mateIn: number, signal: AbortSignal): Promise<PuzzleAnswer> {
    const fen = this.puzzle.value?.fen ?? '';
    const request = { type: 'puzzle_move', fen, moves: this.moves.value, mate_in: mateIn } as const;
    return this.environment.server.ask(request, { signal });
  }

  private async look(tell: boolean, signal: AbortSignal): Promise<void> {
    const puzzle = this.puzzle.value;
    if (puzzle === null) return;
    const game = { fen: puzzle.fen, moves: this.moves.value };
    const seen = await this.environment.server.ask({ type: 'look', ...game, rules: 'simple' }, { signal });
    this.lastSeen.value = seen;
    const last = seen.history[seen.history.length - 1];
    if (tell && last !== undefined) tellMove(this.environment, last, piecesOf(game, game.moves.length - 1));
  }

  /** Looks again where the answer was lost with the connection. */
  private lookAgain(): void {
    if (this.busy.value || this.seen.value !== null) return;
    this.look(false, this.attempt.signal).catch(this.environment.notices.complain);
  }

  private async fetch(): Promise<void> {
    this.puzzles.value = await this.environment.fetchPuzzles();
    if (this.puzzle.value === null) this.index.value = 0;
    this.restart();
  }

  private store(): void {
    const { storage, notices } = this.environment;
    const value: Stored = { solved: [...this.solved.value], length: this.length.value, index: this.index.value };
    storage.write('puzzles', value).catch(notices.complain);
  }
}
