// Lessons and their tasks. What is right in a task is not worked out here: the rules have written it down
// (`lessons/moves.json`), so that lessons need no server.

import type { Move, Square } from './squares';

export interface LessonText {
  readonly en: string;
  readonly zh: string;
}

export interface Task {
  readonly id: string;
  /** Points to click, moves to make, or a result to choose. */
  readonly kind: 'points' | 'moves' | 'choice';
  readonly fen: string;
  readonly text: LessonText;
  /** What is said when it is solved. */
  readonly done: LessonText;
  /** Moves that are shown before the task begins. */
  readonly setup?: readonly Move[];
  /** The piece whose points are asked for. */
  readonly targets?: Square;
  /** The moves that are to be blocked. */
  readonly block?: { readonly piece: Square; readonly to: readonly Square[] };
  readonly goal?: 'capture' | 'legal' | 'mate' | 'stalemate' | 'fair';
  /** What is to be captured. */
  readonly points?: readonly Square[];
  /** The number of moves that the solver has. */
  readonly in?: number;
}

export interface Lesson {
  readonly id: string;
  readonly title: LessonText;
  readonly tasks: readonly Task[];
}

/** What is kept of the lessons. */
export interface LessonProgress {
  /** The ids of the tasks that were solved. */
  readonly done: readonly string[];
  /** The task that is open; null if the list is. */
  readonly at: string | null;
}

/** Takes what fits from what was stored. */
export function readProgress(stored: unknown): LessonProgress {
  const { done, at } = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<LessonProgress>;
  return {
    done: Array.isArray(done) ? done.filter((id) => typeof id === 'string') : [],
    at: typeof at === 'string' ? at : null,
  };
}

/** What was solved here or there is solved. */
export function mergeProgress(here: unknown, there: unknown): LessonProgress {
  const [one, other] = [readProgress(here), readProgress(there)];
  return { done: [...new Set([...one.done, ...other.done])], at: other.at ?? one.at };
}

export type LessonOutcome = 'red' | 'draw' | 'black';

/** A position on the way to the goal. Lists of moves are texts with spaces. */
export interface LessonNode {
  /** Where each move on the way leads: null is the goal. */
  readonly good: Readonly<Record<Move, number | null>>;
  readonly wrong?: string;
  /** Not legal: the own king could be captured. */
  readonly exposed?: string;
  /** Not legal: the kings would face each other. */
  readonly facing?: string;
  readonly checks?: string;
  readonly checked?: Square;
}

export interface LessonAnswer {
  readonly outcome?: LessonOutcome;
  readonly points?: readonly Square[];
  readonly nodes?: readonly LessonNode[];
}

export type LessonAnswers = Readonly<Record<string, LessonAnswer>>;

export function movesIn(list: string | undefined): Move[] {
  return (list ?? '').split(' ').filter((move) => move !== '');
}

/** Everything that a piece seems able to do, legal or not: what is not legal is explained when it is tried. */
export function triable(node: LessonNode): Move[] {
  return [...Object.keys(node.good), ...movesIn(node.wrong), ...movesIn(node.exposed), ...movesIn(node.facing)];
}
