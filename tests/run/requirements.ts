import { findBrowser } from '../e2e/browser-finder.ts';
import { postgresMissing } from '../fixtures/postgres/postgres-place.ts';
import type { MissingRequirement } from './closing-lines.ts';

/** Smallest free space in the scratch folder that databases, data folders and browser profiles of a run fit into. */
export const minScratchBytes = 2 * 2 ** 30;

export interface Requirements {
  readonly browserPath: string | undefined;
  readonly hasScratch: boolean;
  readonly missing: readonly MissingRequirement[];
}

/** Finds out what the machine lacks for a run whose scratch folder has `freeBytes`. Installs a browser where it can. */
export function checkRequirements(
  freeBytes: number,
  find: () => string = findBrowser,
  postgres: () => string | undefined = postgresMissing,
): Requirements {
  const missing: MissingRequirement[] = [];
  const hasScratch = freeBytes >= minScratchBytes;
  if (!hasScratch) {
    const freeGb = (freeBytes / 2 ** 30).toFixed(1);
    const sentence = `the scratch folder has ${freeGb} GB of free space, less than 2: unit, contract and browser tests were not run`;
    return { browserPath: undefined, hasScratch, missing: [{ sentence }] };
  }
  const postgresSentence = postgres();
  if (postgresSentence !== undefined) missing.push({ sentence: postgresSentence });
  let browserPath: string | undefined;
  try {
    browserPath = find();
  } catch (error) {
    missing.push({ sentence: `${(error as Error).message}: browser tests were not run` });
  }
  return { browserPath, hasScratch, missing };
}
