// Which of a move's texts is shown, and moves in whole words for those who listen.

import type { Dictionary } from '../words/en';
import type { PieceLetter, Pieces } from './fen';
import { kindOf, sideOf } from './fen';
import type { Move, Square } from './squares';
import { originOf, targetOf } from './squares';

export type NotationStyle = 'iccs' | 'wxf' | 'chinese';

export interface MoveTexts {
  move: Move;
  wxf: string;
  chinese: string;
}

export function moveText(texts: MoveTexts, style: NotationStyle): string {
  return (style === 'iccs' ? texts.move : texts[style]) || texts.move;
}

export function lineTexts(line: { moves: Move[]; wxf: string[]; chinese: string[] }, style: NotationStyle): string[] {
  return line.moves.map((move, index) =>
    moveText({ move, wxf: line.wxf[index] ?? '', chinese: line.chinese[index] ?? '' }, style),
  );
}

/** "1." before Red's moves, "1…" before a move of Black that begins a line. Plies count from 0. */
export function moveNumber(ply: number, redStarts: boolean, begins: boolean): string {
  const shifted = redStarts ? ply : ply + 1;
  const number = Math.floor(shifted / 2) + 1;
  if (shifted % 2 === 0) return `${number}.`;
  return begins ? `${number}…` : '';
}

export function pieceWords(piece: PieceLetter, words: Dictionary): string {
  const side = sideOf(piece) === 'red' ? words.red : words.black;
  return words.piece_of(side, words[`piece_${kindOf(piece)}`]);
}

export function squareWords(at: Square, pieces: Pieces, words: Dictionary): string {
  const piece = pieces[at];
  return words.square_says(at, piece === undefined ? words.empty_square : pieceWords(piece, words));
}

/** A move in words, told on the position before it: "red cannon h2 to e2, takes black pawn, check". */
export function moveWords(move: Move, before: Pieces, check: boolean, words: Dictionary): string {
  const piece = before[originOf(move)];
  if (piece === undefined) return move;
  const parts = [words.moved(pieceWords(piece, words), originOf(move), targetOf(move))];
  const victim = before[targetOf(move)];
  if (victim !== undefined) parts.push(words.captures(pieceWords(victim, words)));
  if (check) parts.push(words.gives_check);
  return parts.join(', ');
}
