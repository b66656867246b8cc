import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readFen } from '../src/core/fen';
import type { Attempt } from '../src/core/puzzle';
import {
  chance,
  dailyPuzzle,
  FIRST_RATING,
  idOf,
  mergedAttempts,
  mergedCounts,
  missedOf,
  nearest,
  passes,
  ratingAfter,
  ratingsOf,
  readLog,
  readPuzzles,
  statisticsOf,
  streaksOf,
} from '../src/core/puzzle';
import { EndingController, readEndings } from '../src/state/endings';
import type { PuzzleEnvironment } from '../src/state/puzzlelog';
import type { Stage } from '../src/state/puzzles';
import { PuzzleController } from '../src/state/puzzles';
import { puzzleWords } from '../src/words/puzzles';
import { settled, World } from './world';

const ROWS = [
  '3k5/R8/9/9/9/9/9/9/1R7/4K4 w\tb1b9\tm1\ttwo-rooks\t700\tg\t5678994311',
  '3k5/9/9/9/9/9/9/9/RR7/4K4 w\ta1a8 d9e9 b1b9\tm2\ttwo-rooks\t1150\tg\t0123454311',
  '4k4/9/9/9/9/9/4n4/9/R8/4K4 w\ta1a3\tt\tfork,quiet\t1400\tm\t0011223311',
].join('\n');
const SHIPPED = readPuzzles(readFileSync(new URL('../src/app/puzzles.txt', import.meta.url), 'utf8'));

async function begin(world = new World(), rows = ROWS) {
  const environment: PuzzleEnvironment = {
    ...world.environment,
    fetchPuzzles: async () => readPuzzles(rows),
    random: () => 0,
  };
  const puzzles = new PuzzleController(environment);
  await world.server.open();
  await puzzles.load();
  if (world.server.waits('look') > 0) await world.server.see();
  await settled();
  return { world, puzzles, server: world.server, environment };
}

const REPLY = { ok: true, reply: 'd9d8', mate_in: 1, mated: false, better: null };
const WRONG = { ok: false, reply: null, mate_in: null, mated: false, better: null };
const MATED = { ok: true, reply: null, mate_in: null, mated: true, better: null };
const WINS = { ok: true, reply: null, mate_in: null, mated: false, better: null };
const stageOf = (puzzles: PuzzleController): Stage => puzzles.stage.value;

async function seeAll(server: World['server']) {
  while (server.waits('look') > 0) await server.see();
  await settled();
}

test('puzzles: the solution is followed without a judge, and what came of it is kept', async () => {
  const { world, puzzles, server } = await begin();
  assert.equal(puzzles.puzzle.value?.rating, 1150, 'the one closest to the first rating');
  puzzles.tryMove('a1a8');
  await server.see();
  assert.equal(stageOf(puzzles), 'right');
  await world.time.pass(500);
  await seeAll(server);
  assert.deepEqual(puzzles.moves.value, ['a1a8', 'd9e9']);
  puzzles.tryMove('b1b9');
  await server.see();
  await seeAll(server);
  assert.equal(stageOf(puzzles), 'solved');
  assert.equal(server.asked('puzzle_move').length, 0);
  const [attempt] = readLog(world.stored.get('puzzles'));
  assert.deepEqual([attempt?.score, attempt?.mode, attempt?.rating], [1, 'rated', 1150]);
  assert.ok(puzzles.log.rating.value > FIRST_RATING && puzzles.log.change.value > 0);
  assert.equal(puzzles.list.value.length, 3, 'the line can be stepped through');
  puzzles.goTo(1);
  await seeAll(server);
  assert.deepEqual(puzzles.shown.value, ['a1a8']);
  assert.deepEqual(world.complaints, []);
});

test('puzzles: a wrong move is taken back and counts once, whatever follows', async () => {
  const { world, puzzles, server } = await begin();
  for (const move of ['a1a2', 'a1a3']) {
    puzzles.tryMove(move);
    await server.see();
    assert.equal(server.pending('puzzle_move').mate_in, 2);
    await server.answer('puzzle_move', WRONG);
    await seeAll(server);
    assert.equal(stageOf(puzzles), 'wrong');
    assert.deepEqual(puzzles.moves.value, []);
  }
  puzzles.tryMove('a1a8');
  await server.see();
  await world.time.pass(500);
  await seeAll(server);
  puzzles.tryMove('b1b9');
  await server.see();
  assert.equal(stageOf(puzzles), 'solved');
  assert.deepEqual(
    puzzles.log.attempts.value.map(({ score }) => score),
    [0],
  );
  assert.ok(puzzles.log.rating.value < FIRST_RATING);
  assert.deepEqual(puzzles.missed.value, [puzzles.puzzle.value?.id]);
});

test('puzzles: another way to mate is right, and so is a longer one', async () => {
  const { world, puzzles, server } = await begin();
  puzzles.tryMove('b1b8');
  await server.see();
  await server.answer('puzzle_move', { ...REPLY, mate_in: 3 });
  assert.equal(puzzles.other.value, 'longer');
  await world.time.pass(500);
  await seeAll(server);
  assert.deepEqual([puzzles.moves.value, puzzles.movesLeft.value], [['b1b8', 'd9d8'], 3]);
  puzzles.askHint();
  await server.answer('puzzle_move', { ...WRONG, better: 'a1a7' });
  assert.equal(puzzles.hint.value, 'a1a7', 'off the solution the server knows the way');
  puzzles.tryMove('a1a7');
  await server.see();
  await server.answer('puzzle_move', MATED);
  assert.equal(stageOf(puzzles), 'solved');
  assert.deepEqual(puzzles.moves.value, ['b1b8', 'd9d8', 'a1a7']);
});

test('puzzles: another move that wins solves a tactic', async () => {
  const { puzzles, server } = await begin();
  puzzles.chooseFilter('fork');
  await seeAll(server);
  puzzles.tryMove('a1a5');
  await server.see();
  assert.equal(server.pending('puzzle_move').mate_in, null);
  await server.answer('puzzle_move', WINS);
  assert.deepEqual([stageOf(puzzles), puzzles.other.value, puzzles.score.value], ['solved', 'win', 1]);
});

test('puzzles: a hint halves, the solution shown counts nothing', async () => {
  const { puzzles, server } = await begin();
  puzzles.chooseFilter('m1');
  await seeAll(server);
  puzzles.askHint();
  await settled();
  assert.equal(puzzles.hint.value, 'b1b9');
  puzzles.tryMove('b1b9');
  await server.see();
  assert.equal(puzzles.score.value, 0.5);
  puzzles.chooseFilter('m2');
  puzzles.showSolution();
  await seeAll(server);
  assert.deepEqual([stageOf(puzzles), puzzles.score.value, puzzles.shown.value], ['shown', 0, []]);
});

test('puzzles: what is open survives a reload in the middle, and so does what was decided', async () => {
  const first = await begin();
  first.puzzles.tryMove('a1a8');
  await first.server.see();
  await first.world.time.pass(500);
  await seeAll(first.server);
  const world = new World();
  for (const [name, value] of first.world.stored) world.stored.set(name, value);
  const { puzzles } = await begin(world);
  assert.deepEqual([puzzles.puzzle.value?.rating, puzzles.moves.value], [1150, ['a1a8', 'd9e9']]);
  assert.equal(puzzles.legal.value !== null, true);
});

test('puzzles: a streak ends with the first wrong move', async () => {
  const { puzzles, server } = await begin();
  puzzles.chooseMode('streak');
  await seeAll(server);
  assert.equal(puzzles.puzzle.value?.rating, 700);
  puzzles.tryMove('b1b9');
  await server.see();
  assert.equal(puzzles.log.streaks.value.current, 1);
  puzzles.next();
  await seeAll(server);
  puzzles.tryMove('a1a2');
  await server.see();
  await server.answer('puzzle_move', WRONG);
  await seeAll(server);
  assert.equal(stageOf(puzzles), 'shown');
  assert.deepEqual(puzzles.log.streaks.value, { current: 0, best: 1 });
});

test('puzzles: a move that nobody could judge is taken back', async () => {
  const { puzzles, server } = await begin();
  puzzles.tryMove('a1a2');
  await server.see();
  await server.refuse('puzzle_move', 'no', 'no');
  assert.deepEqual(puzzles.moves.value, []);
  assert.equal(puzzles.log.attempts.value.length, 0);
});

const attempt = (part: Partial<Attempt>): Attempt => ({
  id: 'a',
  at: 0,
  rating: 1200,
  score: 1,
  mode: 'rated',
  millis: 0,
  ...part,
});

test('puzzles: ratings move less and less, and only by rated attempts', () => {
  assert.ok(Math.abs(chance(1500, 1500) - 0.5) < 1e-9);
  assert.ok(ratingAfter(1200, 0, 1200, 1) - 1200 > 2 * (ratingAfter(1200, 50, 1200, 1) - 1200));
  assert.ok(ratingAfter(1200, 3, 1200, 0.5) < ratingAfter(1200, 3, 1200, 1));
  const many = Array.from({ length: 200 }, (_, at) => attempt({ at, rating: 2000, score: at % 2 }));
  const last = ratingsOf(many).at(-1)?.rating ?? 0;
  assert.ok(Math.abs(last - 2000) < 120, `half of 2000 is about 2000, not ${last}`);
  assert.deepEqual(ratingsOf([attempt({ mode: 'daily' })]), []);
});

test('puzzles: streaks, missed ones, statistics and what two tabs know', () => {
  const list = [1, 1, 0, 1].map((score, at) => attempt({ at, score, mode: 'streak', id: `p${at}` }));
  assert.deepEqual(streaksOf(list), { current: 1, best: 2 });
  assert.deepEqual(missedOf(list), ['p2']);
  assert.deepEqual(missedOf([...list, attempt({ id: 'p2', at: 9, mode: 'missed' })]), []);
  assert.equal(mergedAttempts(list.slice(0, 3), list.slice(2)).length, 4);
  const [puzzle] = readPuzzles(ROWS);
  assert.ok(puzzle);
  const statistics = statisticsOf(
    [attempt({ id: puzzle.id }), attempt({ id: puzzle.id, at: 1, score: 0 })],
    new Map([[puzzle.id, puzzle]]),
  );
  assert.deepEqual([statistics.tried, statistics.solved, statistics.byDay.length], [2, 1, 1]);
  assert.deepEqual(statistics.byTheme.get('two-rooks'), { tried: 2, solved: 1 });
  const counts = mergedCounts({ a: { tries: 2, done: 1 } }, { a: { tries: 1, done: 1 }, b: { tries: 1, done: 0 } });
  assert.deepEqual(counts, { a: { tries: 2, done: 1 }, b: { tries: 1, done: 0 } });
  const old = readLog({ solved: ['3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1'], length: null, index: 0 });
  assert.deepEqual([old[0]?.id, old[0]?.score, old[0]?.mode], [puzzle.id, 1, 'again']);
  // However often it is read, it is the same attempt.
  assert.equal(mergedAttempts(old, readLog({ solved: ['3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1'] })).length, 1);
});

test('puzzles: the puzzle of the day depends on the day alone, and new puzzles come first', () => {
  const days = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'].map((day) => dailyPuzzle(SHIPPED, day));
  assert.ok(new Set(days.map((puzzle) => puzzle?.id)).size >= 3);
  assert.equal(dailyPuzzle([...SHIPPED].reverse(), '2026-11-17')?.id, days[0]?.id);
  assert.ok(days.every((puzzle) => puzzle !== null && puzzle.rating >= 1000 && puzzle.rating <= 2300));
  const rows = readPuzzles(ROWS);
  assert.equal(nearest(rows, 700, new Set(), () => 0)?.rating, 700);
  assert.equal(nearest(rows, 700, new Set([rows[0]?.id ?? '']), () => 0)?.rating, 1150);
  assert.equal(
    nearest([], 700, new Set(), () => 0),
    null,
  );
});

test('puzzles: the shipped file is whole', () => {
  assert.ok(SHIPPED.length >= 2000, String(SHIPPED.length));
  assert.equal(new Set(SHIPPED.map(({ id }) => id)).size, SHIPPED.length);
  for (const puzzle of SHIPPED) {
    assert.ok(readFen(puzzle.fen) !== null && puzzle.rating >= 300 && puzzle.rating <= 3600, puzzle.fen);
    assert.ok(puzzle.solution.length % 2 === 1 && puzzle.solution.every((move) => /^[a-i]\d[a-i]\d$/.test(move)));
    if (puzzle.mateIn !== null) assert.equal(puzzle.solution.length, 2 * puzzle.mateIn - 1, puzzle.fen);
    for (const theme of puzzle.themes) {
      assert.ok(passes(puzzle, theme));
      assert.notEqual(puzzleWords.en.filters(theme), puzzleWords.zh.filters(theme));
    }
  }
  assert.notEqual(idOf('a'), idOf('b'));
});

const ENDINGS = readEndings(readFileSync(new URL('../src/app/endings.txt', import.meta.url), 'utf8'));

test('endings: the table is whole', () => {
  assert.ok(ENDINGS.length >= 15, String(ENDINGS.length));
  assert.equal(new Set(ENDINGS.map(({ id }) => id)).size, ENDINGS.length);
  for (const { fen } of ENDINGS) assert.equal(readFen(fen)?.side, 'red');
});

test('endings: the engine answers, a lost win is noted, the end is counted and kept', async () => {
  const { world, server, environment } = await begin();
  const endings = new EndingController(environment, ENDINGS, () => ({ won: 300, gone: 60 }));
  await endings.load();
  await seeAll(server);
  endings.choose('rook-two-advisors');
  await server.see();
  assert.ok(endings.legal.value);
  endings.tryMove('a0a1');
  await server.see();
  assert.equal(server.pending('go').level, 10);
  await server.answer('go', { move: 'e8d7', score: { cp: 700 } });
  await server.see();
  assert.deepEqual(endings.moves.value, ['a0a1', 'e8d7']);
  endings.tryMove('a1a2');
  await server.see();
  await server.answer('go', { move: 'd7e8', score: { cp: 0 } });
  await server.see();
  assert.equal(endings.slipped.value, 2);
  endings.undo();
  await server.see();
  assert.deepEqual([endings.moves.value.length, endings.slipped.value], [2, null]);
  endings.tryMove('a1a9');
  await server.see({ end: { winner: 'red', reason: 'checkmate', words_en: 'Red wins.', words_zh: '红胜。' } });
  assert.equal(endings.result.value, 'won');
  await settled();
  assert.deepEqual(world.stored.get('endings'), { 'rook-two-advisors': { tries: 1, done: 1 } });
  assert.equal((world.stored.get('ending_open') as { isCounted: boolean }).isCounted, true);
});
