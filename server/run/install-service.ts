import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getDefaultBackupsFolder } from '../backup/backup.ts';
import { lockFolder } from '../db/opening/folder-lock.ts';
import { inspectMachine, runProgram } from '../service/service-machine.ts';
import { findFolderObstacle, findMachineObstacle, isServicePlatform } from '../service/service-obstacle.ts';
import { getServiceFile, planService, type ServicePlan } from '../service/service-plan.ts';
import { formatSteps, readServiceFile, runServicePlan } from '../service/service-steps.ts';
import { readSettings } from '../settings.ts';
import { runCommand } from './command.ts';
import { findSettingsFile, getDataDirAtBoot } from './package-settings.ts';

const usage = `wenkao install-service [--print]
  Lets this machine start the server at boot and after a crash, and starts it: a systemd unit with the user wenkao on Linux, a scheduled task
  with the account Local Service on Windows. It needs root or an administrator. A second call updates the service. Settings stand in
  settings.env; variables of the shell are not stored.
  --print   only shows what it would write and run, and what stands against it`;

const root = join(import.meta.dirname, '..', '..');

await runCommand(usage, { print: { type: 'boolean' } }, async ({ print = false }) => {
  if (process.env['WENKAO_PACKAGE'] !== '1')
    throw new Error('a service can be installed only from an unpacked package: wenkao install-service');
  const { dataDir } = readSettings(process.env);
  const machine = inspectMachine();
  const obstacle = findMachineObstacle(machine) ?? findFolderObstacle({ root, dataDir, dataDirAtBoot: getDataDirAtBoot(root) });
  if (!isServicePlatform(machine.platform) || (obstacle !== null && !print)) throw new Error(obstacle ?? '');
  const { platform } = machine;
  const installed = readServiceFile(getServiceFile(platform, root), platform === 'linux' ? 'utf8' : 'utf16le');
  const plan: ServicePlan = planService(platform, {
    root,
    dataDir,
    backupsDir: getDefaultBackupsFolder(dataDir),
    settings: findSettingsFile(root) ?? null,
    installed,
    userExists: platform === 'linux' && runProgram(['id', '-u', 'wenkao']).code === 0,
  });
  if (print) return `${obstacle === null ? '' : `As things are, this is refused: ${obstacle}\n\n`}${formatSteps(plan.steps)}`;
  // Fail if a server that was started by hand is using the data folder: the new service would need it, too.
  if (installed === null && existsSync(dataDir)) lockFolder(dataDir, 0).release();
  const lines = runServicePlan(plan, runProgram);
  return [
    ...lines,
    '',
    `${installed === null ? 'The service is installed' : 'The service is updated'} and starts at boot.`,
    plan.hint,
  ].join('\n');
});
