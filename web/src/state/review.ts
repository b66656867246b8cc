// The review of a whole game: runs in the background while the user looks at what is there already. It is
// stored as it goes; after a reload or a lost connection it goes on behind the last move that was judged.

import { effect, signal, untracked } from '@preact/signals';
import type { GameFields } from '../core/game';
import { fieldsOf } from '../core/game';
import type { GameMove, KnownMove, LegalMove, MoveClass, ReviewDone, Reviewed } from '../net/messages';
import type { Environment } from './environment';
import { Latest, pause } from './latest';

export interface ReviewGame extends GameFields {
  red: string;
  black: string;
  result: string;
  /** The game of the library that it is, if it is one. */
  id?: string | null;
}

export interface StoredReview {
  game: ReviewGame | null;
  results: readonly (Reviewed | undefined | null)[];
  done: ReviewDone | null;
  ply: number;
  nodes?: number;
  isRunning?: boolean;
}

/** The line that punishes the move that was made, or that of the better move. */
export type LineKind = 'punishment' | 'better';

/** A line that is followed on the board: which, and how many of its moves are made. */
export interface FollowedLine {
  kind: LineKind;
  moves: readonly LegalMove[];
  made: number;
}

/** The choices of nodes for a position, and which is taken unless another is chosen. */
export const NODES = [100_000, 200_000, 500_000, 1_000_000, 2_000_000] as const;
export const USUAL_NODES = 200_000;
/** How long each move of a line is shown, and how many where nothing says how many show the point. */
const LINE_MILLIS = 900;
const LINE_PLIES = 6;
const STORE_DELAY = 400;

const WEAK: readonly (MoveClass | null | undefined)[] = ['inaccuracy', 'mistake', 'blunder'];

/** Whether there was a move that is worth showing instead. */
export function isWeak(report: Reviewed | undefined): boolean {
  return WEAK.includes(report?.class);
}

/** The first moves that have been judged, as far as there is no gap. */
export function knownMoves(results: readonly (Reviewed | undefined)[]): KnownMove[] {
  const known: KnownMove[] = [];
  if (results[0] === undefined) return known;
  for (const report of results.slice(1)) {
    if (report?.loss == null || report.class == null) break;
    known.push({ loss: report.loss, class: report.class });
  }
  return known;
}

/** Whether something that was stored is what a review says of a move; backups may be damaged. */
export function isReport(value: unknown): value is Reviewed {
  const { ply, score, best, why } = (value ?? {}) as Partial<Record<keyof Reviewed, unknown>>;
  const lines = why as Partial<Record<keyof NonNullable<Reviewed['why']>, unknown>> | null | undefined;
  const hasLines = lines == null || [lines.punishment, lines.better].every(Array.isArray);
  return typeof ply === 'number' && [score, best, why, lines?.cost].every(isObject) && hasLines;
}

/** Whether a value is an object, or nothing. */
function isObject(value: unknown): boolean {
  return typeof (value ?? {}) === 'object';
}

function readDone(value: unknown): ReviewDone | null {
  const { accuracy, counts } = (value ?? {}) as { accuracy?: unknown; counts?: unknown };
  const hasSides = (part: unknown) => typeof part === 'object' && part !== null && 'red' in part && 'black' in part;
  return hasSides(accuracy) && hasSides(counts) ? (value as ReviewDone) : null;
}

/** Whether a review that was stored is one of this game. */
function isOf(stored: StoredReview, game: GameFields): boolean {
  return Array.isArray(stored.game?.moves) && JSON.stringify(fieldsOf(stored.game)) === JSON.stringify(fieldsOf(game));
}

export class ReviewController {
  readonly game = signal<ReviewGame | null>(null);
  /** By ply, as far as they have come. */
  readonly results = signal<readonly (Reviewed | undefined)[]>([]);
  readonly done = signal<ReviewDone | null>(null);
  readonly running = signal(false);
  readonly ply = signal(0);
  readonly nodes = signal<number>(USUAL_NODES);
  readonly history = signal<GameMove[]>([]);
  readonly flipped = signal(false);
  readonly line = signal<FollowedLine | null>(null);
  /** Whether the line is being played out. */
  readonly isPlayingLine = signal(false);
  private readonly playing = new Latest();
  private readonly looking = new Latest();
  private readonly opening = new Latest();
  private readonly reviewing = new Latest();
  private stopping = new AbortController();
  private storeLater: (() => void) | null = null;

  constructor(private readonly environment: Environment) {}

  async load(): Promise<void> {
    const { storage, server } = this.environment;
    const stored = await storage.read<StoredReview>('review');
    if (stored?.game != null) {
      this.game.value = stored.game;
      this.takeUp(stored);
      this.running.value = stored.isRunning === true;
    }
    effect(() => {
      if (!server.isOpen.value) return;
      untracked(() => {
        this.look();
        if (this.running.value) this.goOn();
      });
    });
  }

  /** Opens a game, with the review that there is of it. The one before is kept with its game. */
  open(game: ReviewGame): void {
    this.keep();
    this.reviewing.end();
    this.running.value = false;
    this.game.value = game;
    this.results.value = [];
    this.done.value = null;
    this.ply.value = 0;
    this.leaveLine();
    this.history.value = [];
    this.store();
    this.look();
    if (game.id != null) this.find(game, game.id, this.opening.begin()).catch(this.environment.notices.complain);
  }

  /** Opens a game at a ply, unless it is open already. */
  openAt(game: ReviewGame, ply: number): void {
    const isOpen = JSON.stringify(this.game.value && fieldsOf(this.game.value)) === JSON.stringify(fieldsOf(game));
    if (!isOpen || this.game.value?.id !== game.id) this.open(game);
    this.goTo(ply);
  }

  start(): void {
    if (this.game.value === null || this.running.value) return;
    this.results.value = [];
    this.done.value = null;
    this.running.value = true;
    this.goOn();
  }

  /** Goes on with a review that ended early. */
  resume(): void {
    if (this.game.value === null || this.running.value) return;
    this.done.value = null;
    this.running.value = true;
    this.goOn();
  }

  /** Ends the review early; what it has found is summed up. */
  stop(): void {
    this.stopping.abort();
    if (this.environment.server.isOpen.value) return;
    this.reviewing.end();
    this.running.value = false;
    this.store();
  }

  goTo(next: number): void {
    this.leaveLine();
    this.ply.value = Math.max(0, Math.min(this.game.value?.moves.length ?? 0, next));
    this.storeSoon();
  }

  /** The next weak move after the place; the first one after the last. */
  nextMistake(): void {
    const weak = this.results.value.flatMap((report) => (report !== undefined && isWeak(report) ? [report.ply] : []));
    const next = weak.find((ply) => ply > this.ply.value) ?? weak[0];
    if (next !== undefined) this.goTo(next);
  }

  /** Plays a line out on the board, up to where it has shown its point. */
  playLine(kind: LineKind): void {
    const why = this.results.value[this.ply.value]?.why;
    const moves = why?.[kind] ?? [];
    if (why == null || moves.length === 0) return;
    const point = (kind === 'punishment' ? why.cost.plies : why.missed?.plies) || LINE_PLIES;
    this.line.value = { kind, moves, made: 0 };
    this.isPlayingLine.value = true;
    const signal = this.playing.begin();
    this.playMoves(Math.min(point, moves.length), signal).catch(this.environment.notices.complain);
  }

  /** Goes a move on or back in the line, which is then no longer played by itself. */
  stepLine(by: number): void {
    this.stopLine();
    const line = this.line.value;
    if (line === null) return;
    const made = Math.max(0, Math.min(line.moves.length, line.made + by));
    this.line.value = { ...line, made };
  }

  stopLine(): void {
    this.playing.end();
    this.isPlayingLine.value = false;
  }

  leaveLine(): void {
    this.stopLine();
    this.line.value = null;
  }

  flip(): void {
    this.flipped.value = !this.flipped.value;
  }

  private async playMoves(count: number, signal: AbortSignal): Promise<void> {
    for (let made = 1; made <= count; made++) {
      await pause(this.environment.time, LINE_MILLIS, signal);
      const line = this.line.value;
      if (line === null) return;
      this.line.value = { ...line, made };
      this.environment.sound('move');
    }
    this.isPlayingLine.value = false;
  }

  private takeUp({ results, done, ply, nodes }: StoredReview): void {
    this.results.value = (Array.isArray(results) ? results : []).map((report) =>
      isReport(report) ? report : undefined,
    );
    this.done.value = readDone(done);
    this.ply.value = ply;
    if ((NODES as readonly unknown[]).includes(nodes)) this.nodes.value = nodes as number;
  }

  /** Looks for a review that was made of the game before. */
  private async find(game: ReviewGame, id: string, signal: AbortSignal): Promise<void> {
    const stored = (await this.environment.library.readReview(id)) as StoredReview | undefined;
    if (signal.aborted || this.running.value || this.results.value.length > 0) return;
    if (stored === undefined || !isOf(stored, game)) return;
    this.takeUp({ ...stored, ply: this.ply.value });
    this.store();
  }

  private goOn(): void {
    const game = this.game.value;
    if (game === null) return;
    this.stopping = new AbortController();
    this.store();
    this.review(game, this.reviewing.begin()).catch(this.environment.notices.complain);
  }

  private async review(game: ReviewGame, signal: AbortSignal): Promise<void> {
    const progress = (report: Reviewed) => {
      const next = [...this.results.value];
      next[report.ply] = report;
      this.results.value = next;
      this.storeSoon();
    };
    const known = knownMoves(this.results.value);
    const request = { type: 'review', ...fieldsOf(game), nodes: this.nodes.value, known } as const;
    try {
      this.done.value = await this.environment.server.ask(request, { signal, stop: this.stopping.signal, progress });
      this.running.value = false;
    } catch (error) {
      // Without a connection it waits for the next one.
      if (!signal.aborted && this.environment.server.isOpen.value) this.running.value = false;
      throw error;
    } finally {
      if (!signal.aborted) {
        this.store();
        this.keep();
      }
    }
  }

  /** Asks for the texts of the moves. */
  private look(): void {
    const game = this.game.value;
    if (game === null) return;
    const { server, notices } = this.environment;
    server
      .ask({ type: 'look', ...fieldsOf(game) }, { signal: this.looking.begin() })
      .then((seen) => {
        this.history.value = seen.history;
      })
      .catch(notices.complain);
  }

  /** The review as it is stored. */
  stored(): StoredReview {
    return {
      game: this.game.value,
      results: this.results.value,
      done: this.done.value,
      ply: this.ply.value,
      nodes: this.nodes.value,
      isRunning: this.running.value,
    };
  }

  private store(): void {
    this.storeLater?.();
    this.storeLater = null;
    const { storage, notices } = this.environment;
    storage.write('review', this.stored()).catch(notices.complain);
  }

  private storeSoon(): void {
    this.storeLater ??= this.environment.time.after(STORE_DELAY, () => this.store());
  }

  /** Keeps the review with its game. */
  private keep(): void {
    const { library, notices } = this.environment;
    const id = this.game.value?.id;
    if (id == null || this.results.value.length === 0) return;
    library.writeReview(id, { ...this.stored(), isRunning: false }).catch(notices.complain);
  }
}
