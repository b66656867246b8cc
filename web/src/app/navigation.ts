// Ways from one page to another that take something along.

import type { Move } from '../core/squares';
import type { Path, Tree } from '../core/tree';
import type { ReviewGame } from '../state/review';
import { analysis, editor, newGame, review } from './controllers';
import { show } from './route';

export function openInAnalysis(tree: Tree, at: Path = []): void {
  analysis.open(tree, at);
  show('analyse');
}

export function openInReview(game: ReviewGame): void {
  review.open(game);
  show('review');
}

export function openInEditor(fen: string | null): void {
  editor.open(fen);
  show('editor');
}

/** Offers a new game from a position, and the moves that led to it. */
export function playFrom(fen: string | null, moves: Move[]): void {
  newGame.openFrom(fen, moves);
  show('play');
}
