// A game as values: where it began, its moves, the rules it is judged by, how it ended.

import type { Pieces } from './fen';
import { afterMoves, readFen, START } from './fen';
import type { Move, Side } from './squares';

export type RuleSet = 'asian' | 'computer' | 'simple';

export interface GameFields {
  /** The position it began with; null is the start position. */
  fen: string | null;
  moves: Move[];
  rules: RuleSet;
}

type Course = { readonly fen: string | null; readonly moves: readonly Move[] };

export function fieldsOf(game: Course & { readonly rules: RuleSet }): GameFields {
  return { fen: game.fen, moves: [...game.moves], rules: game.rules };
}

export function redStarts(fen: string | null): boolean {
  return (readFen(fen ?? START)?.side ?? 'red') === 'red';
}

export function sideToMove(game: Course): Side {
  return (game.moves.length % 2 === 0) === redStarts(game.fen) ? 'red' : 'black';
}

export function piecesOf(game: Course, ply = game.moves.length): Pieces {
  return afterMoves(game.fen, game.moves.slice(0, ply)).pieces;
}

export type ResultMark = '1-0' | '0-1' | '1/2-1/2' | '*';

export function resultMark(outcome: { winner: Side | null } | null): ResultMark {
  if (outcome === null) return '*';
  if (outcome.winner === null) return '1/2-1/2';
  return outcome.winner === 'red' ? '1-0' : '0-1';
}

/** What the server has seen, if it is about a game with exactly these moves. */
export function seenAfter<T extends { readonly history: readonly { readonly move: Move }[] }>(
  seen: T | null,
  moves: readonly Move[],
): T | null {
  return seen !== null && seen.history.map(({ move }) => move).join() === moves.join() ? seen : null;
}
