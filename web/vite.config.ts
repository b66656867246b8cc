// Builds the app into dist/: relative addresses (any host, any folder), nothing inlined, so that a
// strict content security policy refuses nothing. `npm run dev` passes messages on to a server.
import { defineConfig } from 'vite';

const server = process.env.CHUHE_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  base: './',
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
  build: {
    target: 'es2021',
    minify: 'terser',
    terserOptions: { compress: { passes: 3 }, format: { comments: false } },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      '/ws': { target: server, ws: true, changeOrigin: true },
    },
  },
});
