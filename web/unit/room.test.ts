import { strict as assert } from 'node:assert';
import test from 'node:test';
import { playersOf } from '../src/core/record';
import type { RoomState } from '../src/net/messages';
import { RoomController } from '../src/state/room';
import { roomEn, roomZh } from '../src/words/room';
import { playedMove, settled, World } from './world';

const ROOM = '0'.repeat(31).concat('1');
const KEY = '0'.repeat(31).concat('2');

function state(part: Partial<RoomState> = {}): Partial<RoomState> {
  return {
    game: 1,
    you: 'red',
    terms: { fen: null, rules: 'asian', control: null },
    moves: [],
    from: 0,
    fen: '',
    side: 'red',
    legal: [],
    checked: null,
    chased: [],
    repetition: 1,
    warning: null,
    clock: null,
    end: null,
    offers: { draw: null, takeback: null, rematch: null },
    may_offer: { draw: false, takeback: false, rematch: false },
    taken: { red: true, black: true },
    present: { red: true, black: true },
    spectators: 0,
    ...part,
  };
}

async function opened(world: World, turnedAway = () => false, name = 'token') {
  let tokens = 0;
  const room = new RoomController({
    ...world.environment,
    newToken: () => `${name}${++tokens}`,
    isTurnedAway: () => Promise.resolve(turnedAway()),
  });
  await world.server.open();
  await room.load();
  return room;
}

async function entered(turnedAway = () => false) {
  const world = new World();
  const room = await opened(world, turnedAway);
  await room.enter(ROOM, KEY);
  await settled();
  const { id } = world.server.pending('room_enter');
  const hear = (part: Partial<RoomState>, to = id) => world.server.report('room_enter', to, state(part));
  return { world, room, hear };
}

const legal = [{ move: 'h2e2', wxf: '', chinese: '' }];

test('a room shows what the server tells, move by move, and keeps the game', async () => {
  const { world, room, hear } = await entered();
  assert.deepEqual(world.server.asked('room_enter')[0]?.token, 'token1');
  await hear({ legal });
  assert.equal(room.isConnected.value, true);
  assert.deepEqual(room.legal.value, legal);
  room.makeMove('h2e2');
  await settled();
  assert.deepEqual(room.moves.value, ['h2e2'], 'shown at once');
  assert.equal(room.legal.value, null);
  assert.deepEqual(world.server.pending('room_act').act, { do: 'move', move: 'h2e2', ply: 0 });
  await world.server.answer('room_act', {});
  await hear({ moves: [playedMove('h2e2')], side: 'black' });
  await hear({ moves: [playedMove('h9g7')], from: 1 });
  assert.deepEqual(room.moves.value, ['h2e2', 'h9g7']);
  // A move is taken back.
  await hear({ moves: [], from: 1, side: 'black' });
  assert.deepEqual(room.moves.value, ['h2e2']);
  await world.time.pass(1000);
  const [record] = world.environment.library.games.value;
  assert.ok(record !== undefined);
  assert.equal(record.tree.moves, 'h2e2');
  assert.deepEqual(playersOf(record.tree), { red: 'You', black: 'Your friend', result: '*' });
  assert.equal(record.person, 'red');
  await hear({
    moves: [],
    from: 1,
    end: { winner: 'red', reason: 'time', words_en: 'Black ran out of time.', words_zh: '黑方超时。' },
  });
  await world.time.pass(1000);
  const kept = world.environment.library.games.value;
  assert.equal(kept.length, 1);
  assert.equal(kept[0]?.tree.result, '1-0');
  assert.equal(kept[0]?.words_zh, '黑方超时。');
  // A rematch is another game.
  await hear({ game: 2, you: 'black', moves: [playedMove('c3c4')] });
  await world.time.pass(1000);
  assert.equal(room.flipped.value, true);
  assert.deepEqual(
    world.environment.library.games.value.map(({ person }) => person),
    ['red', 'black'],
  );
});

test('a move that is refused is taken off the board, and said', async () => {
  const { world, room, hear } = await entered();
  await hear({ legal });
  room.makeMove('h2e2');
  await settled();
  await world.server.refuse('room_act', 'the game is over', '对局已经结束');
  assert.deepEqual(room.moves.value, []);
  assert.deepEqual(room.legal.value, legal);
});

test('a move that is on its way stays on the board whatever else is told, until it is told itself', async () => {
  const { room, hear } = await entered();
  await hear({ legal });
  room.makeMove('h2e2');
  await hear({ legal, spectators: 1 });
  assert.deepEqual(room.moves.value, ['h2e2']);
  assert.equal(room.legal.value, null, 'not moved twice');
  await hear({ moves: [playedMove('h2e2')], side: 'black' });
  await hear({ moves: [], from: 0, legal });
  assert.deepEqual(room.moves.value, [], 'taken back');
  assert.deepEqual(room.legal.value, legal);
  room.makeMove('h2e2');
  await hear({ game: 2, you: 'black' });
  assert.deepEqual(room.moves.value, [], 'another game');
});

test('tabs that enter rooms leave each other their seats', async () => {
  const one = new World();
  const other = new World(one.library, one.stored);
  const first = await opened(one, undefined, 'first');
  const second = await opened(other, undefined, 'second');
  const room = (digit: number) => String(digit).repeat(32);
  await first.enter(room(1), KEY);
  await second.enter(room(2), KEY);
  await first.enter(room(3), KEY);
  // The seat that the other tab has taken, by the same link or without one.
  await second.enter(room(1), KEY);
  assert.equal(second.place.value?.token, 'first1');
  await second.enter(room(3), null);
  assert.equal(second.place.value?.token, 'first2');
  await first.enter(room(4), null);
  assert.deepEqual([first.place.value, first.trouble.value], [null, { kind: 'gone' }]);
  const stored = one.stored.get('rooms') as { room: string; token: string }[];
  assert.deepEqual(stored.map((seat) => [seat.room, seat.token]).sort(), [
    [room(1), 'first1'],
    [room(2), 'second1'],
    [room(3), 'first2'],
  ]);
});

test('who has left before the seat was stored does not come in', async () => {
  const world = new World();
  const room = await opened(world);
  const entering = room.enter(ROOM, KEY);
  room.leave();
  await entering;
  assert.equal(room.place.value, null);
  assert.equal(world.server.waits('room_enter'), 0);
});

test('an entry that is refused is told apart from a room that is gone', async () => {
  for (const [code, kind] of [
    ['room_crowded', 'refused'],
    ['no_such_room', 'gone'],
  ] as const) {
    const { world, room } = await entered();
    await world.server.refuse('room_enter', 'not you', '不行', code);
    assert.equal(room.trouble.value?.kind, kind);
  }
});

test('after the connection was lost the same seat is asked for', async () => {
  const { world, room, hear } = await entered();
  await hear({ moves: [playedMove('h2e2')] });
  await world.server.lose();
  assert.equal(room.isConnected.value, false);
  assert.equal(room.view.value?.history.length, 1, 'what was known is still shown');
  await world.server.open();
  await settled();
  const again = world.server.pending('room_enter');
  assert.deepEqual([again.room, again.key, again.token], [ROOM, KEY, 'token1']);
  await hear({ moves: [playedMove('h2e2'), playedMove('h9g7')] }, again.id);
  assert.deepEqual(room.moves.value, ['h2e2', 'h9g7']);
  assert.equal(room.isConnected.value, true);
});

test('a room that is gone is said to be gone, and what was played stays', async () => {
  let isAway = false;
  const { world, room, hear } = await entered(() => isAway);
  await hear({ moves: [playedMove('h2e2')] });
  isAway = true;
  await world.server.lose();
  await world.time.pass(4000);
  assert.deepEqual(room.trouble.value, { kind: 'gone' });
  assert.equal(room.view.value?.history.length, 1);
});

test('clocks are those of the server, and run here in between', async () => {
  const { world, room, hear } = await entered();
  await hear({ clock: { red: 60_000, black: 30_000, running: 'black' } });
  await world.time.pass(2500);
  assert.equal(room.timeLeft('red'), 60_000);
  assert.equal(room.timeLeft('black'), 27_500);
  await world.time.pass(60_000);
  assert.equal(room.timeLeft('black'), 0);
});

test('the page has the same words in both languages', () => {
  assert.deepEqual(Object.keys(roomZh).sort(), Object.keys(roomEn).sort());
  for (const [key, entry] of Object.entries(roomZh)) {
    const text = typeof entry === 'function' ? (entry as (value: unknown) => string)('3') : entry;
    assert.match(text, /\p{Script=Han}/u, key);
  }
});
