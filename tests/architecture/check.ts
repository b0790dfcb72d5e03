import { readFileSync } from 'node:fs';
import { boundaryFaults } from './boundaries.ts';
import { conventionFaults } from './conventions.ts';
import { lockFaults, type Lock } from './lock.ts';
import { repoFiles } from './repo.ts';

/** The guards of our own, as `npm run check` runs them. */
const root = process.cwd();
const faults = [
  ...lockFaults(JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock),
  ...conventionFaults(repoFiles(root)),
  ...(await boundaryFaults(root)),
];
for (const { rule, path, reason } of faults) console.error(`${path}: ${reason} (${rule})`);
console.log(faults.length === 0 ? 'guards: all kept' : `guards: ${faults.length} broken`);
process.exitCode = faults.length === 0 ? 0 : 1;
