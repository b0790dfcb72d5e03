import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createApp, createHandlers, type AppDeps } from './app.ts';
import { lockFolder } from './db/folder-lock.ts';
import { openDatabase } from './db/open.ts';
import { firstStart, type StartReport } from './first-start.ts';
import { listen } from './http/listen.ts';
import { mountPages } from './http/page-routes.ts';
import { mountServiceRoutes } from './http/service-routes.ts';
import { loadServerKeys } from './ingest/server-keys.ts';
import type { Logger } from './ports.ts';
import type { Settings } from './settings.ts';
import { systemChance, systemClock, systemTimers } from './surroundings.ts';

export interface RunningServer {
  readonly url: string;
  readonly report: StartReport;
  /** Lets go of long polls, lets running requests end, commits, closes. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly settings: Settings;
  readonly logger: Logger;
  /** The built web application. */
  readonly webDir: string;
  readonly version: string;
}

const stopGraceMs = 10_000;

/** Opens a data folder and serves it. */
export async function startServer({ settings, logger, webDir, version }: StartOptions): Promise<RunningServer> {
  const { dataDir } = settings;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockFolder(dataDir);
  const stopping = new AbortController();
  const { db } = openDatabase(join(dataDir, 'wenkao.db'), systemClock.nowMs());
  const deps: AppDeps = {
    db,
    keys: await loadServerKeys(join(dataDir, 'keys.json')),
    clock: systemClock,
    chance: systemChance,
    timers: systemTimers,
    logger,
    stopping: stopping.signal,
  };
  const handlers = createHandlers(deps);
  const report = await firstStart(deps, handlers, settings.demo);

  const app = createApp(deps, handlers, (routes) =>
    mountServiceRoutes(routes, { version, stopping: stopping.signal, notReadyBecause: () => null }),
  );
  if (!existsSync(join(webDir, 'index.html'))) logger.warn({ webDir }, 'the web application is not built: serving the calls only');
  else mountPages(app, webDir);
  const listening = await listen(app, settings);

  return {
    url: listening.url,
    report,
    async stop() {
      stopping.abort();
      await listening.close(stopGraceMs);
      await db.destroy();
      lock.release();
    },
  };
}
