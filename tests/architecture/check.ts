import { readFileSync } from 'node:fs';
import { checkBoundaries } from './boundaries.ts';
import { checkConventions } from './conventions.ts';
import { findDeadTexts } from './dead-texts.ts';
import { checkLock, type PackageLock } from './lock.ts';
import { checkPlainWords } from './plain-words.ts';
import { checkPageCalls } from './page-calls.ts';
import { createPageReader } from './page-code.ts';
import { checkPageTexts } from './page-texts.ts';
import { readRepoFiles } from './repo.ts';
import { checkStructure } from './structure.ts';
import { firstTexts } from '../../web/app/first-texts.ts';
import { apiContract } from '../../sync/contract/index.ts';
import { routeRows } from '../../web/app/routes.ts';
import { lazyCatalogues } from '../../web/app/texts.ts';

/** Runs the project's house rules, which no linter offers, as part of `npm run check`. */
const root = process.cwd();
const files = readRepoFiles(root);
// One language suffices, because a type ensures that both have the same keys.
const later = await Promise.all(Object.entries(lazyCatalogues).map(async ([name, load]) => [name, await load('zh-CN')] as const));
const specs = Object.values(apiContract).flatMap((calls) => Object.values(calls));
const readPage = createPageReader(root);
const faults = [
  ...checkLock(JSON.parse(readFileSync('package-lock.json', 'utf8')) as PackageLock),
  ...checkConventions(files),
  ...checkPlainWords(files),
  ...checkStructure(files),
  ...findDeadTexts({ ...firstTexts, ...Object.fromEntries(later) }, files),
  ...checkPageCalls(readPage, routeRows, specs),
  ...checkPageTexts(readPage, routeRows),
  ...(await checkBoundaries(root)),
];
for (const { rule, path, reason } of faults) console.error(`${path}: ${reason} (${rule})`);
console.log(faults.length === 0 ? 'guards: all kept' : `guards: ${faults.length} broken`);
process.exitCode = faults.length === 0 ? 0 : 1;
