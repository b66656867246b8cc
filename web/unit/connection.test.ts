import { strict as assert } from 'node:assert';
import test from 'node:test';
import { Connection, ConnectionLost, isSilent, ServerError } from '../src/net/connection';
import { readReply } from '../src/net/frames';
import type { RequestOf } from '../src/net/messages';
import { FakeSocket } from './world';

function idsSent(socket: FakeSocket): unknown[] {
  return socket.sent.map((message) => message.id);
}

function setUp() {
  const sockets: FakeSocket[] = [];
  const connection = new Connection('ws://test', () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  });
  connection.connect();
  return { connection, sockets };
}

test('questions wait for the connection, answers find their question', async () => {
  const { connection, sockets } = setUp();
  const hello = connection.ask({ type: 'hello' });
  const check = connection.ask({ type: 'check_fen', fen: 'x' });
  assert.deepEqual(sockets[0]!.sent, []);
  sockets[0]!.accept();
  assert.deepEqual(idsSent(sockets[0]!), [1, 2]);
  sockets[0]!.say({ type: 'fen_checked', id: 2, ok: false, problems: [] });
  sockets[0]!.say({ type: 'welcome', id: 1, version: '1' });
  assert.equal((await check).ok, false);
  assert.equal((await hello).version, '1');
});

test('ids count upwards on the wire, whoever asks when the connection opens', () => {
  const { connection, sockets } = setUp();
  connection.state.subscribe((state) => {
    if (state === 'open') void connection.ask({ type: 'hello' });
  });
  void connection.ask({ type: 'check_fen', fen: 'x' });
  void connection.ask({ type: 'check_fen', fen: 'y' });
  sockets[0]!.accept();
  assert.deepEqual(idsSent(sockets[0]!), [1, 2, 3]);
});

const GO: RequestOf<'go'> = { type: 'go', level: 10, lines: 1, infinite: true, fen: null, moves: [], rules: 'asian' };

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError' && isSilent(error);
}

test('a search reports on its way; stopped, it still answers', async () => {
  const { connection, sockets } = setUp();
  sockets[0]!.accept();
  const depths: number[] = [];
  const stop = new AbortController();
  const search = connection.ask(GO, { stop: stop.signal, progress: (line) => depths.push(line.depth) });
  sockets[0]!.say({ type: 'line', id: 1, depth: 1 });
  sockets[0]!.say({ type: 'line', id: 1, depth: 2 });
  stop.abort();
  assert.deepEqual(sockets[0]!.sent[1], { type: 'stop', search: 1, id: 2 });
  sockets[0]!.say({ type: 'best', id: 1, move: 'h2e2' });
  assert.equal((await search).move, 'h2e2');
  assert.deepEqual(depths, [1, 2]);
});

test('an answer that is not wanted any more is never heard, and its search is stopped', async () => {
  const { connection, sockets } = setUp();
  sockets[0]!.accept();
  const depths: number[] = [];
  const wanted = new AbortController();
  const search = connection.ask(GO, { signal: wanted.signal, progress: (line) => depths.push(line.depth) });
  const look = connection.ask({ type: 'look', fen: null, moves: [], rules: 'asian' }, { signal: wanted.signal });
  sockets[0]!.say({ type: 'line', id: 1, depth: 1 });
  wanted.abort();
  await assert.rejects(search, isAbort);
  await assert.rejects(look, isAbort);
  sockets[0]!.say({ type: 'line', id: 1, depth: 2 });
  sockets[0]!.say({ type: 'best', id: 1, move: 'h2e2' });
  sockets[0]!.say({ type: 'seen', id: 2 });
  assert.deepEqual(depths, [1]);
  // Only searches can be stopped: nothing is sent for the look.
  assert.deepEqual(sockets[0]!.sent.slice(2), [{ type: 'stop', search: 1, id: 3 }]);
});

test('a signal that fires before, or after, does nothing', async () => {
  const { connection, sockets } = setUp();
  sockets[0]!.accept();
  await assert.rejects(connection.ask(GO, { signal: AbortSignal.abort() }), isAbort);
  assert.deepEqual(sockets[0]!.sent, []);
  const late = new AbortController();
  const search = connection.ask(GO, { signal: late.signal, stop: late.signal });
  sockets[0]!.say({ type: 'best', id: 1, move: 'h2e2' });
  await search;
  late.abort();
  assert.deepEqual(idsSent(sockets[0]!), [1]);
});

test('what has not been sent is taken back and never sent', async () => {
  const { connection, sockets } = setUp();
  const unwanted = new AbortController();
  const stopped = new AbortController();
  const look = connection.ask({ type: 'look', fen: null, moves: [], rules: 'asian' }, { signal: unwanted.signal });
  const search = connection.ask(GO, { stop: stopped.signal });
  void connection.ask({ type: 'hello' });
  unwanted.abort();
  stopped.abort();
  await assert.rejects(look, isAbort);
  await assert.rejects(search, ConnectionLost);
  sockets[0]!.accept();
  assert.deepEqual(sockets[0]!.sent, [{ type: 'hello', id: 3 }]);
});

test('a search that went down with its connection is not stopped on the next', async () => {
  const { connection, sockets } = setUp();
  sockets[0]!.accept();
  const wanted = new AbortController();
  const search = connection.ask(GO, { signal: wanted.signal });
  connection.state.subscribe((state) => {
    if (state === 'lost') wanted.abort();
  });
  sockets[0]!.drop();
  await assert.rejects(search, isSilent);
  connection.connect();
  sockets[1]!.accept();
  assert.deepEqual(sockets[1]!.sent, []);
});

test('errors and losses refuse what is under way, and it reconnects', async () => {
  const { connection, sockets } = setUp();
  sockets[0]!.accept();
  const bad = connection.ask({ type: 'read_game', text: '?' });
  sockets[0]!.say({ type: 'error', id: 1, text: 'no' });
  await assert.rejects(bad, (error: unknown) => error instanceof ServerError && error.message === 'no');
  const lost = connection.ask({ type: 'hello' });
  sockets[0]!.drop();
  await assert.rejects(lost, ConnectionLost);
  assert.equal(connection.state.value, 'lost');
  const later = connection.ask({ type: 'hello' });
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.equal(sockets.length, 2);
  sockets[1]!.accept();
  assert.equal(connection.state.value, 'open');
  assert.deepEqual(sockets[1]!.sent, [{ type: 'hello', id: 3 }]);
  sockets[1]!.say({ type: 'welcome', id: 3, version: '2' });
  assert.equal((await later).version, '2');
});

test('frames that are not messages are dropped', () => {
  const { connection, sockets } = setUp();
  sockets[0]!.accept();
  for (const text of ['', 'null', '7', '{"id":1}', '{"type":1,"id":1}', '{"type":"x","id":"1"}'])
    assert.equal(readReply(text), null, text);
  sockets[0]!.say({ type: 'error', id: null, text: 'out of order' });
  sockets[0]!.say({ type: 'seen', id: 99 });
  assert.equal(connection.state.value, 'open');
});
