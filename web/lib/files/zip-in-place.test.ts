import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { unzip } from './zip-in-place.ts';

const file = zipSync({ 'a.jpg': strToU8('a'), 'b.txt': strToU8('b') });

test('takes what a filter lets through, and everything without one', () => {
  const found: string[][] = [];
  unzip(file, { filter: ({ name }) => name.endsWith('.jpg') }, (_error, files) => found.push(Object.keys(files)));
  unzip(file, (_error, files) => found.push(Object.keys(files)));
  expect(found).toEqual([['a.jpg'], ['a.jpg', 'b.txt']]);
});

test('says what is no zip', () => {
  const errors: (Error | null)[] = [];
  unzip(strToU8('nothing of the kind'), {}, (error) => errors.push(error));
  expect(errors[0]).toBeInstanceOf(Error);
});
