// A desk as a page sees it: texts in, texts out, shaped like a WebSocket, so that what speaks to `chuhe serve` can speak to it.

import type { DeskNews, DeskOrder } from './desk.js';
import type { Endpoint } from './platform.js';
import { endpointOf, node, OF_NODE, ready } from './platform.js';
import type { Build } from './program.js';

/** What can be chosen. */
export interface Options {
  /** The most threads of a search: as many as there are processors, 16 at most, and one in a page that is not isolated from others. */
  threads?: number;
  /** The most mebibytes of a search's table, 1 to 128; 32 unless given. */
  hash?: number;
  /** Which build to load, instead of the best that this machine runs. */
  build?: Build;
}

/** What was opened. */
export interface Opened {
  /** Whether it has vector instructions (`simd`) or not (`plain`). */
  build: Build;
  /** The most threads of a search. */
  threads: number;
}

/** The most mebibytes of a search's table. */
export const MAX_HASH = 128;

/** Refuses what cannot be opened. */
function check(options: Options): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`the options are ${options}; they must be an object, or be left out`);
  const { threads, hash, build, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`there is no option "${unknown}"; there are threads, hash and build`);
  if (build !== undefined && build !== 'simd' && build !== 'plain')
    throw new TypeError(`build is "${build}"; it must be "simd" or "plain"`);
  const whole = (name: string, value: number | undefined, most: number) => {
    if (value !== undefined && !(Number.isInteger(value) && value >= 1 && value <= most))
      throw new RangeError(`${name} is ${value}; it must be a whole number from 1 to ${most}`);
  };
  whole('threads', threads, Number.MAX_SAFE_INTEGER);
  whole('hash', hash, MAX_HASH);
}

const startDesk = () =>
  endpointOf(
    node === null
      ? new Worker(new URL('./desk.js', import.meta.url), { type: 'module', name: 'chuhe' })
      : new node.Worker(new URL('./desk.js', import.meta.url), OF_NODE),
  );

/** A workbench in workers, by its wire. It is opened when it is made; messages may be sent once it is open. */
export class Channel {
  onopen: ((opened: Opened) => unknown) | null = null;
  onmessage: ((event: { data: string }) => unknown) | null = null;
  /** It has ended by itself, and why. */
  onclose: ((event: { reason: string }) => unknown) | null = null;
  /** A task was lost, which is also told to who asked. */
  onwarning: ((reason: string) => unknown) | null = null;
  private desk: Endpoint | null = null;
  private isClosed = false;

  constructor(options: Options = {}) {
    check(options);
    ready().then(() => this.start(options));
  }

  private start({ threads, hash, build }: Options): void {
    if (this.isClosed) return;
    this.desk = startDesk();
    this.desk.listen(
      (message) => this.hear(message as string | DeskNews),
      (reason) => this.lose(reason),
    );
    this.desk.post({ threads, hash, build } satisfies DeskOrder);
  }

  send(text: string): void {
    if (!this.isClosed) this.desk?.post(text);
  }

  /** Ends it, and whatever it computes. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.desk?.end();
  }

  private hear(message: string | DeskNews): void {
    if (this.isClosed) return;
    if (typeof message === 'string') this.onmessage?.({ data: message });
    else if ('ready' in message) this.onopen?.(message.ready);
    else if ('warning' in message) this.onwarning?.(message.warning);
    else this.lose(message.failed);
  }

  private lose(reason: string): void {
    if (this.isClosed) return;
    this.close();
    this.onclose?.({ reason });
  }
}
