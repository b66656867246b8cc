// Where pieces could go if nothing stood in their way: what a premove may aim at. Whether the move is
// legal when its turn comes only the server says; nothing from here is ever played without its word.

import type { PieceLetter, Pieces } from './fen';
import { kindOf, sideOf } from './fen';
import type { Move, Side, Square } from './squares';
import { FILES, fileOf, RANKS, rankOf, square } from './squares';

type Step = readonly [right: number, up: number];

const STRAIGHT: readonly Step[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];
const DIAGONAL: readonly Step[] = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];
const JUMPS: readonly Step[] = DIAGONAL.flatMap(([x, y]): Step[] => [
  [x, 2 * y],
  [2 * x, y],
]);

function isOnBoard(file: number, rank: number): boolean {
  return file >= 0 && file < FILES && rank >= 0 && rank < RANKS;
}

/** Seen from the side's own back rank. */
function depthOf(rank: number, side: Side): number {
  return side === 'red' ? rank : RANKS - 1 - rank;
}

function isInPalace(file: number, rank: number, side: Side): boolean {
  return file >= 3 && file <= 5 && depthOf(rank, side) <= 2;
}

function reachOf(piece: PieceLetter, at: Square): Square[] {
  const [file, rank, side] = [fileOf(at), rankOf(at), sideOf(piece)];
  const by = (steps: readonly Step[], fits: (file: number, rank: number) => boolean = () => true) =>
    steps
      .map(([right, up]) => [file + right, rank + up] as const)
      .filter(([x, y]) => isOnBoard(x, y) && fits(x, y))
      .map(([x, y]) => square(x, y));
  switch (kindOf(piece)) {
    case 'K':
      return by(STRAIGHT, (x, y) => isInPalace(x, y, side));
    case 'A':
      return by(DIAGONAL, (x, y) => isInPalace(x, y, side));
    case 'B':
      return by(
        DIAGONAL.map(([x, y]) => [2 * x, 2 * y] as const),
        (_, y) => depthOf(y, side) <= 4,
      );
    case 'N':
      return by(JUMPS);
    case 'P':
      return by(STRAIGHT, (x, y) => depthOf(y, side) > depthOf(rank, side) || (x !== file && depthOf(rank, side) > 4));
    default:
      return by(
        STRAIGHT.flatMap(([x, y]) =>
          Array.from({ length: RANKS }, (_, far) => [x * (far + 1), y * (far + 1)] as const),
        ),
      );
  }
}

/** Every move that the pieces of a side could be meant to make later, onto squares of their own pieces, too: those may be captured. */
export function conceivable(pieces: Pieces, side: Side): Move[] {
  return Object.entries(pieces)
    .filter(([, piece]) => sideOf(piece) === side)
    .flatMap(([at, piece]) => reachOf(piece, at).map((to) => at + to));
}
