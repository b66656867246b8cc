import { strict as assert } from 'node:assert';
import test from 'node:test';
import { packLine } from '../src/core/pack';
import { newRecord } from '../src/core/record';
import { mergeHistories } from '../src/core/retry';
import type { Side } from '../src/core/squares';
import { fillMoves } from '../src/core/why';
import type { Reviewed, TriedMove } from '../src/net/messages';
import { mistakesOf, RetryController } from '../src/state/retry';
import type { ReviewGame, StoredReview } from '../src/state/review';
import { ReviewController } from '../src/state/review';
import { World } from './world';

const noted = (move: string) => ({ move, wxf: `w-${move}`, chinese: `c-${move}` });
const GAME: ReviewGame = {
  fen: null,
  moves: ['h2e2', 'h9g7', 'e2e6', 'g7e6', 'h0g2'],
  rules: 'asian',
  red: 'A',
  black: 'B',
  result: '*',
  id: 'game',
};

function why(): NonNullable<Reviewed['why']> {
  const line = { kind: 'material' as const, words_en: '{reply} takes', words_zh: '{reply}吃', lost: [], taken: [] };
  return {
    cost: { ...line, plies: 1 },
    punishment: ['g7e6', 'h0g2', 'b9c7'].map(noted),
    better: ['h0g2', 'i9h9'].map(noted),
  };
}

function reviewed(ply: number, part: Partial<Reviewed> = {}): Reviewed {
  const rest = { score: { cp: 0 }, wdl: [300, 400, 300] as [number, number, number], line: [] };
  return { type: 'reviewed', ply, best: noted(ply === 2 ? 'h0g2' : 'a0a1'), ...rest, ...part };
}

const REVIEW: StoredReview = {
  game: GAME,
  results: [
    reviewed(0),
    reviewed(1, { class: 'best', loss: 0 }),
    reviewed(2, { class: 'good', loss: 3 }),
    reviewed(3, { class: 'blunder', loss: 40, why: why() }),
    reviewed(4, { class: 'mistake', loss: 12 }),
    reviewed(5, { class: 'inaccuracy', loss: 7 }),
  ],
  done: null,
  ply: 0,
  nodes: 100_000,
};
const TRIED: TriedMove = { ok: true, class: 'good', loss: 2, score: { cp: 10 }, wdl: [300, 400, 300], reply: 'i9h9' };

test('retry: mistakes and blunders of the person are asked, of both sides where nobody is known', () => {
  assert.deepEqual(
    mistakesOf(REVIEW, null).map(({ ply, played }) => [ply, played]),
    [
      [2, 'e2e6'],
      [3, 'g7e6'],
    ],
  );
  assert.deepEqual(
    mistakesOf(REVIEW, 'black').map(({ ply }) => ply),
    [3],
  );
  assert.deepEqual(mistakesOf(undefined, null), []);
  assert.deepEqual(mistakesOf({ ...REVIEW, game: null }, null), []);
});

test('retry: of two histories the newer counts, and what was solved stays solved', () => {
  const one = { a: { tries: 3, isSolved: true, at: 5 }, b: { tries: 1, isSolved: false, at: 9 } };
  const other = { a: { tries: 4, isSolved: false, at: 6 }, b: { tries: 2, isSolved: true, at: 8 } };
  assert.deepEqual(mergeHistories(one, other), {
    a: { tries: 4, isSolved: true, at: 6 },
    b: { tries: 1, isSolved: true, at: 9 },
  });
});

async function begin(world = new World()) {
  const retry = new RetryController(world.environment);
  await world.server.open();
  await retry.load();
  retry.open(REVIEW);
  await world.time.pass(0);
  await world.server.see({ legal: ['e2e6', 'h0g2', 'b0c2'].map(noted) });
  return { world, retry, server: world.server };
}

test('retry: a good move solves, which is stored and found again', async () => {
  const { world, retry, server } = await begin();
  assert.equal(retry.mistake.value?.played, 'e2e6');
  assert.equal(retry.playedText.value?.wxf, 'w-e2e6');
  retry.tryMove('h0g2');
  assert.equal(retry.legal.value, null);
  const asked = server.pending('try_move');
  assert.deepEqual([asked.moves, asked.nodes], [['h2e2', 'h9g7', 'h0g2'], 100_000]);
  await server.answer('try_move', { tried: TRIED });
  assert.equal(retry.stage.value, 'solved');
  assert.equal(retry.solvedCount.value, 1);
  const again = new RetryController(world.environment);
  await again.load();
  again.open(REVIEW);
  await world.time.pass(0);
  assert.equal(again.solvedCount.value, 1);
  assert.equal(again.mistake.value?.ply, 3, 'the first that is not solved');
});

test('retry: a weak move is refused and another can be tried; giving up counts, too', async () => {
  const { world, retry, server } = await begin();
  retry.tryMove('e2e6');
  await server.answer('try_move', { tried: { ...TRIED, ok: false, class: 'blunder', loss: 40, why: why() } });
  assert.equal(retry.stage.value, 'wrong');
  assert.ok(world.sounds.includes('wrong'));
  retry.tryMove('b0c2');
  await server.answer('try_move', { tried: TRIED });
  assert.equal(retry.stage.value, 'solved');
  const key = retry.key.value ?? '';
  assert.deepEqual([retry.history.value[key]?.tries, retry.history.value[key]?.isSolved], [2, true]);
  retry.next();
  assert.equal(retry.mistake.value?.ply, 3);
  retry.show();
  assert.equal(retry.stage.value, 'shown');
  assert.equal(retry.history.value[retry.key.value ?? '']?.isSolved, false);
});

test('retry: a move that nobody has judged counts for nothing', async () => {
  const { world, retry, server } = await begin();
  retry.tryMove('e2e6');
  await server.lose();
  assert.equal(retry.stage.value, 'solving');
  assert.deepEqual(retry.history.value, {});
  assert.deepEqual(world.complaints, []);
});

test('retry: the mistakes of all games that were reviewed, but not of those that were deleted', async () => {
  const world = new World();
  const record = newRecord({ kind: 'loaded', rules: 'asian', tree: packLine(null, GAME.moves), opening: null }, 1);
  await world.environment.library.add([{ ...record, id: 'game' }]);
  await world.environment.library.add([{ ...record, id: 'other' }]);
  await world.environment.library.writeReview('game', REVIEW);
  const retry = new RetryController(world.environment);
  retry.open(null);
  await world.time.pass(0);
  assert.equal(retry.mistakes.value?.length, 2);
  await world.environment.library.put({ ...record, id: 'game', revision: 1, deleted: 5 });
  retry.open(null);
  await world.time.pass(0);
  assert.deepEqual(retry.mistakes.value, []);
});

test('retry: the mistakes of a friend are not one’s own', async () => {
  const world = new World();
  const tree = packLine(null, GAME.moves);
  const plies = async (person: Side | null) => {
    const record = newRecord({ kind: 'played', rules: 'asian', tree, person, id: 'game' }, 1);
    await world.environment.library.add([record]);
    await world.environment.library.writeReview('game', REVIEW);
    const retry = new RetryController(world.environment);
    retry.open(null);
    await world.time.pass(0);
    return retry.mistakes.value?.map(({ ply }) => ply) ?? [];
  };
  const [red, black, both] = [await plies('red'), await plies('black'), await plies(null)];
  assert.ok(red.every((ply) => ply % 2 === 0) && black.every((ply) => ply % 2 === 1));
  assert.deepEqual([...red, ...black].sort(), both);
  assert.equal(both.length, 2);
  assert.deepEqual([red.length, black.length], [1, 1]);
});

test('review: the punishing line is played out, stopped, stepped through and left', async () => {
  const world = new World();
  const review = new ReviewController(world.environment);
  await world.server.open();
  await review.load();
  review.open(GAME);
  review.results.value = [...REVIEW.results] as Reviewed[];
  review.goTo(3);
  review.playLine('punishment');
  assert.equal(review.line.value?.made, 0);
  await world.time.pass(900);
  assert.equal(review.line.value?.made, 1);
  await world.time.pass(5000);
  assert.deepEqual([review.line.value?.made, review.isPlayingLine.value], [1, false], 'its point has been shown');
  review.stepLine(1);
  review.stepLine(1);
  review.stepLine(1);
  assert.equal(review.line.value?.made, 3);
  review.stepLine(-1);
  assert.equal(review.line.value?.made, 2);
  review.playLine('better');
  await world.time.pass(900);
  review.stopLine();
  await world.time.pass(5000);
  assert.deepEqual([review.line.value?.kind, review.line.value?.made], ['better', 1]);
  review.goTo(4);
  assert.equal(review.line.value, null);
  review.playLine('punishment');
  assert.equal(review.line.value, null, 'nothing is known of this move');
  assert.deepEqual(world.complaints, []);
});

test('sentences get their moves', () => {
  const moves = { reply: 'a', better: 'b' };
  assert.equal(fillMoves('{reply} takes; {better} was better', moves, 'wxf'), 'a takes; b was better');
  const placed = 'Leaves the rook on {h5=file 2} undefended: {reply} takes it.';
  assert.equal(fillMoves(placed, moves, 'wxf'), 'Leaves the rook on file 2 undefended: a takes it.');
  assert.equal(fillMoves(placed, moves, 'iccs'), 'Leaves the rook on h5 undefended: a takes it.');
});
