import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getDefaultBackupsFolder, listFilesIn } from '../backup/backup.ts';
import { findUnwritableFolder } from '../db/opening/writable-folder.ts';
import { postgresMarkerFile } from '../db/opening/open-modules.ts';
import { accountLimits } from '../limits.ts';
import { buildVersionCall } from '../service/service-control.ts';
import type { ServicePlatform } from '../service/service-plan.ts';
import type { ProgramRunner } from '../service/service-steps.ts';
import type { Settings } from '../settings.ts';
import { findFreeFolder, readProgramPackage, unpackPackage, type ProgramPackage } from './package-file.ts';
import { compareVersions, findPackageObstacle, findSpaceObstacle, getPackagePlatform, readDisk, type SpaceNeed } from './upgrade-check.ts';
import { askReadiness, createUpgradeActs, type UpgradeMachine } from './upgrade-machine.ts';
import { goBack, switchVersion } from './upgrade-steps.ts';

export interface UpgradeOptions extends UpgradeMachine {
  readonly settings: Pick<Settings, 'dataDir' | 'host' | 'port' | 'databaseUrl'>;
  /** Path of the package to install. */
  readonly file: string;
  /** True to install the package even if the same version is installed. */
  readonly again: boolean;
  readonly platform: ServicePlatform;
  /** Folder of the version whose command was called. */
  readonly root: string;
  readonly run: ProgramRunner;
  /** Called before the service is stopped. From this moment on, the upgrade is either completed or undone by itself. */
  begin(): void;
}

/** Upgrades the installed service to the version of a package. Returns a text for the operator, or throws an error of one sentence. */
export async function upgradeService(options: UpgradeOptions): Promise<string> {
  const { settings, file, again, root, service, begin } = options;
  const acts = createUpgradeActs(options);
  if (settings.databaseUrl !== null || existsSync(join(settings.dataDir, postgresMarkerFile)))
    throw new Error('the database is on PostgreSQL, which wenkao does not back up: follow the manual upgrade in docs/operations.md');

  // Send a request to the running version, if any. If an upgrade was cut off, the version ends it by answering.
  await askReadiness(settings.host, settings.port);
  const cutOff = acts.readState();
  const installed = service.readRoot();
  if (installed === null)
    throw new Error('no service is installed: stop the server, unpack the package beside this folder, and start it there');
  const from = cutOff?.from ?? installed;
  if (from !== root) throw new Error(`the installed version is in ${from}: run wenkao upgrade there`);
  if (cutOff !== null) {
    begin();
    acts.tell(`an earlier upgrade was cut off. ${await goBack(cutOff, acts)}`);
  }

  const programPackage = readProgramPackage(file);
  const version = readVersion(from);
  const obstacle = findPackageObstacle(programPackage, getPackagePlatform(process.platform, process.arch), version);
  if (obstacle !== null) throw new Error(obstacle);
  if (compareVersions(programPackage.version, version) === 0 && !again)
    return `Version ${version} is installed already: nothing was changed. With --again it is installed once more.`;
  await requireSpace(programPackage, from, settings.dataDir);

  const to = findFreeFolder(dirname(from), programPackage.name);
  acts.tell(`unpacking ${to}`);
  const settingsFile = join(from, 'settings.env');
  unpackPackage(programPackage, to, existsSync(settingsFile) ? settingsFile : null);
  try {
    tryVersion(to, options);
  } catch (error) {
    acts.removeVersion(to);
    throw error;
  }
  begin();
  const backup = await switchVersion({ from, to }, acts);
  return [
    `Version ${programPackage.version} runs: ${to}`,
    `The backup made before: ${backup}`,
    `From now on call commands in ${to}, also in cron. The folder ${from} is no longer used.`,
  ].join('\n');
}

/**
 * Throws an error of one sentence if rights or space are missing. Space is needed for the program, a backup, a copy of the database in case the
 * upgrade is undone, and the free space that a server needs to be ready.
 */
async function requireSpace({ sizeBytes }: ProgramPackage, from: string, dataDir: string): Promise<void> {
  const backupsDir = getDefaultBackupsFolder(dataDir);
  const sizeOf = (path: string): number => statSync(join(dataDir, path), { throwIfNoEntry: false })?.size ?? 0;
  const files = listFilesIn(dataDir).filter((path) => !/^(?:projections\.db|log\.reserve)/.test(path));
  const needs: SpaceNeed[] = [
    { folder: dirname(from), bytes: sizeBytes },
    { folder: backupsDir, bytes: files.reduce((sum, path) => sum + sizeOf(path), 0) },
    { folder: dataDir, bytes: sizeOf('wenkao.db') + accountLimits.keptFreeBytes },
  ];
  const obstacle = findUnwritableFolder([dirname(from), dataDir, backupsDir]) ?? (await findSpaceObstacle(needs, readDisk));
  if (obstacle !== null) throw new Error(obstacle);
}

const readVersion = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

/** Runs a harmless command of an unpacked version (`install-service --print`). Throws if its programs do not run on this machine. */
function tryVersion(folder: string, { platform, run }: Pick<UpgradeOptions, 'platform' | 'run'>): void {
  const { code, text } = run(buildVersionCall(platform, folder, 'install-service', '--print'));
  if (code !== 0) throw new Error(`the new version does not run on this machine (${text.trim().split('\n').at(-1)}): nothing was changed`);
}
