import { describe, expect, it } from 'vitest';
import { createNews } from '../../../../tests/contract/fixtures/client-store-rows.ts';
import type { HandInReceipt } from '../../../../sync/contract/exams/sync.ts';
import { deriveDelivery } from './delivery-state.ts';

const view = (here: number, received: number, waiting = 0, missingOps = 0) => ({
  receipt: missingOps > 0 ? ({ missingOps } as HandInReceipt) : null,
  news: createNews(1, { waiting }),
  saveStatus: {
    savedAtMs: 1,
    saving: false,
    failure: null,
    copies: 'both' as const,
    localCount: here,
    received,
    oldestUnreceivedMs: null,
    reachable: true,
    relayed: 0,
    isServerStoring: true,
  },
});

describe('SY14: deriveDelivery after the hand-in', () => {
  it('waits until the server has confirmed all ops', () => expect(deriveDelivery(view(44, 41), 'none')).toBe('waiting'));
  it('reports signing while all ops have arrived but the receipt is missing', () => {
    expect(deriveDelivery(view(44, 44), 'none')).toBe('signing');
    expect(deriveDelivery(view(44, 44), 'checking')).toBe('signing');
  });
  it('is done by a receipt for a hand-in elsewhere only once this PC has delivered its ops too', () => {
    expect(deriveDelivery(view(44, 41), 'elsewhere')).toBe('waiting');
    expect(deriveDelivery(view(44, 44), 'elsewhere')).toBe('done');
  });
  it('is done with a valid receipt', () => expect(deriveDelivery(view(44, 44), 'valid')).toBe('done'));
  it('SY15: is undecided, not done, while answers wait for a staff decision', () => {
    expect(deriveDelivery(view(44, 44, 3), 'valid')).toBe('undecided');
    expect(deriveDelivery(view(44, 44, 3), 'elsewhere')).toBe('undecided');
    expect(deriveDelivery(view(44, 41, 3), 'elsewhere')).toBe('waiting');
    expect(deriveDelivery(view(44, 44, 3), 'forged')).toBe('differ');
  });
  it('reports a receipt that does not verify or covers other ops, for any counts', () => {
    expect(deriveDelivery(view(44, 44), 'forged')).toBe('differ');
    expect(deriveDelivery(view(44, 41), 'differs')).toBe('differ');
  });
  it('is not done while the server lacks announced ops, and first waits for those of this PC', () => {
    expect(deriveDelivery(view(44, 44, 0, 8), 'valid')).toBe('lacking');
    expect(deriveDelivery(view(44, 44, 3, 8), 'elsewhere')).toBe('lacking');
    expect(deriveDelivery(view(44, 41, 0, 8), 'valid')).toBe('waiting');
    expect(deriveDelivery(view(44, 44, 0, 8), 'forged')).toBe('differ');
  });
});
