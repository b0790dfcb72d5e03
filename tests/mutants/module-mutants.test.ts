import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { conventions } from '../architecture/conventions.ts';
import { moduleMutants } from './module-mutants.ts';
import { plantFault } from './source-fault.ts';

describe('plantFault', () => {
  const fault = { name: 'a sum is a difference', file: 'sum.ts', find: 'a + b', put: 'a - b' };

  it('replaces only the text of the fault', () => {
    expect(plantFault('const sum = a + b;\n', fault)).toBe('const sum = a - b;\n');
  });

  it('inserts replacement patterns of JavaScript literally', () => {
    expect(plantFault('a + b', { ...fault, put: "'$&$1'" })).toBe("'$&$1'");
  });

  it.each([
    ['gone', 'const sum = b + a;\n'],
    ['there twice', 'const sum = a + b;\nconst again = a + b;\n'],
  ])('refuses a fault whose text is %s', (_case, source) => {
    expect(() => plantFault(source, fault)).toThrow('mutant "a sum is a difference": its place is not (once) in sum.ts');
  });
});

describe('moduleMutants', () => {
  it('has at least twelve mutants with different names', () => {
    expect(new Set(moduleMutants.map(({ name }) => name)).size).toBe(moduleMutants.length);
    expect(moduleMutants.length).toBeGreaterThanOrEqual(12);
  });

  it.each(moduleMutants)('$name: its text occurs once, and its test file or rule exists', (mutant) => {
    const source = readFileSync(mutant.file, 'utf8');
    expect(plantFault(source, mutant)).not.toBe(source);
    const { caughtBy } = mutant;
    if ('testFile' in caughtBy) expect(existsSync(caughtBy.testFile)).toBe(true);
    else expect(conventions.map(({ rule }) => rule)).toContain(caughtBy.rule);
  });
});
