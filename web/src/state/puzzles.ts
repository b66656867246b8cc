// Puzzles: mates to find. The server knows every forced mate, so each move is judged exactly: any move
// that still mates in time is right, not only the one that was written down.

import { computed, signal } from '@preact/signals';
import { afterMoves, readFen } from '../core/fen';
import { moveWords } from '../core/movetext';
import type { Move, Side } from '../core/squares';
import type { Seen } from '../net/messages';
import { read, write } from '../store/database';
import { words } from '../words';
import { announce, complain } from './notices';
import { connection } from './server';
import { sound, soundOfMove } from './sound';

export interface Puzzle {
  fen: string;
  mate_in: number;
  source: string;
}

export type Stage = 'solving' | 'right' | 'wrong' | 'solved' | 'shown';

export const puzzles = signal<readonly Puzzle[] | null>(null);
export const length = signal<number | null>(null);
export const index = signal(0);
export const solved = signal<ReadonlySet<string>>(new Set());
export const moves = signal<Move[]>([]);
export const stage = signal<Stage>('solving');
export const hint = signal<Move | null>(null);
export const busy = signal(false);
const answer = signal<Seen | null>(null);

export const chosen = computed(() =>
  (puzzles.value ?? []).filter((puzzle) => length.value === null || puzzle.mate_in === length.value),
);
export const puzzle = computed<Puzzle | null>(() => chosen.value[index.value] ?? null);
export const lengths = computed(() =>
  [...new Set((puzzles.value ?? []).map((one) => one.mate_in))].sort((a, b) => a - b),
);
export const solver = computed<Side>(() => readFen(puzzle.value?.fen ?? '')?.side ?? 'red');
export const seen = computed(() =>
  answer.value?.history.map((played) => played.move).join() === moves.value.join() ? answer.value : null,
);
/** Moves that the solver still has, the next one counted. */
export const movesLeft = computed(() => (puzzle.value?.mate_in ?? 0) - Math.floor(moves.value.length / 2));

let epoch = 0;

function store(): void {
  write('values', 'puzzles', { solved: [...solved.value], length: length.value, index: index.value }).catch(complain);
}

async function look(tell: boolean): Promise<void> {
  const current = puzzle.value;
  if (current === null) return;
  const now = epoch;
  const list = moves.value;
  const result = await connection.ask<'look'>({ type: 'look', fen: current.fen, moves: list, rules: 'simple' });
  if (now !== epoch) return;
  answer.value = result;
  const last = result.history[result.history.length - 1];
  if (tell && last !== undefined) {
    soundOfMove(last);
    announce(moveWords(last.move, afterMoves(current.fen, list.slice(0, -1)).pieces, last.check, words.value));
  }
}

export function restart(): void {
  epoch += 1;
  moves.value = [];
  stage.value = 'solving';
  hint.value = null;
  busy.value = false;
  answer.value = null;
  look(false).catch(complain);
}

export function choose(next: number): void {
  const count = chosen.value.length;
  index.value = count === 0 ? 0 : (next + count) % count;
  store();
  restart();
}

export function chooseLength(next: number | null): void {
  length.value = next;
  const unsolved = chosen.value.findIndex((one) => !solved.value.has(one.fen));
  choose(Math.max(0, unsolved));
}

/** The next puzzle that is not solved yet, or simply the next. */
export function nextPuzzle(): void {
  const count = chosen.value.length;
  for (let by = 1; by <= count; by++) {
    const candidate = chosen.value[(index.value + by) % count];
    if (candidate !== undefined && !solved.value.has(candidate.fen)) {
      choose(index.value + by);
      return;
    }
  }
  choose(index.value + 1);
}

export async function tryMove(move: Move): Promise<void> {
  const current = puzzle.value;
  if (current === null || busy.value || stage.value === 'solved' || stage.value === 'shown') return;
  const now = ++epoch;
  const before = moves.value;
  const left = movesLeft.value;
  busy.value = true;
  hint.value = null;
  moves.value = [...before, move];
  try {
    await look(true);
    const verdict = await connection.ask<'puzzle_move'>({
      type: 'puzzle_move',
      fen: current.fen,
      moves: moves.value,
      mate_in: left,
    });
    if (now !== epoch) return;
    if (!verdict.ok) {
      stage.value = 'wrong';
      sound('wrong');
      announce(words.value.puzzle_wrong);
      moves.value = before;
    } else if (verdict.mated || verdict.reply === null) {
      finishSolved(current);
    } else {
      stage.value = 'right';
      moves.value = [...moves.value, verdict.reply];
    }
    await look(verdict.ok && !verdict.mated);
  } finally {
    if (now === epoch) busy.value = false;
  }
}

function finishSolved(current: Puzzle): void {
  stage.value = 'solved';
  solved.value = new Set([...solved.value, current.fen]);
  store();
  sound('right');
  announce(words.value.puzzle_done);
}

async function provedMove(): Promise<Move | null> {
  const current = puzzle.value;
  if (current === null) return null;
  const help = await connection.ask<'puzzle_move'>({
    type: 'puzzle_move',
    fen: current.fen,
    moves: moves.value,
    mate_in: movesLeft.value,
  });
  return help.better ?? null;
}

export async function askHint(): Promise<void> {
  const now = epoch;
  const move = await provedMove();
  if (now !== epoch || move === null) return;
  hint.value = move;
  announce(words.value.hint_says(move));
}

/** Plays the rest of the solution on the board. */
export async function showSolution(): Promise<void> {
  const current = puzzle.value;
  if (current === null) return;
  const now = ++epoch;
  busy.value = true;
  hint.value = null;
  stage.value = 'shown';
  const pause = () => new Promise((resolve) => setTimeout(resolve, 700));
  while (now === epoch && movesLeft.value > 0) {
    const left = movesLeft.value;
    const move = await provedMove();
    if (now !== epoch || move === null) break;
    moves.value = [...moves.value, move];
    await look(true);
    await pause();
    if (now !== epoch) return;
    const verdict = await connection.ask<'puzzle_move'>({
      type: 'puzzle_move',
      fen: current.fen,
      moves: moves.value,
      mate_in: left,
    });
    if (now !== epoch || verdict.mated || verdict.reply === null) break;
    moves.value = [...moves.value, verdict.reply];
    await look(true);
    await pause();
  }
  if (now === epoch) busy.value = false;
}

export async function loadPuzzles(): Promise<void> {
  const stored = await read<{ solved: string[]; length: number | null; index: number }>('values', 'puzzles');
  if (stored !== undefined) {
    solved.value = new Set(stored.solved);
    length.value = stored.length;
    index.value = stored.index;
  }
}

/** Fetches the list when the page is first opened. */
export async function fetchPuzzles(): Promise<void> {
  if (puzzles.value !== null) return;
  const response = await fetch(new URL('puzzles.json', location.href));
  if (!response.ok) throw new Error(`puzzles.json: ${response.status}`);
  puzzles.value = (await response.json()) as Puzzle[];
  if (puzzle.value === null) index.value = 0;
  restart();
}
