// The report of `chuhe analyse`: one file, opened from the disk, that loads nothing and can be walked through.
import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { faults, openBrowser, PATIENCE, program, shot, test, testdata } from './support.mjs';

/** A master game of the sample as PGN, and a repetition. */
function games() {
  const rows = testdata('notation/master_games_sample.tsv');
  const names = rows[0].split('\t');
  const fields = rows[1].split('\t');
  const field = (name) => fields[names.indexOf(name)] ?? '';
  const master = `[Red "${field('red')}"]\n[Black "${field('black')}"]\n\n${field('moves')} ${field('result')}\n`;
  return `${master}\n[Event "2"]\n\n1. H2+3 H8+7 2. H3-2 H7-8 3. H2+3 H8+7 4. H3-2 H7-8 *\n`;
}

let folder = null;
function analysed() {
  if (folder === null) {
    folder = mkdtempSync(join(tmpdir(), 'chuhe-report-'));
    writeFileSync(join(folder, 'games.pgn'), games());
    const words = ['analyse', 'games.pgn', '--nodes', process.env.CHUHE_REPORT_NODES ?? '3000', '--out', 'out'];
    execFileSync(program(), words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  return folder;
}

/** Opens a file of the report; a logged error or a request for anything but the file fails the test. */
async function withReport(name, work, options = {}) {
  const browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB', ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const errors = [];
  const requests = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('request', (request) => requests.push(request.url()));
  const url = pathToFileURL(join(analysed(), 'out', name)).href;
  try {
    await page.goto(url);
    await work(page);
    assert.deepEqual(errors, []);
    const others = requests.filter((request) => !request.startsWith('file:') && !request.startsWith('data:'));
    assert.deepEqual(others, []);
  } finally {
    await context.close();
  }
}

async function squares(page) {
  const placed = await page
    .locator('#placed use')
    .evaluateAll((pieces) => pieces.map((piece) => piece.dataset.square + piece.dataset.piece));
  return new Set(placed);
}

test('a click on a move moves the board, and so do keys and the graph', async () => {
  await withReport('game-0001.html', async (page) => {
    // The first move of the sample is g0e2.
    const start = await squares(page);
    assert.ok(start.has('g0B') && !start.has('e2B'));
    await page.locator('.moves button').first().click();
    const first = await squares(page);
    assert.equal(first.size, 32);
    assert.ok(!first.has('g0B') && first.has('e2B'));
    assert.equal(await page.locator('.moves button[aria-current]').getAttribute('data-ply'), '1');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.locator('.moves button[aria-current]').getAttribute('data-ply'), '2');
    assert.notDeepEqual(await squares(page), first);
    await page.keyboard.press('ArrowLeft');
    assert.deepEqual(await squares(page), first);
    await page.keyboard.press('End');
    const count = await page.locator('.moves button').count();
    assert.equal(await page.locator('#place').textContent(), `${count} / ${count}`);
    await page.keyboard.press('Home');
    assert.equal((await squares(page)).size, 32);
    const box = await page.locator('#graph').boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    assert.equal(await page.locator('#place').textContent(), `${Math.round(count / 2)} / ${count}`);
    await page.locator('#by-evaluation').click();
    assert.equal(await page.locator('#by-evaluation').getAttribute('aria-pressed'), 'true');
  });
});

test('a line is followed on the board and left again', async () => {
  await withReport('game-0001.html', async (page) => {
    await page.keyboard.press('ArrowRight');
    const game = await squares(page);
    await page.locator('#verdict .line button').nth(1).click();
    assert.notDeepEqual(await squares(page), game);
    assert.ok(await page.locator('#variation').isVisible());
    await page.keyboard.press('Escape');
    assert.deepEqual(await squares(page), game);
    await page.locator('#flip').click();
    assert.deepEqual(await squares(page), game);
    await page.locator('#jump').click();
  });
});

test('both languages, notations and pieces', async () => {
  await withReport('game-0001.html', async (page) => {
    await page.keyboard.press('ArrowRight');
    const english = await page.locator('.moves button').first().textContent();
    assert.equal(await page.locator('#moves-title').textContent(), 'Moves');
    await page.locator('#language').click();
    assert.equal(await page.locator('html').getAttribute('lang'), 'zh-Hans');
    assert.equal(await page.locator('#moves-title').textContent(), '着法');
    assert.notEqual(await page.locator('.moves button').first().textContent(), english);
    await page.locator('#pieces').selectOption('pictures');
    assert.equal(await page.locator('#placed use[href^="#pictures-"]').count(), 32);
    await page.locator('#language').click();
    assert.equal(await page.locator('#moves-title').textContent(), 'Moves');
    await page.locator('#notation').selectOption('move');
    assert.match(await page.locator('.moves button').first().textContent(), /^[a-i][0-9][a-i][0-9]/);
  });
  await withReport(
    'game-0001.html',
    async (page) => assert.equal(await page.locator('#moves-title').textContent(), '着法'),
    { locale: 'zh-CN' },
  );
});

test('the rules speak, in both languages', async () => {
  await withReport('game-0002.html', async (page) => {
    await page.locator('.moves button').nth(3).click();
    assert.match(await page.locator('.event').textContent(), /repeated once more, the game is drawn/);
    await page.locator('#language').click();
    assert.match(await page.locator('.event').textContent(), /若再重复一次，判和/);
  });
});

test('the list of games leads to them', async () => {
  await withReport('index.html', async (page) => {
    await shot(page, 'report-index');
    await page.locator('.games a').first().click();
    await page.locator('#board').waitFor();
    await page.locator('#all').click();
    await page.locator('.games').waitFor();
  });
});

const SIZES = { wide: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };
for (const colorScheme of ['light', 'dark']) {
  for (const [name, viewport] of Object.entries(SIZES)) {
    test(`readable and without serious fault of accessibility: ${colorScheme}, ${name}`, async () => {
      await withReport(
        'game-0001.html',
        async (page) => {
          await page.locator('#jump').click();
          await shot(page, `report-${colorScheme}-${name}`);
          assert.deepEqual(await faults(page), []);
          const { scroll, width } = await page.evaluate(() => ({
            scroll: document.documentElement.scrollWidth,
            width: innerWidth,
          }));
          assert.ok(scroll <= width, `${scroll} pixels are wider than ${width}`);
        },
        { viewport, colorScheme },
      );
    });
  }
}
