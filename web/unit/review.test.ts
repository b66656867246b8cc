import { strict as assert } from 'node:assert';
import test from 'node:test';
import type { MoveClass, Reviewed } from '../src/net/messages';
import type { ReviewGame } from '../src/state/review';
import { ReviewController } from '../src/state/review';
import { World } from './world';

const GAME: ReviewGame = {
  fen: null,
  moves: ['h2e2', 'h9g7', 'h0g2', 'i9h9'],
  rules: 'asian',
  red: 'A',
  black: 'B',
  result: '*',
};
const OTHER: ReviewGame = { ...GAME, moves: ['c3c4', 'g6g5'] };
const DONE = { accuracy: { red: 90, black: 80 }, counts: { red: {}, black: {} } };

async function begin() {
  const world = new World();
  const review = new ReviewController(world.environment);
  await world.server.open();
  await review.load();
  review.open(GAME);
  await world.server.see();
  return { world, review, server: world.server };
}

async function beginReview() {
  const all = await begin();
  all.review.start();
  return { ...all, id: all.server.pending('review').id };
}

function report(ply: number, name?: MoveClass): Partial<Reviewed> {
  return { ply, line: [], best: null, score: { cp: 0 }, ...(name === undefined ? {} : { class: name }) };
}

const plies = (review: ReviewController) => review.results.value.flatMap((one) => (one === undefined ? [] : [one.ply]));
const stored = (world: World) => world.stored.get('review') as Record<string, unknown>;

test('review: reports come in any order, and the end is stored', async () => {
  const { world, review, server, id } = await beginReview();
  assert.deepEqual(server.pending('review').nodes, 200_000);
  for (const ply of [0, 2, 1]) await server.report('review', id, report(ply));
  assert.deepEqual(plies(review), [0, 1, 2]);
  assert.equal(review.running.value, true);
  await server.answer('review', { ...DONE, stopped: false });
  assert.equal(review.running.value, false);
  assert.equal(review.done.value?.accuracy.red, 90);
  assert.deepEqual((stored(world).results as Reviewed[]).length, 3);
  assert.equal(review.history.value[1]?.wxf, 'w-h9g7');
});

test('review: stopped, it sums up what it has found', async () => {
  const { review, server, id } = await beginReview();
  await server.report('review', id, report(0));
  review.stop();
  assert.deepEqual(server.stopped(), [id]);
  assert.equal(review.running.value, true);
  await server.report('review', id, report(1));
  await server.answer('review', { ...DONE, stopped: true });
  assert.deepEqual(plies(review), [0, 1]);
  assert.equal(review.done.value?.stopped, true);
  assert.equal(review.running.value, false);
  review.start();
  assert.equal(server.waits('review'), 1);
  assert.deepEqual(server.stopped(), [id], 'the next review is not stopped by the last one');
});

test('review: another game ends the review of this one, and nothing of it is heard any more', async () => {
  const { world, review, server, id } = await beginReview();
  await server.report('review', id, report(0));
  review.open(OTHER);
  assert.deepEqual(server.stopped(), [id]);
  assert.equal(review.running.value, false);
  await server.report('review', id, report(1));
  await server.answer('review', { ...DONE, stopped: true });
  assert.deepEqual(plies(review), []);
  assert.equal(review.done.value, null);
  review.start();
  assert.deepEqual(server.pending('review').moves, OTHER.moves);
  assert.deepEqual(world.complaints, []);
});

test('review: the texts of another game are not taken for this one', async () => {
  const { review, server } = await begin();
  review.open(OTHER);
  review.open(GAME);
  await server.see();
  assert.deepEqual(review.history.value, []);
  await server.see();
  assert.deepEqual(
    review.history.value.map(({ move }) => move),
    GAME.moves,
  );
});

function judged(ply: number): Partial<Reviewed> {
  return { ...report(ply, 'good'), ...(ply === 0 ? {} : { loss: ply / 10 }) };
}

test('review: after a lost connection it goes on where it was', async () => {
  const { world, review, server, id } = await beginReview();
  for (const ply of [0, 1, 2]) await server.report('review', id, judged(ply));
  await server.lose();
  assert.equal(review.running.value, true);
  assert.deepEqual(world.complaints, []);
  await server.open();
  assert.deepEqual(server.pending('review').known, [
    { loss: 0.1, class: 'good' },
    { loss: 0.2, class: 'good' },
  ]);
  const again = server.pending('review').id;
  for (const ply of [2, 3, 4]) await server.report('review', again, judged(ply));
  await server.answer('review', { ...DONE, stopped: false });
  assert.deepEqual(plies(review), [0, 1, 2, 3, 4]);
  assert.equal(review.running.value, false);
});

test('review: after a reload it goes on where it was', async () => {
  const { world, server, id } = await beginReview();
  for (const ply of [0, 1]) await server.report('review', id, judged(ply));
  await world.time.pass(500);
  const next = new World();
  next.stored.set('review', stored(world));
  const again = new ReviewController(next.environment);
  await again.load();
  assert.equal(again.running.value, true);
  assert.deepEqual(plies(again), [0, 1]);
  await next.server.open();
  assert.deepEqual(next.server.pending('review').known, [{ loss: 0.1, class: 'good' }]);
  assert.equal(next.server.pending('review').nodes, 200_000);
});

test('review: one that was stopped can go on, or begin anew', async () => {
  const { review, server, id } = await beginReview();
  for (const ply of [0, 1]) await server.report('review', id, judged(ply));
  review.stop();
  await server.answer('review', { ...DONE, stopped: true });
  review.resume();
  assert.deepEqual(server.pending('review').known?.length, 1);
  await server.answer('review', { ...DONE, stopped: true });
  review.start();
  assert.deepEqual(server.pending('review').known, []);
});

test('review: it is kept with its game, and found again when the game is opened', async () => {
  const { world, review, server } = await begin();
  review.open({ ...GAME, id: 'x' });
  review.start();
  const { id } = server.pending('review');
  for (const ply of [0, 1, 2, 3, 4]) await server.report('review', id, judged(ply));
  await server.answer('review', { ...DONE, stopped: false });
  review.open(OTHER);
  assert.deepEqual(plies(review), []);
  review.open({ ...GAME, id: 'x' });
  await world.time.pass(0);
  assert.deepEqual(plies(review), [0, 1, 2, 3, 4]);
  assert.equal(review.done.value?.accuracy.red, 90);
  // The game has got another main line since.
  review.open({ ...OTHER, id: 'x' });
  await world.time.pass(0);
  assert.deepEqual(plies(review), []);
});

test('review: what the server refuses is told', async () => {
  const { world, review, server } = await beginReview();
  await server.refuse('review', 'too many', '太多');
  assert.equal(world.complaints.length, 1);
  assert.equal(review.running.value, false);
});

test('review: it does not start twice, nor without a game', async () => {
  const { review, server } = await beginReview();
  review.start();
  assert.equal(server.waits('review'), 1);
  const world = new World();
  await world.server.open();
  new ReviewController(world.environment).start();
  assert.equal(world.server.waits('review'), 0);
});

test('review: the next mistake, and round again', async () => {
  const { review, server, id } = await beginReview();
  const classes: MoveClass[] = ['inaccuracy', 'good', 'blunder', 'best'];
  for (const [index, name] of classes.entries()) await server.report('review', id, report(index + 1, name));
  const visited = [1, 2, 3].map(() => {
    review.nextMistake();
    return review.ply.value;
  });
  assert.deepEqual(visited, [1, 3, 1]);
});

test('review: places stay within the game, and all comes back after a reload', async () => {
  const { world, review, server, id } = await beginReview();
  review.goTo(99);
  assert.equal(review.ply.value, 4);
  review.goTo(-1);
  assert.equal(review.ply.value, 0);
  await server.report('review', id, report(0));
  await server.answer('review', { ...DONE, stopped: false });
  review.goTo(3);
  await world.time.pass(500);
  const next = new World();
  next.stored.set('review', stored(world));
  const again = new ReviewController(next.environment);
  await again.load();
  assert.deepEqual([again.game.value, again.ply.value, plies(again)], [GAME, 3, [0]]);
  assert.equal(again.done.value?.accuracy.black, 80);
});
