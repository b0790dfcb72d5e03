import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { chainStart, entryHash } from './audit-chain.ts';
import { auditStore } from './audit-store.ts';

export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}
export type ChainVerdict =
  | { readonly kind: 'ok'; readonly count: number; readonly head: ChainHead }
  /** `changed`: this entry is not as it was written, or the one before it. */
  | { readonly kind: 'broken'; readonly seq: number; readonly why: 'changed' | 'missing' | 'cutOff' | 'notTheHead' };

const pageSize = 5000;

/**
 * Walks the chain from its first entry. Page by page and without a lock: entries never change, so a server may write meanwhile.
 * `expected`: a head noted down before, which must still stand in the chain.
 */
export async function verifyChain(db: Kysely<Database>, key: Buffer, expected?: ChainHead): Promise<ChainVerdict> {
  const store = auditStore(db);
  // Asked first: what is written meanwhile may only make the chain longer than this.
  const { highestGiven } = await store.head();
  let last: ChainHead = { seq: 0, hash: chainStart };
  for (;;) {
    const rows = await store.after(last.seq, pageSize);
    for (const { hash, ...row } of rows) {
      if (row.seq !== last.seq + 1) return { kind: 'broken', seq: last.seq + 1, why: 'missing' };
      if (entryHash(key, last.hash, row) !== hash) return { kind: 'broken', seq: row.seq, why: 'changed' };
      if (row.seq === expected?.seq && hash !== expected.hash) return { kind: 'broken', seq: row.seq, why: 'notTheHead' };
      last = { seq: row.seq, hash };
    }
    if (rows.length < pageSize) break;
  }
  if (last.seq < Math.max(highestGiven, expected?.seq ?? 0)) return { kind: 'broken', seq: last.seq + 1, why: 'cutOff' };
  return { kind: 'ok', count: last.seq, head: last };
}
