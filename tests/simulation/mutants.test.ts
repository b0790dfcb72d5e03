import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { plantFault } from '../mutants/source-fault.ts';
import { mutants } from './mutants.ts';
import { postgresMutants } from './postgres-mutants.ts';

/** Running all mutants takes minutes. This test finds a mutant whose text no longer occurs in the source, within a second. */
it.each([...mutants, ...postgresMutants])('$name: the text that the mutant replaces occurs once', (mutant) => {
  const source = readFileSync(new URL(`../../${mutant.file}`, import.meta.url), 'utf8');
  expect(plantFault(source, mutant)).not.toBe(source);
});
