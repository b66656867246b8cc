// Three languages: what openings, pieces and errors are called, and that a page in traditional script has no
// simplified character; and the opening book as rows that can be played.
import { strict as assert } from 'node:assert';
import { clickMove, eventually, menu, ready, says, shot, test, testdata, withPage } from './support.mjs';

const SIMPLIFIED = new Set(testdata('script/simplified.txt').join(''));
const PAGES = ['play', 'analyse', 'review', 'puzzles', 'games', 'settings', 'about'];

/** Everything that can be read or heard on a page, but for the name of the other script in its own characters. */
async function everyWord(page) {
  const parts = await page.evaluate(() => {
    const found = [document.title];
    const named = document.querySelectorAll('[aria-label], [title], [placeholder], [alt]');
    for (const element of named) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '');
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const own = walker.currentNode.parentElement?.closest('[lang="zh-Hans"], script, style');
      if (own == null) found.push(walker.currentNode.textContent ?? '');
    }
    return found;
  });
  return parts.filter((part) => part !== '简体中文');
}

async function assertTraditional(page, where) {
  for (const text of await everyWord(page)) {
    const left = [...text].filter((letter) => SIMPLIFIED.has(letter));
    assert.deepEqual(left, [], `${where}: "${text}"`);
  }
}

const NAMES = [
  ['en-GB', 'Same Direction Cannons', 'red king', 'black elephant'],
  ['zh-CN', '顺炮', '红帅', '黑象'],
  ['zh-TW', '順炮', '紅帥', '黑象'],
];

for (const [locale, opening, king, elephant] of NAMES) {
  test(`openings and pieces have names in the language of the page: ${locale}`, async () => {
    await withPage(
      async (page) => {
        await ready(page);
        assert.match(await says(page, 'e0'), new RegExp(king));
        assert.match(await says(page, 'c9'), new RegExp(elephant));
        await clickMove(page, 'h2e2');
        await clickMove(page, 'h7e7');
        await eventually(async () => assert.match(await page.locator('body').innerText(), new RegExp(opening)));
        assert.equal(
          await page.locator('html').getAttribute('lang'),
          { e: 'en', C: 'zh-Hans', T: 'zh-Hant' }[locale === 'en-GB' ? 'e' : locale[3]],
        );
      },
      { path: '#/analyse', options: { locale } },
    );
  });
}

test('a page in traditional script has no simplified character', async () => {
  await withPage(
    async (page) => {
      for (const name of PAGES) {
        await page.goto(page.url().replace(/#.*/, `#/${name}`));
        await page.waitForTimeout(400);
        await eventually(() => assertTraditional(page, name), 3000);
        await shot(page, `${name}-hant`);
      }
      await page.goto(page.url().replace(/#.*/, '#/analyse'));
      await ready(page);
      await clickMove(page, 'h2e2');
      await clickMove(page, 'h9g7');
      await clickMove(page, 'h0g2');
      await eventually(async () => assert.match(await page.locator('.side').innerText(), /馬二進三/));
      await assertTraditional(page, 'analysis with moves');
    },
    { path: '#/play', options: { locale: 'zh-TW' } },
  );
});

test('the language can be chosen, and is kept; an old choice of Chinese means simplified', async () => {
  await withPage(
    async (page) => {
      await page.locator('select').filter({ hasText: '繁體中文' }).selectOption('zh-Hant');
      await eventually(async () => assert.equal(await page.locator('html').getAttribute('lang'), 'zh-Hant'));
      await page.reload();
      await eventually(async () => assert.match(await page.locator('h1').innerText(), /偏好/));
      assert.equal(await page.locator('html').getAttribute('lang'), 'zh-Hant');
    },
    { path: '#/settings' },
  );
});

/** The panel of the openings, wherever the page has it. */
async function openExplorer(page) {
  const tab = page.getByRole('tab', { name: 'Openings' });
  if ((await tab.count()) > 0) await tab.click();
  await page.locator('.explorer tbody tr').first().waitFor();
}

test('the book has one row for a move and its mirror image, by games, and rows can be played', async () => {
  await withPage(
    async (page) => {
      await ready(page);
      await openExplorer(page);
      const rows = page.locator('.explorer tbody tr');
      const texts = await rows.locator('td:first-child .link:not(.own)').allInnerTexts();
      assert.equal(new Set(texts).size, texts.length);
      assert.ok(texts.includes('C2=5') && !texts.includes('C8=5'), texts.join(' '));
      const names = await rows.first().innerText();
      assert.match(names, /Central Cannon/);
      await shot(page, 'explorer');
      await page.locator('.explorer').getByRole('button', { name: 'C2=5', exact: true }).click();
      await eventually(async () => assert.match(await says(page, 'e2'), /red cannon/));
      await eventually(async () => assert.match(await page.locator('.explorer').innerText(), /Same Direction Cannons/));
    },
    { path: '#/analyse' },
  );
});

test("the book lists the user's own games behind a row", async () => {
  await withPage(
    async (page) => {
      await ready(page);
      for (const move of ['b2e2', 'h9g7', 'b0c2']) await clickMove(page, move);
      await page.getByRole('tab', { name: 'Game', exact: true }).click();
      await page.getByRole('button', { name: 'New analysis' }).click();
      await openExplorer(page);
      const row = page.locator('.explorer tbody tr').filter({ hasText: 'C2=5' });
      await row.getByRole('button', { name: '1 of your games' }).click();
      await page.locator('.own-games .link').click();
      await eventually(async () => assert.match(await says(page, 'c2'), /red horse/));
    },
    { path: '#/analyse' },
  );
});

test('what cannot be read is told in the language of the page', async () => {
  await withPage(
    async (page) => {
      await menu(page, 'analyse');
      await ready(page);
      await page.evaluate(() => {
        const data = new DataTransfer();
        data.items.add(new File(['[Event "x"]\n\n1. h2e3\n'], '坏.pgn'));
        document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      });
      await eventually(async () =>
        assert.match(await page.locator('body').innerText(), /第3行.*走不成|走不成.*h2e3|“h2e3”/),
      );
      // Formats have Chinese names, too.
      await page.keyboard.press('Escape');
      await page.evaluate(() => {
        const data = new DataTransfer();
        data.items.add(new File(['h2e2 h9g7 h0g2'], 'a.txt'));
        document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      });
      await page.getByText('已载入：着法列表，3 步。').waitFor();
    },
    { path: '#/analyse', options: { locale: 'zh-CN' } },
  );
});
