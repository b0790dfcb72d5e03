import { isPostgresMissing } from '../fixtures/postgres/postgres-place.ts';
import type { MissingRequirement } from './closing-lines.ts';

/** Smallest free space in the scratch folder that databases, data folders and browser profiles of a run fit into. */
export const minScratchBytes = 2 * 2 ** 30;

export type TestRequirement = 'scratch' | 'browser' | 'postgres';
interface Machine {
  readonly has: ReadonlySet<TestRequirement>;
  readonly browserPath: string | undefined;
  readonly missing: readonly MissingRequirement[];
}

/** Finds out what the machine lacks for a run whose scratch folder has `freeBytes`. Installs a browser where it can. */
export function checkRequirements(freeBytes: number, find: () => string, postgres: () => string | undefined = isPostgresMissing): Machine {
  if (freeBytes < minScratchBytes) {
    const freeGb = (freeBytes / 2 ** 30).toFixed(1);
    const sentence = `the scratch folder has ${freeGb} GB of free space, less than 2: unit, contract and browser tests were not run`;
    return { has: new Set(), browserPath: undefined, missing: [{ sentence }] };
  }
  const has = new Set<TestRequirement>(['scratch']);
  const missing: MissingRequirement[] = [];
  const withoutPostgres = postgres();
  if (withoutPostgres === undefined) has.add('postgres');
  else missing.push({ sentence: withoutPostgres });
  let browserPath: string | undefined;
  try {
    browserPath = find();
    has.add('browser');
  } catch (error) {
    missing.push({ sentence: `${(error as Error).message}: browser tests were not run` });
  }
  return { has, browserPath, missing };
}
