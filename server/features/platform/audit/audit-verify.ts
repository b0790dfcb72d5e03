import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { auditChainStart, computeEntryHash } from './audit-chain.ts';
import { createAuditStore } from './audit-store.ts';

/** Position and hash of an audit entry, usually the newest one. */
export interface AuditChainHead {
  readonly seq: number;
  readonly hash: string;
}
export type AuditChainVerdict =
  | { readonly kind: 'ok'; readonly count: number; readonly head: AuditChainHead }
  /** `changed`: this entry or the one before it was altered. */
  | { readonly kind: 'broken'; readonly seq: number; readonly why: 'changed' | 'missing' | 'cutOff' | 'notTheHead' };

const pageSize = 5000;

/**
 * Verifies the chain from its first entry, page by page and without a lock: entries never change, so a running server may append meanwhile.
 * `expected`: a head noted earlier, which must still be in the chain.
 */
export async function verifyAuditChain(db: Kysely<Database>, key: Buffer, expected?: AuditChainHead): Promise<AuditChainVerdict> {
  const store = createAuditStore(db);
  // Read the highest number first: entries written meanwhile can only make the chain longer.
  const { highestGiven } = await store.head();
  let last: AuditChainHead = { seq: 0, hash: auditChainStart };
  for (;;) {
    const rows = await store.after(last.seq, pageSize);
    for (const { hash, ...row } of rows) {
      if (row.seq !== last.seq + 1) return { kind: 'broken', seq: last.seq + 1, why: 'missing' };
      if (computeEntryHash(key, last.hash, row) !== hash) return { kind: 'broken', seq: row.seq, why: 'changed' };
      if (row.seq === expected?.seq && hash !== expected.hash) return { kind: 'broken', seq: row.seq, why: 'notTheHead' };
      last = { seq: row.seq, hash };
    }
    if (rows.length < pageSize) break;
  }
  if (last.seq < Math.max(highestGiven, expected?.seq ?? 0)) return { kind: 'broken', seq: last.seq + 1, why: 'cutOff' };
  return { kind: 'ok', count: last.seq, head: last };
}
