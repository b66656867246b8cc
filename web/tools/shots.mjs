// Pictures of every page: four sizes, light and dark, English and Chinese, and sheets of them to look at.
//
//     node tools/shots.mjs [FOLDER]        (default web/shots/pages; CHUHE and CHROMIUM as for the tests)
//
// A sheet has one page in one theme and language at the four sizes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { openBrowser, startServer, testdata } from '../tests/support.mjs';

const SIZES = [
  [390, 844],
  [844, 390],
  [1366, 768],
  [1920, 1080],
];
const PAGES = [
  'play',
  'analyse',
  'review',
  'retry',
  'puzzles',
  'learn',
  'games',
  'settings',
  'about',
  'editor',
  'room',
];
const THEMES = ['light', 'dark'];
const LOCALES = ['en-GB', 'zh-CN'];
const folder = process.argv[2] ?? new URL('../shots/pages/', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });

const [browser, server] = [await openBrowser(), await startServer()];
const game = testdata('notation/master_games_sample.tsv')[1].split('\t').at(-1).split(' ').slice(0, 40);

/** Gives a fresh profile something to show: a game in the analysis, a review that has begun. */
async function furnish(page) {
  await page.goto(`${server.url}#/analyse`);
  await page.locator('[data-tab="files"]').click();
  await page.locator('.tab-content textarea').first().fill(game.join(' '));
  await page
    .locator('.tab-content button')
    .filter({ hasText: /Load|载入|读取|打开/ })
    .first()
    .click();
  await page.waitForTimeout(600);
  await page.locator('[data-tab="game"]').click();
  await page.locator('.tab-content button').last().click();
  await page.locator('.review-page').waitFor();
  await page.locator('.progress button, .fields button.primary').first().click();
  await page.waitForTimeout(2500);
}

for (const colorScheme of THEMES) {
  for (const locale of LOCALES) {
    const context = await browser.newContext({
      colorScheme,
      locale,
      serviceWorkers: 'block',
      viewport: { width: 1366, height: 768 },
    });
    const page = await context.newPage();
    await furnish(page).catch((error) => console.log(`not furnished: ${error.message.split('\n')[0]}`));
    for (const name of PAGES) {
      const pictures = [];
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.goto(`${server.url}#/${name}`);
        await page.locator('.board, .text-page').first().waitFor();
        await page.waitForTimeout(500);
        const path = `${folder}/${name}-${colorScheme}-${locale.slice(0, 2)}-${width}.png`;
        await page.screenshot({ path });
        pictures.push({ path, width, height });
      }
      await sheet(pictures, `${folder}/sheet-${name}-${colorScheme}-${locale.slice(0, 2)}.png`);
    }
    await context.close();
  }
}

/** Puts pictures side by side, each 420 pixels high. */
async function sheet(pictures, path) {
  const page = await browser.newPage({ viewport: { width: 2560, height: 440 } });
  const images = pictures.map(
    (picture) => `<img height="420" src="data:image/png;base64,${readFileSync(picture.path).toString('base64')}">`,
  );
  await page.setContent(`<body style="margin:8px;display:flex;gap:8px;background:#888">${images.join('')}`);
  await page.waitForTimeout(150);
  writeFileSync(path, await page.screenshot());
  await page.close();
}

await browser.close();
await server.stop();
