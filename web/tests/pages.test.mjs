// Every page in both languages, light and dark, wide and narrow; accessibility; a lost connection.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import {
  clickMove,
  eventually,
  faults,
  menu,
  newGame,
  open,
  shot,
  startServer,
  test,
  waitForMoves,
  withPage,
} from './support.mjs';

const PAGES = ['play', 'analyse', 'review', 'puzzles', 'learn', 'games', 'settings', 'about', 'editor', 'retry'];

/** What a page can show beyond what it begins with: how to get there. */
const STATES = {
  play: [
    (page) => newGame(page, { Opponent: 'person' }),
    (page) => page.getByRole('button', { name: 'Resign' }).click(),
  ],
  analyse: [
    async (page) => {
      await page.keyboard.press('Escape');
      await clickMove(page, 'h2e2');
      await page.locator('.notes textarea').fill('a comment');
      await page.getByRole('button', { name: 'Start the engine' }).click();
      await page.locator('.line').first().waitFor();
    },
    async (page) => {
      await page.getByRole('button', { name: 'Stop the engine' }).click();
      await page.getByRole('tab', { name: 'Game', exact: true }).click();
    },
    async (page) => {
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.locator('dialog.share .qr').waitFor();
    },
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: 'Files' }).click();
      await page
        .locator('.transfer textarea')
        .first()
        .fill('[Red "a"]\n\n1. C2=5 *\n\n[Red "b"]\n\n1. C2=9=9 *\n\n[Red "c"]\n\n1. C2=5 *\n');
      await page.getByRole('button', { name: 'Load', exact: true }).click();
      await page.locator('dialog.chooser').waitFor();
    },
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: 'Engine' }).click();
      await page.keyboard.press('?');
      await page.locator('dialog').waitFor();
    },
  ],
  puzzles: [
    async (page) => {
      await page.getByRole('button', { name: 'Solution' }).click();
      await page.locator('.solution').waitFor();
    },
    (page) => page.getByRole('button', { name: 'History' }).click(),
    (page) => page.getByRole('button', { name: 'Endings' }).click(),
    (page) => page.locator('.endings button').first().click(),
  ],
};
/** In the dark only colours are others. */
const RULES = { light: null, dark: ['color-contrast'] };

for (const [colorScheme, rules] of Object.entries(RULES)) {
  test(`no serious fault of accessibility on any page, ${colorScheme}`, async () => {
    await withPage(
      async (page) => {
        const check = (what) => eventually(async () => assert.deepEqual(await faults(page, rules), [], what), 3000);
        for (const name of [...PAGES, 'room']) {
          await page.goto(`${(await open()).url}#/${name}`);
          await page.locator('.board, .text-page').first().waitFor();
          await check(name);
          for (const [index, lead] of (STATES[name] ?? []).entries()) {
            await lead(page);
            await check(`${name}, state ${index + 1}`);
          }
          await page.keyboard.press('Escape');
        }
      },
      { options: { colorScheme } },
    );
  });
}

test('both languages: chosen by the browser, switchable, kept', async () => {
  await withPage(
    async (page) => {
      await eventually(async () => assert.equal(await page.locator('html').getAttribute('lang'), 'zh-Hans'));
      for (const name of PAGES.slice(0, 8)) {
        await menu(page, name);
        const text = await page.locator('main').textContent();
        assert.match(text, /\p{Script=Han}/u, name);
        await shot(page, `${name}-zh`);
      }
      await page.getByRole('button', { name: 'English' }).click();
      await eventually(async () => assert.equal(await page.locator('html').getAttribute('lang'), 'en'));
      await page.waitForTimeout(1000);
      await page.reload();
      await page.getByRole('link', { name: 'Analyse' }).waitFor();
    },
    { options: { locale: 'zh-CN' } },
  );
});

test('pictures, other boards and coordinates; the settings are kept', async () => {
  await withPage(
    async (page) => {
      await page.getByLabel('Pieces', { exact: true }).selectOption('pictures');
      await page.getByLabel('Board', { exact: true }).selectOption('jade');
      await page.getByLabel('Coordinates', { exact: true }).selectOption('chinese');
      await page.waitForTimeout(1000);
      await page.reload();
      await eventually(async () => assert.equal(await page.locator('html').getAttribute('data-theme'), 'jade'));
      await menu(page, 'play');
      await eventually(async () => assert.equal(await page.locator('.board .disc[data-set="pictures"]').count(), 32));
      await eventually(async () => assert.equal(await page.locator('.coordinates > *').count(), 18));
      await shot(page, 'pictures');
    },
    { path: '#/settings' },
  );
});

test('everything goes out as a file and comes back in another browser', async () => {
  let file = null;
  await withPage(async (page) => {
    await newGame(page, { Opponent: 'person' });
    await clickMove(page, 'h2e2');
    await waitForMoves(page, 1);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.locator('.outcome').waitFor();
    await menu(page, 'settings');
    await page.getByLabel('Board', { exact: true }).selectOption('slate');
    await menu(page, 'games');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Back up everything' }).click(),
    ]);
    file = readFileSync(await download.path());
  });
  await withPage(
    async (page) => {
      const give = (content) =>
        page
          .locator('input[type="file"]')
          .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: content });
      await give(Buffer.from('{"other": 1}'));
      await page.locator('.notice.bad').waitFor();
      await give(file);
      await page.locator('html[data-theme="slate"]').waitFor();
      await page.locator('.game-card').filter({ hasText: 'Black resigned' }).waitFor();
    },
    { path: '#/games' },
  );
});

test('every page fits a phone', async () => {
  await withPage(
    async (page) => {
      for (const name of PAGES) {
        await page.goto(`${(await open()).url}#/${name}`);
        await page.waitForTimeout(250);
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.ok(wide <= 0, `${name} is ${wide} pixels too wide`);
        await shot(page, `phone-${name}`);
      }
    },
    { options: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } },
  );
});

test('a lost connection is told and comes back by itself', async () => {
  const first = await startServer();
  const port = Number(new URL(first.url).port);
  let second = null;
  try {
    await withPage(
      async (page) => {
        await newGame(page, { Opponent: 'person' });
        await clickMove(page, 'h2e2');
        await waitForMoves(page, 1);
        await first.stop();
        await page.locator('.connection.lost').waitFor();
        second = await startServer(port);
        await page.locator('.connection').waitFor({ state: 'detached' });
        await clickMove(page, 'h9g7');
        await waitForMoves(page, 2);
      },
      { url: first.url, allowErrors: true },
    );
  } finally {
    await first.stop().catch(() => undefined);
    await second?.stop();
  }
});

test('a page begins at its top, wherever the last one was left', async () => {
  await withPage(
    async (page) => {
      await page.evaluate(() => scrollTo(0, 400));
      await eventually(async () => assert.ok((await page.evaluate(() => scrollY)) > 100));
      await page.evaluate(() => {
        location.hash = '#/about';
      });
      await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Chuhe' }).waitFor();
      await eventually(async () => assert.equal(await page.evaluate(() => scrollY), 0));
    },
    { path: '#/settings', options: { viewport: { width: 390, height: 844 } } },
  );
});
