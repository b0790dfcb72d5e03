import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AppDeps } from './context.ts';
import { createWebFileStore } from './db/web-file-store.ts';
import { listFiles } from './http/routes/static-files.ts';
import { runUnitOfWork } from './resources/unit-of-work.ts';

/**
 * Stores the assets of this server's build of the web application in the database, before the server sends a page that needs them. Other servers
 * then have them while versions change, and this server has those of the build before (decision 049).
 */
export async function shareBuild({ db, clock }: Pick<AppDeps, 'db' | 'clock'>, webDir: string): Promise<void> {
  const assets = listFiles(webDir).filter(([path]) => path.startsWith('/assets/'));
  const paths = assets.map(([path]) => path).toSorted();
  const build = createHash('sha256').update(paths.join('\n')).digest('base64url').slice(0, 22);
  const storedPaths = await createWebFileStore(db).pathsOfBuild(build);
  const missing = assets.filter(([path]) => !storedPaths.has(path));
  if (missing.length === 0) return;
  const contents = await Promise.all(missing.map(async ([path, file]) => ({ path, content: await readFile(file) })));
  await runUnitOfWork(db, 'nothing', {}, async (tx) => {
    const store = createWebFileStore(tx);
    for (const file of contents) await store.put(file, build, clock.nowMs());
    await store.removeOldBuilds();
  });
}
