// Fails the build when it grows too large or would be refused by a strict content security policy. What a browser
// loads at first and what it loads later are counted apart; lessons, puzzles and what a site without a server needs have bounds of their own.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Bytes of scripts, gzipped. */
const FIRST_LOAD_LIMIT = 110_000;
const WITHOUT_LIMIT = 120_000;
/** Scripts that the limit leaves out, by the beginning of their names. */
const APART = { learn: 40_000, training: 40_000, site: 4_000 };

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const text = (name) => readFileSync(dist + name, 'utf8');
const size = (name, suffix = '.gz') => readFileSync(dist + name + suffix).length;
const sum = (names, suffix) => names.reduce((total, name) => total + size(name, suffix), 0);
const assets = readdirSync(`${dist}assets`)
  .map((name) => `assets/${name}`)
  .filter((name) => /\.(js|css)$/.test(name));
const scripts = assets.filter((name) => name.endsWith('.js'));
const page = text('index.html');

/** The scripts that the page names, and those that they import in turn. */
function firstLoad() {
  const found = new Set(scripts.filter((name) => page.includes(name)));
  for (const name of found) {
    for (const [, other] of text(name).matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g))
      found.add(`assets/${other}`);
  }
  return [...found];
}

const first = firstLoad();
const kindOf = (name) =>
  Object.keys(APART).find((kind) => !first.includes(name) && new RegExp(`^assets/${kind}-`).test(name));
const counted = scripts.filter((name) => kindOf(name) === undefined);
const faults = [];
const bound = (what, bytes, limit) => {
  if (bytes > limit) faults.push(`${what}: ${bytes} bytes gzipped, more than ${limit}`);
};
bound('scripts of the first load', sum(first), FIRST_LOAD_LIMIT);
bound('scripts without lessons and puzzles', sum(counted), WITHOUT_LIMIT);
for (const [kind, limit] of Object.entries(APART)) {
  const names = scripts.filter((name) => kindOf(name) === kind);
  bound(`scripts of ${kind}`, sum(names), limit);
  if (names.length > 0) console.log(`scripts of ${kind}: ${sum(names)} bytes gzipped`);
}
if (first.length === 0) faults.push('index.html names no script');
if (/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/i.test(page))
  faults.push('index.html has inline scripts or styles');
if (/(?:src|href)="(?:https?:)?\/\//i.test(page)) faults.push('index.html refers to another host');
if (assets.some((name) => /url\(\s*["']?data:/.test(text(name)))) faults.push('an asset inlines data');
const styles = assets.filter((name) => name.endsWith('.css'));
console.log(
  `first load: scripts ${sum(first)} bytes gzipped, ${sum(first, '.br')} by brotli; ` +
    `all but lessons and puzzles: ${sum(counted)}; styles ${sum(styles)}`,
);
if (faults.length > 0) {
  for (const fault of faults) console.error(fault);
  process.exit(1);
}
