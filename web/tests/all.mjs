// All browser tests in one process, one after another; `node tests/all.mjs play` runs one file. With a site that has no server
// (CHUHE_SITE) what is asked for is tested there, else what is said of such sites only.
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { close, site } from './support.mjs';

const wanted = process.argv.slice(2);
const here = fileURLToPath(new URL('.', import.meta.url));
const names = readdirSync(here).flatMap((file) => /^(.+)\.test\.mjs$/.exec(file)?.[1] ?? []);
for (const name of names.sort()) {
  if (wanted.length === 0 ? (name === 'site') === (site !== undefined) : wanted.includes(name))
    await import(`./${name}.test.mjs`);
}
test('browser and server end', close);
