import { strict as assert } from 'node:assert';
import test from 'node:test';
import type { NewGame, PlayGame } from '../src/core/playgame';
import { PlayController } from '../src/state/play';
import { TestLibrary, World } from './world';

const AGAINST_ENGINE: NewGame = {
  fen: null,
  rules: 'asian',
  red: { kind: 'person' },
  black: { kind: 'engine', level: 4 },
  control: null,
};
const FOR_TWO: NewGame = { ...AGAINST_ENGINE, black: { kind: 'person' } };
const END = { winner: 'red', reason: 'checkmate', words_en: 'Mate.', words_zh: '绝杀。' } as const;

/** A game that has been started and looked at. */
async function begin(choice: NewGame) {
  const world = new World();
  const play = new PlayController(world.environment);
  await world.server.open();
  await play.load();
  play.start(choice);
  await world.server.see();
  return { world, play, server: world.server };
}

/** The person has moved, and the engine thinks. */
async function beginThinking() {
  const all = await begin(AGAINST_ENGINE);
  all.play.makeMove('h2e2');
  await all.server.see();
  return all;
}

const outcomeOf = (play: PlayController) => play.game.value?.outcome ?? null;
const seenMoves = (play: PlayController) => play.seen.value?.history.length;
const clockOf = (play: PlayController) => play.game.value?.clock;
const stored = (world: World) => world.stored.get('play') as PlayGame;

test('play: a person moves, the engine answers, and all of it is stored at once', async () => {
  const { world, play, server } = await begin(AGAINST_ENGINE);
  assert.deepEqual(
    play.legal.value?.map(({ move }) => move),
    ['a0a1'],
  );
  play.makeMove('h2e2');
  assert.deepEqual(stored(world).moves, ['h2e2']);
  assert.equal(play.legal.value, null);
  assert.equal(play.thinking.value, false);
  await server.see();
  assert.equal(play.thinking.value, true);
  const { level, millis, use_book, moves } = server.pending('go');
  const expected = { level: 4, millis: undefined, use_book: true, moves: ['h2e2'] };
  assert.deepEqual({ level, millis, use_book, moves }, expected, 'the time is the usual one');
  await server.answer('go', { move: 'h9g7', resigns: false });
  assert.equal(play.thinking.value, false);
  assert.deepEqual(stored(world).moves, ['h2e2', 'h9g7']);
  await server.see();
  assert.notEqual(play.legal.value, null);
  assert.deepEqual(
    play.history.value.map(({ wxf }) => wxf),
    ['w-h2e2', 'w-h9g7'],
  );
  assert.deepEqual(world.sounds, ['move', 'move']);
  assert.equal(world.lastAnnounced(), 'black horse h9 to g7');
  assert.deepEqual(world.complaints, []);
});

test('play: a move that comes after it was taken back is not played, and its search ends', async () => {
  const { play, server } = await beginThinking();
  const { id } = server.pending('go');
  play.undo();
  assert.deepEqual(server.stopped(), [id]);
  assert.equal(play.thinking.value, false);
  await server.answer('go', { move: 'h9g7', resigns: false });
  assert.deepEqual(play.game.value?.moves, []);
});

test('play: an answer about an older position is dropped', async () => {
  const { play, server } = await begin(FOR_TWO);
  play.makeMove('h2e2');
  play.makeMove('h9g7');
  await server.see({ end: { ...END } });
  assert.equal(outcomeOf(play), null);
  assert.equal(seenMoves(play), undefined);
  await server.see();
  assert.equal(seenMoves(play), 2);
});

test('play: a hint is shown for its position and for no other', async () => {
  const { world, play, server } = await begin(AGAINST_ENGINE);
  play.askHint();
  await server.answer('go', { move: 'b2e2' });
  assert.equal(play.hint.value, 'b2e2');
  assert.equal(world.lastAnnounced(), 'Hint: b2e2');
  play.askHint();
  const late = server.pending('go').id;
  play.makeMove('h2e2');
  assert.equal(play.hint.value, null);
  assert.deepEqual(server.stopped(), [late]);
  await server.answer('go', { move: 'b2e2' });
  assert.equal(play.hint.value, null);
  await server.see();
  play.askHint();
  assert.equal(server.waits('go'), 1, 'no hint while the engine thinks');
});

test('play: the end that the server sees ends the game, and the game is kept', async () => {
  const { world, play, server } = await begin(AGAINST_ENGINE);
  play.makeMove('h2e2');
  await server.see({ end: { ...END } });
  assert.equal(server.waits('go'), 0);
  assert.deepEqual(outcomeOf(play), END);
  assert.deepEqual(stored(world).outcome, END);
  assert.equal(play.legal.value, null);
  await world.time.pass(0);
  assert.deepEqual(world.library.texts(), ['You|Chuhe · Level 4|1-0|h2e2']);
  assert.deepEqual(world.sounds, ['move', 'end']);
  assert.equal(world.lastAnnounced(), 'Red wins. Mate.');
  play.makeMove('a0a1');
  assert.deepEqual(play.game.value?.moves, ['h2e2']);
});

test('play: an engine that resigns loses, and is not asked for a move', async () => {
  const { world, play, server } = await beginThinking();
  await server.answer('go', { move: 'h9g7', resigns: true });
  assert.equal(outcomeOf(play)?.winner, 'red');
  assert.equal(outcomeOf(play)?.words_en, 'Black resigned.');
  assert.equal(outcomeOf(play)?.words_zh, '黑方认输。');
  assert.deepEqual(play.game.value?.moves, ['h2e2']);
  await world.time.pass(0);
  assert.equal(world.library.records.size, 1);
});

test('play: an engine without a move leaves the game as it is', async () => {
  const { play, server } = await beginThinking();
  await server.answer('go', { move: null, resigns: false });
  assert.equal(play.thinking.value, false);
  assert.equal(outcomeOf(play), null);
  assert.deepEqual(play.game.value?.moves, ['h2e2']);
});

test('play: who resigns while the engine thinks ends its search, and it never moves again', async () => {
  const { world, play, server } = await beginThinking();
  const { id } = server.pending('go');
  play.resign('red');
  assert.deepEqual(server.stopped(), [id]);
  assert.equal(play.thinking.value, false);
  await server.answer('go', { move: 'h9g7', resigns: false });
  assert.deepEqual(play.game.value?.moves, ['h2e2']);
  // Nor after the connection was lost: the game is looked at, and left alone.
  await server.lose();
  await server.open();
  await server.see({ end: { ...END } });
  assert.equal(server.waits('go'), 0);
  assert.equal(outcomeOf(play)?.reason, 'resignation');
  await world.time.pass(0);
  assert.equal(world.library.records.size, 1);
});

test('play: a draw is agreed, or declined, or asked too late', async () => {
  const { world, play, server } = await begin(AGAINST_ENGINE);
  play.offerDraw();
  assert.equal(server.waits('offer_draw'), 1);
  await server.answer('offer_draw', { accepted: false });
  assert.deepEqual(world.notified, ['The computer declines the draw.']);
  assert.equal(outcomeOf(play), null);
  play.offerDraw();
  play.makeMove('h2e2');
  await server.answer('offer_draw', { accepted: true });
  assert.equal(outcomeOf(play), null);
  play.undo();
  play.offerDraw();
  await server.answer('offer_draw', { accepted: true });
  assert.equal(outcomeOf(play)?.reason, 'agreement');
  await world.time.pass(0);
  assert.match(world.library.texts()[0] ?? '', /1\/2-1\/2/);
});

test('play: clocks run, are told to the engine, and a flag that falls ends the game for good', async () => {
  const { world, play, server } = await begin({ ...AGAINST_ENGINE, control: { minutes: 1, increment: 2 } });
  await world.time.pass(5000);
  play.makeMove('h2e2');
  await world.time.pass(1500);
  await server.see();
  assert.deepEqual(server.pending('go').clock, { red: 62_000, black: 58_500, red_inc: 2000, black_inc: 2000 });
  assert.equal(server.pending('go').millis, undefined);
  await server.answer('go', { move: 'h9g7', resigns: false });
  await server.see();
  await world.time.pass(61_900);
  assert.equal(outcomeOf(play), null);
  await world.time.pass(200);
  assert.equal(outcomeOf(play)?.reason, 'time');
  assert.equal(outcomeOf(play)?.winner, 'black');
  assert.equal(play.game.value?.clock?.running, null);
  play.undo();
  assert.equal(play.game.value?.moves.length, 2);
});

test('play: a reload goes on with the clock that was stored, whatever time has passed', async () => {
  const { world, play } = await begin({ ...FOR_TWO, control: { minutes: 1, increment: 0 } });
  play.makeMove('h2e2');
  await world.time.pass(10_000);
  assert.ok(stored(world).clock!.black <= 52_000, 'a running clock is stored now and then');
  await world.time.pass(3_600_000);
  const next = new World();
  next.stored.set('play', {
    ...stored(world),
    outcome: null,
    clock: { red: 60_000, black: 51_000, running: { side: 'black', since: 5 } },
  });
  const again = new PlayController(next.environment);
  await again.load();
  await next.server.open();
  await next.server.see();
  await next.time.pass(50_900);
  assert.equal(outcomeOf(again), null);
  await next.time.pass(200);
  assert.equal(outcomeOf(again)?.reason, 'time');
});

test('play: a lost connection is not an error, and the engine is asked again when it is back', async () => {
  const { world, play, server } = await beginThinking();
  await server.lose();
  assert.equal(play.thinking.value, false);
  assert.deepEqual(world.complaints, []);
  await server.open();
  await server.see();
  assert.equal(play.thinking.value, true);
  await server.answer('go', { move: 'h9g7', resigns: false });
  assert.deepEqual(play.game.value?.moves, ['h2e2', 'h9g7']);
});

test('play: what the server refuses is told, and nothing hangs', async () => {
  const { world, play, server } = await beginThinking();
  await server.refuse('go', 'too many searches', '搜索太多');
  assert.equal(play.thinking.value, false);
  assert.equal(world.complaints.length, 1);
  assert.deepEqual(play.game.value?.moves, ['h2e2']);
});

test('play: looking back moves nothing, and the next move shows the game as it stands', async () => {
  const { play, server } = await begin(FOR_TWO);
  for (const move of ['h2e2', 'h9g7', 'h0g2']) {
    play.makeMove(move);
    await server.see();
  }
  play.goTo(1);
  assert.equal(play.shown.value, 1);
  assert.equal(play.legal.value, null);
  play.goTo(-3);
  assert.equal(play.shown.value, 0);
  play.goTo(99);
  assert.equal(play.viewing.value, null);
  play.goTo(2);
  play.makeMove('i9h9');
  assert.equal(play.shown.value, 4);
});

test('play: taking back stops the clock of a game without moves', async () => {
  const { world, play, server } = await begin({ ...FOR_TWO, control: { minutes: 1, increment: 0 } });
  play.makeMove('h2e2');
  await server.see();
  await world.time.pass(1000);
  play.undo();
  assert.equal(play.game.value?.clock?.running, null);
  await world.time.pass(120_000);
  assert.equal(outcomeOf(play), null);
});

const TIMED: NewGame = { ...AGAINST_ENGINE, control: { minutes: 1, increment: 0 } };

test('play: nobody loses on time while the server is away', async () => {
  const { world, play, server } = await begin(TIMED);
  play.makeMove('h2e2');
  await server.see();
  await world.time.pass(5000);
  await server.lose();
  await world.time.pass(3_600_000);
  assert.equal(outcomeOf(play), null);
  assert.equal(clockOf(play)?.running, null);
  assert.ok(clockOf(play)!.black >= 54_900, 'what had run before stays');
  await server.open();
  await server.see();
  assert.equal(clockOf(play)?.running?.side, 'black');
  const { clock } = server.pending('go');
  assert.ok(
    clock !== undefined && clock.black > 54_000 && clock.black <= 55_000,
    'the engine has the time that it had',
  );
  await server.answer('go', { move: 'h9g7', resigns: false });
  assert.deepEqual(play.game.value?.moves, ['h2e2', 'h9g7']);
});

test('play: an engine that is refused is asked again, and its clock stands still until then', async () => {
  const { world, play, server } = await begin(TIMED);
  play.makeMove('h2e2');
  await server.see();
  await server.refuse('go', 'too many searches', '搜索太多');
  const left = play.game.value?.clock?.black;
  await world.time.pass(2900);
  assert.equal(play.game.value?.clock?.black, left);
  await world.time.pass(200);
  await server.see();
  assert.equal(server.waits('go'), 1);
  assert.equal(clockOf(play)?.running?.side, 'black');
});

test('play: a game is in the library from its first move on, unfinished as it is', async () => {
  const { world, play, server } = await begin(AGAINST_ENGINE);
  await world.time.pass(0);
  assert.deepEqual(world.library.texts(), []);
  play.makeMove('h2e2');
  await world.time.pass(0);
  assert.deepEqual(world.library.texts(), ['You|Chuhe · Level 4|*|h2e2']);
  await server.see();
  await server.answer('go', { move: 'h9g7', resigns: false });
  await world.time.pass(0);
  assert.deepEqual(world.library.texts(), ['You|Chuhe · Level 4|*|h2e2 h9g7']);
});

test('play: a new game keeps the one before, and leads back to it', async () => {
  const { world, play, server } = await begin(TIMED);
  play.makeMove('h2e2');
  await server.see();
  await world.time.pass(4000);
  play.start(FOR_TWO);
  assert.equal(world.offers.length, 1);
  play.start(FOR_TWO);
  assert.equal(world.offers.length, 1, 'a game without moves is not missed');
  world.offers[0]?.run();
  await world.time.pass(0);
  await server.see();
  while (server.waits('look') > 0) await server.see();
  assert.deepEqual(play.game.value?.moves, ['h2e2']);
  assert.equal(play.game.value?.black.kind, 'engine');
  assert.equal(play.thinking.value, true);
});

test('play: what version 1 stored is taken up and put into the library', async () => {
  const world = new World();
  const { id, started, ...rest } = { ...AGAINST_ENGINE, id: 'old', started: 1_600_000_000_000 };
  world.stored.set('play', { ...rest, id, started, moves: ['h2e2', 'h9g7'], clock: null, outcome: null });
  const play = new PlayController(world.environment);
  await play.load();
  await world.time.pass(0);
  assert.deepEqual(world.library.texts(), ['You|Chuhe · Level 4|*|h2e2 h9g7']);
  await world.server.open();
  await world.server.see();
  play.makeMove('h0g2');
  await world.time.pass(0);
  assert.deepEqual(world.library.texts(), ['You|Chuhe · Level 4|*|h2e2 h9g7 h0g2']);
});

test('play: two tabs with one game show it alike, and the engine moves once', async () => {
  const library = new TestLibrary();
  const first = new World(library);
  const one = new PlayController(first.environment);
  await first.server.open();
  await one.load();
  one.start(AGAINST_ENGINE);
  await first.server.see();
  one.makeMove('h2e2');
  await first.server.see();
  await first.server.answer('go', { move: 'h9g7', resigns: false });
  await first.time.pass(0);
  await first.server.see();
  const second = new World(library);
  second.stored.set('play', first.stored.get('play'));
  const two = new PlayController(second.environment);
  await second.server.open();
  await two.load();
  while (second.server.waits('look') > 0) await second.server.see();
  one.makeMove('h0g2');
  await first.time.pass(0);
  while (second.server.waits('look') > 0) await second.server.see();
  assert.deepEqual(two.game.value?.moves, ['h2e2', 'h9g7', 'h0g2']);
  assert.equal(second.server.waits('go'), 0, 'the other tab lets the engine move');
  await first.server.see();
  await first.server.answer('go', { move: 'i9h9', resigns: false });
  await first.time.pass(0);
  assert.deepEqual(two.game.value?.moves, ['h2e2', 'h9g7', 'h0g2', 'i9h9']);
  assert.equal(library.records.size, 1);
});
