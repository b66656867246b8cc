// After vite: writes the service worker with the list of what was built, and a .br and a .gz beside each file that
// shrinks by it. The server gives those out to browsers that read them. `node tools/finish.mjs folder/` does it to a copy.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = process.argv[2] ?? fileURLToPath(new URL('../dist/', import.meta.url));
const COMPRESSIBLE = /\.(html|js|css|svg|json|webmanifest|txt|wasm)$/;
/** Above this many bytes the best compression takes half a minute and saves a hundredth. */
const LARGE = 1 << 20;
const WORKER = 'worker.js';

const files = readdirSync(dist, { recursive: true })
  .map((name) => String(name).replaceAll('\\', '/'))
  .filter((name) => statSync(dist + name).isFile() && !/\.(br|gz|map)$/.test(name) && name !== WORKER)
  .sort();
const digests = Object.fromEntries(
  files.map((name) => [
    name,
    `sha256-${createHash('sha256')
      .update(readFileSync(dist + name))
      .digest('base64')}`,
  ]),
);

const source = readFileSync(fileURLToPath(new URL('../worker/worker.js', import.meta.url)), 'utf8');
const version = createHash('sha256')
  .update(source + JSON.stringify(digests))
  .digest('hex')
  .slice(0, 16);
const worker = source
  .replace("const VERSION = '';", `const VERSION = '${version}';`)
  .replace('const FILES = {};', `const FILES = ${JSON.stringify(digests, null, 1)};`)
  .replace('const HAS_ENGINE = false;', `const HAS_ENGINE = ${files.some((name) => name.endsWith('.wasm'))};`);
if (!worker.includes(`'${version}'`) || !worker.includes('sha256-'))
  throw new Error('worker.js has lost the places for the version and the files');
writeFileSync(dist + WORKER, worker);

for (const name of [...files, WORKER].filter((name) => COMPRESSIBLE.test(name))) {
  const content = readFileSync(dist + name);
  const brotli = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: content.length > LARGE ? 9 : 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  const gzip = gzipSync(content, { level: 9 });
  if (brotli.length < content.length) writeFileSync(`${dist}${name}.br`, brotli);
  if (gzip.length < content.length) writeFileSync(`${dist}${name}.gz`, gzip);
}
console.log(`version ${version}, ${files.length} files for offline use`);
