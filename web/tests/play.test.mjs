// Playing: a whole game, every way of moving a piece, verdicts in words, reloads.
import { strict as assert } from 'node:assert';
import {
  boardText,
  clickMove,
  clickSquare,
  drag,
  eventually,
  goalsShown,
  menu,
  moveCount,
  newGame,
  ready,
  says,
  shot,
  spot,
  test,
  testdata,
  touchDrag,
  waitForMoves,
  waitForSquare,
  withPage,
} from './support.mjs';

const LONGEST_GAME = 60;

test('a whole game against level 1, by clicks on what the hints say', async () => {
  await withPage(async (page) => {
    // With a rook less the engine is mated sooner.
    await newGame(page, { Level: '1', 'Start from': 'odds', Odds: 'rook', 'Given by': 'black' });
    let over = false;
    for (let move = 1; move <= LONGEST_GAME && !over; move++) {
      await page.getByRole('button', { name: 'Hint' }).click();
      await page.locator('.tone-hint').waitFor();
      const said = await page.locator('.unseen[aria-live]').textContent();
      const hint = /[a-i][0-9][a-i][0-9]/.exec(said)[0];
      await clickMove(page, hint);
      // Now the computer answers, or the game is over.
      await page.waitForFunction((wanted) => {
        const ended = document.querySelector('.outcome') !== null;
        const answered =
          document.querySelectorAll('.side .move').length >= wanted && document.querySelector('.status') !== null;
        return ended || (answered && !document.querySelector('.actions button:disabled'));
      }, move * 2);
      if (move === 6) await shot(page, 'play');
      over = (await page.locator('.outcome').count()) > 0;
    }
    if (!over) {
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Yes' }).click();
    }
    await page.locator('.outcome').waitFor();
    await eventually(async () =>
      assert.match(await page.locator('.outcome').textContent(), /(Red wins|Black wins|Draw).+/),
    );
    await shot(page, 'play-over');
    await menu(page, 'games');
    await eventually(async () => assert.equal(await page.locator('.game-card').count(), 1));
  });
});

test('clicks, drags, keys and refusals at one board for two', async () => {
  await withPage(async (page) => {
    await newGame(page, { Opponent: 'person' });
    await clickMove(page, 'h2e2');
    await waitForMoves(page, 1);
    await ready(page);
    await drag(page, 'h9', 'g7');
    await waitForMoves(page, 2);
    await ready(page);

    // What is not legal is not played, by click or by drag; nor may the other side move.
    const before = await boardText(page);
    await clickSquare(page, 'b0');
    await goalsShown(page);
    await clickSquare(page, 'b5');
    await drag(page, 'a0', 'c4');
    await drag(page, 'b9', 'c7');
    await page.keyboard.press('Escape');
    await page.waitForTimeout(200);
    assert.equal(await moveCount(page), 2);
    await clickSquare(page, 'e5');
    await eventually(async () => assert.equal(await boardText(page), before));

    // By keys: the cursor is put on a square, moved, and the move is told.
    await page.locator('[data-square="b0"]').focus();
    await page.keyboard.press('Enter');
    await goalsShown(page);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await waitForSquare(page, 'c2', 'red horse');
    await page.waitForFunction(() =>
      document.querySelector('.unseen[aria-live]').textContent.includes('red horse b0 to c2'),
    );
    await waitForMoves(page, 3);

    // Arrows and circles of the user.
    await drag(page, 'a3', 'a5', 'right');
    await clickSquare(page, 'e6', { button: 'right' });
    await eventually(async () => assert.equal(await page.locator('.shape-arrow.tone-user-a').count(), 1));
    await eventually(async () => assert.equal(await page.locator('.shape-circle.tone-user-a').count(), 1));

    // Back and forth, taking back, flipping.
    await page.locator('h2, .brand').first().focus();
    await page.getByRole('button', { name: 'First position' }).click();
    await waitForSquare(page, 'h2', 'cannon');
    await page.getByRole('button', { name: 'Last position' }).click();
    await waitForSquare(page, 'h2', 'empty');
    await page.getByRole('button', { name: 'Take back' }).click();
    await waitForSquare(page, 'b0', 'red horse');
    const low = await spot(page, 'e0');
    await page.getByRole('button', { name: 'Flip the board' }).click();
    await page.waitForTimeout(100);
    await eventually(async () => assert.ok((await spot(page, 'e0')).y < low.y));

    // A reload loses nothing.
    const now = await boardText(page);
    await page.reload();
    await waitForMoves(page, 2);
    assert.equal(await moveCount(page), 2);
    await eventually(async () =>
      assert.equal((await boardText(page)).split('\n').sort().join(), now.split('\n').sort().join()),
    );

    await page.getByRole('button', { name: 'Offer a draw' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.locator('.outcome[data-reason="agreement"]').waitFor();
  });
});

test('touch: taps and drags on a phone', async () => {
  await withPage(
    async (page) => {
      await newGame(page, { Opponent: 'person' });
      await ready(page);
      for (const at of ['b2', 'e2']) {
        const { x, y } = await spot(page, at);
        await page.touchscreen.tap(x, y);
        if (at === 'b2') await goalsShown(page);
      }
      await waitForMoves(page, 1);
      await ready(page);
      await touchDrag(page, 'b9', 'c7');
      await waitForMoves(page, 2);
      await eventually(async () => assert.match(await says(page, 'c7'), /black horse/));
      await shot(page, 'phone-play');
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
    },
    { options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } },
  );
});

test('a repetition ends in a verdict in words, in both languages', async () => {
  const row = testdata('rules/cases.tsv')
    .map((text) => text.split('\t'))
    .find(([name]) => name === 'asian-004');
  const [, , verdict, fen, moves] = row;
  assert.equal(verdict, 'black_wins');
  await withPage(async (page) => {
    await newGame(page, { Opponent: 'person', 'Start from': 'fen', FEN: fen });
    for (const [index, move] of moves.split(' ').entries()) {
      await clickMove(page, move);
      await waitForMoves(page, index + 1);
    }
    const outcome = page.locator('.outcome[data-reason="repetition"]');
    await outcome.waitFor();
    await eventually(async () => assert.match(await outcome.textContent(), /Black wins.*check/s));
    await page.getByRole('button', { name: '中文' }).click();
    await eventually(async () => assert.match(await outcome.textContent(), /黑胜.*将/s));
    await shot(page, 'verdict-zh');
  });
});

test('checks and chases are marked', async () => {
  await withPage(async (page) => {
    await newGame(page, {
      Opponent: 'person',
      'Start from': 'fen',
      FEN: '1cbak4/R3a4/4b4/7P1/9/2P6/3pp4/8r/9/3AKA3 w - - 0 1',
    });
    await clickMove(page, 'a8b8');
    await page.locator('.shape-circle.tone-chase').waitFor();
    await eventually(async () => assert.equal(await page.locator('.mark-last').count(), 1));
    // The marks of a chase end with the game.
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.locator('.outcome').waitFor();
    await page.locator('.tone-chase').first().waitFor({ state: 'detached' });
    await newGame(page, { FEN: '4k4/9/9/9/9/9/9/9/9/3KR4 b - - 0 1' });
    await page.locator('.mark-check').waitFor();
    await page.locator('.alarm').waitFor();
  });
});

test('against the engine: a move is taken back with its answer, also while it thinks, and a hint is shown and goes', async () => {
  await withPage(async (page) => {
    await newGame(page, { Level: '3' });
    await clickMove(page, 'h2e2');
    await waitForMoves(page, 2);
    await ready(page);
    await page.getByRole('button', { name: 'Take back' }).click();
    await eventually(async () => assert.equal(await moveCount(page), 0));
    await waitForSquare(page, 'h2', 'red cannon');
    await clickMove(page, 'b2e2');
    await page.getByRole('button', { name: 'Take back' }).click();
    await waitForSquare(page, 'b2', 'red cannon');
    await ready(page);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.shape-arrow.tone-hint').waitFor();
    assert.match(await page.locator('.status .hint').textContent(), /^Hint: [A-Z]\S{3}$/);
    await clickMove(page, 'a0a1');
    await page.locator('.tone-hint').first().waitFor({ state: 'detached' });
    await waitForMoves(page, 2);
    assert.equal(await moveCount(page), 2);
    // The game that is kept is the one that was played.
    await menu(page, 'games');
    await eventually(async () => assert.match(await page.locator('.game-card').textContent(), /2 moves.*unfinished/s));
  });
});

test('odds, a clock, playing Black; a flag that falls ends the game', async () => {
  await withPage(async (page) => {
    await newGame(page, {
      Level: '2',
      'You play': 'black',
      'Start from': 'odds',
      Odds: 'rook',
      'Given by': 'red',
      Clock: '3+2',
    });
    await waitForMoves(page, 1);
    await eventually(async () => assert.match(await says(page, 'i0'), /red rook|empty/));
    await eventually(async () => assert.doesNotMatch(await boardText(page), /a0, red rook/));
    await eventually(async () => assert.equal(await page.locator('.player .time').count(), 2));
    await page.waitForTimeout(1300);
    const times = await page.locator('.player .time').allTextContents();
    assert.ok(
      times.some((time) => /^2:5\d$/.test(time)),
      times.join(),
    );
  });
  await withPage(async (page) => {
    await page.clock.install();
    await newGame(page, { Opponent: 'person', Clock: '3+2' });
    await clickMove(page, 'h2e2');
    await waitForMoves(page, 1);
    await page.clock.runFor(181_000);
    await page.locator('.outcome[data-reason="time"]').waitFor();
    await eventually(async () =>
      assert.match(await page.locator('.outcome').textContent(), /Red wins.*Black ran out of time/s),
    );
  });
});
