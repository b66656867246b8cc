// Which of a move's texts is shown, and how moves are numbered.

import { traditional } from './script';
import type { Move } from './squares';

export type NotationStyle = 'iccs' | 'wxf' | 'chinese' | 'traditional';

export interface MoveTexts {
  move: Move;
  wxf: string;
  chinese: string;
}

export function moveText(texts: MoveTexts, style: NotationStyle): string {
  if (style === 'iccs') return texts.move;
  return (style === 'traditional' ? traditional(texts.chinese) : texts[style]) || texts.move;
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
