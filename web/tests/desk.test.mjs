// Playing and analysing as pages that fit the window: sizes, things that keep their places, premoves, threats,
// settings of the engine, keys.
import { strict as assert } from 'node:assert';
import { noted, places, watch } from './measure.mjs';
import {
  clickMove,
  clickSquare,
  eventually,
  moveCount,
  newGame,
  open,
  ready,
  says,
  shot,
  spot,
  test,
  waitForMoves,
  waitForSquare,
  withPage,
} from './support.mjs';

const LAPTOP = { width: 1366, height: 768 };
const touch = { hasTouch: true, isMobile: true };
/** Of the window, the share of its width or height that the board takes at least. */
const SIZES = [
  { name: 'phone', options: { viewport: { width: 390, height: 844 }, ...touch }, wide: 0.95, high: 0.45 },
  { name: 'sideways', options: { viewport: { width: 844, height: 390 }, ...touch }, wide: 0.4, high: 0.95 },
  { name: 'laptop', options: { viewport: LAPTOP }, wide: 0.45, high: 0.88 },
  { name: 'wide', options: { viewport: { width: 1920, height: 1080 } }, wide: 0.45, high: 0.9 },
];

/** The window is the page, and the board has its share of it. */
async function assertFits(page, { name, wide, high }, what) {
  await eventually(async () => {
    const found = await page.evaluate(() => {
      const box = document.querySelector('.board').getBoundingClientRect();
      const { scrollHeight, scrollWidth } = document.documentElement;
      const beyond = [...document.querySelectorAll('.steps button, .actions button, .afterwards button, .player')]
        .filter((element) => {
          const { top, left, right, bottom } = element.getBoundingClientRect();
          return top < 0 || left < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
        })
        .map((element) => element.textContent || element.className);
      return {
        over: [scrollWidth - innerWidth, scrollHeight - innerHeight],
        share: [box.width / innerWidth, box.height / innerHeight],
        beyond,
      };
    });
    const said = `${what}, ${name}: ${JSON.stringify(found)}`;
    assert.ok(found.over[0] <= 0 && found.over[1] <= 0, said);
    assert.ok(found.share[0] >= wide && found.share[1] >= high, said);
    assert.deepEqual(found.beyond, [], said);
  });
}

for (const size of SIZES) {
  test(`nothing need be scrolled, and the board is large: ${size.name}`, async () => {
    await withPage(
      async (page) => {
        await newGame(page, { Opponent: 'person', Clock: '3+2' });
        await clickMove(page, 'b2b9');
        await waitForMoves(page, 1);
        await assertFits(page, size, 'play');
        await shot(page, `desk-play-${size.name}`);
        await page.goto(`${(await open()).url}#/analyse`);
        await clickMove(page, 'h2e2');
        await page.getByRole('button', { name: 'Start the engine' }).click();
        await page.locator('.line').first().waitFor();
        await assertFits(page, size, 'analyse');
        await shot(page, `desk-analyse-${size.name}`);
        for (const tab of await page.getByRole('tab').all()) {
          await tab.click();
          await assertFits(page, size, `analyse, ${await tab.textContent()}`);
        }
      },
      { options: size.options },
    );
  });
}

test('on a phone held sideways every page with a board has it whole, as high as the screen', async () => {
  await withPage(
    async (page) => {
      for (const name of ['review', 'puzzles', 'editor', 'room']) {
        await page.goto(`${(await open()).url}#/${name}`);
        await page.locator('.page > .stage .board').waitFor();
        await assertFits(page, { name: 'sideways', wide: 0.35, high: 0.75 }, name);
      }
    },
    { options: SIZES[1].options },
  );
});

/** Puts itself between the page and the server: hears what is sent, and can hold answers of the engine back. */
async function tap(page) {
  const wire = { sent: [], holds: false, held: [] };
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      wire.sent.push(JSON.parse(text));
      server.send(text);
    });
    server.onMessage((text) => {
      if (wire.holds && JSON.parse(text).type === 'best') wire.held.push(() => socket.send(text));
      else socket.send(text);
    });
  });
  wire.release = () => {
    wire.holds = false;
    for (const send of wire.held.splice(0)) send();
  };
  await page.reload();
  await page.locator('.board').waitFor();
  return wire;
}

test('a game: buttons in their places, captured pieces, looking back, one result', async () => {
  await withPage(
    async (page) => {
      const wire = await tap(page);
      await newGame(page, { Level: '1', Clock: '10+5' });
      const FIXED = '.board, .steps button, .actions button, .afterwards button, .player, .game-panel';
      await ready(page);
      const before = await places(page, FIXED);
      await watch(page);
      wire.holds = true;
      await clickMove(page, 'b2b9');
      await page.locator('.busy.on').waitFor();
      assert.deepEqual(await places(page, FIXED), before, 'while it thinks');
      assert.equal(await page.locator('.player.bottom .captured').getAttribute('data-count'), '1');
      assert.match(
        await page.locator('.player.bottom .captured').getAttribute('aria-label'),
        /Red has captured: black horse/,
      );
      wire.release();
      await waitForMoves(page, 2);
      await ready(page);
      assert.deepEqual(await places(page, FIXED), before, 'after it has thought');

      // Looking back: whose turn it was, whose it is, and what had been captured then.
      await page.keyboard.press('Home');
      await eventually(async () =>
        assert.match(
          await page.locator('.status').textContent(),
          /Red to move.*After move 0 of 2.*in the game Red is to move/,
        ),
      );
      assert.equal(await page.locator('.player.bottom .captured').getAttribute('data-count'), '0');
      await page.keyboard.press('ArrowRight');
      await eventually(async () => assert.match(await page.locator('.status').textContent(), /Black to move/));
      assert.deepEqual(await places(page, FIXED), before, 'while looking back');
      await page.keyboard.press('End');
      await eventually(async () => assert.equal(await page.locator('.status.back').count(), 0));

      const { shift, movers } = await noted(page);
      console.log(`layout shift while playing: ${shift.toFixed(4)}`);
      assert.ok(shift < 0.02, `${shift}: ${movers.join(', ')}`);

      // Resigning is asked about, and the result stands in one place.
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'No', exact: true }).click();
      assert.equal(await page.locator('.outcome').count(), 0);
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Yes' }).click();
      await page.locator('.outcome').waitFor();
      const text = await page.locator('body').innerText();
      assert.equal(text.split('Black wins').length - 1, 2, 'on the page once, and once for those who listen');
      assert.equal(await page.locator('.outcome').filter({ hasText: 'Black wins' }).count(), 1);
      assert.deepEqual(await places(page, FIXED), before, 'after the end');
      assert.equal(await page.locator('.tone-chase').count(), 0);
    },
    { options: { viewport: LAPTOP } },
  );
});

test('premoves are played if they are legal, cancelled by a click, dropped otherwise, and never sent before', async () => {
  await withPage(
    async (page) => {
      const wire = await tap(page);
      const premove = async (from, to) => {
        await clickSquare(page, from);
        await page.locator('.premoving .target-dot, .premoving .target-ring').first().waitFor();
        await clickSquare(page, to);
        await page.locator('.shape-arrow.tone-premove').waitFor();
      };
      const gone = () => page.locator('.tone-premove').first().waitFor({ state: 'detached' });
      const sentMoves = () => wire.sent.filter(({ type }) => type === 'look').map(({ moves }) => moves.join(' '));
      await newGame(page, { Level: '1' });
      await ready(page);

      // Played as soon as it is legal.
      wire.holds = true;
      await clickMove(page, 'a3a4');
      await eventually(() => assert.equal(wire.held.length, 1));
      await premove('i3', 'i4');
      await shot(page, 'desk-premove');
      assert.ok(!sentMoves().some((moves) => moves.includes('i3i4')));
      assert.match(await page.locator('.status').textContent(), /Premove: P1\+1/);
      wire.holds = false;
      wire.release();
      await waitForSquare(page, 'i4', 'red pawn');
      await waitForMoves(page, 4);

      // Cancelled by a click elsewhere, by a right click, by Escape.
      wire.holds = true;
      await clickMove(page, 'c3c4');
      await eventually(() => assert.equal(wire.held.length, 1));
      await premove('g3', 'g4');
      await clickSquare(page, 'e5');
      await gone();
      await premove('g3', 'g4');
      await clickSquare(page, 'e5', { button: 'right' });
      await gone();
      assert.equal(await page.locator('.shape-circle.tone-user-a').count(), 0);
      await premove('g3', 'g4');
      await page.keyboard.press('Escape');
      await gone();

      // What is not legal when its turn comes is dropped: a rook through its own horse.
      await premove('a0', 'e0');
      wire.release();
      await waitForMoves(page, 6);
      await ready(page);
      await gone();
      await page.waitForTimeout(300);
      assert.equal(await moveCount(page), 6);
      assert.match(await says(page, 'a0'), /red rook/);
      assert.match(await says(page, 'g3'), /red pawn/);
      const wrong = sentMoves().filter((moves) => /a0e0|g3g4/.test(moves));
      assert.deepEqual(wrong, []);
    },
    { options: { viewport: LAPTOP } },
  );
});

test('presets of the clock, levels with names, and what they mean', async () => {
  await withPage(async (page) => {
    const clock = page.getByLabel('Clock', { exact: true });
    const values = await clock.locator('option').evaluateAll((options) => options.map(({ value }) => value));
    assert.deepEqual(values, ['none', '1+0', '3+2', '5+3', '10+5', '15+10', '30+20', 'own']);
    const levels = page.getByLabel('Level', { exact: true });
    await eventually(async () =>
      assert.match(await levels.locator('option').nth(2).textContent(), /^3 · Learner \(Elo 1200\)$/),
    );
    assert.equal(await levels.locator('option').count(), 10);
    const sentences = new Set();
    for (let level = 1; level <= 10; level++) {
      await levels.selectOption(String(level));
      sentences.add(await page.locator('.level-says').textContent());
    }
    assert.equal(sentences.size, 10);
    await newGame(page, { Opponent: 'person', Clock: '1+0' });
    await eventually(async () =>
      assert.deepEqual(await page.locator('.player .time').allTextContents(), ['1:00', '1:00']),
    );
  });
});

test('threat, settings of the engine, keys and their list', async () => {
  await withPage(
    async (page) => {
      const wire = await tap(page);
      const searches = () => wire.sent.filter(({ type, infinite }) => type === 'go' && infinite);
      await page.getByRole('tab', { name: 'Engine' }).click();
      await page.getByLabel('Depth').selectOption('12');
      await page.getByLabel('Time per position').selectOption('3');
      const threads = page.getByLabel('Threads');
      const most = Number(await threads.locator('option').last().getAttribute('value'));
      await threads.selectOption(String(most));
      const memory = page.getByLabel('Memory');
      const sizes = await memory.locator('option').evaluateAll((options) => options.map(({ value }) => Number(value)));
      if (sizes.length > 1) await memory.selectOption(String(sizes[1]));
      await page.getByLabel('Lines').selectOption('2');
      await shot(page, 'desk-engine');
      await page.evaluate(() => document.activeElement.blur());
      await page.keyboard.press('l');
      await page.waitForFunction(() => document.querySelectorAll('.line').length === 2);
      const { depth, millis, lines, threads: asked, memory: wanted } = searches().at(-1);
      assert.deepEqual(
        [depth, millis, lines, asked ?? 1, wanted ?? 0],
        [12, 3000, 2, most, sizes.length > 1 ? sizes[1] : 0],
      );

      // The best move by the space bar; the threat by its key and its button.
      await page.keyboard.press(' ');
      await waitForMoves(page, 1);
      await page.keyboard.press('x');
      await page.locator('.shape-arrow.tone-threat').waitFor();
      const question = wire.sent.filter(({ type, infinite }) => type === 'go' && !infinite).at(-1);
      assert.match(question.fen, / w - - 0 1$/);
      assert.equal(question.aside, true);
      await page.keyboard.press('l');
      await shot(page, 'desk-threat');
      await page.getByRole('button', { name: 'Threat' }).click();
      await page.locator('.shape-arrow.tone-threat').waitFor({ state: 'detached' });

      const high = await spot(page, 'e0');
      await page.keyboard.press('f');
      await eventually(async () => assert.ok((await spot(page, 'e0')).y < high.y));
      await page.keyboard.press('?');
      const sheet = page.getByRole('dialog', { name: 'Keys' });
      await sheet.waitFor();
      assert.match(await sheet.textContent(), /Home.*Flip the board.*Show the threat/s);
      await shot(page, 'desk-keys');
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
    },
    { path: '#/analyse', options: { viewport: LAPTOP } },
  );
});
