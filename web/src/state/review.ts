// The review of a whole game: runs in the background while the user looks at what is there already.

import { effect, signal, untracked } from '@preact/signals';
import type { Move } from '../core/squares';
import type { Search } from '../net/connection';
import { ConnectionLost } from '../net/connection';
import type { PlayedMove, ReviewDone, Reviewed, RuleSet } from '../net/messages';
import { read, write } from '../store/database';
import { complain } from './notices';
import { connection, isConnected } from './server';

export interface ReviewGame {
  fen: string | null;
  moves: Move[];
  rules: RuleSet;
  red: string;
  black: string;
  result: string;
}

export const game = signal<ReviewGame | null>(null);
export const results = signal<readonly (Reviewed | undefined)[]>([]);
export const done = signal<ReviewDone | null>(null);
export const running = signal(false);
export const ply = signal(0);
export const millis = signal(200);
export const history = signal<PlayedMove[]>([]);
export const flipped = signal(false);

let search: Search<'review'> | null = null;

export function openGame(next: ReviewGame): void {
  stop();
  search = null;
  running.value = false;
  game.value = next;
  results.value = [];
  done.value = null;
  ply.value = 0;
  history.value = [];
  store();
  lookAgain();
}

function store(): void {
  const value = { game: game.value, results: results.value, done: done.value, ply: ply.value };
  write('values', 'review', value).catch(complain);
}

function lookAgain(): void {
  const current = game.value;
  if (current === null) return;
  const { fen, moves, rules } = current;
  connection.ask<'look'>({ type: 'look', fen, moves, rules }).then((seen) => {
    if (game.value === current) history.value = seen.history;
  }, complain);
}

export function start(): void {
  const current = game.value;
  if (current === null || running.value) return;
  const { fen, moves, rules } = current;
  results.value = [];
  done.value = null;
  running.value = true;
  const mine = connection.search<'review'>({ type: 'review', fen, moves, rules, millis: millis.value }, (report) => {
    if (search !== mine) return;
    const next = [...results.value];
    next[report.ply] = report;
    results.value = next;
  });
  search = mine;
  mine.done
    .then(
      (last) => {
        if (search === mine) done.value = last;
      },
      (error: unknown) => {
        if (!(error instanceof ConnectionLost)) complain(error);
      },
    )
    .finally(() => {
      if (search !== mine) return;
      running.value = false;
      store();
    });
}

export function stop(): void {
  search?.stop();
}

export function goTo(next: number): void {
  ply.value = Math.max(0, Math.min(game.value?.moves.length ?? 0, next));
  if (!running.value) store();
}

/** The next move after the place that is a mistake or worse; the first one after the last. */
export function nextMistake(): void {
  const bad = results.value.flatMap((report) =>
    report?.class === 'mistake' || report?.class === 'blunder' || report?.class === 'inaccuracy' ? [report.ply] : [],
  );
  const next = bad.find((at) => at > ply.value) ?? bad[0];
  if (next !== undefined) goTo(next);
}

export async function loadReview(): Promise<void> {
  const stored = await read<{ game: ReviewGame | null; results: Reviewed[]; done: ReviewDone | null; ply: number }>(
    'values',
    'review',
  );
  if (stored?.game != null) {
    game.value = stored.game;
    results.value = stored.results;
    done.value = stored.done;
    ply.value = stored.ply;
  }
  effect(() => {
    if (isConnected()) untracked(lookAgain);
  });
}
