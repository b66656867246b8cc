// Moves as the page writes them, against the rows that the server's notation is tested by.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { readFen } from '../src/core/fen';
import { noted, notedGame, notedTree } from '../src/core/notate';

test('moves are written as the server writes them', () => {
  const rows = readFileSync('../testdata/notation/moves.tsv', 'utf8').split('\n').slice(1);
  let count = 0;
  for (const row of rows.filter((text) => text !== '')) {
    const [fen = '', move = '', , wxf, chinese, , label] = row.split('\t');
    const texts = noted(readFen(fen)?.pieces ?? {}, move);
    assert.deepEqual([texts.wxf, texts.chinese], [wxf, chinese], label);
    count += 1;
  }
  assert.ok(count >= 20, String(count));
});

test('a game and a tree are written move by move, and a move of nothing only as it stands', () => {
  assert.deepEqual(
    notedGame(null, ['h2e2', 'h9g7', 'h0g2']).map(({ wxf, chinese }) => `${wxf} ${chinese}`),
    ['C2=5 炮二平五', 'H8+7 马８进７', 'H2+3 马二进三'],
  );
  const tree = [
    { move: 'h2e2', parent: 0 },
    { move: 'h9g7', parent: 1 },
    { move: 'b2e2', parent: 0 },
  ];
  assert.deepEqual(
    notedTree(null, tree).map(({ wxf }) => wxf),
    ['C2=5', 'H8+7', 'C8=5'],
  );
  assert.deepEqual(noted({}, 'a0a1'), { move: 'a0a1', wxf: '', chinese: '' });
});
