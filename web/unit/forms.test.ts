// The position editor and the choices for a new game.

import { strict as assert } from 'node:assert';
import test from 'node:test';
import { START } from '../src/core/fen';
import type { NewGame } from '../src/core/playgame';
import type { Problem } from '../src/net/messages';
import { EditorController } from '../src/state/editor';
import { NewGameController } from '../src/state/newgame';
import { World } from './world';

async function edit() {
  const world = new World();
  const editor = new EditorController(world.environment);
  await world.server.open();
  const leave = editor.follow();
  return { world, editor, leave, server: world.server };
}

const LEGAL = { ok: true, problems: [], fen: 'as the server writes it' };
const NO_KING: Problem = { code: 'no_king', side: 'red', words_en: 'No king.', words_zh: '没有将。', square: 'e0' };
const ILLEGAL = { ok: false, problems: [NO_KING], fen: null };
const legalFen = (editor: EditorController) => editor.legalFen.value;

test('editor: only the position that was checked may be used', async () => {
  const { editor, server } = await edit();
  assert.equal(legalFen(editor), null);
  await server.answer('check_fen', LEGAL);
  assert.equal(legalFen(editor), LEGAL.fen);
  editor.shift('e3', 'e4');
  assert.equal(legalFen(editor), null);
  await server.answer('check_fen', { ...LEGAL, fen: 'the next' });
  assert.equal(legalFen(editor), 'the next');
});

test('editor: a verdict on an older position is dropped', async () => {
  const { editor, server } = await edit();
  editor.clear();
  await server.answer('check_fen', LEGAL);
  assert.equal(editor.checked.value, null);
  await server.answer('check_fen', ILLEGAL);
  assert.deepEqual(editor.problemSquares.value, ['e0']);
  assert.equal(legalFen(editor), null);
});

test('editor: without a connection nothing is legal; with one, it is asked', async () => {
  const { editor, server } = await edit();
  await server.answer('check_fen', LEGAL);
  await server.lose();
  editor.shift('e3', null);
  assert.equal(legalFen(editor), null);
  await server.open();
  assert.doesNotMatch(server.pending('check_fen').fen, /P1P1P1P1P/);
});

test('editor: a text that is not a board is judged and changes nothing', async () => {
  const { editor, server } = await edit();
  await server.answer('check_fen', LEGAL);
  const before = editor.position.value;
  editor.readText('not a board');
  assert.equal(server.pending('check_fen').fen, 'not a board');
  await server.answer('check_fen', ILLEGAL);
  assert.equal(editor.position.value, before);
  assert.equal(editor.checked.value?.ok, false);
  assert.equal(legalFen(editor), null);
  editor.readText(START.replace(' w ', ' b '));
  assert.equal(editor.position.value.side, 'black');
});

test('editor: after its page is left, nothing is asked', async () => {
  const { editor, leave, server } = await edit();
  leave();
  editor.clear();
  assert.equal(server.asked('check_fen').length, 1);
});

test('editor: tools put, replace and take away', async () => {
  const { editor } = await edit();
  const at = () => editor.position.value.pieces.e5;
  editor.touch('e5');
  assert.equal(at(), undefined);
  editor.tool.value = 'r';
  editor.touch('e5');
  assert.equal(at(), 'r');
  editor.tool.value = 'C';
  editor.touch('e5');
  assert.equal(at(), 'C');
  editor.touch('e5');
  assert.equal(at(), undefined);
  editor.tool.value = 'eraser';
  editor.touch('e0');
  assert.equal(editor.position.value.pieces.e0, undefined);
});

async function choose(random = 0.9) {
  const world = new World();
  const started: NewGame[] = [];
  const newGame = new NewGameController({
    ...world.environment,
    random: () => random,
    startGame: (choice) => started.push(choice),
  });
  await world.server.open();
  await newGame.load();
  return { world, newGame, started, server: world.server };
}

test('new game: the choices become a game, and are offered again', async () => {
  const { world, newGame, started } = await choose();
  newGame.chooseSide('black');
  newGame.edit({ level: 7, clock: '5+3', start: 'odds', odds: 'rook' });
  newGame.choosing.value = true;
  newGame.start();
  await world.time.pass(0);
  const [game] = started;
  assert.deepEqual([game?.red, game?.black], [{ kind: 'engine', level: 7 }, { kind: 'person' }]);
  assert.deepEqual(game?.control, { minutes: 5, increment: 3 });
  // The side that the person does not play gives the odds.
  assert.match(game?.fen ?? '', /1NBAKABNR w/);
  assert.equal(newGame.choosing.value, false);
  const next = await choose();
  next.world.stored.set('draft', world.stored.get('draft'));
  await next.newGame.load();
  const { level, clock, start } = next.newGame.draft.value;
  assert.deepEqual({ level, clock, start }, { level: 7, clock: '5+3', start: 'standard' });
});

test('new game: a random side is either, an own clock is its own, two persons need no engine', async () => {
  for (const [random, person] of [
    [0.2, 'red'],
    [0.7, 'black'],
  ] as const) {
    const { world, newGame, started } = await choose(random);
    newGame.chooseSide('random');
    newGame.edit({ clock: 'own', minutes: 7, increment: 1 });
    newGame.start();
    await world.time.pass(0);
    assert.equal(started[0]?.[person].kind, 'person');
    assert.deepEqual(started[0]?.control, { minutes: 7, increment: 1 });
  }
  const { world, newGame, started } = await choose();
  newGame.edit({ opponent: 'person' });
  newGame.start();
  await world.time.pass(0);
  assert.deepEqual([started[0]?.red.kind, started[0]?.black.kind, started[0]?.control], ['person', 'person', null]);
});

test('new game: a position is checked first; what is wrong is said in the user’s language', async () => {
  const { world, newGame, started, server } = await choose();
  world.language.value = 'zh-Hans';
  newGame.openFrom('8/8', []);
  assert.equal(newGame.choosing.value, true);
  newGame.start();
  assert.equal(server.pending('check_fen').fen, '8/8');
  await server.answer('check_fen', ILLEGAL);
  assert.equal(newGame.problem.value, '没有将。');
  assert.equal(newGame.choosing.value, true);
  newGame.edit({ fen: START });
  assert.equal(newGame.problem.value, '');
  newGame.start();
  await server.answer('check_fen', LEGAL);
  assert.equal(started[0]?.fen, LEGAL.fen);
});

test('new game: asked twice, one game is started', async () => {
  const { newGame, started, server } = await choose();
  newGame.openFrom(START, []);
  newGame.start();
  newGame.start();
  await server.answer('check_fen', LEGAL);
  await server.answer('check_fen', LEGAL);
  assert.equal(started.length, 1);
});

test('new game: a place of the analysis brings its moves along, until the position is edited', async () => {
  const { world, newGame, started } = await choose();
  newGame.openFrom(null, ['h2e2']);
  newGame.start();
  await world.time.pass(0);
  assert.deepEqual([started[0]?.fen, started[0]?.moves], [null, ['h2e2']]);
  newGame.openFrom(null, []);
  newGame.start();
  await world.time.pass(0);
  assert.deepEqual([started[1]?.fen, started[1]?.moves], [null, []]);
});
