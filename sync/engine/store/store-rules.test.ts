import { expect, test } from 'vitest';
import { createStreamRow } from '../../../tests/contract/fixtures/client-store-rows.ts';
import { buildWrittenClaims } from './store-rules.ts';

const b = '1c0e8d63-a4b5-4071-9b65-302040e8b211';

test('buildWrittenClaims lists streams not fully acknowledged, and retired streams only up to their fork', () => {
  const whole = createStreamRow({ headSeq: 9, ackedSeq: 9 });
  const open = createStreamRow({ streamId: b, headSeq: 4, ackedSeq: 1 });
  const forked = createStreamRow({ headSeq: 9, ackedSeq: 4, condemned: true, forkedAfter: 4 });
  expect(buildWrittenClaims([whole, forked])).toBeUndefined();
  expect(buildWrittenClaims([whole, open, forked])).toEqual({ [b]: 4 });
});
