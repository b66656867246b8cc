// The board as data: coordinates for every notation and side, faces, grounds, arrows.

import { strict as assert } from 'node:assert';
import test from 'node:test';
import { coordinateLabels } from '../src/board/coordinates';
import { arrowOutline, centreOf, HEIGHT, WIDTH } from '../src/board/geometry';
import { characterOf, loadOutlines, outlinesOf } from '../src/board/glyphs';
import { gridMarks } from '../src/board/grid';
import { groundMarks } from '../src/board/grounds';
import { courseOf } from '../src/board/motion';
import { LABELS } from '../src/board/outlines/labels';
import { pieceMarks } from '../src/board/pieces';
import { afterMoves, PIECE_LETTERS } from '../src/core/fen';
import { readSettings } from '../src/core/settings';

/** The labels of an edge, from left to right or from top to bottom. */
function edge(style: 'iccs' | 'chinese' | 'digits', flipped: boolean, at: 'top' | 'bottom' | 'left' | 'right'): string {
  const isThere = { top: [1, 0], bottom: [1, HEIGHT], left: [0, 0], right: [0, WIDTH] }[at] as [number, number];
  return coordinateLabels(style, flipped)
    .map((label) => ({
      ...label,
      across: isThere[0] === 1 ? label.y : label.x,
      along: isThere[0] === 1 ? label.x : label.y,
    }))
    .filter(({ across, along }) => Math.abs(across - isThere[1]) < 40 && along >= 40)
    .filter(({ along }) => along <= (isThere[0] === 1 ? WIDTH : HEIGHT) - 40)
    .sort((one, other) => one.along - other.along)
    .map(({ text }) => text)
    .join('');
}

test('numerals: Red counts in Chinese from the own right, Black in digits; so too when the board is turned', () => {
  assert.equal(edge('chinese', false, 'bottom'), '九八七六五四三二一');
  assert.equal(edge('chinese', false, 'top'), '123456789');
  assert.equal(edge('chinese', true, 'top'), '一二三四五六七八九');
  assert.equal(edge('chinese', true, 'bottom'), '987654321');
  assert.equal(edge('digits', false, 'bottom'), '987654321');
  assert.equal(edge('digits', true, 'top'), '123456789');
  assert.equal(edge('chinese', false, 'left'), '');
});

test('letters and digits: files a to i, ranks 0 to 9 from the side of Red', () => {
  for (const at of ['top', 'bottom'] as const) {
    assert.equal(edge('iccs', false, at), 'abcdefghi');
    assert.equal(edge('iccs', true, at), 'ihgfedcba');
  }
  for (const at of ['left', 'right'] as const) {
    assert.equal(edge('iccs', false, at), '9876543210');
    assert.equal(edge('iccs', true, at), '0123456789');
  }
});

test('a label stands beside its file, lies within the picture, and has an outline', () => {
  for (const flipped of [false, true]) {
    for (const style of ['iccs', 'chinese', 'digits'] as const) {
      for (const { text, x, y } of coordinateLabels(style, flipped)) {
        assert.ok(x >= 24 && x <= WIDTH - 24 && y >= 24 && y <= HEIGHT - 24, `${text} at ${x}, ${y}`);
        assert.ok((LABELS[text] ?? '').startsWith('m'), text);
      }
    }
    const a = coordinateLabels('iccs', flipped).find(({ text }) => text === 'a');
    assert.equal(a?.x, centreOf('a0', flipped).x);
  }
  assert.deepEqual(coordinateLabels('none', false), []);
});

test('every piece has a face in every set and every style, as a path', async () => {
  assert.equal(characterOf('N', 'classic') + characterOf('n', 'classic'), '傌馬');
  assert.equal(characterOf('R', 'traditional') + characterOf('k', 'traditional'), '車將');
  assert.equal(characterOf('K', 'simplified') + characterOf('k', 'simplified'), '帅将');
  for (const pieces of ['brush', 'seal', 'plain', 'pictures'] as const) {
    await loadOutlines(pieces);
    if (pieces !== 'pictures' && pieces !== 'brush') assert.notEqual(outlinesOf(pieces), outlinesOf('brush'));
    for (const faces of ['classic', 'traditional', 'simplified'] as const) {
      for (const piece of PIECE_LETTERS) {
        for (const { d } of pieceMarks(piece, { pieces, faces }))
          assert.match(d, /^[Mm]-?[\d.]/, piece + pieces + faces);
      }
    }
  }
});

test('a board is the same each time it is made, and no two are alike', () => {
  const texts = (['wood', 'paper', 'jade', 'slate'] as const).map((theme) => JSON.stringify(groundMarks(theme)));
  assert.equal(new Set(texts).size, 4);
  for (const text of texts) assert.ok(!text.includes('NaN') && text.length < 150_000, String(text.length));
  const { board, labels } = gridMarks({ theme: 'wood', coordinates: 'chinese', faces: 'classic' }, false);
  assert.equal(labels.length, 18);
  assert.ok(board.length > 10);
});

test('an arrow of one step has a shaft as long as its head', () => {
  const points = [...arrowOutline({ x: 0, y: 0 }, { x: 100, y: 0 }, 22).matchAll(/(-?[\d.]+) (-?[\d.]+)/g)];
  const xs = points.map(([, x]) => Number(x));
  const [start, neck, tip] = [xs[0] ?? 0, xs[1] ?? 0, xs[3] ?? 0];
  assert.ok(tip <= 100 && neck - start >= 30 && tip - neck >= 30, `${start} ${neck} ${tip}`);
  assert.equal(arrowOutline({ x: 5, y: 5 }, { x: 5, y: 5 }, 22), '');
});

test('settings of an older version keep what still fits', () => {
  const settings = readSettings({ pieces: 'chinese', coordinates: 'none', theme: 'jade' });
  assert.deepEqual([settings.pieces, settings.coordinates, settings.theme], ['brush', 'none', 'jade']);
  assert.equal(readSettings(undefined).coordinates, 'auto');
});

test('a piece that moves is drawn above the others, and one that is taken leaves', () => {
  const start = courseOf([], afterMoves(null, []).pieces);
  assert.deepEqual([start.placed.length, start.origins.size, start.leaving.length], [32, 0, 0]);
  const after = courseOf(start.now, afterMoves(null, ['h2h9']).pieces);
  assert.deepEqual([...after.origins.values()], ['h2']);
  assert.equal(after.placed[after.placed.length - 1]?.at, 'h9');
  assert.deepEqual(
    after.leaving.map(({ piece, at }) => piece + at),
    ['nh9'],
  );
  const back = courseOf(after.now, afterMoves(null, []).pieces);
  assert.deepEqual([...back.origins.values()], ['h9']);
  assert.deepEqual([back.placed.length, back.leaving.length], [32, 0]);
  assert.equal(courseOf(start.now, { e0: 'K', e9: 'k' }).leaving.length, 0);
});
