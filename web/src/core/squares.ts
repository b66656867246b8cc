// Squares and moves as text: files a–i from Red's left, ranks 0–9 from Red's side (`e0`, `h2e2`).
// Nothing here knows the rules; what is legal the server says.

export type Side = 'red' | 'black';
export type Square = string;
export type Move = string;

export const FILES = 9;
export const RANKS = 10;

export function square(file: number, rank: number): Square {
  return String.fromCharCode(97 + file) + String(rank);
}

export function fileOf(at: Square): number {
  return at.charCodeAt(0) - 97;
}

export function rankOf(at: Square): number {
  return at.charCodeAt(1) - 48;
}

export function isMove(text: string): boolean {
  return /^[a-i][0-9][a-i][0-9]$/.test(text);
}

export function originOf(move: Move): Square {
  return move.slice(0, 2);
}

export function targetOf(move: Move): Square {
  return move.slice(2, 4);
}

/** A move on the mirrored board, left for right. */
export function mirroredMove(move: Move): Move {
  const flipped = (at: Square) => square(8 - fileOf(at), rankOf(at));
  return flipped(originOf(move)) + flipped(targetOf(move));
}

export function otherSide(side: Side): Side {
  return side === 'red' ? 'black' : 'red';
}

/** All squares, top row first as seen with Red at the bottom; the other way round when flipped. */
export function rowsOfSquares(flipped: boolean): Square[][] {
  const rows: Square[][] = [];
  for (let row = 0; row < RANKS; row++) {
    const rank = flipped ? row : RANKS - 1 - row;
    const squares: Square[] = [];
    for (let column = 0; column < FILES; column++) {
      squares.push(square(flipped ? FILES - 1 - column : column, rank));
    }
    rows.push(squares);
  }
  return rows;
}

/** The neighbour in a direction on the screen, or the square itself at the edge. */
export function neighbour(at: Square, right: number, up: number, flipped: boolean): Square {
  const turn = flipped ? -1 : 1;
  const file = Math.min(FILES - 1, Math.max(0, fileOf(at) + right * turn));
  const rank = Math.min(RANKS - 1, Math.max(0, rankOf(at) + up * turn));
  return square(file, rank);
}

/** Legal moves by the square they start from. */
export function byOrigin(moves: readonly Move[]): Map<Square, Square[]> {
  const map = new Map<Square, Square[]>();
  for (const move of moves) {
    const origin = originOf(move);
    const targets = map.get(origin);
    if (targets) targets.push(targetOf(move));
    else map.set(origin, [targetOf(move)]);
  }
  return map;
}
