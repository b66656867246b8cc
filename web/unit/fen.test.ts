import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import type { Placement } from '../src/core/fen';
import { afterMoves, mirrored, readFen, START, swapped, withOdds, writeFen } from '../src/core/fen';

/** Positions of the proved mates: any test that reads and writes boards can use them. */
function positions(): string[] {
  const rows = readFileSync('../testdata/mates.tsv', 'utf8').split('\n');
  return rows.filter((row) => row !== '' && !row.startsWith('#')).map((row) => row.split('\t')[0]!);
}

const board = (fen: string) => fen.split(' ').slice(0, 2).join(' ');
const read = (fen: string): Placement => readFen(fen) ?? assert.fail(`not read: ${fen}`);

test('what is read is written again', () => {
  const list = [START, ...positions()];
  assert.ok(list.length > 50);
  for (const fen of list) assert.equal(board(writeFen(read(fen))), board(fen));
});

test('mirror and exchange undo themselves', () => {
  for (const fen of positions()) {
    const placement = read(fen);
    assert.deepEqual(mirrored(mirrored(placement.pieces)), placement.pieces);
    assert.deepEqual(swapped(swapped(placement)), placement);
  }
});

test('what is not a board is refused', () => {
  for (const text of [
    '',
    'hello',
    '9/9/9',
    START.replace('9/', '8/'),
    START.replace('RNB', 'RNX'),
    START.replace('RNBAKABNR', 'RNBAKABNRR'),
  ]) {
    assert.equal(readFen(text), null, text);
  }
  assert.equal(readFen(START.replace('RNBAK', 'RHEAK'))?.pieces.b0, 'N');
});

test('master games end with as many pieces as captures leave', () => {
  const rows = readFileSync('../testdata/notation/master_games_sample.tsv', 'utf8').split('\n').slice(1);
  for (const row of rows.filter((text) => text !== '')) {
    const moves = row.split('\t')[5]!.split(' ');
    let pieces = 32;
    for (let ply = 0; ply < moves.length; ply++) {
      const before = afterMoves(null, moves.slice(0, ply)).pieces;
      assert.ok(before[moves[ply]!.slice(0, 2)] !== undefined, `${moves[ply]} moves nothing`);
      if (before[moves[ply]!.slice(2)] !== undefined) pieces -= 1;
      if (ply > 20) break;
    }
    const played = Math.min(moves.length, 22);
    assert.equal(Object.keys(afterMoves(null, moves.slice(0, played)).pieces).length, pieces);
  }
});

test('odds take the right pieces off', () => {
  assert.equal(withOdds('none', 'red'), null);
  for (const [odds, giver, gone] of [
    ['horse', 'red', ['b0']],
    ['horse', 'black', ['h9']],
    ['cannon', 'red', ['b2']],
    ['cannon', 'black', ['h7']],
    ['rook', 'red', ['a0']],
    ['rook', 'black', ['i9']],
    ['two_horses', 'red', ['b0', 'h0']],
  ] as const) {
    const { pieces } = read(withOdds(odds, giver)!);
    const missing = Object.keys(read(START).pieces).filter((at) => pieces[at] === undefined);
    assert.deepEqual(missing.sort(), [...gone].sort());
  }
});
