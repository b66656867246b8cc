// Runs a WebAssembly program of the target wasm32-wasip1 under Node.js: wasi-runner.mjs PROGRAM [ARGUMENT...].
//
// It passes on arguments, environment, standard streams and the exit code, and opens no files. A program that
// aborts ends with exit code 1 and a trace. Node.js 18 wants --experimental-wasi-unstable-preview1 before the name.

import { readFile } from "node:fs/promises";
import { argv, env, exit } from "node:process";

const [, , program, ...rest] = argv;
if (program === undefined) {
    console.error("usage: wasi-runner.mjs PROGRAM [ARGUMENT...]");
    exit(2);
}
try {
    const { WASI } = await import("node:wasi");
    const wasi = new WASI({ version: "preview1", args: [program, ...rest], env, returnOnExit: true });
    const module = await WebAssembly.compile(await readFile(program));
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
    exit(wasi.start(instance));
} catch (error) {
    console.error(`${program}: ${error.stack ?? error}`);
    exit(1);
}
