// What must not break the app: damaged backups, markup in names and comments, enormous games, tabs that change the same game at the same
// moment, a page that is closed in the middle of a save, a server that is killed in the middle of anything.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import {
  clickMove,
  clickSquare,
  eventually,
  menu,
  newGame,
  ready,
  says,
  startServer,
  storedGames,
  test,
  waitForMoves,
  waitForSquare,
  withPage,
} from './support.mjs';

const PAGES = ['play', 'analyse', 'review', 'retry', 'puzzles', 'learn', 'games', 'settings', 'about', 'editor'];
const cards = (page) => page.locator('.game-card');
const give = (page, ...files) =>
  page
    .locator('input[type="file"]')
    .setInputFiles(files.map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })));
const backupOf = (parts) => JSON.stringify({ chuhe: 2, ...parts });
const treeOf = (moves, more = {}) => ({ fen: null, tags: [], result: '*', comment: '', moves, notes: {}, ...more });
const recordOf = (id, tree, more = {}) => ({ id, revision: 1, created: 1, changed: 1, kind: 'loaded', tree, ...more });

/** Opens every page, and everything that is in the library. */
async function lookEverywhere(page) {
  for (const name of PAGES) {
    await page.goto(`${page.url().replace(/#.*/, '')}#/${name}`);
    await page.locator('.board, .text-page').first().waitFor();
    assert.equal(await page.locator('main [role="alert"]').count(), 0, name);
  }
  await menu(page, 'puzzles');
  for (const tab of ['Endings', 'History']) {
    await page.getByRole('button', { name: tab, exact: true }).click();
    await page.locator('.text-page').waitFor();
  }
}

const DAMAGED = {
  games: [
    null,
    5,
    'x',
    {},
    recordOf('a', treeOf('h2e2', { fen: 'no position' })),
    recordOf('b', treeOf('h2e2(', { tags: [['Date', '99999.99.99']], notes: { 0: { c: 5, g: ['x', -1] }, x: null } })),
    recordOf('c', treeOf('a0a9a9a0')),
    recordOf('d', treeOf(')))((('), { created: 1e300, play: { red: { kind: 'engine', level: 99 } } }),
    recordOf('e', treeOf('h2e2'), {
      play: { red: { kind: 'engine', level: 77 }, black: { kind: 'person' }, clock: { red: 'x' }, outcome: null },
    }),
  ],
  reviews: {
    a: { game: { moves: null }, results: [null, 5, { ply: 1, class: 'blunder' }], done: 7, ply: 'x' },
    b: { game: 5, results: 'x' },
    c: 9,
  },
  values: {
    draft: { opponent: 5, level: 'x', side: null, clock: 9, minutes: 'many', increment: {}, odds: 3 },
    puzzles: {
      version: 2,
      attempts: [
        { id: 'x', at: 1e300, score: 1, rating: 'high', mode: 'none' },
        { id: 'y', at: -1, score: 1e9 },
        { id: 'z', at: 5, score: 0, rating: null, mode: 'rated' },
      ],
    },
    endings: { 'no-such': { tries: 3 }, other: 5, third: null, fourth: { tries: 'x', done: 'y' } },
    retry: { history: { k: { at: 1, tries: 'x', isSolved: 5 }, other: 3 } },
    learn: { done: [1, 'x', null], at: 'no-such-task' },
  },
};

test('a damaged backup changes nothing that was there and breaks no page', async () => {
  await withPage(
    async (page) => {
      await clickMove(page, 'b2e2');
      await waitForMoves(page, 1);
      await menu(page, 'games');
      await eventually(async () => assert.equal(await cards(page).count(), 1));
      for (const parts of [{ games: 'none', settings: 7, reviews: [1], values: 'x' }, DAMAGED]) {
        const loaded = page.waitForEvent('load');
        await give(page, ['backup.json', backupOf(parts)]);
        await loaded;
        await cards(page).filter({ hasText: 'analysis' }).first().waitFor();
      }
      await lookEverywhere(page);
      await menu(page, 'games');
      await cards(page).first().waitFor();
      const count = await cards(page).count();
      for (let index = 0; index < count; index++) {
        for (const button of ['Analyse', 'Review']) {
          await menu(page, 'games');
          await cards(page).nth(index).getByRole('button', { name: button, exact: true }).click();
          await page.locator('.board').waitFor();
        }
      }
      await page.reload();
      await page.locator('.board').waitFor();
      await menu(page, 'play');
      await newGame(page, { Opponent: 'person' });
      await clickMove(page, 'h2e2');
      await waitForMoves(page, 1);
    },
    { path: '#/analyse' },
  );
});

test('of several files at once, all are taken in, though one is a backup', async () => {
  const games = (names) => names.map((name) => `[Red "${name}"]\n\n1. 炮二平五 *\n`).join('\n');
  await withPage(
    async (page) => {
      const loaded = page.waitForEvent('load');
      await give(
        page,
        ['one.pgn', games(['甲', '乙'])],
        ['backup.json', backupOf({ games: [recordOf('a', treeOf('h2e2')), recordOf('a', treeOf('c3c4'))] })],
        ['two.pgn', games(Array.from({ length: 300 }, (_, index) => `丙${index}`))],
      );
      await loaded;
      await page.getByText('304 of 304 games').waitFor();
    },
    { path: '#/games' },
  );
});

const MARKUP = '<img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>';

test('markup in names, comments, tags and file names is text', async () => {
  const game = (name) =>
    `[Event "${MARKUP.replace(/"/g, "'")}"]\n[Red "${name}"]\n[Black "</textarea><b>"]\n\n{${MARKUP}} 1. 炮二平五 {${MARKUP}} *\n`;
  await withPage(
    async (page) => {
      const harmless = async () => {
        assert.equal(await page.evaluate(() => globalThis.hacked), undefined);
        assert.equal(await page.locator('main img, main script, dialog img, .notices img').count(), 0);
      };
      await page.getByRole('tab', { name: 'Files' }).click();
      await give(page, [`${MARKUP}.pgn`.replace(/[/"]/g, ''), game('<b>a</b>') + game('<i>b</i>')]);
      await page.locator('dialog.chooser').waitFor();
      await harmless();
      await page.getByRole('button', { name: 'Save all to your games' }).click();
      await menu(page, 'games');
      await eventually(async () => assert.equal(await cards(page).count(), 2));
      await cards(page).filter({ hasText: '<b>a</b>' }).getByRole('button', { name: 'Analyse' }).click();
      await page.locator('.tree .comment').filter({ hasText: '<script>' }).first().waitFor();
      await harmless();
      await page.getByRole('tab', { name: 'Game', exact: true }).click();
      await page.getByRole('button', { name: 'Review this game' }).click();
      await page.locator('.review-page').waitFor();
      await harmless();
      await menu(page, 'games');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export as PGN' }).click(),
      ]);
      assert.equal(readFileSync(await download.path(), 'utf8').split('onerror="globalThis').length - 1, 4);
      await harmless();
    },
    { path: '#/analyse' },
  );
});

test('an enormous game is opened, walked through, changed and kept', async () => {
  // Rooks and horses go up and down, with a variation in a variation after every move of a part.
  const round = ['a0a1', 'a9a8', 'i0i1', 'i9i8', 'a1a0', 'a8a9', 'i1i0', 'i8i9'];
  const moves = Array.from({ length: 1200 }, (_, index) => round[index % round.length]);
  const nested = 300;
  const tail = Array.from({ length: nested }, (_, index) => `${round[index % 8]}(${index % 2 === 0 ? 'c3c4' : 'c6c5'}`);
  const tree = treeOf(`${moves.join('')}${tail.join('')}${')'.repeat(nested)}`, {
    notes: { 0: { c: 'x'.repeat(200_000) } },
  });
  await withPage(
    async (page) => {
      const loaded = page.waitForEvent('load');
      await give(page, ['backup.json', backupOf({ games: [recordOf('large', tree)] })]);
      await loaded;
      await cards(page).getByRole('button', { name: 'Analyse' }).click();
      await waitForMoves(page, moves.length + nested);
      await ready(page);
      await page.keyboard.press('Home');
      await waitForSquare(page, 'a0', 'red rook');
      await page.keyboard.press('ArrowRight');
      await waitForSquare(page, 'a1', 'red rook');
      await clickMove(page, 'b9c7');
      await waitForMoves(page, moves.length + nested + 1);
      await page.reload();
      await waitForMoves(page, moves.length + nested + 1);
    },
    { path: '#/games' },
  );
});

test('two tabs that change the same game at the same moment lose neither change', async () => {
  await withPage(
    async (page) => {
      await clickMove(page, 'h2e2');
      await waitForMoves(page, 1);
      await eventually(async () => {
        await menu(page, 'games');
        assert.equal(await cards(page).count(), 1);
      });
      await menu(page, 'analyse');
      const other = await page.context().newPage();
      await other.goto(page.url());
      await waitForMoves(other, 1);
      for (const tab of [page, other]) {
        await tab.locator('.move').last().click();
        await ready(tab);
      }
      // Both before either has stored anything.
      const comment = (tab, text) => tab.locator('.notes textarea').fill(text);
      await Promise.all([comment(page, 'of the first tab'), comment(other, 'of the second tab')]);
      await eventually(async () => {
        const kept = JSON.stringify(await storedGames(page));
        assert.ok(kept.includes('of the first tab') && kept.includes('of the second tab'), kept);
      });
      await other.close();
    },
    { path: '#/analyse' },
  );
});

test('what was typed and set up is there after a reload, after the tab was closed, and while the server is away and back', async () => {
  let server = await startServer();
  const port = Number(new URL(server.url).port);
  const comment = (page) => page.locator('.notes textarea');
  const isTyped = (page, text) => eventually(async () => assert.equal(await comment(page).inputValue(), text));
  try {
    await withPage(
      async (page) => {
        await clickMove(page, 'h2e2');
        await waitForMoves(page, 1);
        await comment(page).pressSequentially('half a com');
        await page.reload();
        await isTyped(page, 'half a com');
        // The tab is closed with the last letter just typed; the next one has it.
        await comment(page).pressSequentially('ment');
        const context = page.context();
        const next = await context.newPage();
        await page.close();
        await next.goto(`${server.url}#/analyse`);
        await isTyped(next, 'half a comment');
        // The connection goes in the middle of a word, and the server comes back.
        await comment(next).press('End');
        await comment(next).pressSequentially(', typed ');
        await server.kill();
        await next.locator('.connection.lost').waitFor();
        await comment(next).pressSequentially('on');
        await isTyped(next, 'half a comment, typed on');
        server = await startServer(port);
        await next.locator('.connection').waitFor({ state: 'detached' });
        await isTyped(next, 'half a comment, typed on');
        await eventually(async () =>
          assert.equal(await next.evaluate(() => document.activeElement?.localName), 'textarea'),
        );
        await next.reload();
        await isTyped(next, 'half a comment, typed on');

        // The editor's position, likewise.
        await next.getByRole('tab', { name: 'Game', exact: true }).click();
        await next.getByRole('button', { name: 'Set up a position' }).click();
        await next.locator('.palette').getByRole('button', { name: 'black pawn' }).click();
        await clickSquare(next, 'e5');
        await waitForSquare(next, 'e5', 'black pawn');
        await server.kill();
        await next.locator('.connection.lost').waitFor();
        await clickSquare(next, 'e4');
        await waitForSquare(next, 'e4', 'black pawn');
        server = await startServer(port);
        await next.locator('.connection').waitFor({ state: 'detached' });
        assert.match(await says(next, 'e5'), /black pawn/);
        await next.locator('.problems, .good').first().waitFor();
        await next.reload();
        await waitForSquare(next, 'e4', 'black pawn');
        await waitForSquare(next, 'e5', 'black pawn');
      },
      { path: '#/analyse', url: server.url, allowErrors: true },
    );
  } finally {
    await server.stop();
  }
});

/** A new game whose board the page has heard of: a server that stands still would leave it waiting. */
async function atTheBoard(page) {
  await newGame(page, { Level: '1' });
  await ready(page);
}

/** What the server can be killed in the middle of: where, what is done before, what is done, and how it is seen that it has come to its end. */
const ACTIONS = {
  'a move of the engine': {
    path: '#/play',
    before: atTheBoard,
    act: (page) => clickMove(page, 'h2e2'),
    // It is asked again by itself.
    again: () => undefined,
    done: (page) => waitForMoves(page, 2),
  },
  'a hint': {
    path: '#/play',
    before: atTheBoard,
    act: (page) => page.getByRole('button', { name: 'Hint' }).click(),
    done: (page) => page.locator('.tone-hint').first().waitFor(),
  },
  'a file that is read': {
    path: '#/analyse',
    before: (page) => page.getByRole('tab', { name: 'Files' }).click(),
    act: (page) => give(page, ['game.pgn', '[Red "甲"]\n\n1. 炮二平五 *\n']),
    done: (page) => page.locator('.position').filter({ hasText: '甲' }).waitFor(),
  },
  'a file that is written': {
    path: '#/analyse',
    before: async (page) => {
      await clickMove(page, 'h2e2');
      await page.getByRole('tab', { name: 'Files' }).click();
    },
    act: (page) => page.getByRole('button', { name: 'PGN', exact: true }).click(),
    done: (page) => page.waitForFunction(() => document.querySelector('.written')?.value.includes('[Game')),
  },
  'an analysis': {
    path: '#/analyse',
    before: async (page) => {
      await page.getByRole('button', { name: 'Start the engine' }).click();
      await page.locator('.line').first().waitFor();
    },
    act: (page) => page.keyboard.press('x'),
    again: () => undefined,
    done: (page) => page.locator('.line').nth(2).waitFor(),
  },
  'a puzzle': {
    path: '#/puzzles',
    before: (page) => ready(page),
    act: (page) => page.getByRole('button', { name: 'Hint', exact: true }).click(),
    done: (page) => page.locator('.tone-hint').first().waitFor(),
  },
  'a position that is checked': {
    path: '#/editor',
    before: async (page) => {
      await page.locator('.good').waitFor();
      await page.locator('.palette').getByRole('button', { name: 'red king' }).click();
    },
    act: (page) => clickSquare(page, 'e5'),
    again: () => undefined,
    done: (page) => page.locator('.problems li').first().waitFor(),
  },
};

test('the server is killed in the middle of each action: what was there stays, and the action can be done again', async () => {
  let server = await startServer();
  const port = Number(new URL(server.url).port);
  try {
    for (const [what, { path, before, act, again = act, done }] of Object.entries(ACTIONS)) {
      await withPage(
        async (page) => {
          await before(page);
          server.freeze();
          await act(page);
          await server.kill();
          await page.locator('.connection.lost').waitFor();
          assert.equal(await page.locator('main [role="alert"]').count(), 0, what);
          server = await startServer(port);
          await page.locator('.connection').waitFor({ state: 'detached' });
          await again(page);
          await done(page);
        },
        { path, url: server.url, allowErrors: true },
      );
    }
  } finally {
    await server.stop();
  }
});
