import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readBundleManifest } from '../../server/run/pwa-options.ts';
import { startBenchServer } from './child.ts';
import { benchReport } from './figure.ts';

const webDir = 'dist/web';
/** Page modules of the two measured routes. */
const signInPage = 'web/features/sign-in/pages/sign-in-page.tsx';
const playerPage = 'web/features/exam-sitting/pages/player-page.tsx';
/** The text catalogue of the exam page; the pages around it have another. */
const playerTexts = 'web/features/exam-sitting/texts/zh-cn.ts';

/** Measures the compressed JavaScript of a route, and the files that the service worker fetches ahead. */
export async function benchSizes(): Promise<void> {
  benchReport.atMost('size.signIn', scriptBytes([signInPage, ...textsOf('sign-in')]) / 1000, 'KB gzip', 200);
  benchReport.atMost('size.examRoute', scriptBytes([playerPage, playerTexts, ...lateParts()]) / 1000, 'KB gzip', 280);

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

/**
 * Modules loaded only to show a toast or report an error, which a normal exam does not need, and one that room PCs need only between
 * exams.
 */
const onDemand = ['web/ui/feedback/toaster.tsx', 'web/platform/api/fault-report.ts', 'web/platform/room/room-machine.ts'];

/** Lists modules that entry and session load after sign-in (database, ciphers, delivery). They are no pages, but an exam needs them. */
function lateParts(): string[] {
  const bundle = readBundleManifest(webDir);
  const ofEntry = new Set<string>();
  const visit = (name: string): void => {
    if (ofEntry.has(name)) return;
    ofEntry.add(name);
    for (const next of bundle[name]?.imports ?? []) visit(next);
  };
  visit('index.html');
  const fetched = [...ofEntry].flatMap((name) => bundle[name]?.dynamicImports ?? []);
  // A chunk shared with others has no source file as its key, only a name.
  const isTexts = (name: string): boolean => bundle[name]?.name?.endsWith('-texts') === true;
  /** Routes of staff, which examinees never load. */
  const isStaffs = (name: string): boolean => bundle[name]?.name === 'routes';
  const isPage = (name: string): boolean =>
    name === 'index.html' || name.startsWith('web/features/') || name.startsWith('web/app/') || isTexts(name) || isStaffs(name);
  return fetched.filter((name) => !isPage(name) && !onDemand.includes(name));
}

/** Lists the text files of a feature, without English; there is one for each language. */
const textsOf = (feature: string): string[] =>
  entryLazily().filter((name) => name.startsWith(`web/features/${feature}/`) && !name.includes('/pages/') && !name.endsWith('/en.ts'));

const entryLazily = (): readonly string[] => readBundleManifest(webDir)['index.html']?.dynamicImports ?? [];

/** Sums the gzipped size of the entry, the named pages and all their static imports, in bytes. */
function scriptBytes(pages: readonly string[]): number {
  const bundle = readBundleManifest(webDir);
  const files = new Set<string>();
  const visit = (name: string): void => {
    const chunk = bundle[name];
    if (!chunk) throw new Error(`the build has no ${name}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const name of ['index.html', ...pages]) visit(name);
  return [...files].filter((f) => f.endsWith('.js')).reduce((sum, file) => sum + gzipSync(readFileSync(join(webDir, file))).length, 0);
}

function transferred(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip, br' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => (response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: ${response.statusCode}`))));
    }).on('error', reject);
  });
}
