// What the page about the program says of licences, and where it leads.
import assert from 'node:assert/strict';
import test from 'node:test';
import { withPage } from './support.mjs';

test('the licences of all parts are one click away', async () => {
  await withPage(
    async (page) => {
      const link = page.getByRole('link', { name: 'All parts and their licences' });
      const address = await link.evaluate((element) => element.href);
      const [status, kind, text] = await page.evaluate(async (place) => {
        const response = await fetch(place);
        return [response.status, response.headers.get('content-type'), await response.text()];
      }, address);
      assert.equal(status, 200);
      assert.match(kind, /^text\/plain/);
      for (const part of ['preact', 'axum', 'CC-BY-4.0', 'CC0-1.0', 'SIL OPEN FONT LICENSE'])
        assert.ok(text.includes(part), part);
    },
    { path: '#/about' },
  );
});
