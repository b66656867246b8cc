// Puzzles and endings.
import { strict as assert } from 'node:assert';
import { boardText, clickMove, clickSquare, eventually, ready, shot, test, withPage } from './support.mjs';

const stage = (page, name) => page.locator(`.message[data-stage="${name}"]`).waitFor();

async function hintOf(page) {
  await ready(page);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.locator('.tone-hint').waitFor();
  return /[a-i][0-9][a-i][0-9]/.exec(await page.locator('.unseen[aria-live]').textContent())[0];
}

/** Some move of a piece that does not stand on this square. */
async function otherMove(page, square) {
  const text = await page.locator('.side h2').first().textContent();
  const side = /Red to move/.test(text) ? 'red' : 'black';
  await ready(page);
  const lines = (await boardText(page)).split('\n');
  for (const line of lines.filter((one) => one.includes(`, ${side}`) && !one.startsWith(square))) {
    await clickSquare(page, line.slice(0, 2));
    const goals = (await boardText(page)).split('\n').filter((one) => one.includes('can go here'));
    if (goals.length === 0) continue;
    await clickSquare(page, goals[0].slice(0, 2));
    return;
  }
  assert.fail('no other move');
}

test('a puzzle with a wrong move, a hint and the solution: it is missed, kept, and reviewed', async () => {
  await withPage(
    async (page) => {
      await page.getByLabel('Puzzles', { exact: true }).and(page.locator('select')).selectOption('m1');
      await page.getByRole('heading', { name: /mate in 1/ }).waitFor();
      const hint = await hintOf(page);
      const before = await boardText(page);
      await otherMove(page, hint.slice(0, 2));
      await stage(page, 'wrong');
      await eventually(async () => assert.equal(await boardText(page), before));
      await shot(page, 'puzzles');
      await page.reload();
      await stage(page, 'wrong');
      await clickMove(page, hint);
      await stage(page, 'solved');
      await page.locator('.solution .move').first().waitFor();
      await page.getByRole('button', { name: 'First position' }).click();
      await eventually(async () => assert.equal(await boardText(page), before));
      await page.getByRole('button', { name: 'History' }).click();
      await page.locator('.history .tried', { hasText: '1' }).waitFor();
      await page.getByText('missed').first().waitFor();
      await shot(page, 'puzzle-history');
      await page.reload();
      await page.getByRole('button', { name: 'Missed' }).click();
      await page.getByText('1 to review').waitFor();
      await clickMove(page, hint);
      await stage(page, 'solved');
      await page.getByRole('button', { name: 'Next puzzle' }).click();
      await page.getByText('You have missed none').waitFor();
    },
    { path: '#/puzzles' },
  );
});

test('a hint halves the score, the daily puzzle is shown, a streak ends', async () => {
  await withPage(
    async (page) => {
      await page.getByLabel('Puzzles', { exact: true }).and(page.locator('select')).selectOption('m1');
      await clickMove(page, await hintOf(page));
      await page.locator('.message[data-score="0.5"]').waitFor();
      await page.getByRole('button', { name: 'Daily' }).click();
      await page.getByText(/Puzzle of \d+ \w+ 20\d\d/).waitFor();
      await page.getByRole('button', { name: 'Solution' }).click();
      await stage(page, 'shown');
      await page.getByRole('button', { name: 'Last position' }).click();
      await page.getByRole('button', { name: 'Streak' }).click();
      await stage(page, 'solving');
      await page.getByRole('button', { name: 'Solution' }).click();
      await page.getByText(/The streak ends at 0/).waitFor();
    },
    { path: '#/puzzles' },
  );
});

test('an ending is played against the engine, kept over a reload, and begun again', async () => {
  await withPage(
    async (page) => {
      await page.getByRole('button', { name: 'Endings' }).click();
      await page.getByRole('button', { name: /Rook against two advisors/ }).click();
      await page.getByText('Red to move and win').waitFor();
      await clickMove(page, 'i1i5');
      await page.getByText('The engine thinks …').waitFor();
      await page.getByText('Your move.').waitFor();
      await eventually(async () => assert.match(await page.locator('.side').textContent(), /Moves: 1/));
      const before = await boardText(page);
      await shot(page, 'endings');
      await page.reload();
      await page.getByRole('button', { name: 'Endings' }).click();
      await eventually(async () => assert.equal(await boardText(page), before));
      await page.getByRole('button', { name: 'Begin again' }).click();
      await eventually(async () => assert.match(await page.locator('.side').textContent(), /Moves: 0/));
      await page.getByRole('button', { name: 'All endings' }).click();
      await page.getByText(/^0 of \d+ done$/).waitFor();
    },
    { path: '#/puzzles' },
  );
});
