// Lessons: a task failed and solved, progress after a reload, Chinese, without the server, the end and the way to a first game.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import {
  clickMove,
  clickSquare,
  eventually,
  faults,
  menu,
  open,
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
      await openLesson(page, 'Perpetual check');
      await page.getByRole('button', { name: 'Draw' }).and(page.locator(':enabled')).click();
      await stage(page, 'solved');
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await clickMove(page, 'a8a9');
      await page.getByText('you lose').waitFor();
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

test('the end of the lessons leads to a game against level 1', async () => {
  const done = lessons.flatMap((lesson) => lesson.tasks.map(({ id }) => id)).filter((id) => id !== 'chase-change');
  const backup = JSON.stringify({ chuhe: 2, games: [], values: { learn: { done, at: 'chase-change' } } });
  await withPage(
    async (page) => {
      await page
        .locator('input[type="file"]')
        .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(backup) });
      await page.locator('.notice').waitFor();
      // The page loads itself anew when a backup has been taken in.
      await page.waitForTimeout(1500);
      await page.goto(`${(await open()).url}#/learn`);
      await page.reload();
      await page.getByRole('heading', { name: 'Perpetual chase' }).waitFor();
      await clickMove(page, 'a8a5');
      await stage(page, 'solved');
      await shot(page, 'learn-chase');
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.getByText('You know the rules.').waitFor();
      await noFaults(page);
      await shot(page, 'learn-end');
      await page.emulateMedia({ colorScheme: 'dark' });
      await shot(page, 'learn-end-dark');
      await page.getByRole('button', { name: 'Play against level 1' }).click();
      await eventually(async () =>
        assert.equal(await page.locator('.new-game').getByLabel('Level', { exact: true }).inputValue(), '1'),
      );
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.locator('.status').first().waitFor();
    },
    { path: '#/games' },
  );
});
