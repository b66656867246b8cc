// All browser tests: first, alone, the file whose figures depend on how busy the machine is, then the others, two files at a time.
// `node tests/all.mjs play room` runs some files. With a site that has no server (CHUHE_SITE) what is asked
// for is tested there, else what is said of such sites only.
import { readdirSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const ALONE = 'figures';
/** What takes longest comes first, so that no file is left over at the end. */
const LONG = ['pages', 'play', 'keep', 'room', 'learn', 'desk'];

const here = fileURLToPath(new URL('.', import.meta.url));
const wanted = process.argv.slice(2);
const isSite = process.env.CHUHE_SITE !== undefined;
const names = readdirSync(here)
  .flatMap((file) => /^(.+)\.test\.mjs$/.exec(file)?.[1] ?? [])
  .filter((name) => (wanted.length === 0 ? (name === 'site') === isSite : wanted.includes(name)))
  .sort();
const others = names.filter((name) => name !== ALONE && !LONG.includes(name));
const rounds = [names.filter((name) => name === ALONE), [...LONG.filter((name) => names.includes(name)), ...others]];

for (const round of rounds.filter(({ length }) => length > 0)) {
  const tests = run({ files: round.map((name) => `${here}${name}.test.mjs`), concurrency: 2 });
  tests.on('test:fail', () => {
    process.exitCode = 1;
  });
  for await (const text of tests.compose(new spec())) process.stdout.write(text);
}
