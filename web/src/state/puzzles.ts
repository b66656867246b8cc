// Puzzles: one move wins, and the user is to find it. The file has the solution; any other move is judged by the server, which
// proves mates and searches tactics, so that every move that wins is right. An attempt is decided by the first wrong
// move, by the solution shown, or by the last right move, and is kept at once; after that nothing counts any more.

import { computed, effect, signal, untracked } from '@preact/signals';
import { readFen } from '../core/fen';
import { piecesOf, seenAfter } from '../core/game';
import type { Attempt, AttemptMode, Puzzle, PuzzleFilter } from '../core/puzzle';
import { dailyPuzzle, dayOf, nearest, passes, streakRating } from '../core/puzzle';
import type { Move, Side } from '../core/squares';
import type { GameMove, PuzzleAnswer, Seen } from '../net/messages';
import { Latest, pause } from './latest';
import type { PuzzleEnvironment } from './puzzlelog';
import { PuzzleLog } from './puzzlelog';
import { tellMove } from './telling';

export type Stage = 'solving' | 'right' | 'wrong' | 'solved' | 'shown';

/** How long a move is seen before the defence. */
const REPLY_MILLIS = 350;

interface Open {
  mode: AttemptMode;
  filter: PuzzleFilter;
  id: string;
  moves: Move[];
  stage: Stage;
  score: number | null;
  hinted: boolean;
  /** Moves to mate that are left, if the solution has been left. */
  left: number | null;
  millis: number;
}

export class PuzzleController {
  readonly log: PuzzleLog;
  readonly puzzles = signal<readonly Puzzle[] | null>(null);
  readonly mode = signal<AttemptMode>('rated');
  readonly filter = signal<PuzzleFilter>('all');
  readonly puzzle = signal<Puzzle | null>(null);
  readonly moves = signal<Move[]>([]);
  readonly stage = signal<Stage>('solving');
  readonly hint = signal<Move | null>(null);
  readonly hinted = signal(false);
  /** What the attempt was worth; null while it is open. */
  readonly score = signal<number | null>(null);
  readonly busy = signal(false);
  /** Whether the last right move is another than the solution's: a mate, a longer mate, or a win. */
  readonly other = signal<'mate' | 'longer' | 'win' | null>(null);
  /** How many moves are shown once it is over; null for all. */
  readonly step = signal<number | null>(null);
  private readonly left = signal<number | null>(null);
  private readonly lastSeen = signal<Seen | null>(null);
  private readonly named = signal<readonly GameMove[]>([]);
  private began = 0;

  readonly byId = computed(() => new Map((this.puzzles.value ?? []).map((puzzle) => [puzzle.id, puzzle])));
  readonly missed = computed(() => this.log.missed.value.filter((id) => this.byId.value.has(id)));
  readonly solver = computed<Side>(() => readFen(this.puzzle.value?.fen ?? '')?.side ?? 'red');
  readonly isOver = computed(() => this.stage.value === 'solved' || this.stage.value === 'shown');
  /** The moves on the board. */
  readonly shown = computed(() => this.moves.value.slice(0, this.step.value ?? this.moves.value.length));
  /** The moves with their names, when it is over. */
  readonly list = computed(() => (this.isOver.value ? this.named.value : []));
  /** What the server sees, if it is about the position on the board. */
  readonly seen = computed(() => seenAfter(this.lastSeen.value, this.shown.value));
  /** What may be moved; null while nothing may. */
  readonly legal = computed(() => (this.isOver.value || this.busy.value ? null : (this.seen.value?.legal ?? null)));
  /** Moves to mate, the next one counted; null for a tactic. */
  readonly movesLeft = computed(() => this.movesLeftAt(this.moves.value));

  /** Whatever goes on with the puzzle: a try, a hint. */
  private readonly attempt = new Latest();

  constructor(private readonly environment: PuzzleEnvironment) {
    this.log = new PuzzleLog(environment);
  }

  /** Takes up what was stored, and fetches the puzzles. */
  async load(): Promise<void> {
    const { storage, server } = this.environment;
    await this.log.load();
    const open = await storage.read<Open>('puzzle_open');
    this.puzzles.value = await this.environment.fetchPuzzles();
    effect(() => {
      if (server.isOpen.value) untracked(() => this.lookAgain());
    });
    const puzzle = this.byId.value.get(open?.id ?? '');
    if (open !== undefined) {
      this.mode.value = open.mode;
      this.filter.value = open.filter;
    }
    if (open === undefined || puzzle === undefined) this.next();
    else this.resume(puzzle, open);
  }

  chooseMode(mode: AttemptMode): void {
    this.mode.value = mode;
    this.next();
  }

  chooseFilter(filter: PuzzleFilter): void {
    this.filter.value = filter;
    this.mode.value = 'rated';
    this.next();
  }

  /** A puzzle that was tried before; it does not count. */
  openAgain(id: string): void {
    const puzzle = this.byId.value.get(id);
    if (puzzle === undefined) return;
    this.mode.value = 'again';
    this.begin(puzzle);
  }

  next(): void {
    if (this.mode.value === 'again') this.mode.value = 'rated';
    this.begin(this.choose());
  }

  /** The same puzzle from its beginning; what was decided stays decided. */
  restart(): void {
    this.moves.value = [];
    this.left.value = null;
    this.continueAt('solving');
  }

  tryMove(move: Move): void {
    if (this.puzzle.value === null || this.busy.value || this.isOver.value) return;
    this.work((signal) => this.judge(move, signal));
  }

  askHint(): void {
    if (this.puzzle.value === null || this.busy.value || this.isOver.value) return;
    const { notices, words } = this.environment;
    this.nextMove(this.attempt.signal)
      .then((move) => {
        if (move === null) return;
        this.hint.value = move;
        this.hinted.value = true;
        this.store();
        notices.announce(words.value.hint_says(move));
      })
      .catch(notices.complain);
  }

  showSolution(): void {
    if (this.puzzle.value === null || this.isOver.value) return;
    this.decide(0);
    this.finish('shown', [...this.puzzle.value.solution], 0);
  }

  /** Shows another position of the line, when it is over. */
  goTo(step: number): void {
    if (!this.isOver.value) return;
    this.step.value = Math.max(0, Math.min(step, this.moves.value.length));
    this.look(false, this.attempt.begin()).catch(this.environment.notices.complain);
  }

  private choose(): Puzzle | null {
    const { time, random } = this.environment;
    const all = this.puzzles.value ?? [];
    const { log } = this;
    switch (this.mode.value) {
      case 'streak':
        return nearest(all, streakRating(log.streaks.value.current), log.tried.value, random);
      case 'daily':
        return dailyPuzzle(all, dayOf(time.now()));
      case 'missed': {
        const [first, second] = this.missed.value;
        return this.byId.value.get((first === this.puzzle.value?.id ? (second ?? first) : first) ?? '') ?? null;
      }
      default: {
        const wanted = all.filter((puzzle) => passes(puzzle, this.filter.value));
        return nearest(wanted, log.rating.value, log.tried.value, random);
      }
    }
  }

  private begin(puzzle: Puzzle | null): void {
    this.puzzle.value = puzzle;
    this.moves.value = [];
    this.left.value = null;
    this.hinted.value = false;
    this.score.value = puzzle === null ? null : this.decidedToday(puzzle);
    this.began = this.environment.time.now();
    this.continueAt('solving');
  }

  /** What the puzzle of the day has brought already: it counts once. */
  private decidedToday(puzzle: Puzzle): number | null {
    if (this.mode.value !== 'daily') return null;
    const today = dayOf(this.environment.time.now());
    const isIt = ({ id, mode, at }: Attempt) => id === puzzle.id && mode === 'daily' && dayOf(at) === today;
    return this.log.attempts.value.find(isIt)?.score ?? null;
  }

  private resume(puzzle: Puzzle, open: Open): void {
    this.puzzle.value = puzzle;
    this.moves.value = open.moves;
    this.left.value = open.left;
    this.hinted.value = open.hinted;
    this.score.value = open.score;
    this.began = this.environment.time.now() - open.millis;
    this.continueAt(open.stage);
  }

  private continueAt(stage: Stage): void {
    const signal = this.attempt.begin();
    this.stage.value = stage;
    this.hint.value = null;
    this.busy.value = false;
    this.other.value = null;
    this.lastSeen.value = null;
    this.named.value = [];
    this.step.value = stage === 'shown' ? 0 : null;
    this.store();
    this.look(false, signal).catch(this.environment.notices.complain);
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

  private isSolutionMove(move: Move): boolean {
    const { solution = [] } = this.puzzle.value ?? {};
    const played = this.moves.value;
    return played.every((one, index) => one === solution[index]) && solution[played.length] === move;
  }

  private async judge(move: Move, signal: AbortSignal): Promise<void> {
    const before = this.moves.value;
    const isKnown = this.isSolutionMove(move);
    this.moves.value = [...before, move];
    await this.look(true, signal).catch(this.takeBack(before, signal));
    if (isKnown) {
      const reply = this.puzzle.value?.solution[before.length + 1];
      if (reply === undefined) this.solve();
      else await this.goOn(reply, signal);
      return;
    }
    const left = this.movesLeftAt(before);
    const verdict = await this.ask(left, signal).catch(this.takeBack(before, signal));
    if (!verdict.ok) {
      this.fail(before);
      await this.look(false, signal);
    } else if (verdict.mated || verdict.reply === null) {
      this.other.value = verdict.mated ? 'mate' : 'win';
      this.solve();
    } else {
      this.other.value = (verdict.mate_in ?? 0) < (left ?? 0) ? 'mate' : 'longer';
      this.left.value = verdict.mate_in;
      await this.goOn(verdict.reply, signal);
    }
  }

  /** Nobody has judged the move: it is taken back, and can be tried again. */
  private takeBack(before: Move[], signal: AbortSignal): (error: unknown) => never {
    return (error) => {
      if (!signal.aborted) this.moves.value = before;
      throw error;
    };
  }

  private async goOn(reply: Move, signal: AbortSignal): Promise<void> {
    this.stage.value = 'right';
    await pause(this.environment.time, REPLY_MILLIS, signal);
    this.moves.value = [...this.moves.value, reply];
    this.store();
    await this.look(true, signal);
  }

  private solve(): void {
    const { notices, words } = this.environment;
    this.decide(this.hinted.value ? 0.5 : 1);
    this.environment.sound('right');
    notices.announce(words.value.puzzle_done);
    const isWhole = this.other.value === null;
    this.finish('solved', isWhole ? [...(this.puzzle.value?.solution ?? [])] : this.moves.value, null);
  }

  private fail(before: Move[]): void {
    const { notices, words } = this.environment;
    this.moves.value = before;
    this.stage.value = 'wrong';
    this.decide(0);
    this.environment.sound('wrong');
    notices.announce(words.value.puzzle_wrong);
    if (this.mode.value === 'streak') this.finish('shown', [...(this.puzzle.value?.solution ?? [])], 0);
    else this.store();
  }

  /** Ends it with a line that can be stepped through. */
  private finish(stage: 'solved' | 'shown', line: Move[], step: number | null): void {
    this.stage.value = stage;
    this.moves.value = line;
    this.step.value = step;
    this.hint.value = null;
    this.store();
    this.look(false, this.attempt.begin()).catch(this.environment.notices.complain);
    this.busy.value = false;
  }

  private decide(score: number): void {
    const puzzle = this.puzzle.value;
    if (puzzle === null || this.score.value !== null) return;
    this.score.value = score;
    const now = this.environment.time.now();
    const attempt: Attempt = {
      id: puzzle.id,
      at: now,
      rating: puzzle.rating,
      score,
      mode: this.mode.value,
      millis: now - this.began,
    };
    this.log.add(attempt);
  }

  private movesLeftAt(moves: readonly Move[]): number | null {
    const all = this.puzzle.value?.mateIn ?? null;
    return this.left.value ?? (all === null ? null : all - Math.floor(moves.length / 2));
  }

  /** The move to make now: the solution's, or one that the server proves. */
  private async nextMove(signal: AbortSignal): Promise<Move | null> {
    const known = this.puzzle.value?.solution[this.moves.value.length];
    if (known !== undefined && this.isSolutionMove(known)) return known;
    return (await this.ask(this.movesLeft.value, signal)).better;
  }

  private ask(mateIn: number | null, signal: AbortSignal): Promise<PuzzleAnswer> {
    const fen = this.puzzle.value?.fen ?? '';
    const request = { type: 'puzzle_move', fen, moves: this.moves.value, mate_in: mateIn } as const;
    return this.environment.server.ask(request, { signal });
  }

  private async look(tell: boolean, signal: AbortSignal): Promise<void> {
    const puzzle = this.puzzle.value;
    if (puzzle === null) return;
    const game = { fen: puzzle.fen, moves: this.shown.value };
    const seen = await this.environment.server.ask({ type: 'look', ...game, rules: 'simple' }, { signal });
    this.lastSeen.value = seen;
    const last = seen.history[seen.history.length - 1];
    if (tell && last !== undefined) tellMove(this.environment, last, piecesOf(game, game.moves.length - 1));
    if (!this.isOver.value || this.named.value.length === this.moves.value.length) return;
    const whole = { fen: puzzle.fen, moves: this.moves.value };
    const all = await this.environment.server.ask({ type: 'look', ...whole, rules: 'simple' }, { signal });
    this.named.value = all.history;
  }

  /** Looks again where the answer was lost with the connection. */
  private lookAgain(): void {
    if (this.busy.value || this.seen.value !== null) return;
    this.look(false, this.attempt.signal).catch(this.environment.notices.complain);
  }

  private store(): void {
    const { storage, notices, time } = this.environment;
    const open: Open = {
      mode: this.mode.value,
      filter: this.filter.value,
      id: this.puzzle.value?.id ?? '',
      moves: this.moves.value,
      stage: this.stage.value,
      score: this.score.value,
      hinted: this.hinted.value,
      left: this.left.value,
      millis: time.now() - this.began,
    };
    storage.write('puzzle_open', open).catch(notices.complain);
  }
}
