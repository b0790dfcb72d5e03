import { readFileSync } from 'node:fs';
import { boundaryFaults } from './boundaries.ts';
import { conventionFaults } from './conventions.ts';
import { deadTextFaults } from './dead-texts.ts';
import { lockFaults, type Lock } from './lock.ts';
import { plainWordFaults } from './plain-words.ts';
import { repoFiles } from './repo.ts';
import { firstTexts } from '../../web/app/first-texts.ts';
import { laterCatalogues } from '../../web/app/texts.ts';

/** Runs the project's own guards, as part of `npm run check`. */
const root = process.cwd();
const files = repoFiles(root);
// One language suffices, because a type ensures that both have the same keys.
const later = await Promise.all(Object.entries(laterCatalogues).map(async ([name, load]) => [name, await load('zh-CN')] as const));
const faults = [
  ...lockFaults(JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock),
  ...conventionFaults(files),
  ...plainWordFaults(files),
  ...deadTextFaults({ ...firstTexts, ...Object.fromEntries(later) }, files),
  ...(await boundaryFaults(root)),
];
for (const { rule, path, reason } of faults) console.error(`${path}: ${reason} (${rule})`);
console.log(faults.length === 0 ? 'guards: all kept' : `guards: ${faults.length} broken`);
process.exitCode = faults.length === 0 ? 0 : 1;
