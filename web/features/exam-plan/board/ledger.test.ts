import { expect, it } from 'vitest';
import { isUndeliveredState, deriveLedgerState } from './ledger.ts';

const base = { complete: false, waiver: null, handedIn: false, wait: null, missingOps: 0, missingFiles: 0 };
const waiver = { ms: 1, by: '王', reason: '已核对' };

it('deriveLedgerState names what each seat still owes; complete, waived and absent seats owe nothing', () => {
  const states = [
    { ...base, complete: true, handedIn: true },
    { ...base, complete: true, handedIn: true, missingFiles: 1 },
    { ...base, complete: true, handedIn: true, missingFiles: 1, waiver },
    { ...base, complete: true, handedIn: true, missingOps: 8 },
    { ...base, complete: true, handedIn: true, missingOps: 8, missingFiles: 1, waiver },
    { ...base, handedIn: true, wait: 'delivery' as const },
    { ...base, handedIn: true, waiver },
    { ...base, wait: 'time' as const },
    { ...base, wait: 'delivery' as const },
    { ...base, wait: 'nothingCame' as const },
    base,
  ].map(deriveLedgerState);
  expect(states).toEqual([
    'whole',
    'files',
    'waived',
    'missing',
    'waived',
    'missing',
    'waived',
    'running',
    'unfinished',
    'nothing',
    'away',
  ]);
  expect(states.map(isUndeliveredState)).toEqual([false, true, false, true, false, true, false, true, true, true, false]);
});
