import { strict as assert } from 'node:assert';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { chaptersOf, moveChapter, nextChapter } from '../src/core/chapters';
import { afterMoves, readFen } from '../src/core/fen';
import { mainLineOf, packLine, packTree, readPacked, unpackTree } from '../src/core/pack';
import type { GameRecord } from '../src/core/record';
import { isUnfinished, newRecord, readRecord } from '../src/core/record';
import { DELETED, EVERYTHING, foldersOf, hasPosition, matches } from '../src/core/search';
import type { FlatMove, Tree } from '../src/core/tree';
import { addMoves, flatten, setComment, toggleGlyph, treeOf, unflatten } from '../src/core/tree';
import { FilesController, fromBase64, gameTreeOf, partsOf, toBase64, treeOfGame } from '../src/state/files';
import { isBackup, readBackup, writeBackup } from '../src/store/backup';
import { addGames, changeGame, changeGames, games, putGame, readGame } from '../src/store/library';
import { World } from './world';

const MOVES = ['h2e2', 'h9g7', 'h0g2', 'i9h9', 'i0h0'];

/** Three levels of variations, comments everywhere, glyphs. */
function rich(): Tree {
  let tree = treeOf(null, MOVES, {
    tags: [
      ['Event', 'Cup'],
      ['__proto__', 'x'],
      ['1', 'y'],
    ],
    result: '1/2-1/2',
  });
  tree = addMoves(tree, [0], ['b9c7', 'h0g2']).tree;
  tree = addMoves(tree, [0, 1], ['b0c2', 'a9a8']).tree;
  tree = addMoves(tree, [0, 1, 1], ['i9i8']).tree;
  tree = addMoves(tree, [], ['c3c4', 'g6g5']).tree;
  tree = setComment(tree, [], 'before all');
  tree = setComment(tree, [0, 1, 1, 1], 'third level (with brackets) {}');
  tree = toggleGlyph(tree, [0, 1], 6);
  return toggleGlyph(tree, [0], 18);
}

test('a packed tree is small and comes back the same, three levels deep', () => {
  const tree = rich();
  const packed = packTree(tree);
  assert.deepEqual(unpackTree(packed), tree);
  assert.deepEqual(readPacked(JSON.parse(JSON.stringify(packed))), packed);
  assert.equal(packed.moves, 'h2e2(c3c4g6g5)h9g7(b9c7h0g2(b0c2a9a8(i9i8)))h0g2i9h9i0h0');
  assert.deepEqual(mainLineOf(packed), MOVES);
  const long = packTree(
    treeOf(
      null,
      Array.from({ length: 1500 }, (_, ply) => MOVES[ply % 5] ?? ''),
    ),
  );
  assert.ok(JSON.stringify(long).length < 6200);
  assert.equal(mainLineOf(packTree(unpackTree(long))).length, 1500);
});

test('a list of moves that name their parents is the same tree, also with a move that is there twice', () => {
  const tree = rich();
  assert.deepEqual(unflatten(flatten(tree)), tree.children);
  const twice: FlatMove[] = [
    { move: 'h2e2', parent: 0, before: 'one' },
    { move: 'h2e2', parent: 0, comment: 'two', glyphs: [1] },
    { move: 'h9g7', parent: 2 },
  ];
  assert.deepEqual(flatten({ ...tree, children: unflatten(twice) }), twice);
  assert.deepEqual(treeOfGame(gameTreeOf(tree)), tree);
});

test('what is not a tree is refused', () => {
  const packed = packTree(rich());
  for (const bad of [null, 3, {}, { ...packed, moves: 'castles' }, { ...packed, fen: 7 }, { ...packed, comment: [] }]) {
    assert.equal(readPacked(bad), null);
  }
  const odd = readPacked({
    ...packed,
    tags: [['a'], 'b', ['c', 'd']],
    result: '3-0',
    notes: { x: 1, 0: { g: ['!', 1, 999] } },
  });
  assert.deepEqual([odd?.tags, odd?.result, odd?.notes], [[['c', 'd']], '*', { 0: { g: [1] } }]);
});

test('a game of version 1 keeps its names, its verdict, its comments and its variations', () => {
  const node = (move: string, children: object[] = [], comment = '') => ({ move, comment, children, fen: 'x' });
  const old = {
    id: 'a',
    date: '2025-03-04T10:00:00.000Z',
    red: 'A',
    black: 'B',
    result: '1-0',
    words_en: 'Mate.',
    words_zh: '绝杀。',
    fen: null,
    moves: ['h2e2', 'h9g7'],
    rules: 'simple',
  };
  const record = readRecord(old);
  assert.deepEqual(record?.tree.tags, [
    ['Date', '2025.03.04'],
    ['Red', 'A'],
    ['Black', 'B'],
  ]);
  assert.deepEqual([record?.words_en, record?.tree.result, record?.rules], ['Mate.', '1-0', 'simple']);
  const tree = {
    fen: null,
    comment: 'c',
    tags: { Red: 'A', Result: '0-1' },
    children: [node('h2e2', [node('h9g7', [], 'x')]), node('c3c4')],
  };
  const whole = readRecord({ ...old, tree });
  assert.equal(whole?.tree.moves, 'h2e2(c3c4)h9g7');
  assert.deepEqual([whole?.tree.notes, whole?.tree.result], [{ 2: { c: 'x' } }, '0-1']);
  assert.deepEqual(readRecord(JSON.parse(JSON.stringify(whole))), whole);
});

function record(part: Partial<GameRecord> = {}): GameRecord {
  return newRecord({ kind: 'loaded', rules: 'asian', tree: packTree(rich()), ...part }, Date.parse('2026-05-06'));
}

test('games are found by words, result, date, folder and position', () => {
  const tree = packLine(null, MOVES, {
    tags: [
      ['Red', '胡荣华'],
      ['Date', '1987.05.??'],
    ],
    result: '1-0',
  });
  const game = record({ tree, opening: { code: 'C10', name_zh: '中炮对屏风马' }, folder: 'masters', name: 'Best' });
  const rows: [Partial<typeof EVERYTHING>, boolean][] = [
    [{}, true],
    [{ text: '胡荣华' }, true],
    [{ text: 'best 屏风' }, true],
    [{ text: 'best x' }, false],
    [{ result: '1-0' }, true],
    [{ result: '*' }, false],
    [{ from: '1987-01-01', to: '1987-12-31' }, true],
    [{ from: '1988-01-01' }, false],
    [{ to: '1986-12-31' }, false],
    [{ folder: 'masters' }, true],
    [{ folder: '' }, false],
    [{ folder: DELETED }, false],
    [{ position: afterMoves(null, MOVES.slice(0, 3)) }, true],
    [{ position: afterMoves(null, ['h2e2', 'b9c7']) }, false],
  ];
  for (const [part, expected] of rows) {
    assert.equal(matches(game, { ...EVERYTHING, ...part }), expected, JSON.stringify(part));
  }
  const gone = { ...game, deleted: 5 };
  assert.equal(matches(gone, EVERYTHING), false);
  assert.equal(matches(gone, { ...EVERYTHING, folder: DELETED }), true);
  assert.deepEqual(foldersOf([game, gone, record({ folder: 'a' })]), ['a', 'masters']);
});

test('a position is found in every variation, and with captures taken back', () => {
  const packed = packTree(rich());
  const lines = [['c3c4'], ['h2e2', 'b9c7', 'b0c2', 'a9a8'], ['h2e2', 'b9c7', 'b0c2', 'i9i8'], MOVES];
  for (const moves of lines) {
    assert.equal(hasPosition(packed, afterMoves(null, moves)), true, moves.join());
  }
  assert.equal(hasPosition(packed, afterMoves(null, ['g3g4'])), false);
  // The cannon takes the horse and comes back in the variation.
  const taken = { ...packed, moves: 'b2b9(h2e2h9g7)a9b9' };
  assert.equal(hasPosition(taken, afterMoves(null, ['h2e2', 'h9g7'])), true);
  assert.equal(hasPosition(taken, afterMoves(null, ['b2b9', 'a9b9'])), true);
  assert.equal(hasPosition(taken, readFen('4k4/9/9/9/9/9/9/9/9/4K4 w')!), false);
});

test('the store refuses what is older than what it has', async () => {
  const game = record();
  const first = await putGame(game, 10);
  assert.deepEqual([first.isStored, first.record.revision], [true, 1]);
  const second = await putGame({ ...first.record, name: 'two' }, 20);
  assert.equal(second.record.revision, 2);
  const late = await putGame({ ...first.record, name: 'late' }, 30);
  assert.deepEqual([late.isStored, late.record.name], [false, 'two']);
  assert.equal((await readGame(game.id))?.name, 'two');
  await changeGame(game.id, { deleted: 5 });
  assert.equal(games.value.find(({ id }) => id === game.id)?.deleted, 5);
  await changeGame(game.id, { deleted: null });
  assert.equal((await readGame(game.id))?.revision, 4);
  assert.equal(await changeGame('nobody', { name: 'x' }), null);
});

test('a backup is compact and reads back; what has changed since is kept beside it', async () => {
  const game = record({ name: 'kept', opening: { name_en: 'x' } });
  await addGames([game]);
  const text = await writeBackup();
  assert.ok(isBackup(text) && text.length < 6000, `${text.length}`);
  assert.equal(await readBackup(text), 0, 'all of it is there');
  const stored = (await readGame(game.id))!;
  await putGame({ ...stored, tree: { ...stored.tree, comment: 'newer' } });
  assert.equal(await readBackup(text), 1);
  assert.equal((await readGame(game.id))?.tree.comment, 'newer');
  assert.equal(games.value.filter(({ name }) => name === 'kept').length, 2);
  const old = {
    id: 'v1',
    date: '2026-01-01',
    red: 'A',
    black: 'B',
    result: '*',
    fen: null,
    moves: ['h2e2'],
    rules: 'asian',
  };
  assert.equal(await readBackup(JSON.stringify({ chuhe: 1, games: [old, { id: 3 }], values: {} })), 1);
  assert.equal((await readGame('v1'))?.tree.moves, 'h2e2');
  const play = {
    id: 'p1',
    started: 5,
    fen: null,
    moves: ['c3c4'],
    rules: 'asian',
    red: { kind: 'person' },
    black: { kind: 'engine', level: 3 },
  };
  const tree = { fen: null, comment: '', tags: {}, children: [{ move: 'g3g4', comment: 'mine', children: [] }] };
  const values = { play, analysis: { tree, path: [] } };
  assert.equal(await readBackup(JSON.stringify({ chuhe: 1, games: [], values })), 2);
  assert.equal(isUnfinished((await readGame('p1'))!), true);
  assert.equal(await readBackup(JSON.stringify({ chuhe: 1, games: [], values })), 0, 'not twice');
  assert.equal(await readBackup('1. C2=5'), null);
  assert.equal(isBackup('{"other": 1}'), false);
});

test('files: one game is shown, several are offered, and bad ones are told', async () => {
  const world = new World();
  await world.server.open();
  const shown: string[] = [];
  const files = new FilesController({
    ...world.environment,
    show: ({ tree }) => void shown.push(tree.moves),
  });
  const bytes = new TextEncoder().encode('炮二平五');
  assert.deepEqual(fromBase64(toBase64(bytes)), bytes);
  const tree = gameTreeOf(rich());
  const reading = files.open(bytes, 'a.pgn');
  const { id } = world.server.pending('read_file');
  await world.server.report('read_file', id, { number: 1, game: tree, opening: null, fault: null });
  await world.server.answer('read_file', { format: 'PGN', games: 1, faults: 0, stopped: false });
  await reading;
  assert.deepEqual(shown, [packTree(rich()).moves]);
  const several = files.open(bytes, 'b.pgn');
  const next = world.server.pending('read_file').id;
  const fault = { words_en: 'line 3', words_zh: '第3行' };
  await world.server.report('read_file', next, { number: 1, game: tree, opening: null, fault: null });
  await world.server.report('read_file', next, { number: 2, game: null, opening: null, fault });
  await world.server.report('read_file', next, { number: 3, game: tree, opening: null, fault: null });
  await world.server.answer('read_file', { format: 'PGN', games: 2, faults: 1, stopped: false });
  await several;
  assert.equal(shown.length, 1);
  assert.deepEqual(files.choosing.value?.faults, ['2: line 3']);
  assert.equal(await files.keepAll(files.choosing.value!), 2);
  assert.deepEqual(
    [...world.library.records.values()].map(({ folder }) => folder),
    ['b', 'b'],
  );
  files.choose(1);
  assert.equal(shown.length, 2);
  assert.equal(files.choosing.value, null);
});

test('files: what is not a file of games is read as a text, as far as it goes', async () => {
  const world = new World();
  await world.server.open();
  const shown: Tree[] = [];
  const files = new FilesController({ ...world.environment, show: ({ tree }) => void shown.push(unpackTree(tree)) });
  const reading = files.open(new TextEncoder().encode('h2e2 nonsense'), 'text');
  await world.server.answer('read_file', { format: null, games: 0, faults: 1, stopped: false });
  const stop = { code: 'too_long', max: 1, words_en: 'stopped', words_zh: '停' } as const;
  await world.server.answer('read_game', {
    fen: null,
    moves: ['h2e2'],
    tags: { Red: 'A', Result: '1-0' },
    format: 'iccs',
    stopped_by: stop,
  });
  const file = await reading;
  assert.deepEqual(file.faults, ['Read only partly: stopped']);
  assert.equal(files.choosing.value?.games[0]?.tree.result, '1-0');
  assert.equal(isUnfinished(record()), false);
  await assert.rejects(files.open(new Uint8Array((32 << 20) + 1), 'big.cbl'), /big\.cbl is larger than 32 MiB/);
  // Bytes that are no text at all.
  const binary = files.open(new Uint8Array([255, 254, 253]), 'x.bin');
  const refused = assert.rejects(binary, /2: |x\.bin|1: /);
  await world.server.report('read_file', world.server.pending('read_file').id, {
    number: 1,
    game: null,
    opening: null,
    fault: { words_en: 'bad', words_zh: '坏' },
  });
  await world.server.answer('read_file', { format: null, games: 0, faults: 1, stopped: false });
  await refused;
});

test('files: a large one is sent packed, and comes out as it was', async () => {
  const world = new World();
  await world.server.open();
  const files = new FilesController({ ...world.environment, show: () => undefined });
  const bytes = new TextEncoder().encode('1. C2=5 H8+7\n'.repeat(100_000));
  const reading = files.read(bytes, 'many.pgn');
  while (world.server.waits('read_file') === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const sent = world.server.pending('read_file');
  assert.equal(sent.packed, true);
  assert.ok(sent.data.length < bytes.length / 50);
  assert.deepEqual(new Uint8Array(gunzipSync(fromBase64(sent.data))), bytes);
  const game = gameTreeOf(treeOf(null, MOVES));
  await world.server.report('read_file', sent.id, {
    number: 1,
    game,
    opening: null,
    fault: { words_en: 'cut', words_zh: '截断' },
  });
  await world.server.answer('read_file', { format: 'PGN', games: 1, faults: 1, stopped: false });
  const file = await reading;
  assert.deepEqual([file.games.length, file.faults], [1, ['1: cut']]);
});

test('the games of a folder are its chapters, in the order of the file, and can be moved', async () => {
  const part = (name: string, chapter: number, folder = 'study') =>
    newRecord({ kind: 'analysed', rules: 'asian', tree: packTree(rich()), id: name, name, chapter, folder }, 5);
  const list = [part('c', 3), part('a', 1), part('x', 9, 'other'), part('b', 2), { ...part('d', 4), deleted: 1 }];
  const names = (records: readonly GameRecord[]) => chaptersOf(records, 'study').map(({ name }) => name);
  assert.deepEqual(names(list), ['a', 'b', 'c']);
  assert.equal(nextChapter(list, 'study'), 4);
  assert.equal(nextChapter(list, 'empty'), 1);
  const after = (id: string, steps: number) => {
    const changes = new Map(moveChapter(chaptersOf(list, 'study'), id, steps).map((change) => [change.id, change]));
    return names(list.map((record) => ({ ...record, ...changes.get(record.id) })));
  };
  assert.deepEqual(after('a', 1), ['b', 'a', 'c']);
  assert.deepEqual(after('c', -1), ['a', 'c', 'b']);
  assert.deepEqual(after('c', -9), ['c', 'a', 'b']);
  assert.deepEqual(after('a', 9), ['b', 'c', 'a']);
  assert.deepEqual(moveChapter(chaptersOf(list, 'study'), 'a', -1), []);
  assert.deepEqual(moveChapter(chaptersOf(list, 'study'), 'nobody', 1), []);
  // Games of an older version have no place: they come by age.
  const old = [part('new', 0), { ...part('old', 0), created: 2 }];
  assert.deepEqual(names(old), ['old', 'new']);
  assert.equal(readRecord({ ...part('e', 2), chapter: 'two' })?.chapter, 0);
});

test('files: games in PGN are cut into parts between games, and nowhere else', () => {
  const game = (name: string, moves = '1. C2=5 H8+7') => `[Event "${name}"]\n[Red "A"]\n\n${moves} *\n\n`;
  const odd = game('three', '1. C2=5 {not a game:\n\n[Event "x"]\n\n} H8+7');
  const text = [game('one'), game('two'), odd, game('four')].join('');
  const bytes = new TextEncoder().encode(text);
  const parts = partsOf(bytes, 10).map((part) => new TextDecoder().decode(part));
  assert.deepEqual(parts, [game('one'), game('two'), odd, game('four')]);
  const lines = new TextEncoder().encode(text.replaceAll('\n', '\r\n'));
  assert.equal(partsOf(lines, 10).length, 4);
  // Small files, other formats and two bytes a letter are left whole.
  assert.equal(partsOf(bytes).length, 1);
  assert.equal(partsOf(new Uint8Array(1000).fill(65), 10).length, 1);
  assert.equal(partsOf(Uint8Array.from([...bytes].flatMap((byte) => [byte, 0])), 10).length, 1);
});

test('many games are changed at once', async () => {
  const list = ['p', 'q', 'r'].map((id) =>
    newRecord({ kind: 'loaded', rules: 'asian', tree: packTree(rich()), id }, 7),
  );
  await addGames(list);
  const changed = await changeGames([...list.map(({ id }) => ({ id, folder: 'all' })), { id: 'nobody', folder: 'x' }]);
  assert.deepEqual(
    changed.map(({ id, folder, revision }) => `${id} ${folder} ${revision}`),
    ['p all 2', 'q all 2', 'r all 2'],
  );
  assert.equal(games.value.filter(({ folder }) => folder === 'all').length, 3);
  assert.deepEqual(await changeGames([]), []);
});
