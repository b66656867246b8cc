import { strict as assert } from 'node:assert';
import test from 'node:test';
import type { Path, Tree } from '../src/core/tree';
import * as trees from '../src/core/tree';

const MOVES = ['h2e2', 'h9g7', 'h0g2', 'i9h9', 'i0h0'];

/** A main line of five moves, a variation at the second, one inside it, and one at the first. */
function sample(): Tree {
  let tree = trees.treeOf(null, MOVES);
  tree = trees.addMoves(tree, [0], ['b9c7', 'h0g2']).tree;
  tree = trees.addMoves(tree, [0, 1], ['b0c2']).tree;
  return trees.addMoves(tree, [], ['c3c4', 'g6g5']).tree;
}

function countMoves(children: readonly trees.TreeNode[]): number {
  return children.reduce((sum, node) => sum + 1 + countMoves(node.children), 0);
}

function allPaths(tree: Tree): Path[] {
  const result: Path[] = [];
  const walk = (path: Path) => {
    for (const index of trees.childrenAt(tree, path).keys()) {
      result.push([...path, index]);
      walk([...path, index]);
    }
  };
  walk([]);
  return result;
}

const lineOf = (tree: Tree, path: Path) => trees.movesTo(tree, path).join(' ');

test('a game is its main line', () => {
  const tree = trees.treeOf(null, MOVES);
  assert.deepEqual(trees.movesTo(tree, trees.endOfLine(tree)), MOVES);
  assert.equal(countMoves(tree.children), 5);
});

test('playing a known move adds nothing, a new one adds one', () => {
  const tree = sample();
  for (const path of [[], ...allPaths(tree)]) {
    for (const [index, child] of trees.childrenAt(tree, path).entries()) {
      const place = trees.addMove(tree, path, child.move);
      assert.equal(place.tree, tree);
      assert.deepEqual(place.path, [...path, index]);
    }
    const place = trees.addMove(tree, path, 'a0a1');
    assert.equal(countMoves(place.tree.children), countMoves(tree.children) + 1);
    assert.equal(trees.nodeAt(place.tree, place.path)?.move, 'a0a1');
  }
});

test('promoting keeps the line and all others, and ends in the main line', () => {
  const tree = sample();
  const lines = allPaths(tree)
    .map((path) => lineOf(tree, path))
    .sort();
  for (const start of allPaths(tree)) {
    let place = { tree, path: start };
    for (let round = 0; round < 5; round++) {
      place = trees.promote(place.tree, place.path);
      assert.equal(lineOf(place.tree, place.path), lineOf(tree, start));
      assert.deepEqual(
        allPaths(place.tree)
          .map((path) => lineOf(place.tree, path))
          .sort(),
        lines,
      );
    }
    assert.ok(place.path.every((index) => index === 0));
  }
});

test('removing takes the move and what follows, and nothing else', () => {
  const tree = sample();
  for (const path of allPaths(tree)) {
    const gone = lineOf(tree, path);
    const place = trees.remove(tree, path);
    assert.deepEqual(place.path, path.slice(0, -1));
    const kept = allPaths(tree)
      .map((one) => lineOf(tree, one))
      .filter((line) => line !== gone && !line.startsWith(`${gone} `));
    assert.deepEqual(
      allPaths(place.tree)
        .map((one) => lineOf(place.tree, one))
        .sort(),
      kept.sort(),
    );
  }
});

test('comments stay with their move when variations change places', () => {
  let tree = sample();
  tree = trees.setComment(tree, [1, 0], 'steady');
  tree = trees.setComment(tree, [], 'start');
  const place = trees.promote(tree, [1, 0]);
  assert.equal(trees.commentAt(place.tree, place.path), 'steady');
  assert.equal(trees.commentAt(place.tree, []), 'start');
  assert.equal(trees.commentAt(tree, [0, 0]), '');
});

test('facts are written along a path, once', () => {
  const tree = sample();
  const facts = ['h2e2', 'b9c7'].map((move, index) => ({
    move,
    wxf: `w${index}`,
    chinese: `c${index}`,
    fen: `f${index}`,
    capture: null,
    check: false,
  }));
  const noted = trees.annotate(tree, [0, 1], facts);
  assert.equal(trees.nodeAt(noted, [0, 1])?.wxf, 'w1');
  assert.equal(trees.nodeAt(noted, [0, 0])?.wxf, '');
  assert.equal(trees.annotate(noted, [0, 1], facts), noted);
  assert.equal(countMoves(noted.children), countMoves(tree.children));
});

test('a path that leads nowhere is clipped', () => {
  const tree = sample();
  assert.deepEqual(trees.clip(tree, [0, 0, 7, 1]), [0, 0]);
  assert.equal(trees.nodeAt(tree, [5]), null);
});
