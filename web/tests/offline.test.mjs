// What the browser keeps: the app without its server, a new version, installing it; compressed files; titles; the voice.
import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import {
  clickMove,
  dist,
  eventually,
  menu,
  newGame,
  open,
  PATIENCE,
  ready,
  shot,
  startServer,
  test,
  waitForMoves,
  withPage,
} from './support.mjs';

const WITH_WORKER = { serviceWorkers: 'allow' };

function fetchRaw(url, encodings) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encodings } }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(parts) }));
    }).on('error', reject);
  });
}

test('files come compressed to browsers that read that', async () => {
  const { url } = await open();
  const index = readFileSync(`${dist}/index.html`, 'utf8');
  const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(index)?.[1];
  const plain = readFileSync(`${dist}/${script}`).length;
  for (const [encodings, expected, share] of [
    ['gzip, deflate, br', 'br', 0.4],
    ['gzip', 'gzip', 0.45],
    ['identity', undefined, 1],
  ]) {
    const { headers, body } = await fetchRaw(url + script, encodings);
    assert.equal(headers['content-encoding'], expected);
    assert.equal(headers.vary, 'accept-encoding');
    assert.match(headers['content-type'], /^text\/javascript/);
    assert.ok(body.length <= plain * share, `${encodings}: ${body.length} of ${plain}`);
  }
});

/** Waits until the files are kept and the worker answers for this page. */
async function untilKept(page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: PATIENCE });
}

test('the app can be installed: manifest, icons, worker', async () => {
  await withPage(
    async (page) => {
      await untilKept(page);
      const session = await page.context().newCDPSession(page);
      const { errors, data } = await session.send('Page.getAppManifest');
      assert.deepEqual(errors, []);
      const manifest = JSON.parse(data);
      for (const { src, type } of manifest.icons) {
        const answer = await page.evaluate(async (path) => {
          const response = await fetch(path);
          return [response.status, response.headers.get('content-type')];
        }, src);
        assert.deepEqual(answer, [200, type], src);
      }
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
      // A private window cannot install anything; nothing else may be wrong.
      assert.deepEqual(
        installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
        [],
      );
    },
    { options: WITH_WORKER },
  );
});

test('without the server the pages open, the library is there, and what is missing is said', async () => {
  const server = await startServer();
  try {
    await withPage(
      async (page) => {
        await newGame(page, { Opponent: 'person' });
        await clickMove(page, 'h2e2');
        await waitForMoves(page, 1);
        await menu(page, 'puzzles');
        await page.locator('.board').waitFor();
        await untilKept(page);
        await page.reload();
        await page.locator('.board').waitFor();
        await server.kill();
        await page.reload();
        await page.locator('.connection.lost').filter({ hasText: 'The server is away' }).waitFor();
        await shot(page, 'offline-puzzles');
        for (const name of ['play', 'analyse', 'review', 'settings', 'about']) {
          await menu(page, name);
          await eventually(async () => assert.match(await page.title(), /Chuhe/));
          assert.notEqual((await page.locator('main').textContent()).trim(), '', name);
        }
        for (const name of ['editor', 'room']) {
          await page.evaluate((hash) => {
            location.hash = hash;
          }, `#/${name}`);
          await page.locator('.needs-server').waitFor();
        }
        // What is said of the server hides no part of the menu.
        for (const [width, height] of [
          [390, 844],
          [1366, 768],
          [1920, 1080],
        ]) {
          await page.setViewportSize({ width, height });
          const hidden = await page.evaluate(() => {
            const said = document.querySelector('.connection').getBoundingClientRect();
            return [...document.querySelectorAll('.header a, .header .language')]
              .filter((element) => {
                const { left, right, top, bottom } = element.getBoundingClientRect();
                return left < said.right && right > said.left && top < said.bottom && bottom > said.top;
              })
              .map((element) => element.textContent);
          });
          assert.deepEqual(hidden, [], `${width} × ${height}`);
        }
        await menu(page, 'games');
        await page.locator('.game-card').first().waitFor();
        await page.reload();
        await page.locator('.game-card').first().waitFor();
        await shot(page, 'offline-games');
        await menu(page, 'analyse');
        await eventually(async () =>
          assert.equal(await page.getByRole('button', { name: 'Start the engine' }).isDisabled(), true),
        );
        assert.match(await page.locator('.engine .figures').textContent(), /needs the program/);
        await menu(page, 'games');
        const kept = await page.evaluate(async () => {
          const names = await caches.keys();
          const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
          return lists.flat().map((request) => new URL(request.url).pathname);
        });
        assert.ok(kept.includes('/index.html'), kept.join());
        assert.ok(
          kept.some((path) => /^\/assets\/puzzles-.*\.txt$/.test(path)),
          kept.join(),
        );
        for (const path of kept)
          assert.match(path, /^\/(assets\/.*|index\.html|icon.*|licences\.txt|manifest\.webmanifest)$/);
      },
      { url: server.url, options: WITH_WORKER, allowErrors: true },
    );
  } finally {
    await server.stop().catch(() => undefined);
  }
});

/** Makes another version of the app in a folder: its script has another name. */
function makeVersion(folder, name) {
  const script = readdirSync(`${folder}/assets`).find((file) => /^index-.*\.js$/.test(file));
  const content = readFileSync(`${folder}/assets/${script}`, 'utf8');
  rmSync(`${folder}/assets`, { recursive: true });
  cpSync(`${dist}/assets`, `${folder}/assets`, { recursive: true });
  for (const file of readdirSync(`${folder}/assets`)) {
    if (/^index-.*\.js/.test(file)) rmSync(`${folder}/assets/${file}`);
  }
  writeFileSync(`${folder}/assets/index-${name}.js`, content);
  const index = readFileSync(`${folder}/index.html`, 'utf8');
  writeFileSync(`${folder}/index.html`, index.replace(/assets\/index-[\w-]+\.js/, `assets/index-${name}.js`));
  execFileSync(process.execPath, [fileURLToPath(new URL('../tools/finish.mjs', import.meta.url)), `${folder}/`]);
}

const scriptOf = (page) => page.evaluate(() => document.querySelector('script[type="module"]').getAttribute('src'));
const update = (page) =>
  page.evaluate(() =>
    navigator.serviceWorker.getRegistration().then((registration) => registration.update().then(() => undefined)),
  );

test('a new version is taken up whole, or not at all', async () => {
  const folder = mkdtempSync(`${tmpdir()}/chuhe-version-`);
  cpSync(dist, folder, { recursive: true });
  const server = await startServer(0, folder);
  try {
    await withPage(
      async (page) => {
        await untilKept(page);
        makeVersion(folder, 'second');
        await update(page);
        const offer = page.locator('.notice.offer').filter({ hasText: 'new version' });
        await offer.waitFor();
        await offer.getByRole('button', { name: 'Load it' }).click();
        await eventually(async () => assert.match(await scriptOf(page), /index-second\.js$/));
        // A version one of whose files is not what its list says is not taken.
        makeVersion(folder, 'third');
        const icon = readFileSync(`${folder}/icon.svg`, 'utf8');
        for (const suffix of ['.br', '.gz']) rmSync(`${folder}/icon.svg${suffix}`);
        writeFileSync(`${folder}/icon.svg`, `${icon}<!-- changed -->`);
        await update(page).catch(() => undefined);
        await page.waitForTimeout(1500);
        await server.kill();
        await page.reload();
        await page.locator('.board').waitFor();
        assert.match(await scriptOf(page), /index-second\.js$/);
      },
      { url: server.url, options: WITH_WORKER, allowErrors: true },
    );
  } finally {
    await server.stop().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
});

test('every page has its title and one heading, in both languages', async () => {
  const pages = {
    play: ['Play', '对弈'],
    analyse: ['Analyse', '分析'],
    review: ['Review', '复盘'],
    puzzles: ['Puzzles', null],
    learn: ['Learn', '学棋'],
    games: ['Games', '棋谱'],
    settings: ['Settings', '偏好'],
    about: ['About', '关于'],
    editor: ['Position editor', null],
  };
  for (const [index, locale] of ['en-GB', 'zh-CN'].entries()) {
    await withPage(
      async (page) => {
        const { url } = await open();
        const titles = new Set();
        for (const [name, words] of Object.entries(pages)) {
          await page.goto(`${url}#/${name}`);
          const title = index === 0 ? `${words[0]} · Chuhe` : words[1] === null ? null : `${words[1]} · 楚河`;
          await eventually(async () => {
            const said = await page.title();
            if (title === null) assert.match(said, /\p{Script=Han} · 楚河$/u);
            else assert.equal(said, title);
            titles.add(said);
            assert.equal(await page.locator('h1').count(), 1, name);
          });
        }
        assert.equal(titles.size, Object.keys(pages).length);
      },
      { options: { locale } },
    );
  }
});

/** Stands in for the voices of a device, and writes down what is said. */
function voices(list) {
  const spoken = [];
  globalThis.spoken = spoken;
  globalThis.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
  const speech = { getVoices: () => list, cancel() {}, speak: (one) => spoken.push(`${one.lang} ${one.text}`) };
  Object.defineProperty(globalThis, 'speechSynthesis', { value: speech, configurable: true });
}

test('check is said by a voice of this device, in the language of the page, unless it is switched off', async () => {
  const distant = { lang: 'zh-CN', localService: false };
  const own = { lang: 'zh-CN', localService: true };
  const english = { lang: 'en-US', localService: true };
  for (const [list, off, expected] of [
    [[english, distant, own], false, ['zh-CN 将军！']],
    [[english, distant], false, []],
    [[english, own], true, []],
  ]) {
    await withPage(
      async (page) => {
        await page.addInitScript(voices, list);
        await page.reload();
        if (off) {
          await menu(page, 'settings');
          await page.getByLabel(/语音/).uncheck();
          await menu(page, 'play');
        }
        await page.locator('.new-game select').first().selectOption('person');
        await page.getByRole('button', { name: '开始', exact: true }).click();
        for (const [count, move] of ['h2e2', 'd9e8', 'e2e6'].entries()) {
          await clickMove(page, move);
          await waitForMoves(page, count + 1);
        }
        await page.locator('.alarm').waitFor();
        assert.deepEqual(await page.evaluate(() => globalThis.spoken), expected);
      },
      { options: { locale: 'zh-CN' } },
    );
  }
});

test('moves and captures sound, captures more, unless that is switched off', async () => {
  await withPage(async (page) => {
    await page.addInitScript(() => {
      globalThis.started = 0;
      const { start } = AudioBufferSourceNode.prototype;
      AudioBufferSourceNode.prototype.start = function (...rest) {
        globalThis.started += 1;
        return start.apply(this, rest);
      };
    });
    await page.reload();
    await newGame(page, { Opponent: 'person' });
    const counted = async (move, count) => {
      const before = await page.evaluate(() => globalThis.started);
      await clickMove(page, move);
      await waitForMoves(page, count);
      await ready(page);
      return (await page.evaluate(() => globalThis.started)) - before;
    };
    const quiet = await counted('h2e2', 1);
    assert.ok(quiet > 0);
    assert.ok((await counted('b7b0', 2)) > quiet);
    await menu(page, 'settings');
    await page.getByLabel('Sounds', { exact: true }).uncheck();
    await menu(page, 'play');
    assert.equal(await counted('a0b0', 3), 0);
  });
});
