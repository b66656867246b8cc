// Pictures of every page and every state of one that looks different: four sizes, light and dark, English and Chinese, and
// sheets of them to look at.
//
//     node tools/shots.mjs [FOLDER] [STATE …]      (default web/shots/pages, all states; CHUHE and CHROMIUM as for the tests)
//
// A sheet has one state in one theme and language at the four sizes. Where the page can be scrolled sideways, the name of the
// picture is printed.
import { mkdirSync, readFileSync } from 'node:fs';
import {
  clickMove,
  clickSquare,
  dist,
  openBrowser,
  PATIENCE,
  ready,
  startServer,
  testdata,
  waitForMoves,
} from '../tests/support.mjs';

const SIZES = [
  [390, 844],
  [844, 390],
  [1366, 768],
  [1920, 1080],
];
/** Of a sheet: how much smaller a picture is than the window, by the width of the window. */
const SCALES = { 390: 0.72, 844: 0.5, 1366: 0.5, 1920: 0.4 };
const THEMES = ['light', 'dark'];
const LOCALES = ['en-GB', 'zh-CN'];
const [folder = new URL('../shots/pages/', import.meta.url).pathname, ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const [browser, server] = [await openBrowser(), await startServer(0, dist, ['--share'])];
const master = testdata('notation/master_games_sample.tsv')[1].split('\t').at(-1).split(' ').slice(0, 40);
const STUDY = `[Event "全国赛"]
[Date "2024.05.01"]
[Red "胡荣华"]
[Black "Lü Qin"]
[Result "1/2-1/2"]

{A game with everything in it.} 1. 炮二平五 {The central cannon.} 马８进７ 2. 马二进三 $1 (2. 兵七进一 卒７进１ {Both pawns.} (2... 马２进３ 3. 马八进七 (3. 炮八平六 车１平２)) 3. 马二进三) 2... 车９平８ 3. 车一平二 $2 炮２平５ 1/2-1/2
`;
/** The cannon takes a pawn that a horse defends. */
const BLUNDER = 'h2e2 h9g7 e2e6 g7e6 h0g2 b9c7';
/** A rook that is about to chase a cannon. */
const CHASE = '1cbak4/R3a4/4b4/7P1/9/2P6/3pp4/8r/9/3AKA3 w - - 0 1';

const go = async (page, name) => {
  await page.goto(`${new URL('/', server.url)}#/${name}`);
  await page.locator('.board, .text-page').first().waitFor();
  await page.waitForTimeout(300);
};
const tab = (page, name) => page.locator(`[data-tab="${name}"]`).click();
const load = async (page, text) => {
  await page.locator('.transfer textarea').first().fill(text);
  await page.locator('.transfer button.primary').first().click();
};
const training = (page, number) => page.locator('.tabs button').nth(number).click();

/** What leads to each state, one after the other in one profile. */
const STATES = {
  'play-new': (page) => go(page, 'play'),
  'play-game': async (page) => {
    await page.locator('.new-game button.primary').click();
    await page.locator('.actions').waitFor();
    await clickMove(page, 'b2b9');
    await waitForMoves(page, 2);
    await ready(page);
    await page.locator('.actions button').nth(1).click();
    await page.locator('.tone-hint').first().waitFor();
  },
  'play-resign': (page) => page.locator('.actions button').nth(3).click(),
  'play-end': (page) => page.locator('dialog button.primary').click(),
  'play-chase': async (page) => {
    await page.locator('.afterwards button').first().click();
    await page.locator('.new-game select').first().selectOption('person');
    await page.locator('.new-game select').nth(1).selectOption('fen');
    await page.locator('.new-game input[type="text"]').fill(CHASE);
    await page.locator('.new-game button.primary').click();
    await clickMove(page, 'a8b8');
    await page.locator('.tone-chase').first().waitFor();
  },
  'play-picked': (page) => clickSquare(page, 'i2'),
  'analyse-start': (page) => go(page, 'analyse'),
  'analyse-files': async (page) => {
    await tab(page, 'files');
    await load(page, STUDY);
    await waitForMoves(page, 10);
    await page.locator('.transfer [role="group"] button').first().click();
    await page.locator('.written').waitFor();
  },
  'analyse-study': async (page) => {
    await tab(page, 'openings');
    await page.locator('.move').nth(3).click();
    await page.locator('.engine button').first().click();
    await page.locator('.line').nth(2).waitFor();
    await page.waitForTimeout(1500);
  },
  'analyse-game': (page) => tab(page, 'game'),
  'analyse-engine': (page) => tab(page, 'engine'),
  share: async (page) => {
    await tab(page, 'game');
    await page.locator('.tab-content button').first().click();
    await page.locator('dialog.share .qr').waitFor();
  },
  chooser: async (page) => {
    await page.keyboard.press('Escape');
    await tab(page, 'files');
    await load(page, [STUDY, STUDY.replace('胡荣华', '甲'), STUDY.replace('炮二平五', '炮二平九九')].join('\n'));
    await page.locator('dialog.chooser').waitFor();
  },
  help: async (page) => {
    await page.keyboard.press('Escape');
    await page.locator('.help-button').click();
    await page.locator('dialog').waitFor();
  },
  'review-none': async (page) => {
    await page.keyboard.press('Escape');
    await go(page, 'review');
  },
  review: async (page) => {
    await load(page, master.join(' '));
    await page.locator('.review-page').waitFor();
    await page.locator('.progress button, .fields button.primary').first().click();
    await page.locator('.summary').waitFor({ timeout: 300_000 });
    await page.locator('.move').nth(12).click();
  },
  'review-mistake': async (page) => {
    await load(page, BLUNDER);
    await page.waitForTimeout(500);
    await page.locator('.fields button.primary').first().click();
    await page.locator('.summary').waitFor({ timeout: 300_000 });
    await page.locator('.panel .buttons button').first().click();
    await page.locator('.verdict .why').first().waitFor();
  },
  retry: async (page) => {
    await page.locator('.panel .buttons button').nth(1).click();
    await page.locator('.retry-message, .message').first().waitFor();
  },
  'retry-wrong': async (page) => {
    await clickMove(page, 'e2e6');
    await page.locator('.retry-message[data-stage="wrong"]').waitFor();
  },
  editor: async (page) => {
    await go(page, 'editor');
    await page.locator('.palette button').first().click();
    await clickSquare(page, 'd5');
    await page.locator('.problems').waitFor();
  },
  puzzles: async (page) => {
    await go(page, 'puzzles');
    await page.locator('.puzzle-figures').waitFor();
  },
  'puzzles-solved': async (page) => {
    await page.locator('.side .buttons:not(.tabs) button').nth(1).click();
    await page.locator('.solution').waitFor();
  },
  'puzzles-daily': (page) => training(page, 2),
  endings: (page) => training(page, 4),
  'endings-game': async (page) => {
    await page.locator('.endings button').first().click();
    await page.locator('.board').waitFor();
  },
  'puzzles-history': (page) => training(page, 5),
  learn: (page) => go(page, 'learn'),
  'learn-task': (page) => page.locator('.lessons button').nth(2).click(),
  games: async (page) => {
    await go(page, 'games');
    await page.locator('.game-card').first().waitFor();
  },
  'games-chosen': async (page) => {
    await page.locator('.game-card input[type="checkbox"]').first().check();
    await page.locator('.game-card summary').first().click();
  },
  settings: (page) => go(page, 'settings'),
  about: (page) => go(page, 'about'),
  room: (page) => go(page, 'room'),
  'room-invitation': async (page) => {
    await page.locator('.new-room button.primary').click();
    await page.locator('.invitation').waitFor();
  },
};

/** Puts pictures of one state together. */
async function sheet(pictures, path) {
  const page = await browser.newPage();
  const [phone, sideways, laptop, wide] = pictures.map(({ path: from, width }) => {
    const source = `data:image/png;base64,${readFileSync(from).toString('base64')}`;
    return `<img width="${width * SCALES[width]}" src="${source}">`;
  });
  const box = (direction, ...list) =>
    `<div style="display:inline-flex;flex-direction:${direction};gap:8px;background:#888">${list.join('')}</div>`;
  await page.setContent(box('row', phone, box('column', laptop, sideways), wide));
  await page.locator('div').first().screenshot({ path });
  await page.close();
}

for (const colorScheme of THEMES) {
  for (const locale of LOCALES) {
    const context = await browser.newContext({
      colorScheme,
      locale,
      serviceWorkers: 'block',
      viewport: { width: 1366, height: 768 },
    });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    // The operator's link makes this browser the operator's.
    await page.goto(server.url);
    await page.locator('.board').waitFor();
    for (const [name, lead] of Object.entries(STATES)) {
      await page.setViewportSize({ width: 1366, height: 768 });
      await lead(page).catch((error) => console.log(`${name} not reached: ${error.message.split('\n')[0]}`));
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const pictures = [];
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(450);
        const path = `${folder}/${name}-${colorScheme}-${locale.slice(0, 2)}-${width}.png`;
        await page.screenshot({ path });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (over > 0) console.log(`${path} is ${over} pixels too wide`);
        pictures.push({ path, width, height });
      }
      await sheet(pictures, `${folder}/sheet-${name}-${colorScheme}-${locale.slice(0, 2)}.png`);
    }
    await context.close();
  }
}
await browser.close();
await server.stop();
