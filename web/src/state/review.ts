// The review of a whole game: runs in the background while the user looks at what is there already.

import { effect, signal, untracked } from '@preact/signals';
import type { GameFields } from '../core/game';
import { fieldsOf } from '../core/game';
import type { GameMove, MoveClass, ReviewDone, Reviewed } from '../net/messages';
import type { Environment } from './environment';
import { Latest } from './latest';

export interface ReviewGame extends GameFields {
  red: string;
  black: string;
  result: string;
}

interface Stored {
  game: ReviewGame | null;
  results: readonly (Reviewed | undefined)[];
  done: ReviewDone | null;
  ply: number;
}

const WEAK: readonly (MoveClass | null | undefined)[] = ['inaccuracy', 'mistake', 'blunder'];

/** Whether there was a move that is worth showing instead. */
export function isWeak(report: Reviewed | undefined): boolean {
  return WEAK.includes(report?.class);
}

export class ReviewController {
  readonly game = signal<ReviewGame | null>(null);
  /** By ply, as far as they have come. */
  readonly results = signal<readonly (Reviewed | undefined)[]>([]);
  readonly done = signal<ReviewDone | null>(null);
  readonly running = signal(false);
  readonly ply = signal(0);
  readonly millis = signal(200);
  readonly history = signal<GameMove[]>([]);
  readonly flipped = signal(false);
  private readonly looking = new Latest();
  private readonly reviewing = new Latest();
  private stopping = new AbortController();

  constructor(private readonly environment: Environment) {}

  async load(): Promise<void> {
    const { storage, server } = this.environment;
    const stored = await storage.read<Stored>('review');
    if (stored?.game != null) {
      this.game.value = stored.game;
      this.results.value = stored.results;
      this.done.value = stored.done;
      this.ply.value = stored.ply;
    }
    effect(() => {
      if (server.isOpen.value) untracked(() => this.look());
    });
  }

  open(game: ReviewGame): void {
    this.reviewing.end();
    this.running.value = false;
    this.game.value = game;
    this.results.value = [];
    this.done.value = null;
    this.ply.value = 0;
    this.history.value = [];
    this.store();
    this.look();
  }

  start(): void {
    const game = this.game.value;
    if (game === null || this.running.value) return;
    this.results.value = [];
    this.done.value = null;
    this.running.value = true;
    this.stopping = new AbortController();
    const signal = this.reviewing.begin();
    this.review(game, signal).catch(this.environment.notices.complain);
  }

  /** Ends the review early; what it has found is summed up. */
  stop(): void {
    this.stopping.abort();
  }

  goTo(next: number): void {
    this.ply.value = Math.max(0, Math.min(this.game.value?.moves.length ?? 0, next));
    if (!this.running.value) this.store();
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

  private async review(game: ReviewGame, signal: AbortSignal): Promise<void> {
    const progress = (report: Reviewed) => {
      const next = [...this.results.value];
      next[report.ply] = report;
      this.results.value = next;
    };
    const request = { type: 'review', ...fieldsOf(game), millis: this.millis.value } as const;
    try {
      this.done.value = await this.environment.server.ask(request, { signal, stop: this.stopping.signal, progress });
    } finally {
      if (!signal.aborted) {
        this.running.value = false;
        this.store();
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

  private store(): void {
    const { storage, notices } = this.environment;
    const value: Stored = {
      game: this.game.value,
      results: this.results.value,
      done: this.done.value,
      ply: this.ply.value,
    };
    storage.write('review', value).catch(notices.complain);
  }
}
