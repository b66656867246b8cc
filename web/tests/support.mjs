// What the browser tests of a file share: one server, one browser, pages that fail a test on any error they log,
// and the hands of a user: clicks, drags and touches on squares.
import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import base, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serveFiles } from './fileserver.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const shots = `${root}web/shots/`;
mkdirSync(shots, { recursive: true });

export const PATIENCE = Number(process.env.CHUHE_PATIENCE ?? 30_000);

export function testdata(name) {
  return readFileSync(`${root}testdata/${name}`, 'utf8')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'));
}

/** The program: the environment's CHUHE, else the release build. */
export function program() {
  const path = resolve(process.env.CHUHE ?? `${root}target/release/chuhe`);
  assert.ok(existsSync(path), `no program at ${path}: build it, or name one in CHUHE`);
  return path;
}

export const dist = `${root}web/dist`;

/** The folder of the site without a server, if that is what is to be tested: the environment's CHUHE_SITE. */
export const site = process.env.CHUHE_SITE;

/** Starts `chuhe serve` and waits for its address. */
export async function startServer(port = 0, assets = dist, more = []) {
  const child = spawn(program(), ['serve', '--port', String(port), '--assets', assets, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Rooms that are kept do not get into the user's own folder.
    env: { ...process.env, XDG_DATA_HOME: join(tmpdir(), `chuhe-browser-tests-${process.pid}`) },
  });
  let text = '';
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => {
      text += data;
      // A shared server says more: the operator's link.
      const found = /https?:\/\/[\w.:[\]-]+\/?(k\/\w+)?(?=\s)/.exec(text);
      if (found) resolve(found[0]);
    });
    child.on('exit', (code) => reject(new Error(`chuhe serve ended with ${code}: ${text}`)));
  });
  const stop = () =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) {
        resolve();
        return;
      }
      child.removeAllListeners('exit');
      child.once('exit', resolve);
      child.kill('SIGTERM');
      // One that stands still hears it only when it goes on.
      child.kill('SIGCONT');
    });
  /** Ends it without a word, as a crash would. */
  const kill = () =>
    new Promise((resolve) => {
      child.removeAllListeners('exit');
      child.once('exit', resolve);
      child.kill('SIGKILL');
    });
  /** Lets it answer nothing any more, as if it were busy for ever, until it is ended. */
  const freeze = () => child.kill('SIGSTOP');
  return { url, stop, kill, freeze, said: () => text };
}

/** A test that a stalled machine may upset once: what fails twice is wrong. */
export function test(name, work) {
  base(name, async () => {
    try {
      await work();
    } catch (error) {
      console.log(`once more, for "${name}" has failed: ${error.message}`);
      await work();
    }
  });
}

/** Begun once, whoever asks first. */
let browser = null;
let server = null;

export function openBrowser() {
  browser ??= chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  return browser;
}

export async function open() {
  server ??= site === undefined ? startServer() : serveFiles(site, { isolated: process.env.CHUHE_ISOLATED === 'yes' });
  return { browser: await openBrowser(), url: (await server).url };
}

after(async () => {
  await (await browser)?.close();
  await (await server)?.stop();
});

/** Runs a test in a fresh browser profile; anything the page logs as an error fails it. The service worker is kept out
 * unless a test is about it: each profile would fetch every file of the app once more. */
export async function withPage(work, { options = {}, path = '', url: address, allowErrors = false } = {}) {
  const { browser: shared, url } = await open();
  const context = await shared.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  try {
    await page.goto((address ?? url) + path);
    await page.locator('.board, .text-page').first().waitFor();
    await work(page);
    if (!allowErrors) assert.deepEqual(errors, []);
  } catch (error) {
    await page.screenshot({ path: `${shots}failed.png` }).catch(() => undefined);
    throw error;
  } finally {
    await context.close();
  }
}

/** A picture of the page, if CHUHE_SHOTS is set. */
export async function shot(page, name) {
  if (process.env.CHUHE_SHOTS === undefined) return;
  await page.waitForTimeout(350);
  await page.screenshot({ path: `${shots}${name}.png` });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The serious faults of accessibility that axe finds on a page: by all of its rules, or by some. */
export async function faults(page, rules = null) {
  await page.evaluate(`globalThis.axe === undefined && (() => {${axe}})()`);
  const { violations } = await page.evaluate(
    (only) => globalThis.axe.run({ resultTypes: ['violations'], ...(only === null ? {} : { runOnly: only }) }),
    rules,
  );
  const textOf = ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`;
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(textOf);
}

export async function menu(page, name) {
  await page.locator(`header nav a[href="#/${name}"]`).click();
}

/** Repeats a check until it holds; what it says last is what fails the test. */
export async function eventually(check, patience = 15_000) {
  const end = Date.now() + patience;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** The middle of a square on the screen. */
export async function spot(page, square) {
  const box = await page.locator(`[data-square="${square}"] .cell-area`).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function clickSquare(page, square, options) {
  const { x, y } = await spot(page, square);
  await page.mouse.click(x, y, options);
}

/** Waits until something can be moved now, and not only be meant for later. */
export async function ready(page) {
  await page.locator('.board[aria-readonly="false"]:not(.premoving *)').waitFor();
}

/** Waits until a piece stands there and no other is held: the page may still be busy with the last move. */
async function settled(page, square) {
  await eventually(async () => {
    assert.doesNotMatch((await says(page, square)) ?? '', /^$|empty|空/);
    assert.equal(await page.locator('.target-dot, .target-ring').count(), 0);
  });
}

/** Picks up and puts down. */
export async function clickMove(page, move) {
  await ready(page);
  await settled(page, move.slice(0, 2));
  await pickUp(page, move.slice(0, 2));
  await clickSquare(page, move.slice(2));
}

/** Clicks a piece until it is held: a page that is still busy with the last move passes a click over. */
async function pickUp(page, square) {
  for (let tries = 1; tries < 5; tries++) {
    await clickSquare(page, square);
    const isHeld = await goalsShown(page, 2000).then(
      () => true,
      () => false,
    );
    if (isHeld) return;
  }
  await clickSquare(page, square);
  await goalsShown(page);
}

export async function drag(page, from, to, button = 'left') {
  const start = await spot(page, from);
  const end = await spot(page, to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button });
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await page.mouse.up({ button });
}

export async function touchDrag(page, from, to) {
  const start = await spot(page, from);
  const end = await spot(page, to);
  const session = await page.context().newCDPSession(page);
  const touch = (type, point) => session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  await touch('touchStart', start);
  for (const part of [0.3, 0.6, 1]) {
    await touch('touchMove', { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part });
  }
  await touch('touchEnd', null);
}

export async function goalsShown(page, timeout) {
  await page.locator('.target-dot, .target-ring').first().waitFor({ timeout });
}

export async function says(page, square) {
  return page.locator(`[data-square="${square}"]`).getAttribute('aria-label');
}

/** Everything that stands on the board, as text. */
export async function boardText(page) {
  return (
    await page.locator('[role="gridcell"]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')))
  ).join('\n');
}

export async function moveCount(page) {
  return page.locator('.side .move').count();
}

export async function waitForMoves(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll('.side .move').length >= wanted, count);
}

export async function waitForSquare(page, square, part) {
  await page.waitForFunction(
    ([at, text]) => document.querySelector(`[data-square="${at}"]`)?.getAttribute('aria-label')?.includes(text),
    [square, part],
  );
}

/** The records of the library, as the browser has stored them. */
export async function storedGames(page) {
  return page.evaluate(async () => {
    const database = await new Promise((resolve) => {
      const request = indexedDB.open('chuhe');
      request.onsuccess = () => resolve(request.result);
    });
    const request = database.transaction('library').objectStore('library').getAll();
    await new Promise((resolve) => {
      request.onsuccess = resolve;
    });
    database.close();
    return request.result;
  });
}

/** Starts a game with the form on the page for playing. */
export async function newGame(page, choices = {}) {
  const form = page.locator('.new-game');
  const button = page.getByRole('button', { name: 'New game' });
  // A page that has just been loaded has neither yet.
  await form.or(button).first().waitFor();
  if ((await form.count()) === 0) await button.click();
  for (const [label, value] of Object.entries(choices)) {
    const field = form.getByLabel(label, { exact: true });
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.locator('.status, .outcome').first().waitFor();
}
