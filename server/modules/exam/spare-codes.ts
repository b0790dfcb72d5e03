import { createHmac, hkdfSync } from 'node:crypto';
import { spareCodeOf } from '../../../sync/seal/spare-seat.ts';

/** Derives the code of one epoch of an attempt at a spare PC from keys.json (SY15). It is always the same and never stored. */
export function spareCodes(master: Buffer): (attemptId: string, epoch: number) => string {
  const key = Buffer.from(hkdfSync('sha256', master, '', 'wenkao spare seats 1', 32));
  return (attemptId, epoch) => spareCodeOf(createHmac('sha256', key).update(`${attemptId}/${epoch}`).digest());
}
