// Which character stands on which piece, and its outline in each set. The outlines are paths, centred on the
// origin, 200 units high: the board needs no Chinese font. The first set is here from the start, the others
// are loaded when they are wanted; until then the first one stands in.

import { signal } from '@preact/signals';
import type { PieceLetter } from '../core/fen';
import { PIECE_LETTERS } from '../core/fen';
import { BRUSH } from './outlines/brush';

export type CharacterSet = 'brush' | 'seal' | 'plain';
/** `classic`: 傌 and 俥 for Red, 馬 and 車 for Black. `traditional`: 馬 and 車 for both. `simplified`: 马 and 车. */
export type FaceStyle = 'classic' | 'traditional' | 'simplified';
type Outlines = Readonly<Record<string, string>>;

/** In the order of the letters. */
const CHARACTERS: Readonly<Record<FaceStyle, string>> = {
  classic: '帥仕相傌俥炮兵將士象馬車砲卒',
  traditional: '帥仕相馬車炮兵將士象馬車砲卒',
  simplified: '帅仕相马车炮兵将士象马车炮卒',
};

export function characterOf(piece: PieceLetter, faces: FaceStyle): string {
  return [...CHARACTERS[faces]][PIECE_LETTERS.indexOf(piece)] ?? '';
}

const SOURCES: Readonly<Record<Exclude<CharacterSet, 'brush'>, () => Promise<Outlines>>> = {
  seal: () => import('./outlines/seal').then(({ SEAL }) => SEAL),
  plain: () => import('./outlines/plain').then(({ PLAIN }) => PLAIN),
};

const loaded = signal<Readonly<Partial<Record<CharacterSet, Outlines>>>>({ brush: BRUSH });

/** Loads a set; if that fails, the first one goes on standing in, and the next call tries again. */
export async function loadOutlines(set: string): Promise<void> {
  if (set in loaded.value || !(set in SOURCES)) return;
  const name = set as keyof typeof SOURCES;
  try {
    const outlines = await SOURCES[name]();
    loaded.value = { ...loaded.value, [name]: outlines };
  } catch {
    // Without a connection the pieces keep the look that they have.
  }
}

export function outlinesOf(set: CharacterSet): Outlines {
  return loaded.value[set] ?? BRUSH;
}
