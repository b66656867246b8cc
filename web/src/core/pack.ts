// A tree as it is stored: moves, and what is said about some of them. Texts and positions are left out, for
// the server tells them anew. Moves stand one behind the other, variations in brackets behind the move
// that they replace, as in a PGN; notes name moves by their number in that order, from 0.

import type { ResultMark } from './game';
import type { Move } from './squares';
import { isMove } from './squares';
import type { Tags, Tree, TreeNode } from './tree';

export interface PackedNote {
  /** Before the move, behind it, glyphs. */
  b?: string;
  c?: string;
  g?: readonly number[];
}

export interface PackedTree {
  fen: string | null;
  tags: Tags;
  result: ResultMark;
  comment: string;
  /** `h2e2h9g7(h9i7)h0g2` */
  moves: string;
  notes: Readonly<Record<number, PackedNote>>;
}

export function packTree(tree: Tree): PackedTree {
  const parts: string[] = [];
  const notes: Record<number, PackedNote> = {};
  let count = 0;
  const write = ({ move, before, comment, glyphs }: TreeNode) => {
    const note: PackedNote = {
      ...(before === '' ? {} : { b: before }),
      ...(comment === '' ? {} : { c: comment }),
      ...(glyphs.length === 0 ? {} : { g: glyphs }),
    };
    if (Object.keys(note).length > 0) notes[count] = note;
    parts.push(move);
    count += 1;
  };
  const writeLine = (from: readonly TreeNode[]) => {
    let children = from;
    for (let first = children[0]; first !== undefined; first = children[0]) {
      write(first);
      for (const other of children.slice(1)) {
        parts.push('(');
        write(other);
        writeLine(other.children);
        parts.push(')');
      }
      children = first.children;
    }
  };
  writeLine(tree.children);
  const { fen, tags, result, comment } = tree;
  return { fen, tags, result, comment, moves: parts.join(''), notes };
}

export function unpackTree(packed: PackedTree): Tree {
  const roots: TreeNode[] = [];
  const stack: { before: TreeNode[]; here: TreeNode[] }[] = [];
  // Where the last move stands, and where what follows it goes.
  let before = roots;
  let here = roots;
  let count = 0;
  for (const [part] of packed.moves.matchAll(/[()]|[a-i][0-9][a-i][0-9]/g)) {
    if (part === '(') {
      stack.push({ before, here });
      here = before;
    } else if (part === ')') {
      ({ before, here } = stack.pop() ?? { before, here });
    } else {
      const { b = '', c = '', g = [] } = packed.notes[count] ?? {};
      const children: TreeNode[] = [];
      here.push({ move: part, wxf: '', chinese: '', before: b, comment: c, glyphs: g, children });
      before = here;
      here = children;
      count += 1;
    }
  }
  const { fen, tags, result, comment } = packed;
  return { fen, tags, result, comment, children: roots };
}

/** How many moves the main line has. */
export function packedLength(packed: PackedTree): number {
  return mainLineOf(packed).length;
}

/** The main line, without building the tree. */
export function mainLineOf({ moves }: PackedTree): Move[] {
  const line: Move[] = [];
  let depth = 0;
  for (const [part] of moves.matchAll(/[()]|[a-i][0-9][a-i][0-9]/g)) {
    if (part === '(') depth += 1;
    else if (part === ')') depth -= 1;
    else if (depth === 0) line.push(part);
  }
  return line;
}

const RESULTS: readonly string[] = ['1-0', '0-1', '1/2-1/2', '*'];

export function readResult(value: unknown): ResultMark {
  return RESULTS.includes(value as string) ? (value as ResultMark) : '*';
}

function readTags(value: unknown): Tags {
  const pairs: unknown[] = Array.isArray(value) ? value : [];
  return pairs.filter(
    (pair): pair is [string, string] => Array.isArray(pair) && pair.length === 2 && pair.every(isText),
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function readNotes(value: unknown): Record<number, PackedNote> {
  const notes: Record<number, PackedNote> = {};
  if (typeof value !== 'object' || value === null) return notes;
  for (const [index, note] of Object.entries(value as Record<string, Record<string, unknown> | null>)) {
    if (!/^\d+$/.test(index) || typeof note !== 'object' || note === null) continue;
    const glyphs = Array.isArray(note.g)
      ? note.g.filter((glyph) => Number.isInteger(glyph) && glyph >= 0 && glyph < 256)
      : [];
    notes[Number(index)] = {
      ...(isText(note.b) ? { b: note.b } : {}),
      ...(isText(note.c) ? { c: note.c } : {}),
      ...(glyphs.length > 0 ? { g: glyphs as number[] } : {}),
    };
  }
  return notes;
}

/** A tree of a file or a store, or null if it is not one. */
export function readPacked(value: unknown): PackedTree | null {
  if (typeof value !== 'object' || value === null) return null;
  const { fen = null, tags, result, comment = '', moves, notes } = value as Record<string, unknown>;
  if (!isText(moves) || !(fen === null || isText(fen)) || !isText(comment)) return null;
  if (!/^(?:[()]|[a-i][0-9][a-i][0-9])*$/.test(moves)) return null;
  return { fen, tags: readTags(tags), result: readResult(result), comment, moves, notes: readNotes(notes) };
}

/** A packed tree of nothing but a line. */
export function packLine(
  fen: string | null,
  moves: readonly Move[],
  { tags = [], result = '*' }: { tags?: Tags; result?: ResultMark } = {},
): PackedTree {
  return { fen, tags, result, comment: '', moves: moves.filter(isMove).join(''), notes: {} };
}
