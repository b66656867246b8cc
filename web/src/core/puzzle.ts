// Puzzles as values: rows of the shipped file, which one comes next, and what an attempt does to a rating.
// Nothing here asks for the time or for chance: both are given.

import type { Move } from './squares';

/** The names of themes, as rows have them. */
export const THEMES = [
  'double-cannon',
  'horse-cannon',
  'crouching-horse',
  'corner-horse',
  'angler-horse',
  'iron-bolt',
  'two-rooks',
  'smothered',
  'facing-kings',
  'heart-sacrifice',
  'heaven-earth',
  'two-pawns',
  'pawn-heart',
  'stalemate',
  'fork',
  'pin',
  'skewer',
  'deflection',
  'removed-guard',
  'trapped',
  'discovered-attack',
  'discovered-check',
  'double-check',
  'sacrifice',
  'hanging',
  'quiet',
] as const;
export type Theme = (typeof THEMES)[number];
export type PuzzleSource = 'm' | 'g' | 'c';

export interface Puzzle {
  /** Short, and the same as long as the position is. */
  id: string;
  fen: string;
  /** The solver's moves and the defences between them. */
  solution: readonly Move[];
  /** In how many moves to mate; null for a tactic. */
  mateIn: number | null;
  themes: readonly Theme[];
  rating: number;
  source: PuzzleSource;
}

/** Which puzzles are wanted: all, mates, tactics, mates of a length, or those of a theme. */
export type PuzzleFilter = 'all' | 'mates' | 'tactics' | `m${number}` | Theme;

/** FNV-1a over the text, 52 bits of it in base 36. */
export function idOf(fen: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < fen.length; index++) {
    hash = ((hash ^ BigInt(fen.charCodeAt(index))) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return (hash & 0xfffffffffffffn).toString(36);
}

function readRow(row: string): Puzzle | null {
  const [fen, moves, kind, themes, rating, source] = row.split('\t');
  if (fen === undefined || moves === undefined || kind === undefined || source === undefined) return null;
  const isTheme = (name: string): name is Theme => (THEMES as readonly string[]).includes(name);
  return {
    id: idOf(fen),
    fen: `${fen} - - 0 1`,
    solution: moves.split(' '),
    mateIn: kind === 't' ? null : Number(kind.slice(1)),
    themes: (themes ?? '').split(',').filter(isTheme),
    rating: Number(rating),
    source: source as PuzzleSource,
  };
}

/** Reads the file; lines that begin with # are notes. */
export function readPuzzles(text: string): Puzzle[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(readRow)
    .filter((puzzle) => puzzle !== null);
}

export function passes(puzzle: Puzzle, filter: PuzzleFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'mates') return puzzle.mateIn !== null;
  if (filter === 'tactics') return puzzle.mateIn === null;
  if (/^m\d+$/.test(filter)) return puzzle.mateIn === Number(filter.slice(1));
  return puzzle.themes.includes(filter as Theme);
}

const MODES = ['rated', 'streak', 'daily', 'missed', 'again'] as const;
export type AttemptMode = (typeof MODES)[number];

/** What came of a puzzle. */
export interface Attempt {
  id: string;
  /** When it was decided, in milliseconds since 1970. */
  at: number;
  /** The puzzle's rating then. */
  rating: number;
  /** 1 for solved, 0.5 for solved after a hint, 0 for a wrong move or the solution shown. */
  score: number;
  mode: AttemptMode;
  /** How long it took. */
  millis: number;
}

export const FIRST_RATING = 1200;
/** The difference of ratings that makes the odds ten to one; puzzles are rated by the same. */
const SPREAD = 800;
const LOWEST = 300;
const HIGHEST = 3600;

export function chance(player: number, puzzle: number): number {
  return 1 / (1 + 10 ** ((puzzle - player) / SPREAD));
}

/** How far one attempt can move a rating: far at first, so that it soon fits, and little later. */
export function stepOf(attempts: number): number {
  return Math.max(40, 400 / (1 + attempts / 4));
}

export function ratingAfter(player: number, attempts: number, puzzle: number, score: number): number {
  const next = player + stepOf(attempts) * (score - chance(player, puzzle));
  return Math.min(HIGHEST, Math.max(LOWEST, next));
}

export interface RatingPoint {
  at: number;
  rating: number;
}

/** The rating after each attempt that counts, oldest first. */
export function ratingsOf(attempts: readonly Attempt[]): RatingPoint[] {
  const points: RatingPoint[] = [];
  let rating = FIRST_RATING;
  for (const attempt of attempts) {
    if (attempt.mode !== 'rated') continue;
    rating = ratingAfter(rating, points.length, attempt.rating, attempt.score);
    points.push({ at: attempt.at, rating });
  }
  return points;
}

/** How many puzzles of a streak have been solved since the last failure, and the longest streak. */
export function streaksOf(attempts: readonly Attempt[]): { current: number; best: number } {
  let [current, best] = [0, 0];
  for (const attempt of attempts) {
    if (attempt.mode !== 'streak') continue;
    current = attempt.score === 1 ? current + 1 : 0;
    best = Math.max(best, current);
  }
  return { current, best };
}

/** The rating that a streak asks for next. */
export function streakRating(solved: number): number {
  return Math.min(3200, 600 + 60 * solved);
}

/** Puzzles whose last attempt was not a plain success, the latest first. */
export function missedOf(attempts: readonly Attempt[]): string[] {
  const last = new Map<string, Attempt>();
  for (const attempt of attempts) last.set(attempt.id, attempt);
  return [...last.values()]
    .filter(({ score }) => score < 1)
    .sort((one, other) => other.at - one.at)
    .map(({ id }) => id);
}

/** One of the puzzles closest to a rating, new ones first; null if there is none at all. */
export function nearest(
  puzzles: readonly Puzzle[],
  rating: number,
  done: ReadonlySet<string>,
  random: () => number,
): Puzzle | null {
  const fresh = puzzles.filter(({ id }) => !done.has(id));
  const pool = fresh.length > 0 ? fresh : puzzles;
  const near = [...pool].sort((one, other) => Math.abs(one.rating - rating) - Math.abs(other.rating - rating));
  return near[Math.floor(random() * Math.min(near.length, 12))] ?? null;
}

/** The day in Greenwich, such as 2026-11-17. */
export function dayOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}

/** The puzzle of a day, the same for everybody who has the same puzzles: neither very easy nor very hard. */
export function dailyPuzzle(puzzles: readonly Puzzle[], day: string): Puzzle | null {
  const fit = puzzles.filter(({ rating }) => rating >= 1000 && rating <= 2300);
  const pool = fit.length > 0 ? fit : puzzles;
  const key = (puzzle: Puzzle) => idOf(`${day} ${puzzle.id}`);
  return pool.reduce<Puzzle | null>((best, one) => (best === null || key(one) < key(best) ? one : best), null);
}

export interface Tally {
  tried: number;
  solved: number;
}

export interface Statistics extends Tally {
  byDay: { day: string; tried: number; solved: number; rating: number | null }[];
  byTheme: Map<PuzzleFilter, Tally>;
}

/** Counts of attempts: all, by day, and by theme or length as far as the puzzles are known. */
export function statisticsOf(attempts: readonly Attempt[], puzzles: ReadonlyMap<string, Puzzle>): Statistics {
  const days = new Map<string, { tried: number; solved: number; rating: number | null }>();
  const byTheme = new Map<PuzzleFilter, Tally>();
  const count = (tally: Tally, attempt: Attempt) => {
    tally.tried += 1;
    if (attempt.score === 1) tally.solved += 1;
  };
  const all: Tally = { tried: 0, solved: 0 };
  for (const attempt of attempts) {
    count(all, attempt);
    const day = days.get(dayOf(attempt.at)) ?? { tried: 0, solved: 0, rating: null };
    days.set(dayOf(attempt.at), day);
    count(day, attempt);
    const puzzle = puzzles.get(attempt.id);
    if (puzzle === undefined) continue;
    const kind: PuzzleFilter = puzzle.mateIn === null ? 'tactics' : `m${puzzle.mateIn}`;
    for (const theme of [kind, ...puzzle.themes]) {
      const tally = byTheme.get(theme) ?? { tried: 0, solved: 0 };
      byTheme.set(theme, tally);
      count(tally, attempt);
    }
  }
  for (const { at, rating } of ratingsOf(attempts)) {
    const day = days.get(dayOf(at));
    if (day !== undefined) day.rating = rating;
  }
  const byDay = [...days].map(([day, counts]) => ({ day, ...counts })).sort((a, b) => (a.day < b.day ? -1 : 1));
  return { ...all, byDay, byTheme };
}

/** Everything that two lists know, oldest first: attempts of two tabs, or of a backup. */
export function mergedAttempts(one: readonly Attempt[], other: readonly Attempt[]): Attempt[] {
  const all = new Map([...one, ...other].map((attempt) => [`${attempt.at} ${attempt.id}`, attempt]));
  return [...all.values()].sort((a, b) => a.at - b.at);
}

export interface StoredLog {
  version: 2;
  attempts: Attempt[];
}

/** The last moment that a date can be, in milliseconds since 1970. */
const LAST_DATE = 8.64e15;

function isAttempt(value: unknown): value is Attempt {
  const { id, at, score, rating, mode } = (value ?? {}) as Partial<Record<keyof Attempt, unknown>>;
  const isDate = typeof at === 'number' && at >= 0 && at <= LAST_DATE;
  const isKnown = [0, 0.5, 1].includes(score as number) && (MODES as readonly unknown[]).includes(mode);
  return typeof id === 'string' && isDate && isKnown && Number.isFinite(rating);
}

/** The attempts of a stored value; an older version knew only which positions were solved, and not when: they come first. */
export function readLog(value: unknown): Attempt[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('attempts' in value && Array.isArray(value.attempts)) return value.attempts.filter(isAttempt);
  if (!('solved' in value) || !Array.isArray(value.solved)) return [];
  const solved = value.solved.filter((fen) => typeof fen === 'string');
  return solved.map((fen, index) => ({
    id: idOf(fen.split(' ').slice(0, 2).join(' ')),
    at: index,
    rating: 0,
    score: 1,
    mode: 'again',
    millis: 0,
  }));
}

/** How often an ending was tried, and how often with success. */
export interface EndingCount {
  tries: number;
  done: number;
}
export type EndingCounts = Record<string, EndingCount>;

/** More tries than anybody makes; a damaged backup may say anything. */
const MAX_TRIES = 1_000_000;

/** Of each ending the count that knows more. */
export function mergedCounts(one: EndingCounts, other: EndingCounts): EndingCounts {
  const all = { ...one };
  for (const [id, count] of Object.entries(other)) {
    const { tries, done } = count ?? {};
    if (!(done >= 0 && done <= tries && tries <= MAX_TRIES)) continue;
    if (tries > (all[id]?.tries ?? 0)) all[id] = { tries, done };
  }
  return all;
}
