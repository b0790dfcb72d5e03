import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { readBundleManifest } from '../../server/run/pwa-options.ts';
import { measureScripts, playerStart, webDir } from '../fixtures/script-sizes.ts';
import { startBenchServer } from './child.ts';
import { benchReport } from './figure.ts';

const signInPage = 'web/features/sign-in/pages/sign-in-page.tsx';
/** The player (the page on which examinees answer) as a route of the application, opened by a link. `playerStart` is its own document. */
const playerRoute = 'web/features/exam-sitting/pages/player-route.tsx';

/** Measures the compressed JavaScript of several pages, and the size of the files that the service worker fetches in advance. */
export async function benchSizes(): Promise<void> {
  benchReport.atMost('size.signIn', measureScripts(['index.html', signInPage, ...textsOf('sign-in')]).gzipKb, 'KB gzip', 200);
  const player = measureScripts(playerStart);
  benchReport.atMost('size.examRoute', player.gzipKb, 'KB gzip', 220);
  benchReport.atMost('size.examRouteFiles', player.files, 'files', 35);
  benchReport.seen('size.examInApplication', measureScripts(['index.html', playerRoute, ...playerStart.slice(1)]).gzipKb, 'KB gzip');

  const worker = readFileSync(join(webDir, 'service-worker.js'), 'utf8');
  const urls = new Set([...worker.matchAll(/url:["'`]([^"'`]+)["'`]|"url":\s*"([^"]+)"/g)].map((m) => m[1] ?? m[2] ?? ''));
  if (urls.size < 10) throw new Error(`the worker's list holds ${urls.size} files: not read rightly`);
  const server = await startBenchServer();
  try {
    let bytes = 0;
    for (const url of urls) bytes += await transferred(`${server.url}/${url}`);
    benchReport.atMost('size.precache', bytes / 1e6, `MB over the wire, ${urls.size} files`, 2);
  } finally {
    await server.stop();
  }
}

/** Lists the files with texts of a feature, except the English ones. Each language has a file of its own, and a page loads only one. */
const textsOf = (feature: string): string[] =>
  entryLazily().filter((name) => name.startsWith(`web/features/${feature}/`) && !name.includes('/pages/') && !name.endsWith('/en.ts'));

const entryLazily = (): readonly string[] => readBundleManifest(webDir)['index.html']?.dynamicImports ?? [];

function transferred(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip, br' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => (response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: ${response.statusCode}`))));
    }).on('error', reject);
  });
}
