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
    here,
    received,
    oldestUnreceivedMs: null,
    reachable: true,
    relayed: 0,
    storing: true,
  },
});

describe('SY14: after hand-in', () => {
  it('waits while the server is not known to hold everything', () => expect(deriveDelivery(view(44, 41), 'none')).toBe('waiting'));
  it('says signing, not done, while everything is there and no receipt is', () => {
    expect(deriveDelivery(view(44, 44), 'none')).toBe('signing');
    expect(deriveDelivery(view(44, 44), 'checking')).toBe('signing');
  });
  it('a receipt for a hand-in made elsewhere ends the waiting only once this PC has delivered too', () => {
    expect(deriveDelivery(view(44, 41), 'elsewhere')).toBe('waiting');
    expect(deriveDelivery(view(44, 44), 'elsewhere')).toBe('done');
  });
  it('is done by a valid receipt alone', () => expect(deriveDelivery(view(44, 44), 'valid')).toBe('done'));
  it('SY15: never says that one may leave while answers wait for a person', () => {
    expect(deriveDelivery(view(44, 44, 3), 'valid')).toBe('undecided');
    expect(deriveDelivery(view(44, 44, 3), 'elsewhere')).toBe('undecided');
    expect(deriveDelivery(view(44, 41, 3), 'elsewhere')).toBe('waiting');
    expect(deriveDelivery(view(44, 44, 3), 'forged')).toBe('differ');
  });
  it('raises a receipt that does not verify or covers something else, for any counts', () => {
    expect(deriveDelivery(view(44, 44), 'forged')).toBe('differ');
    expect(deriveDelivery(view(44, 41), 'differs')).toBe('differ');
  });
  it('is not done while the server lacks announced ops, and waits first for those of this PC', () => {
    expect(deriveDelivery(view(44, 44, 0, 8), 'valid')).toBe('lacking');
    expect(deriveDelivery(view(44, 44, 3, 8), 'elsewhere')).toBe('lacking');
    expect(deriveDelivery(view(44, 41, 0, 8), 'valid')).toBe('waiting');
    expect(deriveDelivery(view(44, 44, 0, 8), 'forged')).toBe('differ');
  });
});
