// Ways from one page to another that take something along.

import type { GameRecord } from '../core/record';
import { movesOf, playersOf } from '../core/record';
import type { Move } from '../core/squares';
import type { Path, Tree } from '../core/tree';
import type { ReviewGame } from '../state/review';
import { analysis, editor, newGame, play, review } from './controllers';
import { show } from './route';

/** Opens a tree; changes make a new game of the library. */
export function openInAnalysis(tree: Tree, at: Path = []): void {
  analysis.open(tree, at);
  show('analyse');
}

/** Opens a game of the library; changes go there. */
export function openRecordInAnalysis(record: GameRecord, at?: Path): void {
  if (record.id !== analysis.recordId) analysis.openRecord(record, at);
  else if (at !== undefined) analysis.goTo(at);
  show('analyse');
}

export function openInReview(game: ReviewGame): void {
  review.open(game);
  show('review');
}

export function openRecordInReview(record: GameRecord): void {
  const { tree, rules, id } = record;
  openInReview({ fen: tree.fen, moves: movesOf(record), rules, ...playersOf(tree), id });
}

/** Goes on with a game that has not ended. */
export async function continueGame(record: GameRecord): Promise<void> {
  newGame.choosing.value = false;
  if (await play.reopen(record.id)) show('play');
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
