import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const api = process.env['WENKAO_API'] ?? 'http://127.0.0.1:8787';

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'web',
      filename: 'service-worker.ts',
      // We register by hand (prompt, never in mid-exam), and the manifest is a plain file in public/.
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,webmanifest}'],
        // A file above this is left out of the precache without an error: the build check counts what must be there.
        maximumFileSizeToCacheInBytes: 2 * 1024 * 1024,
      },
    }),
  ],
  build: {
    outDir: 'dist/web',
    target: 'chrome109',
    sourcemap: false,
    // No inline script or style may be needed: the policy forbids the first and assets stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': { target: api, changeOrigin: false } } },
  preview: { host: '127.0.0.1', proxy: { '/api': { target: api, changeOrigin: false } } },
});
