// Builds the package into dist/: the two programs of WebAssembly, scripts and types.
//
//     node build.mjs FAST PLAIN        the programs as cargo has built them; `make wasm` does both
//
// The types of messages are those of the browser app, which are generated from the service's own.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const [fast, plain] = process.argv.slice(2);
if (plain === undefined) {
  console.error('usage: node build.mjs FAST PLAIN');
  process.exit(2);
}
const path = (name) => fileURLToPath(new URL(name, import.meta.url));

mkdirSync(path('src/net/generated'), { recursive: true });
for (const name of ['messages.ts', 'generated/messages.ts']) {
  const text = readFileSync(path(`../web/src/net/${name}`), 'utf8');
  // Without a bundler, files are named in full.
  writeFileSync(
    path(`src/net/${name}`),
    text.replaceAll("from './generated/messages'", "from './generated/messages.js'"),
  );
}

rmSync(path('dist'), { recursive: true, force: true });
execFileSync(process.execPath, [path('../web/node_modules/typescript/bin/tsc'), '-p', path('.')], { stdio: 'inherit' });
for (const name of ['LICENSE-MIT', 'LICENSE-APACHE', 'web/public/licences.txt']) {
  cpSync(path(`../${name}`), path(`dist/${name.split('/').at(-1)}`));
}
for (const [from, name] of [
  [fast, 'chuhe.wasm'],
  [plain, 'chuhe-plain.wasm'],
]) {
  cpSync(from, path(`dist/${name}`));
  const content = readFileSync(path(`dist/${name}`));
  const packed = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  console.log(`${name}: ${content.length} bytes, ${packed.length} by brotli`);
}
