// The labels at the edge of the board. Files have numerals, which each player counts from the own right:
// Red's are Chinese, Black's are digits. Or squares have letters and digits, as ICCS writes them.

import { FILES, RANKS, square } from '../core/squares';
import { centreOf, HEIGHT, WIDTH } from './geometry';

/** `digits` are numerals with digits on both sides. */
export type CoordinateStyle = 'iccs' | 'chinese' | 'digits' | 'none';

export interface Label {
  /** One character. */
  text: string;
  x: number;
  y: number;
}

const NUMERALS = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
/** How far from the edge of the picture the middle of a label is. */
const INSET = 26;

export function coordinateLabels(style: CoordinateStyle, flipped: boolean): Label[] {
  if (style === 'none') return [];
  const labels: Label[] = [];
  const top = INSET;
  const bottom = HEIGHT - INSET;
  for (let file = 0; file < FILES; file++) {
    const { x } = centreOf(square(file, 0), flipped);
    if (style === 'iccs') {
      for (const y of [top, bottom]) labels.push({ text: String.fromCharCode(97 + file), x, y });
      continue;
    }
    const ofRed = FILES - 1 - file;
    const text = (style === 'chinese' ? NUMERALS[ofRed] : String(ofRed + 1)) ?? '';
    labels.push({ text, x, y: flipped ? top : bottom }, { text: String(file + 1), x, y: flipped ? bottom : top });
  }
  if (style !== 'iccs') return labels;
  for (let rank = 0; rank < RANKS; rank++) {
    const { y } = centreOf(square(0, rank), flipped);
    for (const x of [INSET, WIDTH - INSET]) labels.push({ text: String(rank), x, y });
  }
  return labels;
}
