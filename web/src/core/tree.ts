// A game with variations and comments. Trees are values: every change gives a new tree and leaves the
// old one as it was. A path is the list of child numbers from the root; child 0 is the main line.

import type { Move } from './squares';

export interface TreeNode {
  readonly move: Move;
  readonly wxf: string;
  readonly chinese: string;
  readonly fen: string;
  readonly capture: string | null;
  readonly check: boolean;
  readonly comment: string;
  readonly children: readonly TreeNode[];
}

export interface Tree {
  /** Where the game starts; null is the start position. */
  readonly fen: string | null;
  readonly comment: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly children: readonly TreeNode[];
}

export type Path = readonly number[];

export interface Place {
  tree: Tree;
  path: Path;
}

/** What the server tells about a move that was played. */
export type MoveFacts = Pick<TreeNode, 'move' | 'wxf' | 'chinese' | 'fen' | 'capture' | 'check'>;

export function emptyTree(fen: string | null = null): Tree {
  return { fen, comment: '', tags: {}, children: [] };
}

function bareNode(move: Move): TreeNode {
  return { move, wxf: '', chinese: '', fen: '', capture: null, check: false, comment: '', children: [] };
}

export function treeOf(fen: string | null, moves: readonly Move[], tags: Record<string, string> = {}): Tree {
  let child: TreeNode | null = null;
  for (const move of [...moves].reverse()) {
    child = { ...bareNode(move), children: child === null ? [] : [child] };
  }
  return { ...emptyTree(fen), tags, children: child === null ? [] : [child] };
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

function changeChildren(children: Children, path: Path, change: (children: Children) => Children): Children {
  const [first, ...rest] = path;
  if (first === undefined) return change(children);
  return children.map((node, index) =>
    index === first ? { ...node, children: changeChildren(node.children, rest, change) } : node,
  );
}

function withChildren(tree: Tree, path: Path, change: (children: Children) => Children): Tree {
  return { ...tree, children: changeChildren(tree.children, path, change) };
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
  let result = tree;
  for (const [depth, fact] of facts.entries()) {
    const here = path.slice(0, depth + 1);
    const node = nodeAt(result, here);
    if (node === null || node.move !== fact.move) break;
    if (node.fen === fact.fen && node.wxf === fact.wxf && node.chinese === fact.chinese) continue;
    const { move, wxf, chinese, fen, capture, check } = fact;
    result = replaceNode(result, here, { ...node, move, wxf, chinese, fen, capture, check });
  }
  return result;
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
