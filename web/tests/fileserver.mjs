// A server of files and nothing else, as a host of static pages is one. The site is in a folder of it, /chuhe/.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};
const PREFIX = '/chuhe/';
const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/** Serves a folder. `isolated` sends the headers by which pages may share memory; `faulty` may answer for a file, by its name. */
export async function serveFiles(folder, { isolated = false, faulty = () => null } = {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://host');
    const name = pathname.startsWith(PREFIX) ? normalize(decodeURIComponent(pathname.slice(PREFIX.length))) : '..';
    const wanted = name === '.' || name.endsWith('/') ? join(name, 'index.html') : name;
    const fault = faulty(wanted);
    const path = join(folder, wanted);
    if (fault?.status !== undefined || name.startsWith('..') || !existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(fault?.status ?? 404).end();
      return;
    }
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': type, ...(isolated ? ISOLATION : {}) });
    response.end(fault?.content ?? readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${server.address().port}${PREFIX}`, stop };
}
