import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { App } from '../context.ts';
import { syncPath, writeFileWhole } from '../backup/fsync.ts';

/** An open upgrade: its new version has not answered a request yet. */
const state = z.object({
  /** Folder of the version that ran before. */
  from: z.string(),
  /** Folder of the new version. */
  to: z.string(),
  /** Folder of the backup that was made before the new version was started. */
  backup: z.string(),
});
export type UpgradeState = z.output<typeof state>;

const getStateFile = (dataDir: string): string => join(dataDir, 'upgrade.json');

/** Returns the upgrade of a data folder whose new version has not answered a request yet, or null. */
export function readUpgradeState(dataDir: string): UpgradeState | null {
  const file = getStateFile(dataDir);
  return existsSync(file) ? state.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

export const writeUpgradeState = (dataDir: string, upgrade: UpgradeState): void =>
  writeFileWhole(getStateFile(dataDir), JSON.stringify(upgrade));

/** Ends the open upgrade of a data folder: its new version stays. This is on disk when the function returns. */
function endUpgrade(dataDir: string): void {
  if (!existsSync(getStateFile(dataDir))) return;
  rmSync(getStateFile(dataDir));
  if (process.platform !== 'win32') syncPath(dataDir);
}

/**
 * Ends the open upgrade before the first request is answered. `wenkao upgrade` restores the old data only while the upgrade is open. So changes that
 * the new version has acknowledged are never undone.
 */
export function endUpgradeAtFirstAnswer(app: Pick<App, 'fetch'>, dataDir: string): Pick<App, 'fetch'> {
  let isOpen = true;
  return {
    fetch: (...request) => {
      if (isOpen) endUpgrade(dataDir);
      isOpen = false;
      return app.fetch(...request);
    },
  };
}
