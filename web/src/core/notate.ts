// Moves in WXF and in Chinese, from the pieces alone: for when the server cannot be asked. It writes as the server does
// (crates/notation: relative.rs, wxf.rs, chinese.rs), and tests compare the two.

import type { Pieces } from './fen';
import { afterMoves, kindOf, movePiece, sideOf } from './fen';
import type { MoveTexts } from './movetext';
import type { Move, Side, Square } from './squares';
import { FILES, fileOf, originOf, rankOf, targetOf } from './squares';

const WXF = { K: 'K', A: 'A', B: 'E', N: 'H', R: 'R', C: 'C', P: 'P' };
const CHINESE = { K: '帅将', A: '仕士', B: '相象', N: '马马', R: '车车', C: '炮炮', P: '兵卒' };
const NUMERALS = { red: '一二三四五六七八九', black: '１２３４５６７８９' };

/** The number of a file for a side, 1 at its right hand. */
function fileNumber(side: Side, file: number): number {
  return side === 'red' ? FILES - file : file + 1;
}

/** Of several pieces of a kind on one file, how many there are and which one moves, 0 the front; whether no other file has several. */
interface Tandem {
  count: number;
  index: number;
  isOnlyFile: boolean;
}

function tandemOf(pieces: Pieces, from: Square, side: Side): Tandem | null {
  const piece = pieces[from];
  const same = Object.keys(pieces).filter((at) => pieces[at] === piece);
  const onFile = (file: number) => same.filter((at) => fileOf(at) === file);
  const here = onFile(fileOf(from));
  if (here.length < 2) return null;
  const isAhead = (at: Square) => (side === 'red' ? rankOf(at) > rankOf(from) : rankOf(at) < rankOf(from));
  const files = Array.from({ length: FILES }, (_, file) => onFile(file).length);
  return {
    count: here.length,
    index: here.filter(isAhead).length,
    isOnlyFile: files.filter((count) => count > 1).length === 1,
  };
}

function orderSign({ count, index }: Tandem): string {
  if (count > 3) return NUMERALS.red[index] ?? '';
  return index === 0 ? '前' : index === 1 && count === 3 ? '中' : '后';
}

/** A move of a piece that stands there; only its coordinates if none does. */
export function noted(pieces: Pieces, move: Move): MoveTexts {
  const [from, to] = [originOf(move), targetOf(move)];
  const piece = pieces[from];
  if (piece === undefined) return { move, wxf: '', chinese: '' };
  const [kind, side] = [kindOf(piece), sideOf(piece)];
  const ranks = (rankOf(to) - rankOf(from)) * (side === 'red' ? 1 : -1);
  const isStraight = !'ABN'.includes(kind) && ranks !== 0;
  const number = isStraight ? Math.abs(ranks) : fileNumber(side, fileOf(to));
  const numeral = (value: number) => NUMERALS[side][value - 1] ?? '';
  const file = fileNumber(side, fileOf(from));
  const way = Math.sign(ranks) + 1;
  const tandem = 'AB'.includes(kind) ? null : tandemOf(pieces, from, side);
  const sign = CHINESE[kind][side === 'red' ? 0 : 1] ?? '';
  let [wxf, chinese] = [`${WXF[kind]}${file}`, `${sign}${numeral(file)}`];
  if (tandem !== null) {
    const isPair = tandem.count === 2 && tandem.isOnlyFile;
    wxf = isPair ? `${WXF[kind]}${tandem.index === 0 ? '+' : '-'}` : `${tandem.index + 1}${file}`;
    chinese = `${orderSign(tandem)}${tandem.isOnlyFile ? sign : numeral(file)}`;
  }
  return { move, wxf: `${wxf}${'-=+'[way]}${number}`, chinese: `${chinese}${'退平进'[way]}${numeral(number)}` };
}

/** The moves of a tree, each behind the one of its parent's number (from 1; 0 is the start). */
export function notedTree(fen: string | null, moves: readonly { move: Move; parent: number }[]): MoveTexts[] {
  const boards = [afterMoves(fen, []).pieces];
  return moves.map(({ move, parent }) => {
    const before = boards[parent] ?? {};
    boards.push(movePiece(before, originOf(move), targetOf(move)));
    return noted(before, move);
  });
}

/** The moves of a game. */
export function notedGame(fen: string | null, moves: readonly Move[]): MoveTexts[] {
  return notedTree(
    fen,
    moves.map((move, parent) => ({ move, parent })),
  );
}
