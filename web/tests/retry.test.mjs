// A reviewed game with a known blunder: why, in both languages, played out on the board; the mistake tried again.
import { strict as assert } from 'node:assert';
import { clickMove, eventually, shot, test, waitForSquare, withPage } from './support.mjs';

/** The cannon takes a pawn that a horse defends. */
const GAME = 'h2e2 h9g7 e2e6 g7e6 h0g2 b9c7';

async function reviewed(page) {
  await page.locator('.transfer textarea').fill(GAME);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await page.getByLabel('Positions searched per move').selectOption('100000');
  await page.getByRole('button', { name: 'Start the review' }).click();
  await page.locator('.summary').waitFor();
}

/** Whether the whole board is in the window. */
async function boardIsSeen(page) {
  const box = await page.locator('.board').boundingBox();
  const { height } = page.viewportSize();
  assert.ok(box.y >= -1 && box.y + box.height <= height + 1, `the board is at ${box.y} to ${box.y + box.height}`);
}

test('a mistake says why, in both languages, and its punishment is played out', async () => {
  await withPage(
    async (page) => {
      await reviewed(page);
      await page.getByRole('button', { name: 'Next mistake' }).click();
      const why = page.locator('.verdict .why').first();
      await eventually(async () =>
        assert.match(
          await why.textContent(),
          /^Moves the cannon on file 5 to where H7\+5 takes it\. In all Red loses a cannon for a pawn\.$/,
        ),
      );
      await shot(page, 'why');
      await page.getByRole('button', { name: 'Show the punishment' }).click();
      await waitForSquare(page, 'e6', 'black horse');
      await page.getByRole('button', { name: 'Step back' }).click();
      await waitForSquare(page, 'e6', 'red cannon');
      await page.getByRole('button', { name: 'Step on' }).click();
      await waitForSquare(page, 'e6', 'black horse');
      await page.getByRole('button', { name: 'Back to the game' }).click();
      await waitForSquare(page, 'e6', 'red cannon');
      await page.getByRole('button', { name: 'Show the better line' }).click();
      await waitForSquare(page, 'e6', 'black pawn');
      await page.locator('header .language').click();
      await eventually(async () =>
        assert.match(await why.textContent(), /^五路炮送吃，被马７进５吃去。合计红方失炮得卒。$/),
      );
    },
    { path: '#/review' },
  );
});

for (const [width, height] of [
  [390, 844],
  [844, 390],
]) {
  test(`the next mistake leaves the board in sight, ${width} by ${height}`, async () => {
    await withPage(
      async (page) => {
        await reviewed(page);
        const next = page.getByRole('button', { name: 'Next mistake' });
        await next.scrollIntoViewIfNeeded();
        await next.click();
        await page.locator('.verdict .why').first().waitFor();
        await boardIsSeen(page);
        await page.getByRole('button', { name: 'Show the punishment' }).click();
        await boardIsSeen(page);
        await page.locator('.moves').scrollIntoViewIfNeeded();
        await boardIsSeen(page);
        await shot(page, `why-${width}`);
      },
      { path: '#/review', options: { viewport: { width, height } } },
    );
  });
}

test('a mistake is tried again: failed, solved, and kept after a reload', async () => {
  await withPage(
    async (page) => {
      await reviewed(page);
      await page.getByRole('button', { name: 'Retry your mistakes' }).click();
      await page.getByText('In the game: C5+4 (Blunder)').waitFor();
      await clickMove(page, 'e2e6');
      await page.locator('.retry-message[data-stage="wrong"]').waitFor();
      assert.match(await page.locator('.retry-message .why').textContent(), /takes it\./);
      await shot(page, 'retry-wrong');
      await clickMove(page, 'h0g2');
      await page.locator('.retry-message[data-stage="solved"]').waitFor();
      await page.getByText('2 tries').waitFor();
      await shot(page, 'retry-solved');
      await page.reload();
      await page.getByText('solved before').waitFor();
      await page.getByText('1 of 1 solved').waitFor();
    },
    { path: '#/review' },
  );
});
