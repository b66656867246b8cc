import { strict as assert } from 'node:assert';
import test from 'node:test';
import { arrowOutline, centreOf, squareAt } from '../src/board/geometry';
import { follow } from '../src/board/identity';
import { toggleShape } from '../src/board/shapes';
import { clockText, flagged, newClock, press, remaining, run } from '../src/core/clock';
import { movePiece, readFen, START } from '../src/core/fen';
import { resultMark, sideToMove } from '../src/core/game';
import { moveNumber, moveText } from '../src/core/movetext';
import { newPlayGame, pliesToUndo } from '../src/core/playgame';
import { readRecord } from '../src/core/record';
import { orderOf, scoreText, shareOf, weightOf } from '../src/core/score';
import { DEFAULTS, readSettings } from '../src/core/settings';
import { neighbour, rowsOfSquares } from '../src/core/squares';
import { en } from '../src/words/en';
import { moveWords } from '../src/words/sentences';

const start = readFen(START)!;
const all = rowsOfSquares(false).flat();

test('squares and points correspond, both ways round', () => {
  assert.equal(new Set(all).size, 90);
  for (const flipped of [false, true]) {
    for (const at of all) {
      const point = centreOf(at, flipped);
      assert.equal(squareAt(point, flipped), at);
      assert.equal(squareAt({ x: point.x + 40, y: point.y - 40 }, flipped), at);
    }
    assert.equal(squareAt({ x: -20, y: 500 }, flipped), null);
  }
  assert.ok(centreOf('a0', false).y > centreOf('a9', false).y);
  assert.equal(rowsOfSquares(true)[0]![0], 'i0');
});

test('the cursor stays on the board and moves as the screen shows it', () => {
  for (const at of all) {
    for (const [right, up] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      for (const flipped of [false, true]) {
        const next = neighbour(at, right, up, flipped);
        assert.ok(all.includes(next));
        const from = centreOf(at, flipped);
        const to = centreOf(next, flipped);
        assert.ok((to.x - from.x) * right >= 0 && (from.y - to.y) * up >= 0);
      }
    }
  }
});

test('a piece that moves or captures stays the same piece', () => {
  const before = follow([], start.pieces);
  const cannon = before.find((placed) => placed.at === 'h2')!;
  const moved = follow(before, movePiece(start.pieces, 'h2', 'h9'));
  assert.equal(moved.length, 31);
  assert.equal(moved.find((placed) => placed.at === 'h9')?.id, cannon.id);
  assert.equal(new Set(moved.map((placed) => placed.id)).size, 31);
  const back = follow(moved, start.pieces);
  assert.equal(back.find((placed) => placed.at === 'h2')?.id, cannon.id);
});

test('drawing the same shape twice removes it', () => {
  const arrow = { kind: 'arrow', from: 'a0', to: 'a3', tone: 'user-a' } as const;
  const other = { ...arrow, tone: 'user-b' } as const;
  assert.deepEqual(toggleShape(toggleShape([], arrow), arrow), []);
  assert.deepEqual(toggleShape([arrow], other), [other]);
  assert.match(arrowOutline({ x: 0, y: 0 }, { x: 0, y: 200 }, 10), /^M.*Z$/);
});

test('clocks: time runs for one side, increments come with the move', () => {
  const control = { minutes: 1, increment: 5 };
  let clock = newClock(control);
  assert.equal(remaining(clock, 'red', 99_999), 60_000);
  clock = run(clock, 'red', 1000);
  assert.equal(remaining(clock, 'red', 11_000), 50_000);
  assert.equal(remaining(clock, 'black', 11_000), 60_000);
  clock = press(clock, 'red', control, 11_000);
  assert.equal(remaining(clock, 'red', 30_000), 55_000);
  assert.equal(remaining(clock, 'black', 30_000), 41_000);
  assert.equal(flagged(clock, 70_999), null);
  assert.equal(flagged(clock, 71_000), 'black');
  assert.equal(clockText(61_000), '1:01');
  assert.equal(clockText(3_600_000), '1:00:00');
  assert.equal(clockText(9_870), '0:09.8');
});

test('scores in words, shares and order', () => {
  assert.equal(scoreText({ cp: 0 }), '0.00');
  assert.equal(scoreText({ cp: 134 }), '+1.34');
  assert.equal(scoreText({ cp: -7 }), '−0.07');
  assert.equal(scoreText({ mate: -3 }), '#−3');
  assert.equal(shareOf([1000, 0, 0]), 1);
  assert.equal(shareOf([200, 600, 200]), 0.5);
  const sorted = [{ mate: -1 }, { mate: -9 }, { cp: -500 }, { cp: 0 }, { cp: 900 }, { mate: 9 }, { mate: 1 }].map(
    orderOf,
  );
  assert.deepEqual(
    sorted,
    [...sorted].sort((a, b) => a - b),
  );
  assert.equal(weightOf({ cp: 50 }, { cp: 50 }, true), 1);
  assert.ok(weightOf({ cp: 0 }, { cp: 50 }, true) < 1);
  assert.ok(weightOf({ cp: 50 }, { cp: 0 }, false) < 1);
  assert.equal(weightOf({ mate: -2 }, { cp: 0 }, true), 0.25);
});

test('moves in text and words', () => {
  const texts = { move: 'h2e2', wxf: 'C2.5', chinese: '炮二平五' };
  assert.equal(moveText(texts, 'wxf'), 'C2.5');
  assert.equal(moveText({ ...texts, chinese: '' }, 'chinese'), 'h2e2');
  assert.equal(moveNumber(0, true, true), '1.');
  assert.equal(moveNumber(1, true, false), '');
  assert.equal(moveNumber(1, true, true), '1…');
  assert.equal(moveNumber(0, false, true), '1…');
  assert.equal(moveNumber(1, false, false), '2.');
  assert.equal(moveWords('h2h9', start.pieces, true, en), 'red cannon h2 to h9, takes black horse, check');
});

test('taking back goes to the person’s own turn', () => {
  const game = newPlayGame(
    { fen: null, rules: 'asian', red: { kind: 'person' }, black: { kind: 'engine', level: 1 }, control: null },
    0,
  );
  assert.equal(pliesToUndo(game), 0);
  assert.equal(pliesToUndo({ ...game, moves: ['h2e2'] }), 1);
  assert.equal(pliesToUndo({ ...game, moves: ['h2e2', 'h9g7'] }), 2);
  const late = { winner: 'red', reason: 'time', words_en: '', words_zh: '' } as const;
  assert.equal(pliesToUndo({ ...game, moves: ['h2e2', 'h9g7'], outcome: late }), 0);
  const black = { ...game, red: game.black, black: game.red };
  assert.equal(pliesToUndo({ ...black, moves: ['h2e2'] }), 0);
  assert.equal(pliesToUndo({ ...black, moves: ['h2e2', 'h9g7', 'h0g2'] }), 2);
  assert.equal(sideToMove({ fen: START.replace(' w ', ' b '), moves: ['h9g7'] }), 'red');
  assert.equal(resultMark({ winner: null }), '1/2-1/2');
});

test('stored settings and games are taken only as far as they fit', () => {
  assert.deepEqual(readSettings(null), DEFAULTS);
  assert.deepEqual(readSettings({ theme: 'neon', sound: 'yes', lines: 99, language: 'zh', evil: 1 }), {
    ...DEFAULTS,
    language: 'zh-Hans',
    lines: 5,
  });
  const record = {
    id: 'a',
    date: '2026-01-01',
    red: 'A',
    black: 'B',
    result: '*',
    fen: null,
    moves: ['h2e2'],
    rules: 'asian',
  };
  assert.equal(readRecord(record)?.tree.moves, 'h2e2');
  assert.equal(readRecord({ ...record, moves: ['castles'] }), null);
  assert.equal(readRecord({ ...record, id: 3 }), null);
  assert.equal(readRecord('text'), null);
});
