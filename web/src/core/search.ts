// Finding games of the library: by names, opening, result, date, folder, and by a position that occurs in them.

import type { Placement } from './fen';
import { readFen, START, writeFen } from './fen';
import type { PackedTree } from './pack';
import type { GameRecord } from './record';
import { dateOf } from './record';
import type { Square } from './squares';

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
  const start = readFen(packed.fen ?? START);
  if (start === null) return false;
  const goal = boardKey(wanted);
  if (boardKey(start) === goal) return true;
  const pieces: Record<Square, string> = { ...wanted.pieces };
  const goalCount = Object.keys(pieces).length;
  // One board that is played on and taken back, for there are many games.
  const board = new Map<Square, string>(Object.entries(start.pieces));
  let isRed = start.side === 'red';
  const isGoal = () =>
    isRed === (wanted.side === 'red') &&
    board.size === goalCount &&
    [...board].every(([at, piece]) => pieces[at] === piece);
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
      if (last === undefined) return false;
      replaced.push({ from: last.from, to: last.to });
      undo();
      marks.push(played.length);
    } else if (part === ')') {
      const mark = marks.pop() ?? 0;
      while (played.length > mark) undo();
      const move = replaced.pop();
      if (move !== undefined) play(move.from, move.to);
    } else {
      play(part.slice(0, 2), part.slice(2));
      if (isGoal()) return true;
    }
  }
  return false;
}

function textOf(record: GameRecord): string {
  const { tree, name, opening } = record;
  const notes = Object.values(tree.notes).flatMap(({ b = '', c = '' }) => [b, c]);
  const tags = tree.tags.map(([, value]) => value);
  const names = [opening?.code, opening?.name_en, opening?.name_zh].map((text) => text ?? '');
  return [name, ...tags, ...names, tree.comment, ...notes].join('\n').toLowerCase();
}

export function matches(record: GameRecord, query: Query): boolean {
  if (query.folder === DELETED ? record.deleted === null : record.deleted !== null) return false;
  if (query.folder !== null && query.folder !== DELETED && record.folder !== query.folder) return false;
  if (query.result !== '' && record.tree.result !== query.result) return false;
  const plain = (date: string) => date.replace(/[.?-]/g, '');
  const date = plain(dateOf(record));
  const [from, to] = [plain(query.from), plain(query.to)];
  if (from !== '' && date < from.slice(0, date.length)) return false;
  if (to !== '' && date.slice(0, to.length) > to) return false;
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
