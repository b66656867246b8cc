import { strict as assert } from 'node:assert';
import test from 'node:test';
import { signal } from '@preact/signals';
import { START } from '../src/core/fen';
import { movesTo, nodeAt, treeOf } from '../src/core/tree';
import type { Line } from '../src/net/messages';
import { AnalysisController } from '../src/state/analysis';
import { playedMove, World } from './world';

async function begin() {
  const world = new World();
  const isShown = signal(true);
  const analysis = new AnalysisController({ ...world.environment, isShown });
  await world.server.open();
  await analysis.load();
  await world.server.see();
  return { world, analysis, server: world.server, isShown };
}

/** The engine searches the start position. */
async function beginSearch() {
  const all = await begin();
  all.analysis.switchEngine();
  await all.world.time.pass(80);
  return all;
}

function line(number: number, depth = 1): Partial<Line> {
  return { number, depth, moves: ['h2e2'] };
}

const numbers = (analysis: AnalysisController) => analysis.lines.value.map((one) => [one.number, one.depth]);
const seenMoves = (analysis: AnalysisController) => analysis.seen.value?.history.map(({ move }) => move);
const bookTotal = (analysis: AnalysisController) => analysis.explored.value?.total;
const hereMoves = (analysis: AnalysisController) => movesTo(analysis.tree.value, analysis.path.value);

test('analysis: the server and the book are asked about each place, and late answers are dropped', async () => {
  const { world, analysis, server } = await begin();
  assert.deepEqual(server.asked('explore').length, 1);
  analysis.play(['h2e2']);
  assert.deepEqual(server.pending('look').moves, ['h2e2']);
  analysis.play(['h9g7']);
  // Both are about h2e2 (and the first of the book about no move at all): nobody is there any more.
  await server.see({ checked: 'e9' });
  await server.answer('explore', { total: 1, moves: [] });
  await server.answer('explore', { total: 2, moves: [] });
  assert.equal(seenMoves(analysis), undefined);
  assert.equal(bookTotal(analysis), undefined);
  await server.see();
  await server.answer('explore', { total: 3, moves: [] });
  assert.deepEqual(seenMoves(analysis), ['h2e2', 'h9g7']);
  assert.equal(bookTotal(analysis), 3);
  assert.deepEqual(world.complaints, []);
});

test('analysis: going back to a place that was seen last needs no new answer', async () => {
  const { analysis } = await begin();
  analysis.play(['h2e2']);
  assert.equal(analysis.seen.value, null);
  analysis.back();
  assert.notEqual(analysis.seen.value, null);
});

test('analysis: a step forward is told, a jump is not', async () => {
  const { world, analysis, server } = await begin();
  analysis.play(['h2e2']);
  await server.see();
  assert.deepEqual(world.announced, ['red cannon h2 to e2']);
  assert.deepEqual(world.sounds, ['move']);
  analysis.play(['h9g7', 'h0g2']);
  await server.see();
  analysis.toStart();
  await server.see();
  assert.equal(world.announced.length, 1);
});

test('analysis: the texts of moves are written into the tree', async () => {
  const { analysis, server } = await begin();
  analysis.play(['h2e2']);
  await server.see();
  assert.equal(nodeAt(analysis.tree.value, [0])?.wxf, 'w-h2e2');
});

test('analysis: opening a tree asks for the texts to come, and another tree drops them', async () => {
  const { world, analysis, server } = await begin();
  analysis.open(treeOf(null, ['h2e2', 'h9g7', 'h0g2']));
  const { moves } = server.pending('look');
  assert.deepEqual(moves, ['h2e2', 'h9g7', 'h0g2']);
  analysis.open(treeOf(null, ['h2e2', 'b9c7']));
  while (server.waits('look') > 0) await server.see();
  assert.equal(nodeAt(analysis.tree.value, [0, 0])?.wxf, 'w-b9c7');
  assert.equal(nodeAt(analysis.tree.value, [0])?.wxf, 'w-h2e2');
  assert.deepEqual(world.complaints, []);
});

test('analysis: the texts of the same moves from another position are not taken', async () => {
  const { analysis, server } = await begin();
  const blackFirst = START.replace(' w ', ' b ');
  analysis.open(treeOf(blackFirst, ['h2e2']));
  analysis.open(treeOf(null, ['h2e2']));
  while (server.waits('look') > 0) {
    const isOld = server.pending('look').fen === blackFirst;
    await server.see(isOld ? { history: [{ ...playedMove('h2e2'), wxf: 'old' }] } : {});
    assert.notEqual(nodeAt(analysis.tree.value, [0])?.wxf, 'old');
  }
  assert.equal(nodeAt(analysis.tree.value, [0])?.wxf, 'w-h2e2');
});

test('analysis: the engine searches the place without end, its best line first', async () => {
  const { analysis, server } = await beginSearch();
  const { infinite, level, lines, id } = server.pending('go');
  assert.deepEqual({ infinite, level, lines }, { infinite: true, level: 10, lines: 3 });
  await server.report('go', id, line(2));
  await server.report('go', id, line(1));
  await server.report('go', id, line(2, 7));
  assert.deepEqual(numbers(analysis), [
    [1, 1],
    [2, 7],
  ]);
});

test('analysis: a new place ends the search, and its lines are not heard any more', async () => {
  const { world, analysis, server } = await beginSearch();
  const { id } = server.pending('go');
  await server.report('go', id, line(1));
  analysis.play(['h2e2']);
  assert.deepEqual(server.stopped(), [id]);
  assert.deepEqual(numbers(analysis), []);
  await server.report('go', id, line(1));
  assert.deepEqual(numbers(analysis), []);
  // Not before the place is known: it may be the end of a game.
  await world.time.pass(1000);
  assert.equal(server.asked('go').length, 1);
  await server.see();
  await world.time.pass(79);
  assert.equal(server.asked('go').length, 1);
  await world.time.pass(1);
  assert.deepEqual(server.asked('go')[1]?.moves, ['h2e2']);
});

test('analysis: whoever steps quickly starts no search on the way', async () => {
  const { world, analysis, server } = await beginSearch();
  for (const move of ['h2e2', 'h9g7', 'h0g2']) {
    analysis.play([move]);
    await server.see();
    await world.time.pass(50);
  }
  await world.time.pass(30);
  assert.deepEqual(
    server.asked('go').map(({ moves }) => moves.length),
    [0, 3],
  );
});

test('analysis: the engine rests when it is off, when its page is left, and where a game is over', async () => {
  const { world, analysis, server, isShown } = await beginSearch();
  analysis.switchEngine();
  assert.equal(server.stopped().length, 1);
  analysis.switchEngine();
  await world.time.pass(80);
  isShown.value = false;
  assert.equal(server.stopped().length, 2);
  isShown.value = true;
  await world.time.pass(80);
  analysis.play(['h2e2']);
  await server.see({ end: { winner: 'red', reason: 'checkmate', words_en: '', words_zh: '' } });
  await world.time.pass(1000);
  assert.equal(server.asked('go').length, 3);
});

test('analysis: another number of lines is another search', async () => {
  const { world, server } = await beginSearch();
  world.settings.value = { ...world.settings.value, lines: 5 };
  await world.time.pass(80);
  assert.deepEqual(server.stopped(), [server.asked('go')[0]?.id]);
  assert.equal(server.asked('go')[1]?.lines, 5);
  world.settings.value = { ...world.settings.value, sound: false };
  await world.time.pass(80);
  assert.equal(server.asked('go').length, 2);
});

test('analysis: the rules are part of the question', async () => {
  const { world, server } = await begin();
  world.settings.value = { ...world.settings.value, rules: 'computer' };
  assert.equal(server.pending('look').rules, 'computer');
});

test('analysis: when the connection is back, everything is asked again', async () => {
  const { world, analysis, server } = await beginSearch();
  await server.report('go', server.pending('go').id, line(1));
  await server.lose();
  assert.deepEqual(numbers(analysis), []);
  assert.deepEqual(world.complaints, []);
  await server.open();
  await world.time.pass(80);
  assert.equal(server.waits('look'), 1);
  assert.equal(server.waits('explore'), 1);
  assert.equal(server.waits('go'), 1);
});

test('analysis: it is stored a little after the last change, and comes back', async () => {
  const { world, analysis } = await begin();
  analysis.play(['h2e2', 'h9g7']);
  analysis.comment('well');
  analysis.back();
  analysis.flip();
  await world.time.pass(200);
  analysis.comment('so so');
  await world.time.pass(299);
  assert.equal(world.stored.has('analysis'), false);
  await world.time.pass(1);
  const next = new World();
  next.stored.set('analysis', world.stored.get('analysis'));
  const again = new AnalysisController({ ...next.environment, isShown: signal(true) });
  await again.load();
  assert.deepEqual(again.tree.value, analysis.tree.value);
  assert.deepEqual(again.path.value, [0]);
  assert.equal(again.flipped.value, true);
});

test('analysis: steps, variations and the main line', async () => {
  const { analysis } = await begin();
  analysis.play(['h2e2', 'h9g7', 'h0g2']);
  analysis.back();
  analysis.play(['b0c2']);
  assert.deepEqual(hereMoves(analysis), ['h2e2', 'h9g7', 'b0c2']);
  assert.deepEqual(analysis.mainLine().moves, ['h2e2', 'h9g7', 'h0g2']);
  analysis.promote();
  assert.deepEqual(analysis.mainLine().moves, ['h2e2', 'h9g7', 'b0c2']);
  assert.deepEqual(hereMoves(analysis), ['h2e2', 'h9g7', 'b0c2']);
  analysis.forward();
  assert.deepEqual(hereMoves(analysis), ['h2e2', 'h9g7', 'b0c2']);
  analysis.toStart();
  analysis.forward();
  assert.deepEqual(hereMoves(analysis), ['h2e2']);
  analysis.toEnd();
  analysis.removeHere();
  assert.deepEqual(analysis.mainLine().moves, ['h2e2', 'h9g7', 'h0g2']);
});

test('analysis: a saved game has its players, its moves and its tree', async () => {
  const { world, analysis } = await begin();
  analysis.open(treeOf(null, ['h2e2', 'h9g7'], { Red: 'A', Result: '1-0' }));
  analysis.save();
  await world.time.pass(0);
  const [record] = world.kept;
  assert.deepEqual([record?.red, record?.black, record?.result], ['A', '', '1-0']);
  assert.deepEqual(record?.moves, ['h2e2', 'h9g7']);
  assert.deepEqual(record?.tree, analysis.tree.value);
  assert.deepEqual(world.notified, ['Saved.']);
});
