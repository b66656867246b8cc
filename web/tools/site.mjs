// The app as a site that needs no server: `node tools/site.mjs FOLDER [BOOK]`, after `make web wasm`.
//
// Into the folder, which is made anew, go the app (dist/), the engine (npm/dist/) under a name that contains its hash, and the book
// (pages of mdBook) if there is one. The index says where both are, by which the app knows that there is no server. All
// addresses are relative: the site works in any folder of any host. `_headers` has hosts that read it (Netlify, Cloudflare Pages)
// isolate the pages, so that the engine may have threads at once; elsewhere the service worker does so from the second visit on.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [folder, book] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node tools/site.mjs FOLDER [BOOK]');
  process.exit(2);
}
const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const [app, engine] = [path('../dist/'), path('../../npm/dist/')];
for (const [what, target] of [
  [`${app}index.html`, 'web'],
  [`${engine}chuhe.wasm`, 'wasm'],
]) {
  if (existsSync(what)) continue;
  console.error(`${what} is missing: make ${target}`);
  process.exit(1);
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
cpSync(app, folder, { recursive: true, filter: (name) => !/\.(br|gz)$/.test(name) });

const files = readdirSync(engine).filter((name) => /\.(js|wasm)$/.test(name));
const hash = createHash('sha256');
for (const name of files.sort()) hash.update(name).update(readFileSync(engine + name));
const place = `assets/engine-${hash.digest('hex').slice(0, 12)}`;
for (const name of files) cpSync(engine + name, `${folder}/${place}/${name}`);

const page = readFileSync(`${folder}/index.html`, 'utf8');
const names = [['chuhe-engine', `${place}/index.js`], ...(book === undefined ? [] : [['chuhe-book', 'book/']])];
const mark = names.map(([name, content]) => `<meta name="${name}" content="${content}" />`).join('\n    ');
const marked = page.replace('</title>', `</title>\n    ${mark}`);
if (!marked.includes(mark)) throw new Error('index.html has lost its title, after which the engine is named');
writeFileSync(`${folder}/index.html`, marked);
execFileSync(process.execPath, [path('finish.mjs'), `${folder}/`], { stdio: 'inherit' });

// What is not kept for offline use.
const headers = ['Cross-Origin-Opener-Policy: same-origin', 'Cross-Origin-Embedder-Policy: require-corp'];
writeFileSync(`${folder}/_headers`, `/*\n${headers.map((header) => `  ${header}\n`).join('')}`);
writeFileSync(`${folder}/.nojekyll`, '');
if (book !== undefined) cpSync(book, `${folder}/book`, { recursive: true });
console.log(`the site is ${folder}${book === undefined ? ', without the book' : ''}`);
