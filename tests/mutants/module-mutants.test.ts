import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { conventions } from '../architecture/conventions.ts';
import { moduleMutants } from './module-mutants.ts';
import { plantFault } from './source-fault.ts';

describe('planting a fault', () => {
  const fault = { name: 'a sum is a difference', file: 'sum.ts', find: 'a + b', put: 'a - b' };

  it('replaces the text of the fault and nothing else', () => {
    expect(plantFault('const sum = a + b;\n', fault)).toBe('const sum = a - b;\n');
  });

  it('puts text with replacement patterns of JavaScript as it stands', () => {
    expect(plantFault('a + b', { ...fault, put: "'$&$1'" })).toBe("'$&$1'");
  });

  it.each([
    ['gone', 'const sum = b + a;\n'],
    ['there twice', 'const sum = a + b;\nconst again = a + b;\n'],
  ])('refuses a fault whose place is %s', (_case, source) => {
    expect(() => plantFault(source, fault)).toThrow('mutant "a sum is a difference": its place is not (once) in sum.ts');
  });
});

describe('the mutants of the modules', () => {
  it('are at least twelve, each with a name of its own', () => {
    expect(new Set(moduleMutants.map(({ name }) => name)).size).toBe(moduleMutants.length);
    expect(moduleMutants.length).toBeGreaterThanOrEqual(12);
  });

  it.each(moduleMutants)('$name: the place of the fault and its check exist', (mutant) => {
    const source = readFileSync(mutant.file, 'utf8');
    expect(plantFault(source, mutant)).not.toBe(source);
    const { caughtBy } = mutant;
    if ('testFile' in caughtBy) expect(existsSync(caughtBy.testFile)).toBe(true);
    else expect(conventions.map(({ rule }) => rule)).toContain(caughtBy.rule);
  });
});
