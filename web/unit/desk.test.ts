import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { signal } from '@preact/signals';
import { captured, grouped } from '../src/core/captured';
import { afterMoves, readFen, START } from '../src/core/fen';
import type { NewGame } from '../src/core/playgame';
import { conceivable } from '../src/core/reach';
import { DEFAULTS, readSettings } from '../src/core/settings';
import { Connection, ConnectionLost } from '../src/net/connection';
import { AnalysisController } from '../src/state/analysis';
import { PlayController } from '../src/state/play';
import { FakeSocket, settled, World } from './world';

const AGAINST_ENGINE: NewGame = {
  fen: null,
  rules: 'asian',
  red: { kind: 'person' },
  black: { kind: 'engine', level: 4 },
  control: { minutes: 5, increment: 0 },
};
const legalOf = (...moves: string[]) => moves.map((move) => ({ move, wxf: '', chinese: '' }));

async function beginThinking() {
  const world = new World();
  const play = new PlayController(world.environment);
  await world.server.open();
  await play.load();
  play.start(AGAINST_ENGINE);
  await world.server.see();
  play.makeMove('h2e2');
  await world.server.see();
  return { world, play, server: world.server };
}

test('premove: played when the server calls it legal, and not asked about before', async () => {
  const { play, server } = await beginThinking();
  play.setPremove('h0g2');
  assert.equal(play.premove.value, 'h0g2');
  assert.equal(server.waits('look'), 0, 'nothing is sent');
  await server.answer('go', { move: 'h9g7', resigns: false });
  assert.deepEqual(play.game.value?.moves, ['h2e2', 'h9g7'], 'not before it is known to be legal');
  await server.see({ legal: legalOf('h0g2', 'a0a1') });
  assert.deepEqual(play.game.value?.moves, ['h2e2', 'h9g7', 'h0g2']);
  assert.equal(play.premove.value, null);
});

test('premove: dropped and told if it is not legal, cancelled by the user, ended by taking back and by the end', async () => {
  const { world, play, server } = await beginThinking();
  play.setPremove('a0e0');
  await server.answer('go', { move: 'h9g7', resigns: false });
  await server.see({ legal: legalOf('a0a1') });
  assert.deepEqual(play.game.value?.moves, ['h2e2', 'h9g7']);
  assert.equal(play.premove.value, null);
  assert.match(world.lastAnnounced(), /not legal/);
  play.makeMove('a0a1');
  await server.see();
  play.setPremove('a1a2');
  play.cancelPremove();
  assert.equal(play.premove.value, null);
  play.setPremove('a1a2');
  play.undo();
  assert.equal(play.premove.value, null);
  play.makeMove('a0a1');
  await server.see();
  play.setPremove('a1a2');
  play.resign('red');
  assert.equal(play.premove.value, null);
});

test('premove: only while the engine is to move, only with own pieces, only as pieces move', async () => {
  const { play, server } = await beginThinking();
  for (const wrong of ['h9g7', 'e5e6', 'b0b1', 'e2d3']) {
    play.setPremove(wrong);
    assert.equal(play.premove.value, null, wrong);
  }
  await server.answer('go', { move: 'h9g7', resigns: false });
  await server.see();
  play.setPremove('h0g2');
  assert.equal(play.premove.value, null, 'it is the person who is to move');
});

test('whatever a master plays is conceivable', () => {
  const rows = readFileSync('../testdata/notation/master_games_sample.tsv', 'utf8').split('\n').slice(1);
  let count = 0;
  for (const row of rows) {
    const moves = row.startsWith('#') ? [] : (row.split('\t')[5]?.split(' ') ?? []);
    for (const [ply, move] of moves.entries()) {
      const { pieces, side } = afterMoves(null, moves.slice(0, ply));
      assert.ok(conceivable(pieces, side).includes(move), `${move} after ${moves.slice(0, ply).join(' ')}`);
      count += 1;
    }
    if (count > 4000) break;
  }
  assert.ok(count > 1000, String(count));
});

test('captured pieces: the most valuable first, of one side, from any start', () => {
  const before = readFen(START)?.pieces ?? {};
  const now = readFen('1nbakabn1/9/1c5c1/p3p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w - - 0 1')?.pieces ?? {};
  assert.deepEqual(captured(before, now, 'black'), ['r', 'r', 'p']);
  assert.deepEqual(captured(before, now, 'red'), ['C']);
  assert.deepEqual(captured(now, now, 'black'), []);
  assert.deepEqual(grouped(['r', 'r', 'p']), [
    { piece: 'r', count: 2 },
    { piece: 'p', count: 1 },
  ]);
});

async function beginAnalysis(bounds: { threads: number; memory: number } | null) {
  const world = new World();
  const analysis = new AnalysisController({ ...world.environment, isShown: signal(true), bounds: signal(bounds) });
  await world.server.open();
  await analysis.load();
  await world.server.see();
  return { world, analysis, server: world.server };
}

test('analysis: the settings of the engine reach the server, within its bounds', async () => {
  const { world, analysis, server } = await beginAnalysis({ threads: 2, memory: 120 });
  world.settings.value = { ...DEFAULTS, engineThreads: 8, engineMemory: 64, engineDepth: 20, engineSeconds: 5 };
  analysis.switchEngine();
  await world.time.pass(100);
  const { id, threads, memory, depth, millis, infinite } = server.pending('go');
  assert.deepEqual([threads, memory, depth, millis, infinite], [2, 64, 20, 5000, true]);
  assert.equal(analysis.isDone.value, false);
  await server.answer('go', { move: 'h2e2' });
  assert.equal(analysis.isDone.value, true);
  // A change begins anew.
  world.settings.value = { ...world.settings.value, engineDepth: 0, engineMemory: 4096 };
  assert.equal(analysis.isDone.value, false);
  await world.time.pass(100);
  const next = server.asked('go').at(-1);
  assert.notEqual(next?.id, id);
  assert.deepEqual([next?.depth, next?.memory], [undefined, 120]);
});

test('analysis: what a server does not tell its bounds of is left to it', async () => {
  const { world, analysis, server } = await beginAnalysis(null);
  world.settings.value = { ...DEFAULTS, engineThreads: 8, engineMemory: 64 };
  analysis.switchEngine();
  await world.time.pass(100);
  const { threads, memory } = server.pending('go');
  assert.deepEqual([threads, memory], [undefined, undefined]);
});

test('analysis: a threat is asked for with the other side to move, and dropped with its place', async () => {
  const { world, analysis, server } = await beginAnalysis(null);
  analysis.switchThreat();
  await world.time.pass(100);
  const question = server.pending('go');
  assert.match(question.fen ?? '', / b - - 0 1$/);
  assert.deepEqual([question.moves, question.infinite], [[], undefined]);
  await server.report('go', question.id, { moves: ['h9g7'] });
  assert.equal(analysis.threat.value, 'h9g7');
  await server.answer('go', { move: 'b9c7' });
  assert.equal(analysis.threat.value, 'b9c7');
  analysis.play(['h2e2']);
  assert.equal(analysis.threat.value, null);
  await server.see({ checked: 'e9' });
  await world.time.pass(1000);
  assert.equal(server.waits('go'), 0, 'nobody may pass when in check');
  // A position that the server refuses has no threat, and nobody is bothered with it.
  analysis.back();
  await server.see();
  await world.time.pass(100);
  await server.refuse('go', 'no', '不');
  assert.equal(analysis.threat.value, null);
  assert.deepEqual(world.complaints, []);
});

test('analysis: the best move is played if there is one; otherwise the engine starts', async () => {
  const { world, analysis, server } = await beginAnalysis(null);
  analysis.playBest();
  assert.equal(analysis.engineOn.value, true);
  analysis.playBest();
  assert.deepEqual(analysis.place.value.moves, []);
  await world.time.pass(100);
  await server.report('go', server.pending('go').id, { number: 1, moves: ['h2e2', 'h9g7'] });
  analysis.playBest();
  assert.deepEqual(analysis.place.value.moves, ['h2e2']);
});

test('settings of the engine that make no sense fall back', () => {
  const { engineThreads, engineMemory, engineDepth, engineSeconds } = readSettings({
    engineThreads: -3,
    engineMemory: 'much',
    engineDepth: 1e9,
    engineSeconds: Number.NaN,
  });
  assert.deepEqual([engineThreads, engineMemory, engineDepth, engineSeconds], [0, 0, 100, 0]);
});

function connected() {
  const sockets: FakeSocket[] = [];
  const connection = new Connection('ws://test', () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  });
  connection.connect();
  sockets[0]!.accept();
  return { connection, socket: sockets[0]! };
}

test('a connection that is open and dead is given up, and only while an answer is awaited', async () => {
  const { connection, socket } = connected();
  for (let beat = 0; beat < 20; beat++) connection.beat();
  assert.equal(connection.state.value, 'open', 'nobody waits for anything');
  assert.deepEqual(socket.sent, []);
  const answer = connection.ask({ type: 'hello' });
  const refused = assert.rejects(answer, ConnectionLost);
  for (let beat = 0; beat < 3; beat++) connection.beat();
  assert.equal(socket.sent.filter(({ type }) => type === 'hello').length, 2, 'the server is asked for a word');
  assert.equal(connection.state.value, 'open');
  connection.beat();
  assert.equal(connection.state.value, 'lost');
  assert.equal(connection.silence, 16_000);
  await refused;
});

test('a long search is no silence as long as the server says anything', async () => {
  const { connection, socket } = connected();
  void connection.ask({ type: 'go', level: 10, lines: 1, infinite: true, fen: null, moves: [], rules: 'asian' });
  for (let beat = 0; beat < 30; beat++) {
    connection.beat();
    const word = socket.sent.filter(({ type }) => type === 'hello').at(-1);
    if (word !== undefined) socket.say({ type: 'welcome', id: word.id });
  }
  assert.equal(connection.state.value, 'open');
});

test('play: while the server is silent no clock runs, and the user is told', async () => {
  const { world, play, server } = await beginThinking();
  await world.time.pass(2000);
  const { connection } = server;
  for (let beat = 0; beat < 4; beat++) {
    await world.time.pass(4000);
    connection.beat();
  }
  await settled();
  assert.equal(connection.state.value, 'lost');
  assert.equal(play.game.value?.clock?.running, null);
  assert.equal(play.game.value?.clock?.black, 5 * 60_000 - 2000);
  assert.match(world.notified.join(), /clocks stand still/);
});
