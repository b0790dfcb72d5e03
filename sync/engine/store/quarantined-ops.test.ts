import { expect, test } from 'vitest';
import type { StreamRow } from '../ports.ts';
import { recordQuarantine } from './store-rules.ts';

const condemned = { ackedSeq: 4, ackedBy: 'server', forkedAfter: 4, asideThrough: 0, headSeq: 9, condemned: true } as StreamRow;

test('SY7: quarantined ops count as delivered up to the first gap', () => {
  const first = recordQuarantine(condemned, { fromSeq: 5, toSeq: 6 }, 'server');
  expect(first.asideThrough).toBe(6);
  expect(recordQuarantine(first, { fromSeq: 7, toSeq: 9 }, 'server').asideThrough).toBe(9);
  // A repeated report about ops that are known to be in quarantine never lowers `asideThrough`, the last seq that is known to be there.
  expect(recordQuarantine(first, { fromSeq: 5, toSeq: 5 }, 'server').asideThrough).toBe(6);
  expect(recordQuarantine(condemned, { fromSeq: 7, toSeq: 9 }, 'server').asideThrough).toBe(0);
});

test('SY7, SY8: ops quarantined before a server restore do not count as delivered to the restored server', () => {
  const first = recordQuarantine(condemned, { fromSeq: 5, toSeq: 6 }, 'server');
  const restored = recordQuarantine(first, { fromSeq: 7, toSeq: 9 }, 'restored');
  expect(restored).toMatchObject({ ackedBy: 'restored', asideThrough: 0 });
  expect(recordQuarantine(restored, { fromSeq: 5, toSeq: 9 }, 'restored').asideThrough).toBe(9);
});
