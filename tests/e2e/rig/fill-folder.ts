import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tellFilledFolder } from './filled-folder.ts';
import { freePort } from './free-port.ts';
import { ServerProcess } from './server-process.ts';

/**
 * Playwright's global setup: one server fills its data folder with the demo's data, and each of the run's servers begins with a copy of it, since a
 * first start takes three times the work of a later one. What it gives back ends it.
 */
// oxlint-disable-next-line import/no-default-export -- what Playwright asks for
export default async function fillFolder(): Promise<() => Promise<void>> {
  const server = new ServerProcess(await freePort());
  await server.start();
  await server.stop();
  const folder = await mkdtemp(join(tmpdir(), 'wenkao-filled-'));
  await cp(server.dataDir, folder, { recursive: true });
  tellFilledFolder({ folder, database: server.databaseName ?? null });
  return async () => {
    await rm(folder, { recursive: true, force: true });
    await server.dispose();
  };
}
