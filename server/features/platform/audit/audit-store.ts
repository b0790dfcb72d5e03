import type { Kysely, Transaction } from 'kysely';
import { anyContainsKeyword, type PageOrder, readPage } from '../../../db/list-page.ts';
import { callDialectFunction } from '../../../db/dialect-functions.ts';
import type { Database } from '../../../db/schema.ts';
import { type AuditTableRow, auditChainStart, computeEntryHash } from './audit-chain.ts';
import type { NewAuditEntry } from './audit-entry.ts';

export interface AuditFilter {
  /** Undefined selects all schools and the platform. */
  readonly schoolId?: number | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly who?: string | undefined;
  readonly userId?: number | undefined;
  readonly call?: string | undefined;
  readonly entity?: string | undefined;
  readonly entityId?: string | undefined;
  readonly outcome?: 'done' | 'refused' | undefined;
}

export const auditSorts = { atMs: 'audit.at_ms' } as const;

/** Queries of the audit log. */
export function createAuditStore(db: Kysely<Database>) {
  const filtered = (filter: AuditFilter) => {
    let rows = db.selectFrom('audit');
    if (filter.schoolId !== undefined) rows = rows.where('audit.school_id', '=', filter.schoolId);
    if (filter.fromMs !== undefined) rows = rows.where('audit.at_ms', '>=', filter.fromMs);
    if (filter.toMs !== undefined) rows = rows.where('audit.at_ms', '<', filter.toMs);
    if (filter.userId !== undefined) rows = rows.where('audit.user_id', '=', filter.userId);
    if (filter.call !== undefined) rows = rows.where('audit.call', '=', filter.call);
    if (filter.entity !== undefined) rows = rows.where('audit.entity', '=', filter.entity);
    if (filter.entityId !== undefined) rows = rows.where('audit.entity_id', '=', filter.entityId);
    if (filter.outcome) rows = rows.where('audit.code', filter.outcome === 'done' ? '=' : '<>', 0);
    const { who } = filter;
    if (who) rows = rows.where((eb) => anyContainsKeyword(eb, ['audit.user_name', 'audit.login_name'], who));
    return rows;
  };

  return {
    async list(filter: AuditFilter, order: PageOrder) {
      // Find the page by index alone, then read the large rows for that page only.
      const { items, total } = await readPage(filtered(filter), order, (rows) => rows.select('audit.seq'), 'audit.seq');
      const rows = await withTitles(
        db,
        items.map((row) => row.seq),
      );
      return { items: items.flatMap(({ seq }) => rows.get(seq) ?? []), total };
    },

    /** Returns undefined if the entry does not exist or belongs to another school. */
    async bySeq(seq: number, schoolId: number | undefined) {
      const row = (await withTitles(db, [seq])).get(seq);
      return row && (schoolId === undefined || row.school_id === schoolId) ? row : undefined;
    },

    /** Returns the calls and entities that the log can be filtered by. */
    async kinds(schoolId: number | undefined): Promise<{ calls: string[]; entities: string[] }> {
      const kinds = db.selectFrom('audit_kind').$if(schoolId !== undefined, (own) => own.where('school_id', '=', schoolId ?? 0));
      const calls = await kinds.select('call').distinct().orderBy('call').execute();
      const entities = await kinds.select('entity').distinct().where('entity', '<>', '').orderBy('entity').execute();
      return { calls: calls.map((row) => row.call), entities: entities.map((row) => row.entity) };
    },

    /** Returns entries in the order of the chain. */
    after: (seq: number, limit: number): Promise<AuditTableRow[]> =>
      db.selectFrom('audit').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute(),

    /** Returns the newest entry and the highest sequence number ever assigned. */
    async head(): Promise<{ seq: number; hash: string; highestGiven: number }> {
      const row = await lastOf(db);
      const { highest } = await db.selectNoFrom(callDialectFunction('highestAudit').as('highest')).executeTakeFirstOrThrow();
      return { ...row, highestGiven: highest };
    },
  };
}

/** Appends entries to the hash chain. Schools write concurrently but share one chain, so a lock is held until the transaction ends. */
export async function appendEntries(tx: Transaction<Database>, key: Buffer, entries: readonly NewAuditEntry[]): Promise<void> {
  await tx.selectNoFrom(callDialectFunction('auditHeld').as('held')).execute();
  let last = await lastOf(tx);
  const rows: AuditTableRow[] = [];
  for (const entry of entries) {
    const row = { seq: last.seq + 1, ...entry };
    const hash = computeEntryHash(key, last.hash, row);
    last = { seq: row.seq, hash };
    rows.push({ ...row, hash });
  }
  for (let at = 0; at < rows.length; at += 500)
    await tx
      .insertInto('audit')
      .values(rows.slice(at, at + 500))
      .execute();
}

async function lastOf(db: Kysely<Database>): Promise<{ seq: number; hash: string }> {
  const row = await db.selectFrom('audit').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row ?? { seq: 0, hash: auditChainStart };
}

async function withTitles(db: Kysely<Database>, seqs: readonly number[]) {
  if (seqs.length === 0) return new Map<number, AuditTableRow & { school_title: string | null }>();
  const rows = await db
    .selectFrom('audit')
    .leftJoin('school', 'school.id', 'audit.school_id')
    .selectAll('audit')
    .select('school.title as school_title')
    .where('audit.seq', 'in', seqs)
    .execute();
  return new Map(rows.map((row) => [row.seq, row]));
}
