import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mutants } from './mutants.ts';

/** The hunt itself takes minutes: code that moved away from under a mutant is found here in a second. */
it.each(mutants)('$name: its place stands once', ({ file, find }) => {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(source.split(find)).toHaveLength(2);
});
