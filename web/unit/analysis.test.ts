import { strict as assert } from 'node:assert';
import test from 'node:test';
import { signal } from '@preact/signals';
import { packLine, packTree } from '../src/core/pack';
import { newRecord } from '../src/core/record';
import { addMoves, emptyTree, movesTo, nodeAt, treeOf } from '../src/core/tree';
import type { Line } from '../src/net/messages';
import { AnalysisController } from '../src/state/analysis';
import { TestLibrary, World } from './world';

async function begin() {
  const world = new World();
  const isShown = signal(true);
  const analysis = new AnalysisController({ ...world.environment, isShown, bounds: signal(null) });
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

/** Answers the oldest question for texts truthfully. */
async function noteTree(server: World['server']) {
  const { nodes } = server.pending('note_tree').tree;
  await server.answer('note_tree', {
    wxf: nodes.map(({ move }) => `w-${move}`),
    chinese: nodes.map(({ move }) => `c-${move}`),
  });
}

test('analysis: opening a tree asks for the texts of all its moves, and another tree drops them', async () => {
  const { world, analysis, server } = await begin();
  const tree = addMoves(treeOf(null, ['h2e2', 'h9g7', 'h0g2']), [0], ['b9c7']).tree;
  analysis.open(tree);
  assert.deepEqual(
    server.pending('note_tree').tree.nodes.map(({ move, parent }) => [move, parent]),
    [
      ['h2e2', 0],
      ['h9g7', 1],
      ['h0g2', 2],
      ['b9c7', 1],
    ],
  );
  analysis.open(treeOf(null, ['h2e2', 'b9c7']));
  await noteTree(server);
  assert.equal(nodeAt(analysis.tree.value, [0])?.wxf, '');
  await noteTree(server);
  assert.equal(nodeAt(analysis.tree.value, [0, 0])?.wxf, 'w-b9c7');
  assert.equal(nodeAt(analysis.tree.value, [0])?.wxf, 'w-h2e2');
  assert.deepEqual(world.complaints, []);
});

test('analysis: a tree that has changed while its texts were asked for is asked for again', async () => {
  const { analysis, server } = await begin();
  analysis.open(treeOf(null, ['h2e2', 'h9g7']), [0]);
  analysis.play(['b9c7']);
  await noteTree(server);
  await noteTree(server);
  assert.equal(nodeAt(analysis.tree.value, [0, 0])?.wxf, 'w-h9g7');
  assert.equal(nodeAt(analysis.tree.value, [0, 1])?.wxf, 'w-b9c7');
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

test('analysis: every change is stored at once for this tab, and a little later in the library', async () => {
  const { world, analysis } = await begin();
  analysis.play(['h2e2', 'h9g7']);
  analysis.comment('well');
  analysis.back();
  analysis.flip();
  analysis.comment('half a com');
  assert.equal(world.library.records.size, 0);
  // The page is gone before the library has it.
  const next = new World();
  next.stored.set('analysis', world.stored.get('analysis'));
  const again = new AnalysisController({ ...next.environment, isShown: signal(true), bounds: signal(null) });
  await again.load();
  // Without the server the page writes the moves itself.
  assert.deepEqual(packTree(again.tree.value), packTree(analysis.tree.value));
  assert.equal(again.tree.value.children[0]?.wxf, 'C2=5');
  assert.deepEqual(again.path.value, [0]);
  await next.time.pass(300);
  assert.deepEqual(next.library.texts(), ['||*|h2e2 h9g7']);
  await world.time.pass(700);
  assert.deepEqual(world.library.texts(), ['||*|h2e2 h9g7']);
  assert.equal((world.stored.get('analysis') as { flipped: boolean }).flipped, true);
});

test('analysis: what version 1 stored is taken up and put into the library', async () => {
  const node = (move: string, comment: string, children: object[]) => ({
    move,
    wxf: 'w',
    chinese: 'c',
    fen: 'f',
    capture: null,
    check: false,
    comment,
    children,
  });
  const tree = {
    fen: null,
    comment: 'all',
    tags: { Red: 'A', Result: '1-0' },
    children: [node('h2e2', 'first', [node('h9g7', '', []), node('b9c7', 'other', [])])],
  };
  const world = new World();
  world.stored.set('analysis', { tree, path: [0, 1], flipped: false });
  const analysis = new AnalysisController({ ...world.environment, isShown: signal(true), bounds: signal(null) });
  await analysis.load();
  await world.time.pass(1000);
  assert.deepEqual(world.library.texts(), ['A||1-0|h2e2 h9g7']);
  const [record] = world.library.records.values();
  assert.deepEqual(record?.tree.notes, { 0: { c: 'first' }, 2: { c: 'other' } });
  assert.deepEqual(hereMoves(analysis), ['h2e2', 'b9c7']);
});

test('analysis: what is opened over a tree can be undone, and nothing is lost', async () => {
  const { world, analysis } = await begin();
  analysis.play(['h2e2']);
  analysis.comment('mine');
  const before = analysis.tree.value;
  analysis.open(emptyTree());
  assert.equal(analysis.mainLine().moves.length, 0);
  await world.time.pass(1000);
  assert.deepEqual(world.library.texts(), ['||*|h2e2']);
  assert.equal(world.offers.length, 1);
  world.offers[0]?.run();
  assert.deepEqual(analysis.tree.value, before);
  analysis.toEnd();
  analysis.play(['h9g7']);
  await world.time.pass(1000);
  assert.deepEqual(world.library.texts(), ['||*|h2e2 h9g7']);
  assert.equal(world.offers.length, 1, 'nothing is offered for an empty board');
});

async function twoTabs() {
  const library = new TestLibrary();
  const first = new World(library);
  const one = new AnalysisController({ ...first.environment, isShown: signal(true), bounds: signal(null) });
  await one.load();
  one.play(['h2e2']);
  await first.time.pass(1000);
  const second = new World(library);
  second.stored.set('analysis', first.stored.get('analysis'));
  const two = new AnalysisController({ ...second.environment, isShown: signal(true), bounds: signal(null) });
  await two.load();
  return { library, first, second, one, two };
}

test('analysis: two tabs with one game see what the other changes', async () => {
  const { library, first, second, one, two } = await twoTabs();
  one.play(['h9g7']);
  await first.time.pass(1000);
  assert.deepEqual(two.mainLine().moves, ['h2e2', 'h9g7']);
  two.toEnd();
  two.play(['h0g2']);
  await second.time.pass(1000);
  assert.deepEqual(one.mainLine().moves, ['h2e2', 'h9g7', 'h0g2']);
  assert.equal(library.records.size, 1);
  assert.deepEqual([...first.notified, ...second.notified], []);
});

test('analysis: what two tabs change at once is kept twice, and neither is overwritten', async () => {
  const { library, first, second, one, two } = await twoTabs();
  library.held = [];
  one.play(['h9g7']);
  two.play(['b9c7']);
  await first.time.pass(1000);
  await second.time.pass(1000);
  await second.time.pass(1000);
  library.release();
  assert.deepEqual(library.texts().sort(), ['||*|h2e2 b9c7', '||*|h2e2 h9g7']);
  assert.deepEqual(one.mainLine().moves, ['h2e2', 'h9g7']);
  assert.deepEqual(two.mainLine().moves, ['h2e2', 'b9c7']);
  assert.equal(second.notified.length, 1);
  two.toEnd();
  two.play(['h0g2']);
  await second.time.pass(1000);
  assert.deepEqual(library.texts().sort(), ['||*|h2e2 b9c7 h0g2', '||*|h2e2 h9g7']);
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

test('analysis: a game of the library is changed there, one that is being played is copied', async () => {
  const { world, analysis } = await begin();
  const tree = packLine(null, ['h2e2', 'h9g7'], { tags: [['Red', 'A']], result: '1-0' });
  const play = {
    red: { kind: 'person' },
    black: { kind: 'person' },
    control: null,
    clock: null,
    outcome: null,
  } as const;
  const loaded = newRecord({ kind: 'loaded', rules: 'asian', tree }, 1);
  const played = newRecord({ kind: 'played', rules: 'asian', tree, play }, 1);
  await world.environment.library.add([loaded, played]);
  const read = async (id: string) => (await world.environment.library.read(id))!;
  analysis.openRecord(await read(loaded.id));
  analysis.comment('good');
  analysis.glyph(3);
  analysis.setTag('Event', 'Cup');
  await world.time.pass(1000);
  const changed = await read(loaded.id);
  assert.deepEqual(changed.tree.notes, { 1: { c: 'good', g: [3] } });
  assert.deepEqual(changed.tree.tags, [
    ['Red', 'A'],
    ['Event', 'Cup'],
  ]);
  assert.equal(world.library.records.size, 2);
  analysis.openRecord(await read(played.id));
  analysis.play(['h0g2']);
  await world.time.pass(1000);
  assert.equal(world.library.records.size, 3);
  assert.equal((await read(played.id)).tree.moves, 'h2e2h9g7');
});
