// Figures that the app promises: first paint, no long task, no shift of the layout. A machine with more to do than it has processors is
// given as many times as long; with CHUHE_QUIET set, what is promised holds to the letter, every time.
import { strict as assert } from 'node:assert';
import { cpus, loadavg } from 'node:os';
import { noted, places, watch } from './measure.mjs';
import { clickMove, clickSquare, eventually, newGame, ready, test, waitForMoves, withPage } from './support.mjs';

const LAPTOP = { width: 1366, height: 768 };
const isQuiet = process.env.CHUHE_QUIET !== undefined;
const LONGEST_TASK = 50;
const LARGEST_SHIFT = 0.02;
/** Milliseconds to the first paint; the first number is what is promised. */
const FIRST_PAINT = isQuiet ? 300 : 1000;
const MOVES = isQuiet ? 8 : 3;
const crowding = () => (isQuiet ? 1 : Math.max(1, loadavg()[0] / cpus().length));

/** Does something up to a few times, until no task was long; on a quiet machine none may be at all. */
async function withoutLongTasks(page, work) {
  let tasks = [];
  for (let round = 0; round < (isQuiet ? 1 : 5); round++) {
    await page.evaluate(() => {
      globalThis.noted.tasks = [];
    });
    await work();
    ({ tasks } = await noted(page));
    console.log(`tasks over 50 ms: ${tasks.join(', ') || 'none'} (crowding ${crowding().toFixed(1)})`);
    if (tasks.every((millis) => millis <= LONGEST_TASK * crowding())) return;
  }
  assert.fail(`tasks of ${tasks.join(', ')} ms`);
}

/** Moves a rook to and fro, or whatever can be moved if that cannot. */
async function makeMove(page) {
  await ready(page);
  const cells = page.locator('[data-square][aria-label*="red"]');
  const squares = await cells.evaluateAll((list) => list.map((cell) => cell.dataset.square));
  const isFirst = (square) => ['a0', 'a1', 'i0', 'i1'].includes(square);
  for (const square of [...squares.filter(isFirst), ...squares.filter((other) => !isFirst(other))]) {
    await clickSquare(page, square);
    await page.waitForTimeout(50);
    const goal = page.locator('.target-dot').first();
    if ((await goal.count()) === 0) continue;
    const { x, y, width, height } = await goal.boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    return;
  }
  assert.fail(`nothing can be moved: ${squares.join()}`);
}

async function assertStill(page, what) {
  const { shift, movers } = await noted(page);
  console.log(`layout shift while ${what}: ${shift.toFixed(4)} ${movers.join()}`);
  assert.ok(shift < LARGEST_SHIFT, `${shift}: ${movers.join(', ')}`);
}

test('the first paint comes soon', async () => {
  const times = [];
  const isSoon = () => times.filter((time) => time < FIRST_PAINT).length > times.length / 2;
  for (let round = 0; round < 5 || (!isSoon() && round < 9); round++) {
    await withPage(async (page) => {
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      times.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime));
    });
  }
  console.log(`first contentful paint: ${times.map((time) => Math.round(time)).join(', ')} ms`);
  assert.ok(isSoon(), `${times.join()}: most are to be below ${FIRST_PAINT} ms`);
});

for (const level of ['1', '3']) {
  test(`no long task and nothing that moves while a game is played against level ${level}`, async () => {
    await withPage(
      async (page) => {
        await newGame(page, { Level: level, Clock: '30+20' });
        await ready(page);
        await watch(page);
        let count = 0;
        await withoutLongTasks(page, async () => {
          for (let move = 0; move < MOVES; move++) {
            await makeMove(page);
            count += 2;
            await waitForMoves(page, count);
            await ready(page);
          }
          await page.waitForTimeout(300);
        });
        await assertStill(page, 'playing');
      },
      { options: { viewport: LAPTOP } },
    );
  });
}

test('nothing moves while the engine analyses', async () => {
  await withPage(
    async (page) => {
      await clickMove(page, 'h2e2');
      await waitForMoves(page, 1);
      const FIXED = '.board, .lines, .engine, .steps button, .tree, .tabbed, .notes button, .evaluation';
      const before = await places(page, FIXED);
      await watch(page);
      await page.getByRole('button', { name: 'Start the engine' }).click();
      await page.waitForFunction(() => document.querySelectorAll('.line').length === 3);
      assert.deepEqual(await places(page, FIXED), before);
      const heights = await page.locator('.line').evaluateAll((lines) => lines.map((line) => line.offsetHeight));
      assert.equal(new Set(heights).size, 1, heights.join());
      await eventually(async () => assert.match(await page.locator('.evaluation-number').textContent(), /^[+−]?\d|#/));
      await withoutLongTasks(page, async () => {
        await page.waitForTimeout(700);
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('ArrowRight');
        await page.waitForTimeout(500);
      });
      assert.deepEqual(await places(page, FIXED), before);
      await page.getByRole('button', { name: 'Stop the engine' }).click();
      assert.deepEqual(await places(page, FIXED), before);
      await assertStill(page, 'analysing');
    },
    { path: '#/analyse', options: { viewport: LAPTOP } },
  );
});
