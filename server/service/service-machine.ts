import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { ServiceMachine } from './service-obstacle.ts';
import type { ProgramRunner } from './service-steps.ts';

/** Runs a program of this machine. */
export const runProgram: ProgramRunner = ([program, ...args]) => {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', windowsHide: true });
  return { code: status, text: error?.message ?? `${stdout}${stderr}` };
};

/** Looks up whether this machine can run a service that starts at boot, and whether this user may install one. */
export function inspectMachine(): ServiceMachine {
  if (process.platform === 'win32') {
    const hasScheduler = runProgram(['schtasks', '/?']).code === 0;
    // Only an elevated prompt may list the drivers of file systems.
    return { platform: 'win32', hasScheduler, isAdministrator: runProgram(['fltmc']).code === 0 };
  }
  return { platform: process.platform, hasScheduler: existsSync('/run/systemd/system'), isAdministrator: process.getuid?.() === 0 };
}
