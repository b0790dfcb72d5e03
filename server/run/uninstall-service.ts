import { join } from 'node:path';
import { inspectMachine, runProgram } from '../service/service-machine.ts';
import { findMachineObstacle, isServicePlatform } from '../service/service-obstacle.ts';
import { getServiceFile, planRemoval } from '../service/service-plan.ts';
import { readServiceFile, runServicePlan } from '../service/service-steps.ts';
import { runCommand } from './command.ts';

const usage = `wenkao uninstall-service
  Stops the service and removes it. Program, data, backups and the user wenkao stay.`;

const root = join(import.meta.dirname, '..', '..');

await runCommand(usage, {}, async () => {
  const machine = inspectMachine();
  const obstacle = findMachineObstacle(machine);
  const { platform } = machine;
  if (obstacle !== null || !isServicePlatform(platform)) throw new Error(obstacle ?? '');
  if (readServiceFile(getServiceFile(platform, root), 'utf8') === null) throw new Error('the service is not installed');
  const lines = runServicePlan({ steps: planRemoval(platform, root), undo: [] }, runProgram);
  return [...lines, '', 'The service is removed. Program, data and backups are still there.'].join('\n');
});
