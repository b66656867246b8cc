// What the program asks of its system (WASI, preview 1): the time, random bytes, a place for its last words. It has no files, no
// arguments and no environment; whoever asks for them is told that they are not there.

const OK = 0;
const BAD_FILE = 8;
const NOT_HERE = 52;
/** The most bytes that a browser gives at once. */
const RANDOM_BYTES = 65_536;

/** The program has ended itself, which it does when it has failed. */
export class Ended extends Error {
  override name = 'Ended';
}

export interface Wasi {
  readonly imports: WebAssembly.ModuleImports;
  /** What it has written last, without the newline. */
  words(): string;
}

/** The system of a program; its memory grows, so that it is asked for each time. */
export function makeWasi(module: WebAssembly.Module, memory: () => WebAssembly.Memory): Wasi {
  let said = '';
  const view = () => new DataView(memory().buffer);
  const bytes = (pointer: number, length: number) => new Uint8Array(memory().buffer, pointer >>> 0, length >>> 0);
  const offered: WebAssembly.ModuleImports = {
    // All workers count from the same moment: the threads of a search compare their times.
    clock_time_get(_clock: number, _precision: bigint, result: number) {
      const nanoseconds = BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n;
      view().setBigUint64(result >>> 0, nanoseconds, true);
      return OK;
    },
    random_get(pointer: number, length: number) {
      for (let done = 0; done < length; done += RANDOM_BYTES) {
        const part = crypto.getRandomValues(new Uint8Array(Math.min(RANDOM_BYTES, length - done)));
        bytes(pointer + done, part.length).set(part);
      }
      return OK;
    },
    environ_sizes_get(count: number, size: number) {
      view().setUint32(count >>> 0, 0, true);
      view().setUint32(size >>> 0, 0, true);
      return OK;
    },
    environ_get: () => OK,
    fd_write(_file: number, parts: number, count: number, result: number) {
      let written = 0;
      for (let part = 0; part < count; part++) {
        const pointer = view().getUint32((parts >>> 0) + 8 * part, true);
        const length = view().getUint32((parts >>> 0) + 8 * part + 4, true);
        said = (said + new TextDecoder().decode(bytes(pointer, length).slice())).slice(-2000);
        written += length;
      }
      view().setUint32(result >>> 0, written, true);
      return OK;
    },
    fd_prestat_get: () => BAD_FILE,
    sched_yield: () => OK,
    proc_exit(code: number) {
      throw new Ended(`the program has ended itself (${code})`);
    },
  };
  const wanted = WebAssembly.Module.imports(module).filter((one) => one.module === 'wasi_snapshot_preview1');
  const imports = Object.fromEntries(wanted.map(({ name }) => [name, offered[name] ?? (() => NOT_HERE)]));
  return { imports, words: () => said.trim() };
}
