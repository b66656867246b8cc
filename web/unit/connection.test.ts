import { strict as assert } from 'node:assert';
import test from 'node:test';
import type { Socket } from '../src/net/connection';
import { Connection, ConnectionLost, ServerError } from '../src/net/connection';
import { readAnswer } from '../src/net/messages';

/** Stands in for a websocket; the test plays the server. */
class FakeSocket implements Socket {
  onopen: ((event: never) => unknown) | null = null;
  onmessage: ((event: never) => unknown) | null = null;
  onclose: ((event: never) => unknown) | null = null;
  sent: Record<string, unknown>[] = [];
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.drop();
  }
  accept() {
    this.onopen?.(undefined as never);
  }
  drop() {
    this.onclose?.(undefined as never);
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) } as never);
  }
}

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
  const check = connection.ask<'check_fen'>({ type: 'check_fen', fen: 'x' });
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
  void connection.ask<'check_fen'>({ type: 'check_fen', fen: 'x' });
  void connection.ask<'check_fen'>({ type: 'check_fen', fen: 'y' });
  sockets[0]!.accept();
  assert.deepEqual(idsSent(sockets[0]!), [1, 2, 3]);
});

test('a search reports on its way and can be stopped', async () => {
  const { connection, sockets } = setUp();
  sockets[0]!.accept();
  const depths: number[] = [];
  const search = connection.search<'go'>(
    { type: 'go', level: 10, lines: 1, infinite: true, fen: null, moves: [], rules: 'asian' },
    (line) => depths.push(line.depth),
  );
  sockets[0]!.say({ type: 'line', id: 1, depth: 1 });
  sockets[0]!.say({ type: 'line', id: 1, depth: 2 });
  search.stop();
  assert.deepEqual(sockets[0]!.sent[1], { type: 'stop', search: 1, id: 2 });
  sockets[0]!.say({ type: 'best', id: 1, move: 'h2e2' });
  assert.equal((await search.done).move, 'h2e2');
  assert.deepEqual(depths, [1, 2]);
  search.stop();
  assert.equal(sockets[0]!.sent.length, 2);
});

test('errors and losses refuse what is under way, and it reconnects', async () => {
  const { connection, sockets } = setUp();
  sockets[0]!.accept();
  const bad = connection.ask<'read_game'>({ type: 'read_game', text: '?' });
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

test('frames that are no messages are dropped', () => {
  const { connection, sockets } = setUp();
  sockets[0]!.accept();
  for (const text of ['', 'null', '7', '{"id":1}', '{"type":1,"id":1}', '{"type":"x","id":"1"}'])
    assert.equal(readAnswer(text), null, text);
  sockets[0]!.say({ type: 'error', id: null, text: 'out of order' });
  sockets[0]!.say({ type: 'seen', id: 99 });
  assert.equal(connection.state.value, 'open');
});
