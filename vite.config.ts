import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { createDirectIconsPlugin } from './server/run/direct-icons.ts';
import { createLeanZodPlugin } from './server/run/lean-zod.ts';
import { createPreviousBuildPlugin, pwaOptions } from './server/run/pwa-options.ts';
import { createStartGroups } from './server/run/start-chunks.ts';
import { parsePlayerAddress } from './sync/domain/exams/player-address.ts';

const api = process.env['WENKAO_API'] ?? 'http://127.0.0.1:8787';

/** Serves `player.html` at the player's addresses, as the server does (`static-files.ts`). */
const playerPage: Plugin = {
  name: 'wenkao-player-page',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (parsePlayerAddress(new URL(request.url ?? '/', 'http://localhost').pathname) !== null) request.url = '/player.html';
      next();
    });
  },
};

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    createDirectIconsPlugin(),
    createLeanZodPlugin(),
    createPreviousBuildPlugin(),
    playerPage,
    VitePWA(pwaOptions),
  ],
  // The spreadsheet libraries start workers from strings, which the content security policy forbids. Zip in the calling thread instead, which is
  // already a worker.
  resolve: {
    alias: [
      { find: /^fflate$/, replacement: fileURLToPath(new URL('web/lib/files/zip-in-place.ts', import.meta.url)) },
      // The default export of the package is its development build.
      {
        find: /^react-router$/,
        replacement: fileURLToPath(new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url)),
      },
      {
        find: /^react-router\/dom$/,
        replacement: fileURLToPath(new URL('node_modules/react-router/dist/production/dom-export.mjs', import.meta.url)),
      },
      // The default export of the package is its build for older browsers.
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
    ],
  },
  worker: { format: 'es' },
  build: {
    outDir: 'dist/web',
    // The service worker's list of files, and the copy of this build's assets into the next build, are derived from the manifest.
    manifest: true,
    target: 'chrome109',
    sourcemap: false,
    // The content security policy forbids inline scripts, and assets stay files.
    assetsInlineLimit: 0,
    rolldownOptions: { input: { index: 'index.html', player: 'player.html' }, output: { codeSplitting: { groups: createStartGroups() } } },
    // The service worker stores every chunk, so preload lists in the first chunk would cost more than they save.
    modulePreload: { polyfill: false, resolveDependencies: (_file, deps, { hostType }) => (hostType === 'html' ? deps : []) },
  },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': { target: api, changeOrigin: false } } },
  preview: { host: '127.0.0.1', proxy: { '/api': { target: api, changeOrigin: false } } },
});
