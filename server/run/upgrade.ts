import { dirname, join, resolve } from 'node:path';
import { findUnwritableFolder } from '../db/opening/writable-folder.ts';
import { lockFile } from '../db/opening/folder-lock.ts';
import { createServiceControl } from '../service/service-control.ts';
import { inspectMachine, runProgram } from '../service/service-machine.ts';
import { findMachineObstacle, isServicePlatform } from '../service/service-obstacle.ts';
import { readSettings } from '../settings.ts';
import { upgradeService } from '../upgrade/upgrade.ts';
import { runCommand } from './command.ts';

const usage = `wenkao upgrade <package> [--again] [--wait <minutes>]
  Replaces the installed service by the version of a package file. Checks the package, unpacks it beside the installed version, stops the
  service, makes a backup, starts the new version, and goes back by itself if it does not get ready. It needs root or an administrator.
  --again   also if the same version is installed
  --wait    time for the new version to get ready (default: 5); a start that builds an index again takes minutes`;

const root = join(import.meta.dirname, '..', '..');
const options = { again: { type: 'boolean', default: false }, wait: { type: 'string', default: '5' } } as const;

await runCommand(
  usage,
  options,
  async ({ again, wait }, file) => {
    if (process.env['WENKAO_PACKAGE'] !== '1') throw new Error('only an installed package can be upgraded: wenkao upgrade <package>');
    if (file === undefined) throw new Error(`the package file is missing\n\n${usage}`);
    const waitMs = Number(wait) * 60_000;
    if (!(waitMs > 0)) throw new Error(`--wait takes minutes, not "${wait}"`);
    const machine = inspectMachine();
    const { platform } = machine;
    const obstacle = findMachineObstacle(machine) ?? findUnwritableFolder([dirname(root)]);
    if (obstacle !== null || !isServicePlatform(platform)) throw new Error(obstacle ?? '');
    const lock = lockFile(join(dirname(root), '.wenkao-upgrade.lock'), 0, 'another upgrade is running');
    try {
      return await upgradeService({
        settings: readSettings(process.env),
        file: resolve(file),
        again,
        platform,
        root,
        service: createServiceControl(platform, root, runProgram),
        run: runProgram,
        waitMs,
        tell: (line) => void process.stdout.write(`${line} …\n`),
        begin: holdSignals,
      });
    } finally {
      lock.release();
    }
  },
  true,
);

/** Ignores signals and the closing of the terminal, so that the upgrade is completed or undone and never left half-way. */
function holdSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    if (process.listenerCount(signal) === 0)
      process.on(signal, () => process.stderr.write('The upgrade goes on: it ends soon, or goes back by itself.\n'));
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
