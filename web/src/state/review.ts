// The review of a whole game: runs in the background while the user looks at what is there already. It is
// stored as it goes; after a reload or a lost connection it goes on behind the last move that was judged.

import { effect, signal, untracked } from '@preact/signals';
import type { GameFields } from '../core/game';
import { fieldsOf } from '../core/game';
import type { GameMove, KnownMove, MoveClass, ReviewDone, Reviewed } from '../net/messages';
import type { Environment } from './environment';
import { Latest } from './latest';

export interface ReviewGame extends GameFields {
  red: string;
  black: string;
  result: string;
  /** The game of the library that it is, if it is one. */
  id?: string | null;
}

interface StoredReview {
  game: ReviewGame | null;
  results: readonly (Reviewed | undefined | null)[];
  done: ReviewDone | null;
  ply: number;
  nodes?: number;
  isRunning?: boolean;
}

/** The choices of nodes for a position, and which is taken unless another is chosen. */
export const NODES = [100_000, 200_000, 500_000, 1_000_000, 2_000_000] as const;
const USUAL_NODES = 200_000;
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
    this.history.value = [];
    this.store();
    this.look();
    if (game.id != null) this.find(game, game.id, this.opening.begin()).catch(this.environment.notices.complain);
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
    this.ply.value = Math.max(0, Math.min(this.game.value?.moves.length ?? 0, next));
    this.storeSoon();
  }

  /** The next weak move after the place; the first one after the last. */
  nextMistake(): void {
    const weak = this.results.value.flatMap((report) => (report !== undefined && isWeak(report) ? [report.ply] : []));
    const next = weak.find((ply) => ply > this.ply.value) ?? weak[0];
    if (next !== undefined) this.goTo(next);
  }

  flip(): void {
    this.flipped.value = !this.flipped.value;
  }

  private takeUp({ results, done, ply, nodes }: StoredReview): void {
    this.results.value = results.map((report) => report ?? undefined);
    this.done.value = done ?? null;
    this.ply.value = ply;
    if (nodes !== undefined) this.nodes.value = nodes;
  }

  /** Looks for a review that was made of the game before. */
  private async find(game: ReviewGame, id: string, signal: AbortSignal): Promise<void> {
    const stored = (await this.environment.library.readReview(id)) as StoredReview | undefined;
    if (signal.aborted || stored?.game == null || this.running.value || this.results.value.length > 0) return;
    const isSame = JSON.stringify(fieldsOf(stored.game)) === JSON.stringify(fieldsOf(game));
    if (!isSame || !Array.isArray(stored.results)) return;
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

  private stored(): StoredReview {
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
