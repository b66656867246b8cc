// All browser tests in one process, one after another; `node tests/all.mjs play` runs one file.
import test from 'node:test';
import { close } from './support.mjs';

const wanted = process.argv.slice(2);
for (const name of ['play', 'analyse', 'puzzles', 'keep', 'pages', 'report']) {
  if (wanted.length === 0 || wanted.includes(name)) await import(`./${name}.test.mjs`);
}
test('browser and server end', close);
