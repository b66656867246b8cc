// A game with variations, comments and glyphs. Trees are values: every change gives a new tree and leaves
// the old one as it was. A path is the list of child numbers from the root; child 0 is the main line.

import type { ResultMark } from './game';
import type { Move } from './squares';

export interface TreeNode {
  readonly move: Move;
  /** The texts of the move; empty until the server has told them. */
  readonly wxf: string;
  readonly chinese: string;
  /** What is said before the move. */
  readonly before: string;
  /** What is said behind it. */
  readonly comment: string;
  /** Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on. */
  readonly glyphs: readonly number[];
  readonly children: readonly TreeNode[];
}

/** Tags in their order; pairs, because a tag may have any name. */
export type Tags = readonly (readonly [name: string, value: string])[];

export interface Tree {
  /** Where the game starts; null is the start position. */
  readonly fen: string | null;
  readonly comment: string;
  readonly tags: Tags;
  readonly result: ResultMark;
  readonly children: readonly TreeNode[];
}

export type Path = readonly number[];

export interface Place {
  tree: Tree;
  path: Path;
}

/** What the server tells about a move that was played. */
export type MoveFacts = Pick<TreeNode, 'move' | 'wxf' | 'chinese'>;

export function emptyTree(fen: string | null = null): Tree {
  return { fen, comment: '', tags: [], result: '*', children: [] };
}

function bareNode(move: Move): TreeNode {
  return { move, wxf: '', chinese: '', before: '', comment: '', glyphs: [], children: [] };
}

export function treeOf(
  fen: string | null,
  moves: readonly Move[],
  { tags = [], result = '*' }: { tags?: Tags; result?: ResultMark } = {},
): Tree {
  let child: TreeNode | null = null;
  for (const move of [...moves].reverse()) {
    child = { ...bareNode(move), children: child === null ? [] : [child] };
  }
  return { ...emptyTree(fen), tags, result, children: child === null ? [] : [child] };
}

export function tagOf(tree: { readonly tags: Tags }, name: string): string {
  return tree.tags.find(([other]) => other === name)?.[1] ?? '';
}

/** Sets a tag in its place, or at the end; an empty value takes it away. */
export function withTag(tree: Tree, name: string, value: string): Tree {
  const isThere = tree.tags.some(([other]) => other === name);
  if (value === '') return isThere ? { ...tree, tags: tree.tags.filter(([other]) => other !== name) } : tree;
  if (!isThere) return { ...tree, tags: [...tree.tags, [name, value]] };
  return { ...tree, tags: tree.tags.map((tag) => (tag[0] === name ? [name, value] : tag)) };
}

/** Whether there is nothing in it that anybody would miss. */
export function isBlank(tree: Tree): boolean {
  return tree.children.length === 0 && tree.comment === '' && tree.tags.length === 0 && tree.fen === null;
}

/** A move of a tree as a list has it: the number of the one before, from 1; 0 is the root. */
export interface FlatMove {
  move: Move;
  parent: number;
  before?: string;
  comment?: string;
  glyphs?: number[];
}

/** All moves, each behind the one that it follows; without recursion, for lines may be long. */
export function flatten(tree: Tree): FlatMove[] {
  const flat: FlatMove[] = [];
  const waiting = [...tree.children].reverse().map((node) => ({ node, parent: 0 }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent } = next;
    flat.push({
      move: node.move,
      parent,
      ...(node.before === '' ? {} : { before: node.before }),
      ...(node.comment === '' ? {} : { comment: node.comment }),
      ...(node.glyphs.length === 0 ? {} : { glyphs: [...node.glyphs] }),
    });
    const number = flat.length;
    waiting.push(...[...node.children].reverse().map((child) => ({ node: child, parent: number })));
  }
  return flat;
}

/** The children of the root, from such a list. A parent that does not come before its child is taken for the root. */
export function unflatten(
  flat: readonly FlatMove[],
  texts?: { wxf: readonly string[]; chinese: readonly string[] },
): readonly TreeNode[] {
  const roots: TreeNode[] = [];
  const lists: TreeNode[][] = [];
  for (const [index, { move, parent, before = '', comment = '', glyphs = [] }] of flat.entries()) {
    const children: TreeNode[] = [];
    const wxf = texts?.wxf[index] ?? '';
    const chinese = texts?.chinese[index] ?? '';
    (parent > index ? roots : (lists[parent - 1] ?? roots)).push({
      move,
      wxf,
      chinese,
      before,
      comment,
      glyphs,
      children,
    });
    lists.push(children);
  }
  return roots;
}

/** The nodes along a path, without the root; shorter than the path if it leads nowhere. */
export function nodesAlong(tree: Tree, path: Path): TreeNode[] {
  const nodes: TreeNode[] = [];
  let children = tree.children;
  for (const index of path) {
    const node = children[index];
    if (node === undefined) break;
    nodes.push(node);
    children = node.children;
  }
  return nodes;
}

export function nodeAt(tree: Tree, path: Path): TreeNode | null {
  const nodes = nodesAlong(tree, path);
  return nodes.length === path.length ? (nodes[nodes.length - 1] ?? null) : null;
}

export function movesTo(tree: Tree, path: Path): Move[] {
  return nodesAlong(tree, path).map((node) => node.move);
}

export function mainLine(tree: Tree): Move[] {
  return movesTo(tree, endOfLine(tree));
}

/** The path of the main line up to a ply. */
export function mainPath(ply: number): Path {
  return new Array<number>(ply).fill(0);
}

export function childrenAt(tree: Tree, path: Path): readonly TreeNode[] {
  return path.length === 0 ? tree.children : (nodeAt(tree, path)?.children ?? []);
}

export function commentAt(tree: Tree, path: Path): string {
  return path.length === 0 ? tree.comment : (nodeAt(tree, path)?.comment ?? '');
}

/** The path as far as it exists. */
export function clip(tree: Tree, path: Path): Path {
  return path.slice(0, nodesAlong(tree, path).length);
}

/** Follows first children from a path to the end. */
export function endOfLine(tree: Tree, path: Path = []): Path {
  const end = [...clip(tree, path)];
  let children = childrenAt(tree, end);
  while (children.length > 0) {
    end.push(0);
    children = children[0]?.children ?? [];
  }
  return end;
}

type Children = readonly TreeNode[];

/** The tree with other children at the end of a path, and what becomes of the nodes along it; in one pass, for lines may be long. */
function withChildren(
  tree: Tree,
  path: Path,
  change: (children: Children) => Children,
  changeNode: (node: TreeNode, depth: number) => TreeNode = (node) => node,
): Tree {
  const lists = [tree.children, ...nodesAlong(tree, path).map(({ children }) => children)];
  let changed = change(lists[path.length] ?? []);
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const below = changed;
    changed = (lists[depth] ?? []).map((node, index) =>
      index === path[depth] ? { ...changeNode(node, depth), children: below } : node,
    );
  }
  return { ...tree, children: changed };
}

/** Plays a move at a path: goes into the variation that has it, or adds one. */
export function addMove(tree: Tree, path: Path, move: Move): Place {
  const children = childrenAt(tree, path);
  const known = children.findIndex((node) => node.move === move);
  if (known >= 0) return { tree, path: [...path, known] };
  return {
    tree: withChildren(tree, path, (list) => [...list, bareNode(move)]),
    path: [...path, children.length],
  };
}

export function addMoves(tree: Tree, path: Path, moves: readonly Move[]): Place {
  return moves.reduce<Place>((place, move) => addMove(place.tree, place.path, move), { tree, path });
}

/** Writes down what the server said about the moves along a path; unchanged if it says nothing new. */
export function annotate(tree: Tree, path: Path, facts: readonly MoveFacts[]): Tree {
  const nodes = nodesAlong(tree, path);
  const differing = facts.findIndex(({ move }, depth) => nodes[depth]?.move !== move);
  const count = differing < 0 ? facts.length : differing;
  const isNew = facts
    .slice(0, count)
    .some(({ wxf, chinese }, depth) => nodes[depth]?.wxf !== wxf || nodes[depth]?.chinese !== chinese);
  if (!isNew) return tree;
  const noted = (node: TreeNode, depth: number) => {
    const { wxf, chinese } = facts[depth] ?? node;
    return { ...node, wxf, chinese };
  };
  return withChildren(tree, path.slice(0, count), (children) => children, noted);
}

function replaceNode(tree: Tree, path: Path, node: TreeNode): Tree {
  const last = path[path.length - 1];
  return withChildren(tree, path.slice(0, -1), (list) => list.map((old, index) => (index === last ? node : old)));
}

export function setComment(tree: Tree, path: Path, comment: string): Tree {
  if (path.length === 0) return { ...tree, comment };
  const node = nodeAt(tree, path);
  return node === null ? tree : replaceNode(tree, path, { ...node, comment });
}

/** Gives a move a glyph, or takes it away; other glyphs of the same sort (1 to 6 judge a move) go. */
export function toggleGlyph(tree: Tree, path: Path, glyph: number): Tree {
  const node = nodeAt(tree, path);
  if (node === null) return tree;
  const isJudging = (other: number) => other >= 1 && other <= 6;
  const others = node.glyphs.filter((other) => other !== glyph && !(isJudging(glyph) && isJudging(other)));
  return replaceNode(tree, path, { ...node, glyphs: node.glyphs.includes(glyph) ? others : [glyph, ...others] });
}

/** Moves the innermost variation that holds the path one place up, towards the main line. */
export function promote(tree: Tree, path: Path): Place {
  const depth = path.reduce((deepest, index, at) => (index > 0 ? at : deepest), -1);
  const index = path[depth];
  if (depth < 0 || index === undefined || nodeAt(tree, path) === null) return { tree, path };
  const changed = withChildren(tree, path.slice(0, depth), (list) => {
    const order = [...list];
    const [node] = order.splice(index, 1);
    if (node !== undefined) order.splice(index - 1, 0, node);
    return order;
  });
  return { tree: changed, path: path.map((value, at) => (at === depth ? index - 1 : value)) };
}

/** Removes the move at a path and everything after it. */
export function remove(tree: Tree, path: Path): Place {
  const last = path[path.length - 1];
  if (last === undefined || nodeAt(tree, path) === null) return { tree, path };
  const parent = path.slice(0, -1);
  return { tree: withChildren(tree, parent, (list) => list.filter((_, index) => index !== last)), path: parent };
}

export function samePath(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
