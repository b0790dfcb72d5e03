import { expect, it } from 'vitest';
import { checkStructure } from './structure.ts';

const check = (files: Readonly<Record<string, string>>) =>
  checkStructure(Object.entries(files).map(([path, text]) => ({ path, text }))).map(
    ({ rule, path, reason }) => `${rule} ${path} ${reason}`,
  );
const repeat = (count: number, line: string): string => `${line}\n`.repeat(count);

it('unique-exports refuses a name that two files export, also as a type or in the code of tests', () => {
  expect(check({ 'web/a.ts': 'export const one = 1;', 'tests/b.ts': 'export type one = 2;' })).toEqual([
    'unique-exports tests/b.ts exports `one`, as web/a.ts does: give one of them another name',
  ]);
  expect(
    check({ 'web/a.ts': 'export const one = 1;', 'web/b.ts': "export { one } from './a.ts';", 'web/c.test.ts': 'export const one = 1;' }),
  ).toEqual([]);
});

it('folder-size counts the source files of a folder without its tests', () => {
  const many = (count: number, name: (n: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`web/lib/${name(n)}`, '']));
  expect(check({ ...many(26, (n) => `a${n}.ts`) })).toEqual(['folder-size web/lib 26 files: split the folder at 25']);
  expect(check({ ...many(25, (n) => `a${n}.ts`), ...many(9, (n) => `a${n}.test.ts`) })).toEqual([]);
});

it('folder-cycle finds folders that import each other, types and later imports included', () => {
  expect(
    check({ 'web/a/x.ts': "import type { Y } from '../b/y.ts';", 'web/b/y.ts': "export const load = () => import('../a/x.ts');" }),
  ).toEqual(['folder-cycle web/a imports web/b → web/a']);
  // A file beside subfolders may stand above them, and another one below them.
  const layers = { 'web/app.ts': "import '../web/a/x.ts';", 'web/a/x.ts': "import '../base.ts';", 'web/base.ts': '' };
  expect(check(layers)).toEqual([]);
});

it('function-size counts lines of code, without comments, blank lines and inner functions', () => {
  const inner = `function inner() {\n${repeat(40, 'run();')}}\n`;
  expect(check({ 'web/a.ts': `function outer() {\n${repeat(59, 'run();')}}` })).toEqual([
    'function-size web/a.ts line 1: `outer` has 61 lines of code: split it at 60',
  ]);
  expect(check({ 'web/a.ts': `const create = () => {\n${inner}${inner}${repeat(30, '// note\n')}};` })).toEqual([]);
});

it('function-size lets a component be longer, with its inner functions', () => {
  const component = (count: number) => `function Page() {\n${repeat(count, 'run();')}}`;
  expect(check({ 'web/a.tsx': component(148) })).toEqual([]);
  expect(check({ 'web/a.tsx': component(149) })).toEqual(['function-size web/a.tsx line 1: `Page` has 151 lines of code: split it at 150']);
});
