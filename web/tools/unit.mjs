// Bundles the unit tests (unit/*.test.ts) with the builder of the app and runs them with node's own runner.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const tests = readdirSync(`${root}unit`).filter((name) => name.endsWith('.test.ts'));
rmSync(`${root}.unit`, { recursive: true, force: true });
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: {
    ssr: true,
    outDir: '.unit',
    target: 'node18',
    rollupOptions: {
      input: Object.fromEntries(tests.map((name) => [name.slice(0, -3), `${root}unit/${name}`])),
      output: { entryFileNames: '[name].mjs' },
    },
  },
});
const files = tests.map((name) => `${root}.unit/${name.slice(0, -3)}.mjs`);
const { status } = spawnSync(process.execPath, ['--test', ...files], { stdio: 'inherit' });
process.exit(status ?? 1);
