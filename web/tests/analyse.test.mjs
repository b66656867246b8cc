// Analysis, review and the editor.
import { strict as assert } from 'node:assert';
import {
  clickMove,
  clickSquare,
  drag,
  eventually,
  moveCount,
  says,
  shot,
  test,
  testdata,
  waitForMoves,
  waitForSquare,
  withPage,
} from './support.mjs';

/** A short decisive master game. */
function masterGame() {
  const games = testdata('notation/master_games_sample.tsv')
    .slice(1)
    .map((row) => row.split('\t'));
  const fitting = games.filter((game) => game[0] !== '1/2-1/2' && game[5].split(' ').length >= 30);
  fitting.sort((one, other) => one[5].length - other[5].length);
  return fitting[0][5].split(' ');
}

test('the engine starts, goes on, follows the board and stops', async () => {
  await withPage(
    async (page) => {
      await page.getByRole('button', { name: 'Start the engine' }).click();
      await page.waitForFunction(() => document.querySelectorAll('.line').length === 3);
      const depth = async () => Number(/depth (\d+)/.exec(await page.locator('.figures').textContent())?.[1] ?? 0);
      const first = await depth();
      await page.waitForFunction(
        (old) => Number(/depth (\d+)/.exec(document.querySelector('.figures').textContent)?.[1] ?? 0) > old,
        first,
      );
      await eventually(async () => assert.ok((await page.locator('.shape-arrow.tone-engine').count()) >= 2));
      await eventually(async () =>
        assert.match(await page.locator('.evaluation').getAttribute('aria-label'), /Red wins \d+ %/),
      );
      await page.getByRole('tab', { name: 'Engine' }).click();
      await page.getByLabel('Lines').selectOption('5');
      await page.waitForFunction(() => document.querySelectorAll('.line').length === 5);
      await clickMove(page, 'h2e2');
      await waitForMoves(page, 1);
      await page.waitForFunction(() => document.querySelectorAll('.line').length === 5);
      await page.getByRole('button', { name: 'Stop the engine' }).click();
      await page.waitForFunction(() => document.querySelectorAll('.line').length === 0);
      await page.waitForTimeout(500);
      assert.equal(await page.locator('.line').count(), 0);
    },
    { path: '#/analyse' },
  );
});

test('the tree: variations, comments, promotion, deletion, keys, reload, texts in and out', async () => {
  await withPage(
    async (page) => {
      const moves = ['h2e2', 'h9g7', 'h0g2', 'i9h9'];
      for (const [index, move] of moves.entries()) {
        await clickMove(page, move);
        await waitForMoves(page, index + 1);
      }
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await waitForSquare(page, 'h0', 'horse');
      await clickMove(page, 'b0c2');
      await page.locator('.variation').waitFor();
      await page.getByLabel('Comment', { exact: true }).fill('the other horse');
      await eventually(async () => assert.match(await page.locator('.variation').textContent(), /the other horse/));
      await page.getByRole('button', { name: 'Promote variation' }).click();
      await eventually(async () =>
        assert.doesNotMatch(await page.locator('.variation').textContent(), /the other horse/),
      );
      await page.waitForTimeout(1500);
      await page.reload();
      await page.locator('.variation').waitFor();
      await eventually(async () => assert.match(await page.locator('.tree').textContent(), /the other horse/));
      await waitForSquare(page, 'c2', 'horse');
      await page.locator('.variation .move').first().click();
      await page.getByRole('button', { name: 'Delete from here' }).click();
      await eventually(async () => assert.equal(await page.locator('.variation').count(), 0));
      await eventually(async () => assert.equal(await moveCount(page), 3));

      // The book beside it.
      await page.keyboard.press('ArrowUp');
      await page.locator('.explorer tbody tr').first().waitFor();
      await eventually(async () => assert.ok((await page.locator('.explorer tbody tr').count()) > 2));
      await page.keyboard.press('ArrowDown');

      await page.getByRole('tab', { name: 'Files' }).click();
      for (const [format, pattern] of [
        ['ICCS', /h2-?e2/i],
        ['WXF', /C2[.=]5/],
        ['Chinese', /炮二平五/],
        ['PGN', /\[.*\]/s],
        ['FEN', /\d\/.* [wb]/],
      ]) {
        await page.getByRole('button', { name: format, exact: true }).click();
        await page.waitForFunction(
          ([source, flags]) => new RegExp(source, flags).test(document.querySelector('.written')?.value ?? ''),
          [pattern.source, pattern.flags],
        );
        if (format === 'FEN') continue;
        const text = await page.locator('.written').inputValue();
        await page.locator('.transfer textarea').first().fill(text);
        await page.getByRole('button', { name: 'Load', exact: true }).click();
        await page.locator('.notice').filter({ hasText: '3 moves' }).waitFor();
        await waitForSquare(page, 'c2', 'red horse');
      }
      await page.locator('.transfer textarea').first().fill('炮二平九十');
      await page.getByRole('button', { name: 'Load', exact: true }).click();
      await page.locator('.transfer [role="alert"]').waitFor();
    },
    { path: '#/analyse' },
  );
});

test('a master game is reviewed: graph, classed moves, accuracy', async () => {
  const moves = masterGame();
  await withPage(
    async (page) => {
      await page.locator('.transfer textarea').fill(moves.join(' '));
      await page.getByRole('button', { name: 'Load', exact: true }).click();
      await waitForMoves(page, moves.length);
      await page.getByLabel('Positions searched per move').selectOption('100000');
      await page.getByRole('button', { name: 'Start the review' }).click();
      await page.locator('progress').waitFor();
      await page.locator('.summary').waitFor({ timeout: 120_000 });
      await eventually(async () => assert.match(await page.locator('.summary').textContent(), /Accuracy\d+ %\d+ %/));
      const points = (await page.locator('.graph-curve').getAttribute('d')).match(/[ML]/g).length;
      assert.equal(points, moves.length + 1);
      await eventually(async () =>
        assert.equal(await page.locator('.moves .move[class*="class-"]').count(), moves.length),
      );
      const mistakes = await page
        .locator('.moves .move.class-mistake, .moves .move.class-blunder, .moves .move.class-inaccuracy')
        .count();
      assert.ok(mistakes > 0, 'a lost game without one mistake');
      await page.getByRole('button', { name: 'Next mistake' }).click();
      await page.locator('.verdict').waitFor();
      await eventually(async () =>
        assert.match(await page.locator('.verdict').textContent(), /Inaccuracy|Mistake|Blunder/),
      );
      await shot(page, 'review');
      const box = await page.locator('.graph').boundingBox();
      await page.mouse.click(box.x + box.width - 1, box.y + 20);
      await eventually(async () =>
        assert.equal(await page.locator('.moves .move').last().getAttribute('aria-current'), 'true'),
      );
      await page.reload();
      await page.locator('.summary').waitFor();
      await eventually(async () =>
        assert.equal(await page.locator('.moves .move[class*="class-"]').count(), moves.length),
      );

      // The board of the analysis shows the same game, and the engine's arrows on it.
      await page.getByRole('button', { name: 'Next mistake' }).click();
      await page.getByRole('button', { name: 'Open in analysis' }).click();
      await page.getByRole('button', { name: 'Start the engine' }).click();
      await page.waitForFunction(() => document.querySelectorAll('.line').length === 3);
      await page.waitForTimeout(1500);
      await shot(page, 'analyse');
    },
    { path: '#/review' },
  );
});

test('an ending says what it comes to, in both languages', async () => {
  await withPage(
    async (page) => {
      await page.getByRole('tab', { name: 'Files' }).click();
      await page.locator('.transfer textarea').first().fill('4k4/4a4/9/9/9/4N4/9/9/9/3K5 w');
      await page.getByRole('button', { name: 'Load', exact: true }).click();
      const ending = page.locator('.position .ending');
      await eventually(async () =>
        assert.match(await ending.textContent(), /^Endgame table: Red wins in \d+ moves\.$/),
      );
      await page.getByRole('button', { name: '中文' }).click();
      await eventually(async () => assert.match(await ending.textContent(), /^残局库：红方\d+步胜。$/));
    },
    { path: '#/analyse' },
  );
});

test('the editor says what is wrong, and where', async () => {
  await withPage(
    async (page) => {
      await page.locator('.good').waitFor();
      await drag(page, 'e0', 'e4');
      await page.locator('.problems li').first().waitFor();
      await eventually(async () => assert.equal(await page.locator('.mark-problem').count(), 1));
      await eventually(async () =>
        assert.ok(await page.getByRole('button', { name: 'Analyse this position' }).isDisabled()),
      );
      await shot(page, 'editor');
      await page.getByRole('button', { name: '中文' }).click();
      await eventually(async () =>
        assert.match(await page.locator('.problems li').first().textContent(), /\p{Script=Han}/u),
      );
      await page.getByRole('button', { name: 'English' }).click();
      await page.getByRole('button', { name: 'Start position' }).click();
      await page.locator('.good').waitFor();
      await page.getByRole('button', { name: 'black rook' }).click();
      await clickSquare(page, 'e5');
      await eventually(async () => assert.match(await says(page, 'e5'), /black rook/));
      await page.locator('.problems li').first().waitFor();
      await page.getByRole('button', { name: 'Eraser' }).click();
      await clickSquare(page, 'e5');
      await page.locator('.good').waitFor();
      await page.getByRole('button', { name: 'Analyse this position' }).click();
      await page.locator('.tree').waitFor();
      await eventually(async () => assert.match(await says(page, 'e0'), /red king/));
    },
    { path: '#/editor' },
  );
});
