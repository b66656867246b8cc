// The WebAssembly program: which of its builds this machine can run, and an instance of it. `crates/wasm/src/host.rs` is the
// other half of this file.

import { node } from './platform.js';
import { makeWasi } from './wasi.js';

/** Pages of 64 KiB, as crates/wasm/build.rs has them. */
const INITIAL_PAGES = 256;
const MAX_PAGES = 8192;

/** A module with a shared memory and a vector instruction, which only a machine that has both finds valid. */
const PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 5, 4, 1, 3, 1, 1, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11,
]);

/** The builds: with vector instructions and atomic memory, or with neither. */
export type Build = 'simd' | 'plain';

export interface Program {
  readonly module: WebAssembly.Module;
  readonly build: Build;
}

/** What the program calls. */
export interface Calls {
  reply(text: string): void;
  start(id: bigint, seat: number): void;
  stop(id: bigint): void;
  isStopped(): boolean;
  /** Wants a thread that begins with this; its number, or a negative one if there is none to be had. */
  spawn(begin: number): number;
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  open_desk(threads: number, hash: number): void;
  open_seat(threads: number, hash: number): void;
  buffer(bytes: number): number;
  receive(): void;
  ended(id: bigint): void;
  failed(id: bigint): void;
  carry_out(): void;
  wasi_thread_start(number: number, begin: number): void;
}

/** Why the program cannot be loaded. */
export class LoadError extends Error {
  override name = 'LoadError';
}

async function fetchModule(url: URL, cache: RequestCache): Promise<WebAssembly.Module> {
  const response = await fetch(url, { cache });
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
  // Compiled while it arrives, where the server calls the file what it is.
  const type = response.headers.get('content-type') ?? '';
  if (/^application\/wasm\b/.test(type) && typeof WebAssembly.compileStreaming === 'function')
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

async function compile(url: URL): Promise<WebAssembly.Module> {
  try {
    if (node !== null) return await WebAssembly.compile((await node.readFile(url)) as BufferSource);
    try {
      return await fetchModule(url, 'default');
    } catch (error) {
      // What a cache has kept may be damaged, and would be for good.
      if (!(error instanceof WebAssembly.CompileError)) throw error;
      return await fetchModule(url, 'reload');
    }
  } catch (error) {
    throw new LoadError(`${url.href}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Whether a memory for the faster build can be had: some browsers have the instructions and no room. */
function hasFastBuild(): boolean {
  try {
    return WebAssembly.validate(PROBE) && newMemory('simd') !== null;
  } catch {
    return false;
  }
}

/** Loads the build that this machine runs best, or the one that is asked for. */
export async function load(wanted?: Build): Promise<Program> {
  const build = wanted ?? (hasFastBuild() ? 'simd' : 'plain');
  const url =
    build === 'simd' ? new URL('./chuhe.wasm', import.meta.url) : new URL('./chuhe-plain.wasm', import.meta.url);
  return { module: await compile(url), build };
}

/** The memory that an instance of a build is to be given; none if it brings its own. */
export function newMemory(build: Build): WebAssembly.Memory | null {
  if (build === 'plain') return null;
  return new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAX_PAGES, shared: true });
}

/** An instance. Whatever it is asked may throw, if the program fails; then it must not be asked again. */
export class Instance {
  private readonly exports: Exports;
  private readonly words: () => string;

  /** Sets the program up, or joins one that is set up already and shares this memory. */
  constructor(module: WebAssembly.Module, memory: WebAssembly.Memory | null, calls: Calls, joins = false) {
    const own = () => memory ?? this.exports.memory;
    const text = (pointer: number, length: number) =>
      new TextDecoder().decode(new Uint8Array(own().buffer, pointer >>> 0, length >>> 0).slice());
    const wasi = makeWasi(module, own);
    this.words = wasi.words;
    const instance = new WebAssembly.Instance(module, {
      ...(memory === null ? {} : { env: { memory } }),
      wasi_snapshot_preview1: wasi.imports,
      wasi: { 'thread-spawn': (begin: number) => calls.spawn(begin) },
      chuhe: {
        reply: (pointer: number, length: number) => calls.reply(text(pointer, length)),
        start: (id: bigint, seat: number) => calls.start(BigInt.asUintN(64, id), seat),
        stop: (id: bigint) => calls.stop(BigInt.asUintN(64, id)),
        is_stopped: () => (calls.isStopped() ? 1 : 0),
      },
    });
    this.exports = instance.exports as unknown as Exports;
    if (!joins) this.exports._initialize();
  }

  openDesk(threads: number, hash: number): void {
    this.exports.open_desk(threads, hash);
  }

  openSeat(threads: number, hash: number): void {
    this.exports.open_seat(threads, hash);
  }

  receive(message: string): void {
    this.put(message);
    this.exports.receive();
  }

  carryOut(message: string): void {
    this.put(message);
    this.exports.carry_out();
  }

  ended(id: bigint): void {
    this.exports.ended(id);
  }

  failed(id: bigint): void {
    this.exports.failed(id);
  }

  runThread(number: number, begin: number): void {
    this.exports.wasi_thread_start(number, begin);
  }

  /** What is known of a failure: the program's own last words, else what the machine says. */
  reason(error: unknown): string {
    return this.words() || (error instanceof Error ? error.message : String(error));
  }

  private put(message: string): void {
    const bytes = new TextEncoder().encode(message);
    const pointer = this.exports.buffer(bytes.length) >>> 0;
    new Uint8Array(this.exports.memory.buffer, pointer, bytes.length).set(bytes);
  }
}
