// Which pieces have left the board since a game began. Pure values.

import type { PieceLetter, Pieces } from './fen';
import { kindOf, sideOf } from './fen';
import type { Side } from './squares';

const ORDER = 'RCNBAPK';

/** The pieces of a side that stood on the board before and are gone now, the most valuable first. */
export function captured(before: Pieces, now: Pieces, side: Side): PieceLetter[] {
  const left: PieceLetter[] = Object.values(now);
  const gone = Object.values(before).filter((piece) => {
    const at = left.indexOf(piece);
    if (at >= 0) left.splice(at, 1);
    return at < 0 && sideOf(piece) === side;
  });
  return gone.sort((one, other) => ORDER.indexOf(kindOf(one)) - ORDER.indexOf(kindOf(other)));
}

/** Equal neighbours counted together. */
export function grouped(pieces: readonly PieceLetter[]): { piece: PieceLetter; count: number }[] {
  const groups: { piece: PieceLetter; count: number }[] = [];
  for (const piece of pieces) {
    const last = groups[groups.length - 1];
    if (last?.piece === piece) last.count += 1;
    else groups.push({ piece, count: 1 });
  }
  return groups;
}
