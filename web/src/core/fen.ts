// Positions as FEN: reading, writing, and carrying a move out without asking whether it is legal.
// Reading is lenient about letters (H for horse, E for elephant) and refuses, with null, what is not a board.

import type { Move, Side, Square } from './squares';
import { FILES, fileOf, originOf, RANKS, rankOf, square, targetOf } from './squares';

export const START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1';
export const PIECE_LETTERS = ['K', 'A', 'B', 'N', 'R', 'C', 'P', 'k', 'a', 'b', 'n', 'r', 'c', 'p'] as const;
export type PieceLetter = (typeof PIECE_LETTERS)[number];
export type Pieces = Readonly<Record<Square, PieceLetter>>;

export interface Placement {
  pieces: Pieces;
  side: Side;
}

export function sideOf(piece: PieceLetter): Side {
  return piece === piece.toUpperCase() ? 'red' : 'black';
}

export function kindOf(piece: PieceLetter): 'K' | 'A' | 'B' | 'N' | 'R' | 'C' | 'P' {
  return piece.toUpperCase() as 'K' | 'A' | 'B' | 'N' | 'R' | 'C' | 'P';
}

function letterOf(character: string): PieceLetter | null {
  const plain = { H: 'N', h: 'n', E: 'B', e: 'b' }[character] ?? character;
  return (PIECE_LETTERS as readonly string[]).includes(plain) ? (plain as PieceLetter) : null;
}

export function readFen(text: string): Placement | null {
  const [board = '', side = 'w'] = text.trim().split(/\s+/);
  const rows = board.split('/');
  if (rows.length !== RANKS) return null;
  const pieces: Record<Square, PieceLetter> = {};
  for (const [index, row] of rows.entries()) {
    let file = 0;
    for (const character of row) {
      if (/[1-9]/.test(character)) {
        file += Number(character);
        continue;
      }
      const piece = letterOf(character);
      if (piece === null || file >= FILES) return null;
      pieces[square(file, RANKS - 1 - index)] = piece;
      file += 1;
    }
    if (file !== FILES) return null;
  }
  return { pieces, side: side === 'b' ? 'black' : 'red' };
}

export function writeFen({ pieces, side }: Placement): string {
  const rows: string[] = [];
  for (let rank = RANKS - 1; rank >= 0; rank--) {
    let row = '';
    let empty = 0;
    for (let file = 0; file < FILES; file++) {
      const piece = pieces[square(file, rank)];
      if (piece === undefined) {
        empty += 1;
        continue;
      }
      if (empty > 0) row += String(empty);
      empty = 0;
      row += piece;
    }
    if (empty > 0) row += String(empty);
    rows.push(row);
  }
  return `${rows.join('/')} ${side === 'red' ? 'w' : 'b'} - - 0 1`;
}

export function withoutSquare(pieces: Pieces, at: Square): Pieces {
  const rest: Record<Square, PieceLetter> = { ...pieces };
  delete rest[at];
  return rest;
}

export function movePiece(pieces: Pieces, from: Square, to: Square): Pieces {
  const piece = pieces[from];
  if (piece === undefined) return pieces;
  return { ...withoutSquare(pieces, from), [to]: piece };
}

/** The position after a move; the counters of the FEN are not kept. */
function afterMove(position: Placement, move: Move): Placement {
  return {
    pieces: movePiece(position.pieces, originOf(move), targetOf(move)),
    side: position.side === 'red' ? 'black' : 'red',
  };
}

export function afterMoves(fen: string | null, moves: readonly Move[]): Placement {
  const start = readFen(fen ?? START) ?? { pieces: {}, side: 'red' as const };
  return moves.reduce(afterMove, start);
}

/** The position in a mirror that stands beside the board. */
export function mirrored(pieces: Pieces): Pieces {
  const result: Record<Square, PieceLetter> = {};
  for (const [at, piece] of Object.entries(pieces)) result[square(FILES - 1 - fileOf(at), rankOf(at))] = piece;
  return result;
}

/** The position with colours exchanged and the board turned round. */
export function swapped(position: Placement): Placement {
  const result: Record<Square, PieceLetter> = {};
  for (const [at, piece] of Object.entries(position.pieces)) {
    const other = sideOf(piece) === 'red' ? piece.toLowerCase() : piece.toUpperCase();
    result[square(FILES - 1 - fileOf(at), RANKS - 1 - rankOf(at))] = other as PieceLetter;
  }
  return { pieces: result, side: position.side === 'red' ? 'black' : 'red' };
}

export type Odds = 'none' | 'horse' | 'cannon' | 'rook' | 'two_horses';

/** The start position with pieces of one side taken off: its left horse, left cannon, left rook, or both horses. */
export function withOdds(odds: Odds, giver: Side): string | null {
  if (odds === 'none') return null;
  const start = readFen(START);
  if (start === null) return null;
  const red: Record<Exclude<Odds, 'none'>, Square[]> = {
    horse: ['b0'],
    cannon: ['b2'],
    rook: ['a0'],
    two_horses: ['b0', 'h0'],
  };
  let pieces = start.pieces;
  for (const at of red[odds]) {
    const target = giver === 'red' ? at : square(FILES - 1 - fileOf(at), RANKS - 1 - rankOf(at));
    pieces = withoutSquare(pieces, target);
  }
  return writeFen({ pieces, side: 'red' });
}
