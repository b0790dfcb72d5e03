import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeFileWhole } from '../backup/fsync.ts';
import type { ServicePlan, ServiceStep } from './service-plan.ts';

/** Runs a program without a shell. Returns its output and its exit code; null means that it could not be started. */
export type ProgramRunner = (command: readonly [string, ...string[]]) => { readonly code: number | null; readonly text: string };

/** Runs the steps of a plan and returns a line for each. If a step fails, runs `undo` and throws an error of one sentence. */
export function runServicePlan({ steps, undo }: Pick<ServicePlan, 'steps' | 'undo'>, run: ProgramRunner): string[] {
  const doneSteps: string[] = [];
  for (const step of steps) {
    const failure = runStep(step, run);
    if (failure === null) doneSteps.push(describeStep(step));
    else if (!('mayFail' in step)) {
      for (const each of undo) runStep(each, run);
      const rest = 'the service was put back as far as possible; a new user, new folders and changed rights stay';
      throw new Error(`${describeStep(step)} failed (${failure}): ${rest}`);
    }
  }
  return doneSteps;
}

/** Describes one step of an installation in a line for the operator. */
function describeStep(step: ServiceStep): string {
  if ('command' in step) return `run: ${step.command.map((part) => (/[\s"]/.test(part) ? `"${part}"` : part)).join(' ')}`;
  if ('folder' in step) return `make folder: ${step.folder}`;
  return `${step.text === null ? 'remove' : 'write'}: ${step.file}`;
}

/** Formats the steps of an installation for the operator, with the text of each file that they write. */
export const formatSteps = (steps: readonly ServiceStep[]): string =>
  steps
    .map((step) =>
      'file' in step && step.text !== null ? `${describeStep(step)}\n${step.text.replace(/^(?=.)/gm, '    ')}` : describeStep(step),
    )
    .join('\n');

/** Runs one step. Returns the reason if it failed, else null. */
function runStep(step: ServiceStep, run: ProgramRunner): string | null {
  if ('command' in step) {
    const { code, text } = run(step.command);
    if (code === 0) return null;
    return text.trim().split('\n').at(-1) || (code === null ? 'it could not be started' : `exit code ${code}`);
  }
  try {
    if ('folder' in step) makePrivateFolder(step.folder);
    else if (step.text === null) rmSync(step.file, { force: true });
    else writeFileWhole(step.file, step.text, step.encoding);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Makes a folder that only its owner may enter. Folders above it stay open. */
function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(folder, { mode: 0o700 });
}

/** Reads the installed file of a service; null if there is none. */
export const readServiceFile = (file: string, encoding: BufferEncoding): string | null =>
  existsSync(file) ? readFileSync(file, encoding) : null;
