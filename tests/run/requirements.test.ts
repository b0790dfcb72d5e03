import { expect, it } from 'vitest';
import { checkRequirements, minScratchBytes } from './requirements.ts';

const browser = (): string => '/usr/bin/chromium';
const noBrowser = (): string => {
  throw new Error('no Chromium was found and none could be installed');
};
const nothingMissing = (): undefined => undefined;

it('a machine with browser, PostgreSQL and space misses no requirement', () => {
  expect(checkRequirements(minScratchBytes, browser, nothingMissing)).toEqual({
    has: new Set(['scratch', 'postgres', 'browser']),
    browserPath: '/usr/bin/chromium',
    missing: [],
  });
});

it('without a browser the browser tests are reported as not run in one sentence', () => {
  expect(checkRequirements(minScratchBytes, noBrowser, nothingMissing)).toEqual({
    has: new Set(['scratch', 'postgres']),
    browserPath: undefined,
    missing: [{ sentence: 'no Chromium was found and none could be installed: browser tests were not run' }],
  });
});

it('without PostgreSQL its tests are reported as not run in one sentence', () => {
  const { has, missing } = checkRequirements(minScratchBytes, browser, () => 'no PostgreSQL was found: tests on PostgreSQL were not run');
  expect(has).toEqual(new Set(['scratch', 'browser']));
  expect(missing).toEqual([{ sentence: 'no PostgreSQL was found: tests on PostgreSQL were not run' }]);
});

it('with less than 2 GB of scratch space the unit, contract and browser tests are reported as not run', () => {
  expect(checkRequirements(1.5 * 2 ** 30, noBrowser, nothingMissing)).toEqual({
    has: new Set(),
    browserPath: undefined,
    missing: [{ sentence: 'the scratch folder has 1.5 GB of free space, less than 2: unit, contract and browser tests were not run' }],
  });
});
