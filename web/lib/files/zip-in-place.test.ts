import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { unzip } from './zip-in-place.ts';

const file = zipSync({ 'a.jpg': strToU8('a'), 'b.txt': strToU8('b') });

test('unzip returns the files that its filter accepts, or all files without a filter', () => {
  const found: string[][] = [];
  unzip(file, { filter: ({ name }) => name.endsWith('.jpg') }, (_error, files) => found.push(Object.keys(files)));
  unzip(file, (_error, files) => found.push(Object.keys(files)));
  expect(found).toEqual([['a.jpg'], ['a.jpg', 'b.txt']]);
});

test('unzip reports an error for a file that is not a zip', () => {
  const errors: (Error | null)[] = [];
  unzip(strToU8('nothing of the kind'), {}, (error) => errors.push(error));
  expect(errors[0]).toBeInstanceOf(Error);
});
