import { test } from 'vitest';
import { expectStormLosesNothing } from '../fixtures/kill-storm.ts';

test('SY6, SY7: after kill -9 during a storm of pushes, acknowledged ops are stored, and each once', { timeout: 600_000 }, () =>
  expectStormLosesNothing(),
);
