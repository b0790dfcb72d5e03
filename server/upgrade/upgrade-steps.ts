import { formatFailure } from '../format-failure.ts';
import type { UpgradeState } from './upgrade-state.ts';

/** The acts of which an upgrade consists, such as stopping the service. The tests implement them for a simulated machine. */
export interface UpgradeActs {
  /** Prints a line for the operator. */
  tell(line: string): void;
  /** Stops the service, waits until no server uses the data folder, and holds the folder until `release` is called. */
  stop(): Promise<{ release(): void }>;
  /** Makes a verified backup of the data folder and returns the backup's folder. */
  backUp(): Promise<string>;
  /** Returns the open upgrade; null once a version has answered a request. */
  readState(): UpgradeState | null;
  writeState(state: UpgradeState): void;
  /** Returns true unless the server's main database (everything except the answer log) has the same migrations as that of the backup. */
  isMigrated(backup: string): boolean;
  /** Replaces the server's main database by that of the backup. The answer log is not replaced: it only grows, and every version can read it. */
  putBack(backup: string): void;
  /** Points the service at the version in a folder by replacing one whole file, and starts the service. */
  install(folder: string): Promise<void>;
  /** Rejects with the reason if the version that was installed does not get ready. */
  waitUntilReady(): Promise<void>;
  removeVersion(folder: string): void;
}

/**
 * Switches the service from one unpacked version to another, and goes back to the old one if the new one does not get ready. Returns the folder of
 * the backup. Throws an error whose message tells which version runs.
 */
export async function switchVersion({ from, to }: Pick<UpgradeState, 'from' | 'to'>, acts: UpgradeActs): Promise<string> {
  let backup: string | null = null;
  try {
    acts.tell('stopping the service');
    backup = await holdStopped(acts, async () => {
      acts.tell('making a backup');
      const newBackup = await acts.backUp();
      acts.writeState({ from, to, backup: newBackup });
      return newBackup;
    });
    acts.tell(`starting ${to}`);
    await acts.install(to);
    await acts.waitUntilReady();
    return backup;
  } catch (error) {
    throw new Error(`the upgrade failed: ${formatFailure(error)}. ${await goBack({ from, to, backup }, acts)}`, { cause: error });
  }
}

/**
 * Puts the data and the service back as they were before an upgrade, and returns a sentence that says so. `backup`: null if the new version was
 * never started. A new version that has changed the database and answered a request stays: its acknowledged changes would be lost.
 */
export async function goBack(
  { from, to, backup }: { readonly from: string; readonly to: string; readonly backup: string | null },
  acts: UpgradeActs,
): Promise<string> {
  acts.tell('going back');
  const isStaying =
    backup !== null &&
    (await holdStopped(acts, async () => {
      if (!acts.isMigrated(backup)) return false;
      if (acts.readState() === null) return true;
      acts.putBack(backup);
      return false;
    }));
  await acts.install(isStaying ? to : from);
  if (isStaying)
    return `It had answered requests before, and it changed the database: so it stays, and was started again: ${to}. The backup is ${backup ?? ''}`;
  try {
    await acts.waitUntilReady();
  } catch (error) {
    const rest = backup === null ? '' : `. The backup is ${backup}`;
    throw new Error(`${from} was put back, but it does not become ready either: ${formatFailure(error)}${rest}`, { cause: error });
  }
  acts.removeVersion(to);
  return `The version before runs again: ${from}`;
}

async function holdStopped<T>(acts: UpgradeActs, work: () => Promise<T>): Promise<T> {
  const lock = await acts.stop();
  try {
    return await work();
  } finally {
    lock.release();
  }
}
