import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import { join } from 'node:path';
import { rmSync } from 'node:fs';
import { backUpFolder, getDefaultBackupsFolder } from '../backup/backup.ts';
import { readManifest } from '../backup/manifest.ts';
import { restoreModulesDatabase } from '../restore/restore.ts';
import { listMigrations } from '../db/opening/copy.ts';
import { lockFolder } from '../db/opening/folder-lock.ts';
import { getReachableHost } from '../http/listen.ts';
import { programVersion } from '../program-version.ts';
import type { ServiceControl } from '../service/service-control.ts';
import type { Settings } from '../settings.ts';
import { systemClock, systemTimers } from '../system-ports.ts';
import type { UpgradeActs } from './upgrade-steps.ts';
import { readUpgradeState, writeUpgradeState } from './upgrade-state.ts';

export interface UpgradeMachine {
  readonly settings: Pick<Settings, 'dataDir' | 'host' | 'port'>;
  readonly service: ServiceControl;
  /** Time (ms) that an installed version may take until `/readyz` says that it is ready. */
  readonly waitMs: number;
  tell(line: string): void;
}

/** Time (ms) that a server may take to end after the service was stopped. */
const endsWithinMs = 30_000;
const lookEveryMs = 200;
const answersWithinMs = 5_000;

/** Returns the steps of an upgrade, such as stopping the service and making a backup, for a data folder of this machine. */
export function createUpgradeActs({ settings, service, waitMs, tell }: UpgradeMachine): UpgradeActs {
  const { dataDir, host, port } = settings;
  return {
    tell,
    stop: async () => {
      await service.stop();
      return lockFolder(dataDir, endsWithinMs);
    },
    backUp: async () => {
      const into = getDefaultBackupsFolder(dataDir);
      return (await backUpFolder({ dataDir, into, nowMs: systemClock.nowMs(), version: programVersion })).folder;
    },
    readState: () => readUpgradeState(dataDir),
    writeState: (state) => writeUpgradeState(dataDir, state),
    isMigrated: (backup) => readMigrations(dataDir) !== readManifest(backup)?.migrations.join(),
    putBack: (backup) => restoreModulesDatabase(backup, dataDir),
    install: (folder) => service.install(folder),
    waitUntilReady: async () => {
      const beganMs = systemClock.nowMs();
      for (;;) {
        const answer = await askReadiness(host, port);
        if (answer === 'ready' && readUpgradeState(dataDir) === null) return;
        if (service.hasEnded()) throw new Error('the server ended by itself (see its log)');
        if (systemClock.nowMs() - beganMs > waitMs)
          throw new Error(`the server was not ready within ${Math.round(waitMs / 1000)} seconds${answer === null ? '' : `: ${answer}`}`);
        await systemTimers.sleep(lookEveryMs, undefined);
      }
    },
    removeVersion: (folder) => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Returns the names of the migrations of `wenkao.db`, the server's main database, or null if it can't be read. */
function readMigrations(dataDir: string): string | null {
  try {
    return listMigrations(join(dataDir, 'wenkao.db')).join();
  } catch {
    return null;
  }
}

/** Asks a server of this machine by HTTPS, then by HTTP. Returns "ready", the reason why it is not, or null if nothing answers. */
export async function askReadiness(host: string, port: number): Promise<string | null> {
  const address = `://${getReachableHost(host)}:${port}/readyz`;
  // A certificate for the school's address does not match this address, so do not verify it. The request and the response contain no secret.
  return (await ask(getSecure, `https${address}`, { rejectUnauthorized: false })) ?? (await ask(getPlain, `http${address}`, {}));
}

function ask(get: typeof getSecure, url: string, options: { readonly rejectUnauthorized?: boolean }): Promise<string | null> {
  return new Promise((resolve) => {
    const request = get(url, { ...options, agent: false, timeout: answersWithinMs }, (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('end', () => resolve(response.statusCode === 200 ? 'ready' : text));
      response.on('error', () => resolve(null));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(null));
  });
}
