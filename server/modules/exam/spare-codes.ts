import { createHmac, hkdfSync } from 'node:crypto';
import { spareCodeOf } from '../../../sync/seal/spare-seat.ts';

/** SY15: the code of one sitting at a spare PC: derived of keys.json, the same each time, never stored. */
export function spareCodes(master: Buffer): (attemptId: string, epoch: number) => string {
  const key = Buffer.from(hkdfSync('sha256', master, '', 'wenkao spare seats 1', 32));
  return (attemptId, epoch) => spareCodeOf(createHmac('sha256', key).update(`${attemptId}/${epoch}`).digest());
}
