import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { getTlsKitFolder } from '../tls/tls-kit.ts';
import type { ServicePlatform } from './service-plan.ts';

export interface ServiceMachine {
  readonly platform: string;
  /** True if systemd, or the Windows task scheduler, answers. */
  readonly hasScheduler: boolean;
  /** True for root, and for an elevated prompt on Windows. */
  readonly isAdministrator: boolean;
}

/** Returns in one sentence why a service can't be installed or removed on this machine by this user, or null. */
export function findMachineObstacle({ platform, hasScheduler, isAdministrator }: ServiceMachine): string | null {
  if (!isServicePlatform(platform)) return `there is no service for ${platform}: only for Linux with systemd and for Windows`;
  const [scheduler, rights] =
    platform === 'linux'
      ? ['systemd', 'as root (sudo)']
      : ['the task scheduler (schtasks)', 'in a prompt opened with "Run as administrator"'];
  if (!hasScheduler) return `this machine does not run ${scheduler}: let its own tool for services call "wenkao start"`;
  return isAdministrator ? null : `a service changes the machine: call this ${rights}`;
}

export const isServicePlatform = (platform: string): platform is ServicePlatform => platform === 'linux' || platform === 'win32';

export interface ServiceFolders {
  readonly root: string;
  readonly dataDir: string;
  /** Data folder that the service will use at boot, when no environment variables of this shell exist. */
  readonly dataDirAtBoot: string;
}

/** Returns in one sentence why the service could not use the folders, or null. */
export function findFolderObstacle({ root, dataDir, dataDirAtBoot }: ServiceFolders): string | null {
  if (!isAbsolute(dataDir)) return `WENKAO_DATA is ${dataDir}: a service needs a full path`;
  if (dataDir !== dataDirAtBoot)
    return `WENKAO_DATA of this shell (${dataDir}) is not the folder that the service would use (${dataDirAtBoot}): put it into settings.env`;
  const odd = [root, dataDir].find((path) => /["\\$%\n\r]/.test(process.platform === 'win32' ? path.replaceAll('\\', '/') : path));
  if (odd !== undefined) return `a service can't use the path ${odd}: it holds one of the characters " \\ $ %`;
  if (!relative(dataDir, root).startsWith('..')) return `the program must not lie in the data folder ${dataDir}`;
  if (!isDataFolder(dataDir)) return `${dataDir} holds other files than Wenkao's: choose an empty data folder`;
  const closedFolder =
    process.platform === 'win32' ? undefined : [join(root, 'node'), dirname(dataDir)].map(findClosed).find((path) => path);
  return closedFolder === undefined
    ? null
    : `the user wenkao may not enter ${closedFolder}: move the package to a folder such as /opt/wenkao`;
}

/**
 * Tells whether the folder may become the data folder: it is missing, empty, or was filled by a server or `wenkao tls`. A folder with other files is
 * refused, because the installation would change its owner.
 */
function isDataFolder(folder: string): boolean {
  if (!existsSync(folder)) return true;
  if (!statSync(folder).isDirectory()) return false;
  const traces = [join(folder, 'server.lock'), join(folder, 'keys.json'), join(getTlsKitFolder(folder), 'ca.crt')];
  return readdirSync(folder).length === 0 || traces.some((path) => existsSync(path));
}

/** Returns the first path from the root down to `path` that other users may not enter, or undefined. */
function findClosed(path: string): string | undefined {
  if (!existsSync(path)) return findClosed(dirname(path));
  const above = dirname(path) === path ? undefined : findClosed(dirname(path));
  return above ?? ((statSync(path).mode & 0o001) === 0 ? path : undefined);
}
