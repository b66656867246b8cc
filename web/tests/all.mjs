// All browser tests in one process, one after another; `node tests/all.mjs play` runs one file.
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { close } from './support.mjs';

const wanted = process.argv.slice(2);
const here = fileURLToPath(new URL('.', import.meta.url));
const names = readdirSync(here).flatMap((file) => /^(.+)\.test\.mjs$/.exec(file)?.[1] ?? []);
for (const name of names.sort()) {
  if (wanted.length === 0 || wanted.includes(name)) await import(`./${name}.test.mjs`);
}
test('browser and server end', close);
