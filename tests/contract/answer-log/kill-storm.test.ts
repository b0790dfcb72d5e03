import { test } from 'vitest';
import { expectStormLosesNothing } from '../fixtures/kill-storm.ts';

test('SY6, SY7: kill -9 in the middle of a storm: what was acknowledged is stored, and nothing twice', { timeout: 600_000 }, () =>
  expectStormLosesNothing(),
);
