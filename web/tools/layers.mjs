// Fails when a folder of src/ imports from one that it must not know. Dependencies point one way.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What each folder may know beside itself. */
const MAY_KNOW = {
  core: [],
  words: ['core'],
  net: ['core'],
  board: ['core'],
  store: ['core'],
  lessons: [],
  state: ['core', 'net', 'words'],
  app: ['core', 'net', 'words', 'store', 'state', 'lessons'],
  views: ['core', 'net', 'words', 'board', 'store', 'state', 'app'],
  styles: [],
};

const src = fileURLToPath(new URL('../src/', import.meta.url));
const faults = [];
const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());
for (const { name: folder } of folders) {
  const known = MAY_KNOW[folder];
  if (known === undefined) {
    faults.push(`src/${folder} has no place in the table of tools/layers.mjs`);
    continue;
  }
  for (const file of readdirSync(src + folder, { recursive: true }).filter((name) => /\.tsx?$/.test(name))) {
    const text = readFileSync(`${src}${folder}/${file}`, 'utf8');
    for (const [, other] of text.matchAll(/(?:from|import) '(?:\.\.\/)+([a-z]+)/g)) {
      if (other !== folder && !known.includes(other))
        faults.push(`src/${folder}/${file} must not import from ${other}`);
    }
  }
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
