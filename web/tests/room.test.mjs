// Playing a friend: two browsers in a room, one of which loses its connection, a spectator, and a stranger.
import { strict as assert } from 'node:assert';
import { networkInterfaces } from 'node:os';
import {
  clickMove,
  dist,
  eventually,
  openBrowser,
  PATIENCE,
  shot,
  startServer,
  test,
  waitForMoves,
  withPage,
} from './support.mjs';

/** Two rooks against a king: mate on the second move. */
const FEN = '4k4/9/9/9/9/9/9/9/R8/1R1K5 w';
const MOVES = ['a1a8', 'e9f9', 'b0b9'];

/** A browser of its own, with what its pages log as errors. */
async function visitor(link, options = {}, line = null) {
  const browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', ...options });
  context.setDefaultTimeout(PATIENCE);
  if (line !== null) {
    await context.routeWebSocket(/\/ws$/, (socket) => {
      if (line.isCut) void socket.close();
      else line.sockets.push([socket, socket.connectToServer()]);
    });
  }
  const page = await context.newPage();
  await page.goto(link);
  return { context, page };
}

async function withRoom(work, host = '127.0.0.1') {
  const server = await startServer(0, dist, ['--share', '--host', host]);
  const contexts = [];
  const visit = async (link, options, line) => {
    const { context, page } = await visitor(link, options, line);
    contexts.push(context);
    return page;
  };
  try {
    await work({ server, visit });
  } finally {
    for (const context of contexts) await context.close();
    await server.stop();
  }
}

async function makeRoom(page, { side = 'red', fen = FEN, clock = '5+3' } = {}) {
  await page.locator('.board').first().waitFor();
  await page.getByRole('link', { name: 'Play a friend over the network' }).click();
  await page.getByLabel('You play').selectOption(side);
  await page.getByLabel('Clock').selectOption(clock);
  if (fen !== null) {
    await page.getByLabel('Start from').selectOption('fen');
    await page.getByLabel('FEN').fill(fen);
  }
  await page.getByRole('button', { name: 'Make a room' }).click();
  const invite = await page.getByLabel('Invitation', { exact: true }).inputValue();
  const watch = await page.getByLabel('Link for spectators', { exact: true }).inputValue();
  return { invite, watch };
}

/** A line that can be cut: nothing goes through until it is mended. */
class Line {
  isCut = false;
  sockets = [];
  async cut() {
    this.isCut = true;
    for (const [page, server] of this.sockets.splice(0)) {
      await server.close();
      await page.close();
    }
  }
}

const status = (page) => page.locator('.status, .outcome').first();

test('two browsers play a whole game, one loses its connection, a third watches', async () => {
  await withRoom(async ({ server, visit }) => {
    const red = await visit(server.url);
    const { invite, watch } = await makeRoom(red);
    assert.match(invite, /\/k\/[0-9a-f]{32}\/[0-9a-f]{32}$/);
    assert.doesNotMatch(red.url(), /[0-9a-f]{32}\/[0-9a-f]{32}/, 'the key is not in the address');
    // No phone could follow a code of this address.
    await red.locator('.invitation .loopback').waitFor();
    assert.equal(await red.locator('svg.qr').count(), 0);
    await shot(red, 'room-invitation');

    const line = new Line();
    const black = await visit(invite, {}, line);
    await black.getByText('You play Black.').waitFor();
    // A guest has what this browser keeps, and is told what else needs the server's owner. The seat is kept meanwhile.
    assert.equal(await black.locator('header nav a[href="#/analyse"]').count(), 0);
    await black.locator('header nav a[href="#/games"]').click();
    await black.getByRole('heading', { name: 'Games' }).first().waitFor();
    await black.evaluate(() => {
      location.hash = '#/analyse';
    });
    await black.getByText('needs the engine of the person').waitFor();
    await black.getByRole('link', { name: 'Back to the room' }).click();
    await black.getByText('You play Black.').waitFor();
    const second = await visit(invite);
    await second.getByText('You are watching.').waitFor();
    const spectator = await visit(watch, { locale: 'zh-CN' });
    await spectator.getByText('你正在观战。').waitFor();
    await red.getByText('2 watching').waitFor();

    await clickMove(red, MOVES[0]);
    await waitForMoves(black, 1);
    await black.getByText('Your turn').waitFor();
    await shot(black, 'room-game');
    // The connection goes: both are told, and nothing can be moved.
    await line.cut();
    await black.getByText('You are not connected.').waitFor();
    await red.locator('.away').waitFor();
    assert.match(await red.locator('.presence').textContent(), /clock runs on/);
    await shot(red, 'room-away');
    line.isCut = false;
    await eventually(async () => assert.equal(await black.locator('.presence').textContent(), ''), 30_000);
    await black.getByText('You play Black.').waitFor();
    await eventually(async () => assert.equal(await red.locator('.away').count(), 0));
    await clickMove(black, MOVES[1]);
    await waitForMoves(red, 2);

    // A move is taken back by agreement, and made again.
    await black.getByRole('button', { name: 'Ask to take back' }).click();
    await red.getByText('Your friend asks to take back a move.').waitFor();
    await shot(red, 'room-offer');
    await red.getByRole('button', { name: 'Accept' }).click();
    await eventually(async () => assert.equal(await black.locator('.side .move').count(), 1));
    await clickMove(black, MOVES[1]);
    await waitForMoves(red, 2);
    await clickMove(red, MOVES[2]);
    for (const page of [red, black, second]) {
      await page.locator('.outcome[data-reason="checkmate"]').waitFor();
      assert.match(await status(page).textContent(), /Red wins/);
    }
    await spectator.locator('.outcome').waitFor();
    assert.match(await status(spectator).textContent(), /红/);
    await shot(spectator, 'room-spectator');

    // A reload shows the same, and the game is in the library.
    await black.reload();
    await black.locator('.outcome').waitFor();
    await black.getByRole('button', { name: 'Offer a rematch' }).click();
    await red.getByText('Your friend offers a rematch').waitFor();
    await red.getByRole('button', { name: 'Accept' }).click();
    await black.getByText('You play Red.').waitFor();
    // The second game is a draw: declined at first, then agreed upon.
    await clickMove(black, MOVES[0]);
    await waitForMoves(red, 1);
    for (const answer of ['Decline', 'Accept']) {
      await black.getByRole('button', { name: 'Offer a draw' }).click();
      await red.getByRole('button', { name: answer, exact: true }).click();
      await black.locator('[data-offer="draw"]').waitFor({ state: 'detached' });
      if (answer === 'Decline') {
        await clickMove(red, MOVES[1]);
        await waitForMoves(black, 2);
      }
    }
    for (const page of [red, black]) await page.locator('.outcome[data-reason="agreement"]').waitFor();
    await red.locator('header nav a[href="#/games"]').click();
    await eventually(async () => assert.equal(await red.locator('.game-card').count(), 2));
    assert.match(await red.locator('.game-card').first().textContent(), /Your friend.*1\/2-1\/2/s);
  });
});

test('a stranger sees nothing, and a room that ended is said to have ended', async () => {
  await withRoom(async ({ server, visit }) => {
    const host = new URL(server.url).origin;
    const red = await visit(server.url);
    const { invite } = await makeRoom(red, { fen: null, clock: 'none' });
    const wrong = invite.replace(/[0-9a-f]{32}$/, '0'.repeat(32));
    const stranger = await visit('about:blank');
    for (const link of [`${host}/`, `${host}/#/room`, wrong, red.url()]) {
      await stranger.goto('about:blank');
      await stranger.goto(link);
      await stranger.getByRole('heading', { name: 'You need a link' }).waitFor();
      assert.equal(await stranger.locator('.board').count(), 0, link);
    }
    const black = await visit(invite);
    await clickMove(red, 'h2e2');
    await waitForMoves(black, 1);
    // The server is started anew on the same port: it knows nobody.
    await server.kill();
    const port = Number(new URL(host).port);
    const next = await startServer(port, dist, ['--share', '--host', '127.0.0.1']);
    try {
      await black.getByRole('heading', { name: 'This room is no longer there' }).waitFor();
      assert.match(await black.locator('.gone').textContent(), /h2e2/);
      await shot(black, 'room-gone');
      await red.goto(next.url);
      await red.locator('header nav a[href="#/games"]').click();
      await eventually(async () => assert.equal(await red.locator('.game-card').count(), 1));
    } finally {
      await next.stop();
    }
  });
});

test('without --share the page says how to share', async () => {
  await withPage(async (page) => {
    await page.getByRole('link', { name: 'Play a friend over the network' }).click();
    await page.getByText('chuhe serve --share').waitFor();
    await shot(page, 'room-not-shared');
  });
});

test('a server in the network names its addresses, and links and codes are of the one that is chosen', async () => {
  const own = Object.values(networkInterfaces())
    .flat()
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
    .map(({ address }) => address);
  await withRoom(async ({ server, visit }) => {
    const { port } = new URL(server.url);
    if (own.length === 0) {
      // A machine without a network: there is nothing to choose, and that nobody else can come is said.
      const red = await visit(server.url);
      const { invite } = await makeRoom(red, { fen: null, clock: 'none' });
      assert.match(invite, /^http:\/\/127\.0\.0\.1:/);
      await red.locator('.invitation .loopback').waitFor();
      assert.equal(await red.getByLabel('Address', { exact: true }).count(), 0);
      return;
    }
    // The address of this machine alone is said first.
    await eventually(() => {
      for (const address of own) assert.ok(server.said().includes(`http://${address}:${port}/k/`), server.said());
    });
    const red = await visit(server.url);
    const { invite } = await makeRoom(red, { fen: null, clock: 'none' });
    assert.ok(own.includes(new URL(invite).hostname), invite);
    await red.locator('.invitation svg.qr').waitFor();
    const choices = await red.getByLabel('Address', { exact: true }).locator('option').allTextContents();
    for (const address of own)
      assert.ok(
        choices.some((text) => text.startsWith(`${address}:${port}`)),
        choices.join(),
      );
    await shot(red, 'room-addresses');
    // A friend comes by it; on this machine alone it is the other one, without a code.
    const black = await visit(invite, { locale: 'zh-TW' });
    await black.getByText('你執黑方。').waitFor();
    await red.getByText('You play Red.').waitFor();
    // The box that shares a game offers the same, and says what a shared server asks for.
    await red.goto(`${new URL(server.url).origin}/#/analyse`);
    await clickMove(red, 'h2e2');
    await waitForMoves(red, 1);
    await red.getByRole('tab', { name: 'Game', exact: true }).click();
    await red.getByRole('button', { name: 'Share', exact: true }).click();
    await eventually(async () => {
      const link = await red.getByLabel('Link to share').inputValue();
      assert.ok(own.includes(new URL(link).hostname), link);
    });
    assert.equal(await red.locator('dialog.share .loopback').count(), 0);
    await red.getByText('This server is shared').waitFor();
    await red.getByLabel('Address', { exact: true }).selectOption(new URL(server.url).origin);
    assert.match(await red.getByLabel('Link to share').inputValue(), /^http:\/\/127\.0\.0\.1:/);
    await red.locator('dialog.share .loopback').waitFor();
  }, '0.0.0.0');
});
