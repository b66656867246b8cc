// Nothing is lost: files keep everything, the library keeps every game, and neither a reload nor another tab
// nor a server that goes away takes anything.
import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  clickMove,
  clickSquare,
  eventually,
  menu,
  moveCount,
  newGame,
  program,
  shot,
  startServer,
  storedGames,
  test,
  waitForMoves,
  waitForSquare,
  withPage,
} from './support.mjs';

/** Comments before and behind moves, three levels of variations, glyphs, odd tags; with room for one more comment. */
const rich = (typed = '') => `[Game "Chinese Chess"]
[Event "全国赛"]
[Date "1987.11.20"]
[Red "胡荣华"]
[Black "柳大华"]
[Annotator "某人"]
[Result "1/2-1/2"]

{before the first move} 1. 炮二平五 $1 {centre} ({first} 1. 马二进三 马８进７ $6 (1... 卒７进１ {second level} (1... 炮８平５ $10 {third level} 2. 兵七进一) 2. 兵七进一 $14)) 1... 马８进７ ${'$2'} {sharp} 2. 马二进三 (2. 马二进三 {the same again}) 2... 车９平８ ${typed}1/2-1/2
`;

function converted(text) {
  const folder = mkdtempSync(join(tmpdir(), 'chuhe-'));
  try {
    writeFileSync(join(folder, 'in.pgn'), text);
    execFileSync(program(), ['convert', join(folder, 'in.pgn'), join(folder, 'out.pgn')], { stdio: 'ignore' });
    return readFileSync(join(folder, 'out.pgn'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Drops a file on the middle of the page, as from a folder. */
async function drop(page, name, bytes) {
  await page.evaluate(
    ([fileName, list]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(list)], fileName));
      const event = new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true });
      document.querySelector('main').dispatchEvent(event);
    },
    [name, [...bytes]],
  );
}

async function exported(page) {
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByRole('button', { name: 'PGN', exact: true }).click();
  await page.waitForFunction(() => document.querySelector('.written')?.value.includes('[Game'));
  return page.locator('.written').inputValue();
}

const gamesKept = (page) => page.locator('.game-card');

test('a game with everything in it comes through import, edit, reload and export as convert writes it', async () => {
  await withPage(async (page) => {
    // UTF-16, as some programs write it.
    await drop(page, 'game.pgn', Buffer.from(`\ufeff${rich()}`, 'utf16le'));
    await waitForMoves(page, 11);
    const facts = page.locator('.position');
    assert.match(await facts.textContent(), /胡荣华 – 柳大华 1\/2-1\/2.*全国赛 · 1987\.11\.20/s);
    await eventually(async () => assert.match(await page.locator('.tree').textContent(), /C2=5/));
    assert.match(await page.locator('.tree').textContent(), /third level/);
    assert.equal(await exported(page), converted(rich()));
    // At another node the same is written, and a comment that is half typed survives.
    await page.keyboard.press('ArrowDown');
    await page.getByLabel('Comment', { exact: true }).fill('half typ');
    await page.reload();
    await waitForMoves(page, 11);
    await eventually(async () => assert.match(await page.locator('.tree').textContent(), /half typ/));
    await page.locator('.tree .move').first().click();
    assert.equal(await exported(page), converted(rich('{half typ} ')));
    await shot(page, 'imported');
  });
});

test('files of other programs and encodings, dropped one over the other: each is shown, and what was there is one click away', async () => {
  const sample = (name) => readFileSync(new URL(`../../testdata/notation/files/${name}`, import.meta.url));
  // 炮二平五 马８进７ in GB18030, and the players 甲 and 乙.
  const gb18030 = Buffer.concat([
    Buffer.from('[Red "'),
    Buffer.from([0xbc, 0xd7]),
    Buffer.from('"]\n[Black "'),
    Buffer.from([0xd2, 0xd2]),
    Buffer.from('"]\n\n1. '),
    Buffer.from([0xc5, 0xda, 0xb6, 0xfe, 0xc6, 0xbd, 0xce, 0xe5]),
    Buffer.from(' *\n'),
  ]);
  const files = [
    ['game.pgn', gb18030, 'PGN', /甲 – 乙/],
    ['big5.pgn', sample('big5.pgn'), 'PGN', /測試盃/],
    ['plain.xqf', sample('plain.xqf'), 'XQF', /测试杯/],
    ['encrypted.xqf', sample('encrypted.xqf'), 'XQF', /测试杯/],
    ['game.cbr', sample('game.cbr'), 'CBR', /测试杯/],
  ];
  await withPage(async (page) => {
    const facts = (said) => eventually(async () => assert.match(await page.locator('.position').textContent(), said));
    for (const [index, [name, bytes, format, said]] of files.entries()) {
      await drop(page, name, bytes);
      // The words on the page may be those of the file before, the count is not.
      await eventually(async () => assert.equal((await storedGames(page)).length, index + 1));
      await page
        .locator('.notice')
        .filter({ hasText: `Loaded: ${format}` })
        .waitFor();
      await facts(said);
      if (name !== 'big5.pgn') continue;
      await page.locator('.notice').getByRole('button', { name: 'Go back' }).click();
      await facts(/甲 – 乙/);
    }
    await drop(page, 'library.cbl', sample('library.cbl'));
    await page.locator('dialog.chooser .choices button').first().click();
    await facts(/测试杯/);
    await menu(page, 'games');
    await eventually(async () => assert.equal(await gamesKept(page).count(), files.length + 1));
  });
});

test('a file with several games offers all of them, and one that is broken is told', async () => {
  const file = [
    '[Red "甲"]\n[Black "乙"]\n[Event "一"]\n\n1. 炮二平五 马８进７ 1-0\n',
    '[Red "bad"]\n\n1. 炮二平五 帅五进九 *\n',
    '[Red "丙"]\n[Black "丁"]\n\n1. 兵七进一 0-1\n',
  ].join('\n');
  await withPage(
    async (page) => {
      await page.getByRole('tab', { name: 'Files' }).click();
      const button = page.locator('.transfer input[type="file"]');
      await button.setInputFiles({ name: 'club.pgn', mimeType: 'text/plain', buffer: Buffer.from(file) });
      const dialog = page.locator('dialog.chooser');
      await dialog.waitFor();
      assert.match(await dialog.textContent(), /3 games in club\.pgn/);
      assert.match(await dialog.textContent(), /One game goes wrong.*line/s);
      await shot(page, 'chooser');
      await dialog.getByRole('button', { name: 'Save all to your games' }).click();
      await menu(page, 'games');
      await eventually(async () => assert.equal(await gamesKept(page).count(), 3));
      // What could be had of the broken one says where it was cut; then it goes.
      const cut = gamesKept(page).filter({ hasText: 'bad' });
      await cut.getByRole('button', { name: 'Analyse' }).click();
      await eventually(async () => assert.match(await page.locator('.tree').textContent(), /cut here/));
      await menu(page, 'games');
      await cut.getByRole('button', { name: 'Delete' }).click();
      await eventually(async () => assert.equal(await gamesKept(page).count(), 2));
      // Found by a player, by the result, by the folder.
      await page.getByLabel('Player, event, opening or comment').fill('丙');
      await eventually(async () => assert.equal(await gamesKept(page).count(), 1));
      await page.getByLabel('Player, event, opening or comment').fill('');
      await page.getByLabel('Result').selectOption('1-0');
      await eventually(async () => assert.match(await gamesKept(page).textContent(), /甲 – 乙.*club/s));
      await page.getByLabel('Result').selectOption('');
      // A name, and away and back again.
      const card = gamesKept(page).filter({ hasText: '丁' });
      await card.getByText('Name and folder').click();
      await card.getByLabel('Name', { exact: true }).fill('My win');
      await card.getByLabel('Name', { exact: true }).press('Tab');
      const named = gamesKept(page).filter({ hasText: 'My win' });
      await named.waitFor();
      await named.getByRole('button', { name: 'Delete' }).click();
      await eventually(async () => assert.equal(await gamesKept(page).count(), 1));
      await page.locator('.notice').getByRole('button', { name: 'Undo' }).click();
      await eventually(async () => assert.equal(await gamesKept(page).count(), 2));
      await shot(page, 'library');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export as PGN' }).click(),
      ]);
      const text = readFileSync(await download.path(), 'utf8');
      assert.equal(text.match(/\[Red /g).length, 2);
      assert.equal(converted(text), text);
      // By the position on the board of the analysis.
      await gamesKept(page).filter({ hasText: '甲' }).getByRole('button', { name: 'Analyse' }).click();
      await waitForMoves(page, 2);
      await menu(page, 'games');
      await page.getByLabel('With the position of the analysis board').check();
      await eventually(async () => assert.equal(await gamesKept(page).count(), 1));
    },
    { path: '#/analyse' },
  );
});

test('the games of a folder are chapters: one after the other, moved, and a new one', async () => {
  const file = ['一', '二', '三'].map((name) => `[Red "${name}"]\n\n1. 炮二平五 *\n`).join('\n');
  await withPage(
    async (page) => {
      await page.locator('input[type="file"]').setInputFiles({
        name: 'study.pgn',
        mimeType: 'text/plain',
        buffer: Buffer.from(file),
      });
      await eventually(async () => assert.equal(await gamesKept(page).count(), 3));
      await page.getByLabel('Folder', { exact: true }).first().selectOption('study');
      const titles = async () => (await gamesKept(page).locator('strong').allTextContents()).map((text) => text[0]);
      await eventually(async () => assert.deepEqual(await titles(), ['一', '二', '三']));
      await page.getByRole('button', { name: /^Move up: 三/ }).click();
      await eventually(async () => assert.deepEqual(await titles(), ['一', '三', '二']));
      await page.reload();
      await gamesKept(page).first().waitFor();
      await page.getByLabel('Folder', { exact: true }).first().selectOption('study');
      await eventually(async () => assert.deepEqual(await titles(), ['一', '三', '二']));
      await gamesKept(page).first().getByRole('button', { name: 'Analyse' }).click();
      const bar = page.locator('nav.chapters');
      const open = () => bar.locator('select option:checked').textContent();
      await eventually(async () => assert.match(await open(), /^1\. 一/));
      await bar.getByRole('button', { name: 'Next chapter' }).click();
      await eventually(async () => assert.match(await open(), /^2\. 三/));
      await bar.getByRole('button', { name: 'New chapter' }).click();
      await eventually(async () => assert.match(await open(), /^4\. New chapter 4/));
      await clickMove(page, 'h2e2');
      await waitForMoves(page, 1);
      await bar.getByRole('button', { name: 'Previous chapter' }).click();
      await eventually(async () => assert.match(await open(), /^3\. 二/));
      await page.waitForTimeout(600);
      await page.reload();
      await bar.waitFor();
      await bar.getByRole('button', { name: 'Next chapter' }).click();
      await waitForMoves(page, 1);
      await eventually(async () => assert.match(await open(), /^4\. New chapter 4/));
      await shot(page, 'chapters');
    },
    { path: '#/games' },
  );
});

test('what version 1 of the store had is taken over, and nothing of it is dropped', async () => {
  await withPage(
    async (page) => {
      await page.evaluate(async () => {
        for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
        sessionStorage.clear();
      });
      // A page of the same origin without the app, which would hold the database.
      await page.goto(new URL('icon.svg', page.url()).href);
      await page.evaluate(async () => {
        await new Promise((resolve) => {
          const gone = indexedDB.deleteDatabase('chuhe');
          gone.onsuccess = resolve;
        });
        const database = await new Promise((resolve) => {
          const request = indexedDB.open('chuhe', 1);
          request.onupgradeneeded = () => {
            request.result.createObjectStore('values');
            request.result.createObjectStore('games');
          };
          request.onsuccess = () => resolve(request.result);
        });
        const node = (move, comment, children = []) => ({
          move,
          comment,
          wxf: '',
          chinese: '',
          fen: '',
          capture: null,
          check: false,
          children,
        });
        const game = {
          id: 'old',
          date: '2026-01-02T03:04:05Z',
          red: 'Old Red',
          black: 'Old Black',
          result: '1-0',
          words_en: 'Black resigned.',
          words_zh: '',
          fen: null,
          moves: ['h2e2', 'h9g7'],
          rules: 'asian',
        };
        const tree = {
          fen: null,
          comment: '',
          tags: { Red: 'Tree Red' },
          children: [node('c3c4', 'old comment', [node('g6g5', '')])],
        };
        const transaction = database.transaction(['games', 'values'], 'readwrite');
        transaction.objectStore('games').put(game, 'old');
        transaction
          .objectStore('games')
          .put({ ...game, id: 'tree', red: 'Tree Red', moves: ['c3c4', 'g6g5'], tree }, 'tree');
        transaction.objectStore('values').put({ tree, path: [0], flipped: false }, 'analysis');
        transaction.objectStore('values').put({ theme: 'slate' }, 'settings');
        await new Promise((resolve) => {
          transaction.oncomplete = resolve;
        });
        database.close();
      });
      await page.goto(new URL('./#/games', page.url()).href);
      await page.locator('html[data-theme="slate"]').waitFor();
      await page
        .locator('.game-card')
        .filter({ hasText: 'Old Red – Old Black' })
        .filter({ hasText: 'Black resigned' })
        .waitFor();
      await eventually(async () =>
        assert.ok((await page.locator('.game-card').filter({ hasText: 'Tree Red' }).count()) >= 1),
      );
      await menu(page, 'analyse');
      await eventually(async () => assert.match(await page.locator('.tree').textContent(), /old comment/));
    },
    { allowErrors: true },
  );
});

test('a new game and a new analysis keep what was there, one click away', async () => {
  await withPage(async (page) => {
    await newGame(page, { Opponent: 'person' });
    await clickMove(page, 'h2e2');
    await waitForMoves(page, 1);
    await newGame(page, { Opponent: 'person' });
    await waitForSquare(page, 'h2', 'cannon');
    await page.locator('.notice').getByRole('button', { name: 'Go back' }).click();
    await waitForSquare(page, 'e2', 'cannon');
    await waitForMoves(page, 1);
    await menu(page, 'games');
    const card = gamesKept(page).filter({ hasText: 'unfinished' });
    await card.getByRole('button', { name: 'Continue' }).click();
    await clickMove(page, 'h9g7');
    await waitForMoves(page, 2);

    await menu(page, 'analyse');
    await clickMove(page, 'c3c4');
    await waitForMoves(page, 1);
    await page.getByRole('tab', { name: 'Game' }).click();
    await page.getByRole('button', { name: 'New analysis' }).click();
    await eventually(async () => assert.equal(await moveCount(page), 0));
    await page.locator('.notice').getByRole('button', { name: 'Go back' }).click();
    await waitForMoves(page, 1);

    // The editor's position after a reload.
    await page.getByRole('button', { name: 'Set up a position' }).click();
    await page.getByRole('button', { name: 'Clear the board' }).click();
    await page.locator('.palette').getByRole('button', { name: 'red king' }).click();
    await clickSquare(page, 'e0');
    await waitForSquare(page, 'e0', 'king');
    await page.reload();
    await waitForSquare(page, 'e0', 'red king');
    await waitForSquare(page, 'e9', 'empty');
  });
});

test('two tabs see what the other changes', async () => {
  await withPage(
    async (page) => {
      await clickMove(page, 'h2e2');
      await waitForMoves(page, 1);
      await page.waitForTimeout(1200);
      const other = await page.context().newPage();
      await other.goto(page.url());
      await waitForMoves(other, 1);
      await clickMove(page, 'h9g7');
      await waitForMoves(other, 2);
      await other.locator('.move').last().click();
      await clickMove(other, 'h0g2');
      await waitForMoves(page, 3);
      await page.waitForTimeout(800);
      await menu(page, 'games');
      await eventually(async () => assert.equal(await gamesKept(page).count(), 1));
      await other.close();
    },
    { path: '#/analyse' },
  );
});

test('a review goes on after a reload and after the server was killed, with the same marks as in one go', async () => {
  let server = await startServer();
  const port = Number(new URL(server.url).port);
  const game = 'h2e2 h9g7 h0g2 i9h9 a0a1 h7i7 a1a2 h9h2 e2e6';
  const count = game.split(' ').length;
  const marks = (page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('.moves .move')].map((move) => move.className + move.textContent),
    );
  try {
    await withPage(
      async (page) => {
        await page.locator('.transfer textarea').fill(game);
        await page.getByRole('button', { name: 'Load', exact: true }).click();
        await waitForMoves(page, count);
        const judged = (least) =>
          page.waitForFunction((n) => document.querySelectorAll('.moves .move[class*="class-"]').length >= n, least);
        await page.getByLabel('Positions searched per move').selectOption('100000');
        await page.getByRole('button', { name: 'Start the review' }).click();
        await judged(2);
        await page.waitForTimeout(500);
        await page.reload();
        await judged(5);
        await server.kill();
        await page.locator('.connection.lost').waitFor();
        server = await startServer(port);
        await page.locator('.summary').waitFor({ timeout: 120_000 });
        const broken = [await marks(page), await page.locator('.summary').textContent()];
        await page.getByRole('button', { name: 'Start the review' }).click();
        await page.locator('progress').waitFor();
        await page.locator('.summary').waitFor({ timeout: 120_000 });
        assert.deepEqual([await marks(page), await page.locator('.summary').textContent()], broken);
      },
      { path: '#/review', url: server.url, allowErrors: true },
    );
  } finally {
    await server.stop();
  }
});

test('nobody loses on time because the server was killed', async () => {
  let server = await startServer();
  const port = Number(new URL(server.url).port);
  try {
    await withPage(
      async (page) => {
        await newGame(page, { Level: '10', Clock: 'own', Minutes: '1', 'Increment (seconds)': '0' });
        await clickMove(page, 'a0a1');
        await waitForMoves(page, 1);
        await server.kill();
        await page.locator('.connection.lost').waitFor();
        const times = () => page.locator('.time').allTextContents();
        const before = await times();
        await page.waitForTimeout(3000);
        assert.deepEqual(await times(), before);
        assert.equal(await page.locator('.outcome').count(), 0);
        server = await startServer(port);
        await waitForMoves(page, 2);
        assert.equal(await page.locator('.outcome').count(), 0);
      },
      { url: server.url, allowErrors: true },
    );
  } finally {
    await server.stop();
  }
});

/** Puts games into the store, as an import would. */
async function stored(page, count) {
  await page.evaluate(async (all) => {
    const database = await new Promise((resolve) => {
      const request = indexedDB.open('chuhe');
      request.onsuccess = () => resolve(request.result);
    });
    const transaction = database.transaction('library', 'readwrite');
    const tree = (number) => ({
      fen: null,
      result: '1-0',
      tags: [['Event', `Event ${number}`]],
      comment: '',
      moves: 'h2e2h9g7h0g2',
      notes: {},
    });
    for (let number = 1; number <= all; number++) {
      const [id, created] = [`game${number}`, 1e12 + number];
      const game = { id, revision: 1, created, changed: created, kind: 'loaded', folder: 'masters', chapter: number };
      transaction.objectStore('library').put({ ...game, rules: 'asian', tree: tree(number) }, id);
    }
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    database.close();
  }, count);
}

async function library(page) {
  return (await storedGames(page)).map(({ revision: _, ...game }) => JSON.stringify(game)).sort();
}

test('thousands of games are deleted with progress, brought back by undo, and by the folder of deleted games', async () => {
  const count = 3000;
  await withPage(
    async (page) => {
      await stored(page, count);
      await page.reload();
      await page.getByText(`${count} of ${count} games`).waitFor();
      const before = (await library(page)).map((game) => JSON.parse(game));
      const remove = async () => {
        await page.getByRole('button', { name: `Select all ${count}` }).click();
        await page.getByRole('button', { name: `Delete ${count}`, exact: true }).click();
        await page.getByText(`${count} games were deleted.`).waitFor();
        await page.getByText('0 of 0 games').waitFor();
      };
      const progress = page.getByText(`of ${count} games …`).waitFor();
      await remove();
      await progress;
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await page.getByText(`${count} games are back.`).waitFor();
      await page.getByText(`${count} of ${count} games`).waitFor();
      const same = async () => {
        // What a record did not say is said once it has been changed.
        const now = (await library(page)).map((game) => JSON.parse(game));
        for (const [index, game] of now.entries()) assert.deepEqual({ ...game, ...before[index] }, game);
        assert.ok(now.length === count && now.every(({ deleted }) => deleted === null));
      };
      await same();
      await remove();
      await page.reload();
      await page.getByText('0 of 0 games').waitFor();
      await page.getByLabel('Folder', { exact: true }).first().selectOption('\u0000deleted');
      await page.getByRole('button', { name: `Select all ${count}` }).click();
      await page.getByRole('button', { name: `Restore ${count}`, exact: true }).click();
      await page.getByText(`${count} games are back.`).waitFor();
      await same();
    },
    { path: '#/games' },
  );
});
