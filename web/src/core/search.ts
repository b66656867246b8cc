// Finding games of the library: by names, opening, result, date, folder, and by a position that occurs in them.

import type { Placement } from './fen';
import { mirrored, readFen, START, writeFen } from './fen';
import type { PackedTree } from './pack';
import type { GameRecord } from './record';
import { dateOf } from './record';
import { traditional } from './script';
import type { Move, Square } from './squares';
import { mirroredMove, originOf, targetOf } from './squares';

export interface Query {
  /** Words that all must occur in names, event, opening or comments. */
  text: string;
  result: '' | '1-0' | '0-1' | '1/2-1/2' | '*';
  /** Dates as 2026-11-17, or a beginning of one; both ends count. */
  from: string;
  to: string;
  /** A position in the game; null for any. */
  position: Placement | null;
  /** Null for all folders, and `DELETED` for games that were deleted. */
  folder: string | null;
}

/** The folder of games that were deleted: no folder of a user has this name. */
export const DELETED = '\u0000deleted';

export const EVERYTHING: Query = { text: '', result: '', from: '', to: '', position: null, folder: null };

function boardKey(placement: Placement): string {
  return writeFen(placement).split(' ').slice(0, 2).join(' ');
}

/** Whether a position occurs in a game, variations included; move counters do not count. */
export function hasPosition(packed: PackedTree, wanted: Placement): boolean {
  let occurs = false;
  visitPosition(packed, wanted, () => {
    occurs = true;
    return false;
  });
  return occurs;
}

/** The moves that a game has in a position, or in its mirror image, variations included. */
export function movesIn(packed: PackedTree, wanted: Placement): Set<Move> {
  const moves = new Set<Move>();
  const image = { ...wanted, pieces: mirrored(wanted.pieces) };
  const visit = (placement: Placement, seen: (move: Move) => Move) =>
    visitPosition(packed, placement, (next) => {
      if (next !== null) moves.add(seen(next));
      return true;
    });
  visit(wanted, (move) => move);
  visit(image, mirroredMove);
  return moves;
}

/** Tells of each time that a position occurs, and of the move that follows; whoever has heard enough says false. */
function visitPosition(packed: PackedTree, wanted: Placement, tell: (next: Move | null) => boolean): void {
  const start = readFen(packed.fen ?? START);
  if (start === null) return;
  const goal = boardKey(wanted);
  let isHere = boardKey(start) === goal;
  if (isHere && !tell(null)) return;
  const pieces: Record<Square, string> = { ...wanted.pieces };
  const goalCount = Object.keys(pieces).length;
  // One board that is played on and taken back, for there are many games.
  const board = new Map<Square, string>(Object.entries(start.pieces));
  let isRed = start.side === 'red';
  const isGoal = () =>
    isRed === (wanted.side === 'red') &&
    board.size === goalCount &&
    [...board].every(([at, piece]) => pieces[at] === piece);
  /** Cheap, and false for nearly all. */
  const mayBeGoal = (from: Square, to: Square) => pieces[from] === undefined && pieces[to] === board.get(to);
  const played: { from: Square; to: Square; victim: string | undefined }[] = [];
  const marks: number[] = [];
  const play = (from: Square, to: Square) => {
    const piece = board.get(from);
    played.push({ from, to, victim: board.get(to) });
    board.delete(from);
    if (piece !== undefined) board.set(to, piece);
    isRed = !isRed;
  };
  const undo = () => {
    const last = played.pop();
    if (last === undefined) return;
    const piece = board.get(last.to);
    if (last.victim === undefined) board.delete(last.to);
    else board.set(last.to, last.victim);
    if (piece !== undefined) board.set(last.from, piece);
    isRed = !isRed;
  };
  const replaced: { from: Square; to: Square }[] = [];
  for (const [part] of packed.moves.matchAll(/[()]|[a-i][0-9][a-i][0-9]/g)) {
    if (part === '(') {
      const last = played[played.length - 1];
      if (last === undefined) return;
      replaced.push({ from: last.from, to: last.to });
      undo();
      marks.push(played.length);
      isHere = isGoal();
    } else if (part === ')') {
      const mark = marks.pop() ?? 0;
      while (played.length > mark) undo();
      const move = replaced.pop();
      if (move !== undefined) play(move.from, move.to);
      isHere = isGoal();
    } else {
      if (isHere && !tell(part)) return;
      const [from, to] = [originOf(part), targetOf(part)];
      play(from, to);
      isHere = mayBeGoal(from, to) && isGoal();
      if (isHere && !tell(null)) return;
    }
  }
}

function textOf(record: GameRecord): string {
  const { tree, name, opening } = record;
  const notes = Object.values(tree.notes).flatMap(({ b = '', c = '' }) => [b, c]);
  const tags = tree.tags.map(([, value]) => value);
  const chinese = opening?.name_zh ?? '';
  const names = [opening?.code ?? '', opening?.name_en ?? '', chinese, traditional(chinese)];
  return [name, ...tags, ...names, tree.comment, ...notes].join('\n').toLowerCase();
}

export function matches(record: GameRecord, query: Query): boolean {
  if (query.folder === DELETED ? record.deleted === null : record.deleted !== null) return false;
  if (query.folder !== null && query.folder !== DELETED && record.folder !== query.folder) return false;
  if (query.result !== '' && record.tree.result !== query.result) return false;
  // What is not asked for is not looked at: there may be tens of thousands of games.
  if (query.from !== '' || query.to !== '') {
    const plain = (date: string) => date.replace(/[.?-]/g, '');
    const date = plain(dateOf(record));
    const [from, to] = [plain(query.from), plain(query.to)];
    if (from !== '' && date < from.slice(0, date.length)) return false;
    if (to !== '' && date.slice(0, to.length) > to) return false;
  }
  const wanted = query.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length > 0) {
    const text = textOf(record);
    if (!wanted.every((word) => text.includes(word))) return false;
  }
  return query.position === null || hasPosition(record.tree, query.position);
}

/** The folders that are in use, by name. */
export function foldersOf(records: readonly GameRecord[]): string[] {
  const names = new Set(records.filter(({ deleted }) => deleted === null).map(({ folder }) => folder));
  names.delete('');
  return [...names].sort((one, other) => one.localeCompare(other));
}
