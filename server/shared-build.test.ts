import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../tests/fixtures/postgres/test-database.ts';
import { createWebFileStore } from './db/web-file-store.ts';
import { createStaticFiles } from './http/routes/static-files.ts';
import { shareBuild } from './shared-build.ts';

const root = mkdtempSync(join(tmpdir(), 'wenkao-builds-'));
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(':memory:', 0);
});
afterAll(() => rmSync(root, { recursive: true }));

/** Makes a build of the web application with these assets beside its page, and returns its folder. */
function writeBuild(name: string, assets: readonly string[]): string {
  const folder = join(root, name);
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), name);
  for (const asset of assets) writeFileSync(join(folder, 'assets', asset), `// ${asset}`);
  return folder;
}

let nowMs = 0;
const share = (folder: string) => shareBuild({ db: database.db, clock: { nowMs: () => (nowMs += 1) } }, folder);
/** Asks a server with this build for an asset, and returns its status and content. */
async function get(folder: string, asset: string): Promise<string | null> {
  const files = createStaticFiles(folder, {}, createWebFileStore(database.db).read);
  const response = await files({ path: `/assets/${asset}`, headers: new Headers(), method: 'GET' });
  return response && (await response.text());
}

it('each server has the assets of the last two builds, also after a return to the build before', async () => {
  const [first, second, third] = [
    writeBuild('first', ['kept-1.js', 'a-1.js']),
    writeBuild('second', ['kept-1.js', 'a-2.js']),
    writeBuild('third', ['kept-1.js', 'a-3.js']),
  ];
  await share(first);
  await share(second);
  // A second server with the new build finds nothing to store.
  await share(second);
  for (const folder of [first, second])
    for (const asset of ['kept-1.js', 'a-1.js', 'a-2.js']) expect(await get(folder, asset)).toBe(`// ${asset}`);
  expect(await get(first, 'a-3.js')).toBeNull();

  await share(third);
  expect(await get(second, 'a-3.js')).toBe('// a-3.js');
  expect(await get(third, 'a-2.js')).toBe('// a-2.js');
  expect(await get(third, 'a-1.js')).toBeNull();

  await share(second);
  expect(await get(second, 'a-3.js')).toBe('// a-3.js');
  expect(await get(third, 'kept-1.js')).toBe('// kept-1.js');
});

it('a server that looked for an asset in vain finds it once a newer server has stored it', async () => {
  const [older, newer] = [writeBuild('older', ['b-1.js']), writeBuild('newer', ['b-2.css'])];
  const files = createStaticFiles(older, {}, createWebFileStore(database.db).read);
  const ask = () => files({ path: '/assets/b-2.css', headers: new Headers(), method: 'GET' });
  expect(await ask()).toBeNull();
  await share(newer);
  expect((await ask())?.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect((await ask())?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});
