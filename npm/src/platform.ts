// What differs between a browser and Node.js: workers, the way to their parent, files, and whether memory can be shared.

import type { MessagePort as NodePort, Worker as NodeWorker } from 'node:worker_threads';

/** The other end of a worker, or of its parent. */
export interface Endpoint {
  post(message: unknown): void;
  /** Hears messages, and why the other end cannot be reached any more. */
  listen(heard: (message: unknown) => void, failed?: (reason: string) => void): void;
  end(): void;
}

/** What of Node.js is used. */
export interface Node {
  readonly Worker: typeof NodeWorker;
  readonly parentPort: NodePort | null;
  readFile(url: URL): Promise<Uint8Array>;
}

/** Bundlers for browsers must not look for the modules of Node.js. */
const imported = (name: string) => import(/* @vite-ignore */ /* webpackIgnore: true */ name);

const isNode = typeof process === 'object' && typeof process.versions?.node === 'string' && typeof self === 'undefined';

/** None in a browser, nor before everything is ready. */
export let node: Node | null = null;

/** To be awaited before anything else here is used. (A module that itself awaits something is more than some bundlers can do.) */
export async function ready(): Promise<void> {
  if (!isNode || node !== null) return;
  const [threads, files] = await Promise.all([imported('node:worker_threads'), imported('node:fs/promises')]);
  node = { Worker: threads.Worker, parentPort: threads.parentPort, readFile: (url) => files.readFile(url) };
}

/** How Node.js starts workers: not by the flags of the program itself, some of which they refuse. */
export const OF_NODE = { execArgv: [] };

/** Whether workers can look at one memory: in Node.js always, in a browser where the page is isolated from others. */
export const canShare: boolean = isNode || globalThis.crossOriginIsolated === true;

export async function processors(): Promise<number> {
  return isNode ? (await imported('node:os')).cpus().length : (navigator.hardwareConcurrency ?? 1);
}

/** The first word of a worker: it listens now. A browser drops what comes before that. */
const LISTENING = 'chuhe: listening';

type Heard = (message: unknown) => void;

/** Listens to a worker of either kind. */
function attach(worker: Worker | NodeWorker, heard: Heard, failed: (reason: string) => void): void {
  if (node !== null) {
    const own = worker as NodeWorker;
    own.on('message', heard);
    own.on('error', (error) => failed(error.message));
    own.on('messageerror', (error) => failed(error.message));
    return;
  }
  const own = worker as Worker;
  own.onmessage = ({ data }) => heard(data);
  own.onmessageerror = () => failed('a message cannot be read');
  own.onerror = (event) => {
    event.preventDefault();
    failed(event.message || 'its script cannot be loaded');
  };
}

/** A worker that has been started. What is sent before it listens waits. */
export function endpointOf(worker: Worker | NodeWorker): Endpoint {
  let waiting: unknown[] | null = [];
  return {
    post(message) {
      if (waiting === null) worker.postMessage(message);
      else waiting.push(message);
    },
    listen(heard, failed = () => undefined) {
      const first: Heard = (message) => {
        if (message !== LISTENING) heard(message);
        else {
          for (const each of waiting ?? []) worker.postMessage(each);
          waiting = null;
        }
      };
      attach(worker, first, failed);
    },
    end: () => void worker.terminate(),
  };
}

/** Whoever has started this worker. */
export function parent(): Endpoint {
  const port = node?.parentPort ?? null;
  const own = globalThis as unknown as DedicatedWorkerGlobalScope;
  return port === null
    ? {
        post: (message) => own.postMessage(message),
        listen(heard) {
          own.onmessage = ({ data }) => heard(data);
          own.postMessage(LISTENING);
        },
        end: () => own.close(),
      }
    : {
        post: (message) => port.postMessage(message),
        listen(heard) {
          port.on('message', heard);
          port.postMessage(LISTENING);
        },
        end: () => port.close(),
      };
}
