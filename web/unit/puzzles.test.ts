import { strict as assert } from 'node:assert';
import test from 'node:test';
import type { Puzzle } from '../src/net/messages';
import type { Stage } from '../src/state/puzzles';
import { PuzzleController } from '../src/state/puzzles';
import { settled, World } from './world';

function puzzle(name: string, mate_in: number): Puzzle {
  return { fen: `3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 ${name}`, mate_in, source: name };
}

const LIST = [puzzle('a', 1), puzzle('b', 2), puzzle('c', 2), puzzle('d', 3)];

async function begin(length: number | null = 2) {
  const world = new World();
  world.stored.set('puzzles', { solved: [], length, index: 0 });
  const puzzles = new PuzzleController({ ...world.environment, fetchPuzzles: async () => LIST });
  await world.server.open();
  await puzzles.load();
  puzzles.open();
  await world.time.pass(0);
  await world.server.see();
  return { world, puzzles, server: world.server };
}

const RIGHT = { ok: true, reply: 'd9d8', mated: false, better: null };
const WRONG = { ok: false, reply: null, mated: false, better: null };
const MATE = { ok: true, reply: null, mated: true, better: null };
const stageOf = (puzzles: PuzzleController): Stage => puzzles.stage.value;
const canMove = (puzzles: PuzzleController) => puzzles.legal.value !== null;

/** A move is tried, seen by the server, and judged. */
async function attempt(all: Awaited<ReturnType<typeof begin>>, move: string, verdict: typeof WRONG | typeof RIGHT) {
  all.puzzles.tryMove(move);
  await all.server.see();
  await all.server.answer('puzzle_move', verdict);
  await all.server.see();
}

test('puzzles: a right move is answered, the next one mates, and that is kept', async () => {
  const all = await begin();
  const { world, puzzles, server } = all;
  assert.equal(canMove(puzzles), true);
  puzzles.tryMove('a0a1');
  assert.equal(canMove(puzzles), false);
  await server.see();
  assert.deepEqual([server.pending('puzzle_move').moves, server.pending('puzzle_move').mate_in], [['a0a1'], 2]);
  await server.answer('puzzle_move', RIGHT);
  assert.equal(stageOf(puzzles), 'right');
  assert.deepEqual(puzzles.moves.value, ['a0a1', 'd9d8']);
  await server.see();
  assert.equal(canMove(puzzles), true);
  puzzles.tryMove('a1a2');
  await server.see();
  assert.equal(server.pending('puzzle_move').mate_in, 1);
  await server.answer('puzzle_move', MATE);
  await server.see();
  assert.equal(stageOf(puzzles), 'solved');
  assert.equal(canMove(puzzles), false);
  assert.deepEqual((world.stored.get('puzzles') as { solved: string[] }).solved, [LIST[1]!.fen]);
  assert.ok(world.announced.includes('Solved!'));
  assert.deepEqual(world.complaints, []);
});

test('puzzles: a wrong move is taken back, and another can be tried', async () => {
  const all = await begin();
  await attempt(all, 'a0a1', WRONG);
  assert.equal(stageOf(all.puzzles), 'wrong');
  assert.deepEqual(all.puzzles.moves.value, []);
  assert.equal(canMove(all.puzzles), true);
  assert.ok(all.world.sounds.includes('wrong'));
  await attempt(all, 'a0a1', RIGHT);
  assert.equal(stageOf(all.puzzles), 'right');
});

test('puzzles: a new beginning is not disturbed by a verdict on the old one', async () => {
  const { puzzles, server } = await begin();
  puzzles.tryMove('a0a1');
  await server.see();
  puzzles.restart();
  await server.answer('puzzle_move', WRONG);
  assert.equal(stageOf(puzzles), 'solving');
  assert.deepEqual(puzzles.moves.value, []);
  await server.see();
  assert.equal(canMove(puzzles), true);
  assert.equal(puzzles.busy.value, false);
  assert.equal(server.waits('look'), 0);
  puzzles.tryMove('a0a1');
  puzzles.restart();
  puzzles.tryMove('i0i1');
  await settled();
  assert.equal(puzzles.busy.value, true, 'the end of the first try is not the end of the second');
});

test('puzzles: only one move is tried at a time, and none after the end', async () => {
  const all = await begin();
  const { puzzles, server } = all;
  puzzles.tryMove('a0a1');
  puzzles.tryMove('i0i1');
  assert.deepEqual(puzzles.moves.value, ['a0a1']);
  await server.see();
  await server.answer('puzzle_move', MATE);
  await server.see();
  puzzles.tryMove('a1a2');
  assert.deepEqual(puzzles.moves.value, ['a0a1']);
});

test('puzzles: a hint shows a proved move, unless one has been tried meanwhile', async () => {
  const { world, puzzles, server } = await begin();
  puzzles.askHint();
  await server.answer('puzzle_move', { ...WRONG, better: 'a0a5' });
  assert.equal(puzzles.hint.value, 'a0a5');
  assert.equal(world.lastAnnounced(), 'Hint: a0a5');
  puzzles.askHint();
  puzzles.tryMove('a0a1');
  assert.equal(puzzles.hint.value, null);
  await server.answer('puzzle_move', { ...WRONG, better: 'a0a5' });
  assert.equal(puzzles.hint.value, null);
});

test('puzzles: the solution is played move by move, with time to look', async () => {
  const { world, puzzles, server } = await begin();
  puzzles.showSolution();
  assert.equal(stageOf(puzzles), 'shown');
  assert.equal(canMove(puzzles), false);
  await server.answer('puzzle_move', { ...WRONG, better: 'a0a5' });
  await server.see();
  await world.time.pass(699);
  assert.equal(server.waits('puzzle_move'), 0);
  await world.time.pass(1);
  assert.deepEqual(server.pending('puzzle_move').moves, ['a0a5']);
  await server.answer('puzzle_move', RIGHT);
  await server.see();
  await world.time.pass(700);
  assert.deepEqual(puzzles.moves.value, ['a0a5', 'd9d8']);
  assert.equal(puzzles.busy.value, true);
  await server.answer('puzzle_move', { ...WRONG, better: 'a5a9' });
  await server.see();
  await world.time.pass(700);
  await server.answer('puzzle_move', MATE);
  assert.deepEqual(puzzles.moves.value, ['a0a5', 'd9d8', 'a5a9']);
  assert.equal(puzzles.busy.value, false);
  assert.equal(puzzles.solved.value.size, 0);
});

test('puzzles: whoever goes on while the solution is played sees only the next puzzle', async () => {
  const { world, puzzles, server } = await begin();
  puzzles.showSolution();
  await server.answer('puzzle_move', { ...WRONG, better: 'a0a5' });
  await server.see();
  puzzles.next();
  await server.see();
  await world.time.pass(5000);
  assert.equal(puzzles.puzzle.value, LIST[2]);
  assert.deepEqual(puzzles.moves.value, []);
  assert.equal(server.waits('puzzle_move'), 0);
  assert.equal(stageOf(puzzles), 'solving');
  assert.deepEqual(world.complaints, []);
});

test('puzzles: a move that the connection swallowed is taken back, and the puzzle goes on', async () => {
  for (const seenFirst of [true, false]) {
    const { world, puzzles, server } = await begin();
    puzzles.tryMove('a0a1');
    if (seenFirst) await server.see();
    await server.lose();
    assert.deepEqual(puzzles.moves.value, []);
    assert.equal(puzzles.busy.value, false);
    assert.equal(stageOf(puzzles), 'solving');
    await server.open();
    if (seenFirst) await server.see();
    assert.equal(canMove(puzzles), true);
    assert.deepEqual(world.complaints, []);
  }
});

test('puzzles: the next one is the next that is not solved, of the chosen length', async () => {
  const all = await begin(null);
  const { world, puzzles, server } = all;
  assert.deepEqual(puzzles.lengths.value, [1, 2, 3]);
  puzzles.chooseLength(2);
  await server.see();
  assert.equal(puzzles.puzzle.value, LIST[1]);
  puzzles.previous();
  assert.equal(puzzles.puzzle.value, LIST[2]);
  await server.see();
  await attempt(all, 'a0a1', MATE);
  assert.deepEqual([...puzzles.solved.value], [LIST[2]!.fen]);
  puzzles.chooseLength(null);
  for (const expected of [1, 3, 0]) {
    puzzles.next();
    assert.equal(puzzles.puzzle.value, LIST[expected]);
  }
  assert.deepEqual(world.stored.get('puzzles'), { solved: [LIST[2]!.fen], length: null, index: 0 });
});

test('puzzles: a list that cannot be fetched is told of', async () => {
  const world = new World();
  const fetchPuzzles = () => Promise.reject(new Error('puzzles.json: 404'));
  const puzzles = new PuzzleController({ ...world.environment, fetchPuzzles });
  puzzles.open();
  await world.time.pass(0);
  assert.equal(world.complaints.length, 1);
  assert.equal(puzzles.puzzles.value, null);
});
