import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { listOfflineFiles, readBundleManifest } from '../../../server/run/pwa-options.ts';
import { measureScripts, playerStart } from '../../fixtures/script-sizes.ts';
import { canEnterRoute } from '../../../web/app/routes/route-access.ts';
import { routeRows } from '../../../web/app/routes.ts';
import { lazyCatalogues } from '../../../web/app/texts.ts';

const budgetBytes = 2 * 1024 * 1024;
const out = 'dist/web';
const precached = new Set<string>();

beforeAll(() => {
  // Build for production, because a build under the test runner's NODE_ENV contains development pages.
  execFileSync(process.execPath, ['server/run/build-when-stale.ts'], { env: { ...process.env, NODE_ENV: 'production' } });
  const worker = readFileSync(join(out, 'service-worker.js'), 'utf8');
  for (const [, url] of worker.matchAll(/"?\burl"?:\s*["'`]([^"'`]+)["'`]/g)) if (url !== undefined) precached.add(url);
}, 120_000);

const text = (file: string): string => readFileSync(join(out, file), 'utf8');

test('the precache contains the app shell, its files, and every chunk that offline pages can request', () => {
  for (const page of ['index.html', 'player.html']) {
    expect(precached).toContain(page);
    for (const [, path] of text(page).matchAll(/(?:src|href)="\/([^"]+)"/g)) expect(precached).toContain(path);
  }
  const needed = listOfflineFiles(readBundleManifest(out));
  expect([...needed].filter((file) => !precached.has(file))).toEqual([]);
  expect([...needed].filter((file) => file.includes('sign-in-page'))).toHaveLength(1);
});

test('the precache contains every page of examinees with its texts and layout', () => {
  const bundle = readBundleManifest(out);
  const rows = routeRows.filter(({ access }) => canEnterRoute(access, ['student', 'examUser']));
  const pages = rows.flatMap((row) => [...(/(?:features|app)\/[\w/-]+\.tsx/.exec(String(row.page)) ?? [])].map((path) => `web/${path}`));
  expect(pages).toContain('web/features/exam-sitting/pages/notice-page.tsx');
  const catalogues = rows
    .flatMap((row) => row.texts)
    .flatMap((name) => [...String(lazyCatalogues[name]).matchAll(/(?:features|ui|platform)\/[\w/-]+\.ts/g)].map(([path]) => `web/${path}`));
  expect(catalogues).toContain('web/features/exam-sitting/texts/zh-cn.ts');
  // A page or a text catalogue without a script file of its own is part of the entry script.
  for (const source of [...pages, ...catalogues, 'web/app/layouts/admin-layout.tsx'])
    expect(precached, source).toContain((bundle[source] ?? bundle['index.html'])?.file);
});

test('no precached script imports a script that is not precached', () => {
  for (const file of precached) {
    if (!file.endsWith('.js')) continue;
    for (const [, name] of text(file).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      expect(precached, `${name} of ${file}`).toContain(`assets/${name}`);
  }
});

test('the icons of the web manifest exist and are precached', () => {
  const { icons } = JSON.parse(text('manifest.webmanifest')) as { icons: { src: string; sizes: string; purpose: string }[] };
  for (const { src } of icons) {
    expect(precached).toContain(src.slice(1));
    expect(statSync(join(out, src)).size).toBeGreaterThan(0);
  }
  expect(icons.map((icon) => `${icon.sizes} ${icon.purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  );
});

test('the precache stays within its size budget', () => {
  const files = [...precached].map((file) => readFileSync(join(out, file)));
  // The service worker's build tool leaves out files that are larger than `budgetBytes`.
  expect(Math.max(...files.map((file) => file.length))).toBeLessThan(budgetBytes);
  // The server compresses at least as well as gzip. The limit is half the budget, so that the test fails before the budget is reached.
  expect(files.reduce((sum, file) => sum + gzipSync(file).length, 0)).toBeLessThanOrEqual(budgetBytes / 2);
});

test('the player starts with at most 8 files and 220 KB of scripts', () => {
  const { files, gzipKb } = measureScripts(playerStart);
  expect(files).toBeLessThanOrEqual(8);
  expect(gzipKb).toBeLessThanOrEqual(220);
});

test('the service worker is one classic script with a fixed name, and does not precache itself', () => {
  expect(readdirSync(out).filter((file) => file.startsWith('service-worker'))).toEqual(['service-worker.js']);
  expect(text('service-worker.js')).not.toMatch(/^\s*(?:import|export)\b/m);
  expect([...precached].map((file) => basename(file))).not.toContain('service-worker.js');
});
