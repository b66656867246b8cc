// The service worker: keeps one whole version of the app, so that its pages open without the server.
//
// Promised: an index that is given out from here comes with all the files that it names, because a version is kept
// whole or not at all, each file checked against its digest. Versions never mix: names in assets/ contain a
// hash of the content. The server comes first wherever it answers; what is kept is for when it does not.
// Refused: websockets (a worker never sees them), anything of the user's, anything that is not a file of the app.
// tools/finish.mjs writes the version and its files into the constants.
//
// In a site whose pages have an engine of their own they are isolated from other pages, so that the engine may have threads: where the
// host does not say so, this worker does. A page is isolated from its second visit on, when it comes through here.

const VERSION = '';
/** Address, relative to the app, and digest of every file. */
const FILES = {};
/** Whether pages have an engine of their own. */
const HAS_ENGINE = false;

const PREFIX = 'chuhe-app-';
const OWN = PREFIX + VERSION;
/** How long the server may take to answer before the page is opened from here. */
const PATIENCE = 3000;
/** Content is kept unpacked: in which form it came is of no account. */
const WHATEVER_VARIES = { ignoreVary: true };

const scope = new URL(self.registration.scope);
const nameOf = (url) => (url.pathname.startsWith(scope.pathname) ? url.pathname.slice(scope.pathname.length) : null);
const addressOf = (name) => new URL(name, scope).href;

/** A module with a shared memory and a vector instruction. Who finds it valid loads the faster build of the engine, others the plain one. */
const PROBE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 5, 4, 1, 3, 1, 1, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11,
];
const NOT_LOADED = WebAssembly.validate(new Uint8Array(PROBE)) ? '/chuhe-plain.wasm' : '/chuhe.wasm';

/** A response by which a page or a worker is isolated from other pages. */
function isolated(response) {
  if (!HAS_ENGINE || response.status !== 200 || response.type === 'opaque') return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

async function keep(cache, name) {
  const request = new Request(addressOf(name), { cache: 'no-cache', integrity: FILES[name] });
  const response = await fetch(request);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  await cache.put(addressOf(name), response);
}

/** Takes this version in whole; if a file is missing or of another version, nothing changes. */
async function install() {
  const cache = await caches.open(OWN);
  try {
    const names = Object.keys(FILES).filter((name) => !name.endsWith(NOT_LOADED));
    await Promise.all(names.map((name) => keep(cache, name)));
  } catch (error) {
    await caches.delete(OWN);
    throw error;
  }
  await self.skipWaiting();
}

/** Forgets old versions but the last one, whose pages may still be open and ask for their files. */
async function activate() {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

function withPatience(promise) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The server's page; the one of this version if the server does not answer. */
async function index(request) {
  try {
    const response = await withPatience(fetch(request));
    if (response.status < 500) return response;
  } catch {
    // No server: what is kept is given out.
  }
  const kept = await (await caches.open(OWN)).match(addressOf('index.html'), WHATEVER_VARIES);
  return kept ?? fetch(request);
}

/** A file whose name contains its hash is the same everywhere. Who asks for it past all caches has found the kept one damaged. */
async function asset(request) {
  if (request.cache === 'reload') {
    const response = await fetch(request).catch(() => null);
    if (response?.ok) return response;
  }
  return (await caches.match(request.url, WHATEVER_VARIES)) ?? fetch(request);
}

/** What may change on the server: its answer, else the one that is kept. */
async function fresh(request) {
  const cache = await caches.open(OWN);
  try {
    const response = await fetch(request);
    if (response.status < 500) return response;
  } catch {
    // No server: what is kept is given out.
  }
  return (await cache.match(request.url, WHATEVER_VARIES)) ?? Response.error();
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const name = url.origin === scope.origin ? nameOf(url) : null;
  if (request.method !== 'GET' || name === null) return;
  if (request.mode === 'navigate' && (name === '' || name === 'index.html'))
    event.respondWith(index(request).then(isolated));
  else if (name.startsWith('assets/')) event.respondWith(asset(request).then(isolated));
  else if (name !== 'index.html' && Object.hasOwn(FILES, name)) event.respondWith(fresh(request).then(isolated));
});
