// Lessons: a task failed and solved, progress after a reload, Chinese, without the server, the end and the way to a first game.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import {
  clickMove,
  clickSquare,
  eventually,
  faults,
  menu,
  PATIENCE,
  says,
  shot,
  startServer,
  test,
  waitForSquare,
  withPage,
} from './support.mjs';

const lessons = JSON.parse(readFileSync(new URL('../src/lessons/lessons.json', import.meta.url), 'utf8'));
const answers = JSON.parse(readFileSync(new URL('../src/lessons/moves.json', import.meta.url), 'utf8'));

async function openLesson(page, title) {
  const list = page.getByRole('button', { name: 'All lessons' });
  if (await list.count()) await list.click();
  await page.locator('.lesson-title').getByText(title, { exact: true }).click();
}

/** Longer than the moves take that are shown before a task. */
const SHOWN_MILLIS = 8000;

const stage = (page, name) => page.locator(`.message[data-stage="${name}"]`).waitFor();

async function solvePoints(page, id) {
  for (const point of answers[id].points) await clickSquare(page, point);
  await stage(page, 'solved');
}

async function noFaults(page) {
  assert.deepEqual(await faults(page), []);
}

test('a task failed and solved; progress is there after a reload', async () => {
  await withPage(async (page) => {
    await menu(page, 'learn');
    await page.getByRole('heading', { name: 'Learn xiangqi' }).waitFor();
    await noFaults(page);
    await shot(page, 'learn-list');
    await page.getByRole('button', { name: 'Start' }).click();
    await clickSquare(page, 'f2');
    await stage(page, 'wrong');
    await noFaults(page);
    await solvePoints(page, 'king-steps');
    await shot(page, 'learn-king');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await openLesson(page, 'The horse and its leg');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await solvePoints(page, 'horse-leg');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await clickMove(page, 'b0a2');
    await stage(page, 'wrong');
    await waitForSquare(page, 'b0', 'horse');
    await page.getByText('That way it takes too long').waitFor();
    for (const move of ['b0c2', 'c2d4', 'd4f3', 'f3g5']) await clickMove(page, move);
    await stage(page, 'solved');
    await shot(page, 'learn-horse');
    await page.waitForTimeout(500);
    await page.reload();
    await page.getByRole('heading', { name: 'The horse and its leg' }).waitFor();
    await page.getByText('done').first().waitFor();
    await page.getByRole('button', { name: 'All lessons' }).click();
    await page.getByText('3 of 30 tasks solved').waitFor();
    assert.equal(await page.locator('h1').count(), 1);
    assert.equal(await page.title(), 'Learn · Chuhe');
  });
});

test('what is not legal is explained; a perpetual check is ended', async () => {
  await withPage(
    async (page) => {
      await openLesson(page, 'Check');
      await clickMove(page, 'e0e1');
      await page.getByText('your king could be captured').waitFor();
      assert.match(await says(page, 'e0'), /king/);
      await shot(page, 'learn-check');
      await clickMove(page, 'a5e5');
      await stage(page, 'solved');
      await page.clock.install();
      await openLesson(page, 'Perpetual check');
      await page.clock.runFor(SHOWN_MILLIS);
      await page.getByRole('button', { name: 'Draw' }).and(page.locator(':enabled')).click();
      await stage(page, 'solved');
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.clock.runFor(SHOWN_MILLIS);
      await clickMove(page, 'a8a9');
      await page.getByText('you lose').waitFor();
      await page.clock.runFor(1000);
      await clickMove(page, 'a8a7');
      await stage(page, 'solved');
      await shot(page, 'learn-perpetual');
    },
    { path: '#/learn' },
  );
});

test('lessons in Chinese, on a phone', async () => {
  await withPage(
    async (page) => {
      await page.getByRole('button', { name: '开始学习' }).click();
      await page.getByRole('heading', { name: '将帅与九宫' }).waitFor();
      await solvePoints(page, 'king-steps');
      await page.getByText('正确！').waitFor();
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(wide <= 0, `${wide} pixels too wide`);
      await shot(page, 'learn-phone-zh');
      await page.setViewportSize({ width: 844, height: 390 });
      await shot(page, 'learn-sideways-zh');
      await page.getByRole('button', { name: '课程目录' }).click();
      await page.setViewportSize({ width: 390, height: 844 });
      await shot(page, 'learn-list-phone-zh');
      assert.equal(await page.title(), '学棋 · 楚河');
    },
    {
      path: '#/learn',
      options: { locale: 'zh-CN', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  );
});

test('lessons without the server, though the page was never opened before', async () => {
  const server = await startServer();
  try {
    await withPage(
      async (page) => {
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: PATIENCE });
        await server.kill();
        await page.reload();
        await page.locator('.connection.lost').waitFor();
        await menu(page, 'learn');
        await openLesson(page, 'Checkmate');
        await clickMove(page, 'b1b9');
        await stage(page, 'solved');
        await shot(page, 'learn-offline');
      },
      { url: server.url, options: { serviceWorkers: 'allow' }, allowErrors: true },
    );
  } finally {
    await server.stop().catch(() => undefined);
  }
});

/** The shortest way through a task of moves. */
function wayThrough({ nodes }) {
  const ways = [[0, []]];
  const seen = new Set();
  for (const [at, moves] of ways) {
    for (const [move, next] of Object.entries(nodes[at].good)) {
      if (next === null) return [...moves, move];
      if (!seen.has(next)) ways.push([next, [...moves, move]]);
      seen.add(next);
    }
  }
  return assert.fail('there is no way through');
}

const RESULTS = { red: 'Red wins', draw: 'Draw', black: 'Black wins' };

async function solve(page, { id, kind, setup }) {
  if (setup !== undefined) await page.clock.runFor(SHOWN_MILLIS);
  if (kind === 'points') for (const point of answers[id].points) await clickSquare(page, point);
  else if (kind === 'moves') {
    for (const move of wayThrough(answers[id])) {
      await clickMove(page, move);
      // Frames are of the page's clock, too, and come when the click has been heard.
      await page.waitForTimeout(50);
      await page.clock.runFor(100);
    }
  } else await page.locator('.choices-of-result').getByRole('button', { name: RESULTS[answers[id].outcome] }).click();
  await stage(page, 'solved');
}

test('every task of every lesson, from the first one to a game against level 1', async () => {
  await withPage(
    async (page) => {
      await page.clock.install();
      await page.reload();
      await page.getByRole('button', { name: 'Start' }).click();
      for (const lesson of lessons) {
        await page.getByRole('heading', { name: lesson.title.en, exact: true }).waitFor();
        for (const task of lesson.tasks) {
          await page.getByText(task.text.en).waitFor();
          await solve(page, task);
          await page.getByText(task.done.en).waitFor();
          await page.getByRole('button', { name: 'Next', exact: true }).click();
        }
      }
      await page.getByText('You know the rules.').waitFor();
      await noFaults(page);
      await page.getByRole('button', { name: 'Play against level 1' }).click();
      await eventually(async () =>
        assert.equal(await page.locator('.new-game').getByLabel('Level', { exact: true }).inputValue(), '1'),
      );
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.locator('.status').first().waitFor();
    },
    { path: '#/learn' },
  );
});
