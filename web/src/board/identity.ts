// Follows pieces from one position to the next, so that a piece that moved slides and does not jump.
// A piece that stands where it stood is the same; of the others, one that vanished and one of its kind
// that appeared are taken for one piece, the nearest first.

import type { PieceLetter, Pieces } from '../core/fen';
import type { Square } from '../core/squares';
import { fileOf, rankOf } from '../core/squares';

export interface Placed {
  id: number;
  piece: PieceLetter;
  at: Square;
}

let nextId = 1;

function distance(one: Square, other: Square): number {
  return Math.abs(fileOf(one) - fileOf(other)) + Math.abs(rankOf(one) - rankOf(other));
}

export function follow(before: readonly Placed[], pieces: Pieces): Placed[] {
  const stays = before.filter((placed) => pieces[placed.at] === placed.piece);
  const taken = new Set(stays.map((placed) => placed.at));
  const left = before.filter((placed) => pieces[placed.at] !== placed.piece);
  const result = [...stays];
  for (const [at, piece] of Object.entries(pieces)) {
    if (taken.has(at)) continue;
    const candidates = left.filter((placed) => placed.piece === piece);
    candidates.sort((one, other) => distance(one.at, at) - distance(other.at, at));
    const same = candidates[0];
    if (same !== undefined) left.splice(left.indexOf(same), 1);
    result.push({ id: same?.id ?? nextId++, piece, at });
  }
  return result.sort((one, other) => one.id - other.id);
}
