import { createHmac, hkdfSync } from 'node:crypto';
import { formatSpareCode } from '../../../../../sync/crypto/spare-seat.ts';

/** Derives the code of one epoch of an attempt at a spare PC from keys.json (SY15). It is always the same and never stored. */
export function createSpareCodes(master: Buffer): (attemptId: string, epoch: number) => string {
  const key = Buffer.from(hkdfSync('sha256', master, '', 'wenkao spare seats 1', 32));
  return (attemptId, epoch) => formatSpareCode(createHmac('sha256', key).update(`${attemptId}/${epoch}`).digest());
}
