import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { type AuditChainHead, computeEntryHash, getChainStart } from './audit-chain.ts';
import { createAuditStore } from './audit-store.ts';

export type AuditVerdict =
  /** `count`: number of entries of all chains. `heads`: where each chain ended. */
  { readonly kind: 'ok'; readonly count: number; readonly heads: readonly AuditChainHead[] } | AuditBreak;
/** The first fault of a chain. `changed`: the entry at `seq` or the one before it was altered or moved. */
export interface AuditBreak {
  readonly kind: 'broken';
  readonly schoolId: number;
  readonly seq: number;
  readonly why: 'changed' | 'missing' | 'cutOff' | 'notTheHead' | 'noHead';
}

const pageSize = 5000;

/**
 * Verifies all chains from their first entries, page by page and without a lock: entries never change, so a running server may append meanwhile.
 * `knownHeads`: heads recorded earlier, which must still be in their chains.
 */
export async function verifyAuditChains(
  db: Kysely<Database>,
  key: Buffer,
  knownHeads: readonly AuditChainHead[] = [],
): Promise<AuditVerdict> {
  const store = createAuditStore(db);
  // Read the chains before their heads: a chain gets its head with its first entry. Entries written meanwhile only make the chains longer.
  const chains = await store.chains();
  const storedHeads = await store.heads();
  const headless = chains.find((schoolId) => !storedHeads.some((head) => head.schoolId === schoolId));
  if (headless !== undefined) return { kind: 'broken', schoolId: headless, seq: 1, why: 'noHead' };
  const heads: AuditChainHead[] = [];
  for (const schoolId of new Set([...storedHeads, ...knownHeads].map((head) => head.schoolId))) {
    const expected = [...storedHeads, ...knownHeads].filter((head) => head.schoolId === schoolId);
    const verdict = await verifyChain(store, key, schoolId, expected);
    if ('kind' in verdict) return verdict;
    heads.push(verdict);
  }
  return { kind: 'ok', count: heads.reduce((sum, { seq }) => sum + seq, 0), heads };
}

/** Verifies one chain and returns its head. */
async function verifyChain(
  store: ReturnType<typeof createAuditStore>,
  key: Buffer,
  schoolId: number,
  expected: readonly AuditChainHead[],
): Promise<AuditChainHead | AuditBreak> {
  const describeBreak = (seq: number, why: AuditBreak['why']): AuditBreak => ({ kind: 'broken', schoolId, seq, why });
  const hashes = Map.groupBy(expected, ({ seq }) => seq);
  const isExpected = ({ seq, hash }: { seq: number; hash: string }) => (hashes.get(seq) ?? []).every((head) => head.hash === hash);
  let last = { seq: 0, hash: getChainStart(schoolId), id: 0 };
  for (;;) {
    const rows = await store.after({ schoolId, seq: last.seq }, pageSize);
    for (const { hash, id, ...row } of rows) {
      if (row.seq !== last.seq + 1) return describeBreak(last.seq + 1, 'missing');
      if (computeEntryHash(key, last.hash, row) !== hash || id <= last.id) return describeBreak(row.seq, 'changed');
      last = { seq: row.seq, hash, id };
      if (!isExpected(last)) return describeBreak(row.seq, 'notTheHead');
    }
    if (rows.length < pageSize) break;
  }
  if (expected.some(({ seq }) => seq > last.seq)) return describeBreak(last.seq + 1, 'cutOff');
  return { schoolId, seq: last.seq, hash: last.hash };
}
