// Sharing in a browser: the link opens the same game elsewhere, damaged links are refused in words, pictures and the
// animation have the right size and format, and the looks of the board are what the settings say.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { boardText, clickMove, eventually, newGame, open, shot, test, waitForMoves, withPage } from './support.mjs';

async function openShare(page) {
  const tab = page.getByRole('tab', { name: 'Game', exact: true });
  if ((await tab.count()) > 0) await tab.click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.locator('dialog.share .qr').waitFor();
  return page.getByLabel('Link to share').inputValue();
}

async function saved(page, name) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return readFileSync(await download.path());
}

test('a link shows the same game in another browser and stores nothing there; so does one of a position', async () => {
  let link = '';
  let position = '';
  let board = '';
  await withPage(
    async (page) => {
      for (const move of ['h2e2', 'h9g7', 'h0g2']) await clickMove(page, move);
      await waitForMoves(page, 3);
      await page.locator('.side textarea').first().fill('中炮 & “central”');
      await page.keyboard.press('Escape');
      board = await boardText(page);
      link = await openShare(page);
      await shot(page, 'share');
      await page.getByLabel('Only this position').check();
      await eventually(async () => assert.notEqual(await page.getByLabel('Link to share').inputValue(), link));
      position = await page.getByLabel('Link to share').inputValue();
    },
    { path: '#/analyse' },
  );
  assert.match(link, /#\/game\/1[\w-]+$/);
  const hash = new URL(link).hash;
  await withPage(
    async (page) => {
      await page.locator('.notice').filter({ hasText: 'The game of the link is open' }).waitFor();
      await waitForMoves(page, 3);
      await eventually(async () => assert.equal(await boardText(page), board));
      assert.equal(await page.locator('.side textarea').first().inputValue(), '中炮 & “central”');
      assert.equal(new URL(page.url()).hash, '#/analyse');
      await page.goto(`${(await open()).url}#/games`);
      await page.waitForTimeout(500);
      assert.equal(await page.locator('.game-card').count(), 0);
    },
    { path: hash },
  );
  await withPage(
    async (page) => {
      await eventually(async () => assert.equal(await boardText(page), board));
      assert.equal(await page.locator('.side .move').count(), 0);
    },
    { path: new URL(position).hash },
  );
});

test('a link that is damaged, or holds what is not legal, is refused in the language of the page', async () => {
  await withPage(
    async (page) => {
      await clickMove(page, 'b2e2');
      await waitForMoves(page, 1);
      const before = await boardText(page);
      await page.evaluate(() => {
        location.hash = '#/game/1abcdef';
      });
      await page.locator('.notice.bad').filter({ hasText: '链接已损坏' }).waitFor();
      const illegal = await page.evaluate(async () => {
        const json = JSON.stringify(['a0a9', 0, '*', [], '', {}, [0], 0]);
        const stream = new Blob([json]).stream().pipeThrough(new CompressionStream('deflate'));
        const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
        return btoa(String.fromCharCode(...bytes))
          .replace(/\+/g, '-')
          .replace(/\//g, '_')
          .replace(/=+$/, '');
      });
      await page.evaluate((text) => {
        location.hash = `#/game/1${text}`;
      }, illegal);
      await page.locator('.notice.bad').filter({ hasText: '不合规则' }).waitFor();
      assert.equal(await boardText(page), before);
      assert.equal(await page.locator('.side .move').count(), 1);
    },
    { path: '#/analyse', options: { locale: 'zh-CN' } },
  );
});

test('pictures have the size of the board, the animation a frame for each move', async () => {
  await withPage(async (page) => {
    await newGame(page, { Opponent: 'person' });
    for (const move of ['h2e2', 'h9g7', 'h0g2', 'i9h9']) await clickMove(page, move);
    await waitForMoves(page, 4);
    await openShare(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy picture' }).click();
    await eventually(async () =>
      assert.deepEqual(
        await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types)),
        ['image/png'],
      ),
    );
    const png = await saved(page, 'Save PNG');
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [968, 1068]);
    const svg = (await saved(page, 'Save SVG')).toString();
    assert.match(svg, /^<svg [^>]*width="968" height="1068"/);
    assert.ok(!/<text|var\(|rgb\(0,0,0\)/.test(svg));
    const gif = await saved(page, 'Save GIF');
    assert.equal(gif.subarray(0, 6).toString(), 'GIF89a');
    assert.deepEqual([gif.readUInt16LE(6), gif.readUInt16LE(8)], [484, 534]);
    assert.equal(gif.toString('hex').split('21f90405').length - 1, 5);
  });
});

test('the board follows the settings: ground, set, characters and coordinates; all of it paths', async () => {
  await withPage(
    async (page) => {
      const choose = (label, value) => page.getByLabel(label, { exact: true }).selectOption(value);
      const look = async () => {
        await page.evaluate(() => {
          location.hash = '#/play';
        });
        await page.locator('.board').waitFor();
        const found = await page.evaluate(() => {
          const paths = (part) =>
            [...document.querySelectorAll(`.board ${part} path`)].map((path) => path.getAttribute('d'));
          return {
            theme: document.querySelector('.board .grid').getAttribute('data-theme'),
            ground: paths('.grid').join().length,
            labels: paths('.coordinates').length,
            face: paths('.disc.red').slice(0, 8).join(),
            texts: document.querySelectorAll('.board text, .board image').length,
            last: document.querySelector('.board .disc').getAttribute('data-set'),
          };
        });
        await page.evaluate(() => {
          location.hash = '#/settings';
        });
        await page.getByLabel('Board', { exact: true }).waitFor();
        return found;
      };
      const first = await look();
      assert.deepEqual([first.theme, first.labels, first.texts, first.last], ['wood', 18, 0, 'brush']);
      await choose('Notation', 'iccs');
      assert.equal((await look()).labels, 38);
      await choose('Notation', 'chinese');
      assert.equal((await look()).labels, 18);
      await choose('Coordinates', 'none');
      assert.equal((await look()).labels, 0);
      const grounds = new Set([first.ground]);
      for (const theme of ['paper', 'jade', 'slate']) {
        await choose('Board', theme);
        const seen = await look();
        assert.equal(seen.theme, theme);
        grounds.add(seen.ground);
      }
      assert.equal(grounds.size, 4);
      const faces = new Set([first.face]);
      await choose('Characters', 'simplified');
      faces.add((await look()).face);
      for (const set of ['seal', 'plain', 'pictures']) {
        await choose('Pieces', set);
        await eventually(async () => {
          const seen = await look();
          assert.deepEqual([seen.last, seen.texts], [set, 0]);
          assert.ok(!faces.has(seen.face));
          faces.add(seen.face);
        });
      }
    },
    { path: '#/settings' },
  );
});

test('the box stays open when the window is turned, and says that no phone can open a loopback address', async () => {
  await withPage(
    async (page) => {
      await clickMove(page, 'h2e2');
      await waitForMoves(page, 1);
      const link = await openShare(page);
      assert.match(await page.locator('dialog.share .loopback').textContent(), /phone cannot open it.*--host/);
      await page.setViewportSize({ width: 844, height: 390 });
      await page.waitForTimeout(300);
      assert.equal(await page.getByLabel('Link to share').inputValue(), link);
      await page.getByRole('button', { name: 'Close' }).click();
      await page.locator('dialog.share').waitFor({ state: 'detached' });
    },
    { path: '#/analyse' },
  );
});
