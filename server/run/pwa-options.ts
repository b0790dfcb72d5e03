import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { VitePWAOptions } from 'vite-plugin-pwa';

/** The bundler's list of output files (`build.manifest`), in the output folder. */
const bundleManifest = '.vite/manifest.json';
let outDir = 'dist/web';

/**
 * Pages not needed without a network. All others are precached, so that a page added later cannot be missing on an exam PC. If the
 * precache exceeds its budget, extend this list.
 */
const onlineOnly = [
  'web/features/home/',
  'web/features/question/',
  'web/features/paper/',
  'web/features/course/',
  'web/features/exam-plan/',
  'web/features/exam-room/',
  'web/features/marking/',
  'web/features/assignment/pages/',
  // Applications and declarations are filled in offline, but arranged and reviewed online.
  'web/features/application/pages/batch-list-page.tsx',
  'web/features/application/pages/declaration-',
  'web/features/application/pages/form-',
  'web/features/application/pages/review-page.tsx',
  // Articles are written online and read offline.
  'web/features/info/pages/article-category-page.tsx',
  'web/features/info/pages/article-edit-page.tsx',
  'web/features/info/pages/article-list-page.tsx',
  // pdf.js takes half of the budget by itself. It is downloaded together with an offline course, and the browser caches it.
  'node_modules/pdfjs-dist/',
  'web/features/profession/',
  'web/features/detail/',
  'web/features/people/',
  'web/features/progress/',
  'web/features/audit/',
  'web/features/school/',
  'web/features/system/',
  'web/features/certificate/pages/issue-page.tsx',
];

/** Exceptions: files in the folders of `onlineOnly` that pages of examinees need offline. */
const offlineToo = [
  'web/features/exam-plan/seating/my-arrangement-',
  'web/features/exam-plan/seating/seating-texts.ts',
  'web/features/exam-plan/results/score-texts.ts',
];
const isOnlineOnly = (source: string): boolean =>
  onlineOnly.some((path) => source.startsWith(path)) && !offlineToo.some((path) => source.startsWith(path));

/**
 * Assets that are not precached: the worker for spreadsheets, because exports to Excel need the network anyway, and the pictures of the guides,
 * because their texts can be read without them.
 */
const onlineAssets = /\/sheet-worker-|\.png$/;

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}
export type BundleManifest = Readonly<Record<string, Chunk>>;

/** Returns the files that offline pages can load: everything that the entry imports, directly or lazily, except online-only pages. */
export function listOfflineFiles(bundle: BundleManifest): Set<string> {
  const files = new Set<string>();
  const visitedChunks = new Set<string>();
  const visit = (name: string): void => {
    const chunk = bundle[name];
    if (!chunk || visitedChunks.has(name)) return;
    visitedChunks.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) if (!onlineAssets.test(file)) files.add(file);
    for (const next of chunk.imports ?? []) visit(next);
    for (const next of chunk.dynamicImports ?? []) if (!isOnlineOnly(next)) visit(next);
  };
  for (const [name, chunk] of Object.entries(bundle)) if (chunk.isEntry) visit(name);
  return files;
}

export const readBundleManifest = (dir: string): BundleManifest =>
  JSON.parse(readFileSync(join(dir, bundleManifest), 'utf8')) as BundleManifest;

/** Returns a file's digest in the form of an `integrity` attribute. */
export const computeIntegrity = (path: string): string => `sha256-${createHash('sha256').update(readFileSync(path)).digest('base64')}`;

export const pwaOptions: Partial<VitePWAOptions> = {
  strategies: 'injectManifest',
  srcDir: 'web',
  filename: 'service-worker.ts',
  // The application registers the worker itself (with a prompt, never during an exam); the web manifest is a plain file in public/.
  injectRegister: false,
  manifest: false,
  injectManifest: {
    // Build a classic script: all browsers with service workers support it, but not all support module workers.
    rollupFormat: 'iife',
    target: 'chrome109',
    globPatterns: ['index.html', 'player.html', 'boot.js', 'manifest.webmanifest', 'icons/*.{svg,png}', 'assets/**/*'],
    // Names in assets/ contain a content hash; a second one in the URL would defeat the browser's cache.
    dontCacheBustURLsMatching: /^assets\//,
    // Files above this size are left out of the precache without an error. The build's test counts the files that must be in it.
    maximumFileSizeToCacheInBytes: 2 * 1024 * 1024,
    manifestTransforms: [
      (entries) => {
        const needed = listOfflineFiles(readBundleManifest(outDir));
        const manifest = entries
          .filter(({ url }) => !url.startsWith('assets/') || needed.has(url))
          .map((entry) => (entry.url.startsWith('assets/') ? entry : { ...entry, integrity: computeIntegrity(join(outDir, entry.url)) }));
        return { manifest, warnings: [] };
      },
    ],
  },
};

/**
 * Keeps the previous build's assets next to the new ones. A page loaded before the deployment still requests its lazy chunks by their
 * old names, perhaps during an exam.
 */
export function createPreviousBuildPlugin(): Plugin {
  let previousAssets: readonly (readonly [string, Buffer])[] = [];
  return {
    name: 'wenkao-keep-previous-build',
    apply: 'build',
    configResolved({ root, build }) {
      outDir = resolve(root, build.outDir);
      if (!existsSync(join(outDir, bundleManifest))) return;
      const files = new Set(
        Object.values(readBundleManifest(outDir)).flatMap((chunk) => [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]),
      );
      previousAssets = [...files].filter((file) => existsSync(join(outDir, file))).map((file) => [file, readFileSync(join(outDir, file))]);
    },
    writeBundle() {
      for (const [file, content] of previousAssets) {
        const path = join(outDir, file);
        if (existsSync(path)) continue;
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, content);
      }
      previousAssets = [];
    },
  };
}
