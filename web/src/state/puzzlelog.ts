// What the user has tried, kept for good: attempts only, everything else is worked out from them. Several tabs may
// write; nothing that one of them has stored is lost to another.

import { computed, signal } from '@preact/signals';
import type { Attempt, Puzzle, StoredLog } from '../core/puzzle';
import { FIRST_RATING, mergedAttempts, missedOf, ratingsOf, readLog, streaksOf } from '../core/puzzle';
import type { Environment } from './environment';

export interface PuzzleEnvironment extends Environment {
  fetchPuzzles(): Promise<Puzzle[]>;
  /** Between 0 and 1. */
  random(): number;
}

export class PuzzleLog {
  readonly attempts = signal<readonly Attempt[]>([]);
  readonly ratings = computed(() => ratingsOf(this.attempts.value));
  readonly rating = computed(() => Math.round(this.ratings.value.at(-1)?.rating ?? FIRST_RATING));
  /** What the last rated attempt has changed. */
  readonly change = computed(() => {
    const before = this.ratings.value.at(-2)?.rating ?? FIRST_RATING;
    return this.rating.value - Math.round(before);
  });
  /** Whether there are too few attempts to trust the rating. */
  readonly isProvisional = computed(() => this.ratings.value.length < 10);
  readonly streaks = computed(() => streaksOf(this.attempts.value));
  readonly missed = computed(() => missedOf(this.attempts.value));
  readonly tried = computed(() => new Set(this.attempts.value.map(({ id }) => id)));

  constructor(private readonly environment: PuzzleEnvironment) {}

  async load(): Promise<void> {
    const { storage } = this.environment;
    this.attempts.value = readLog(await storage.read('puzzles'));
  }

  add(attempt: Attempt): void {
    const { notices, storage } = this.environment;
    this.attempts.value = mergedAttempts(this.attempts.value, [attempt]);
    storage
      .update('puzzles', (old) => {
        const attempts = mergedAttempts(readLog(old), this.attempts.value);
        this.attempts.value = attempts;
        return { version: 2, attempts } satisfies StoredLog;
      })
      .catch(notices.complain);
  }
}
