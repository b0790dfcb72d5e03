import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { publishFilledFolder, BrowserTestServer } from './server-process.ts';

/**
 * Fills a data folder with the demo data, as Playwright's global setup. Each server of the run starts from a copy, because a first start
 * takes three times as long as a later one. Returns a function that removes the folder.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export of its global setup
export default async function fillFolder(): Promise<() => Promise<void>> {
  const server = new BrowserTestServer(await findFreePort());
  await server.start();
  await server.stop();
  const folder = await mkdtemp(join(tmpdir(), 'wenkao-filled-'));
  await cp(server.dataDir, folder, { recursive: true });
  publishFilledFolder({ folder, database: server.databaseName ?? null });
  return async () => {
    await rm(folder, { recursive: true, force: true });
    await server.dispose();
  };
}
