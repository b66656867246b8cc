import { strict as assert } from 'node:assert';
import test from 'node:test';
import { cancelled, carried, clicked, entered, pressed } from '../src/board/selection';
import { byOrigin } from '../src/core/squares';

const TARGETS = byOrigin(['a0a1', 'a0a2', 'b0c2', 'b0a2']);
const MOVE = { held: null, report: { kind: 'move', move: 'a0a2' } };

test('a press picks up what may move, and nothing else', () => {
  assert.deepEqual(pressed(null, 'a0', TARGETS), {
    held: 'a0',
    report: { kind: 'picked', at: 'a0', targets: 2 },
    drags: true,
  });
  assert.deepEqual(pressed('a0', 'b0', TARGETS).held, 'b0');
  assert.deepEqual(pressed('a0', 'a0', TARGETS), { held: 'a0', report: null, drags: true });
  assert.deepEqual(pressed('a0', 'a2', TARGETS), { held: 'a0', report: null, drags: false });
  assert.deepEqual(pressed(null, 'e5', TARGETS), { held: null, report: null, drags: false });
});

test('a click moves, puts back, or refuses', () => {
  assert.deepEqual(clicked('a0', false, 'a2', TARGETS), { ...MOVE, clears: false });
  assert.deepEqual(clicked('a0', false, 'a0', TARGETS), { held: 'a0', report: null, clears: false });
  assert.deepEqual(clicked('a0', true, 'a0', TARGETS), { held: null, report: null, clears: false });
  assert.deepEqual(clicked('a0', false, 'e5', TARGETS), {
    held: null,
    report: { kind: 'refused', at: 'e5' },
    clears: true,
  });
  assert.deepEqual(clicked(null, false, 'e5', TARGETS), { held: null, report: null, clears: true });
});

test('a drag moves where it may, and else the piece stays in the hand', () => {
  assert.deepEqual(carried('a0', 'a0', 'a2', TARGETS), MOVE);
  assert.deepEqual(carried('a0', 'a0', 'c2', TARGETS), { held: 'a0', report: { kind: 'refused', at: 'c2' } });
});

test('keys pick up, put down, change the piece, put back and refuse', () => {
  assert.deepEqual(entered(null, 'a0', TARGETS).held, 'a0');
  assert.deepEqual(entered('a0', 'a2', TARGETS), MOVE);
  assert.deepEqual(entered('a0', 'b0', TARGETS).held, 'b0');
  assert.deepEqual(entered('a0', 'a0', TARGETS), cancelled());
  assert.deepEqual(entered('a0', 'e5', TARGETS), { held: 'a0', report: { kind: 'refused', at: 'e5' } });
  assert.deepEqual(entered(null, 'e5', TARGETS), { held: null, report: null });
});
