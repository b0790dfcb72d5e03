import type { Kysely, Transaction } from 'kysely';
import { anyContainsKeyword, type PageOrder, readPage } from '../../../db/list-page.ts';
import type { Database } from '../../../db/schema.ts';
import { type AuditChainHead, type AuditTableRow, computeEntryHash, getChainStart, platformChain } from './audit-chain.ts';
import type { NewAuditEntry } from './audit-entry.ts';
import { sliceValues } from '../../../db/slice-values.ts';

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
  const applyFilter = (filter: AuditFilter) => {
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
    // Test the more likely column first; a match makes the second test unnecessary. Letters and digits are rare in names.
    const columns = ['audit.user_name', 'audit.login_name'] as const;
    if (who) rows = rows.where((eb) => anyContainsKeyword(eb, /[a-z\d]/i.test(who) ? columns.toReversed() : columns, who));
    return rows;
  };

  return {
    async list(filter: AuditFilter, order: PageOrder) {
      // Find the page by index alone, then read the large rows for that page only.
      const { items, total } = await readPage(applyFilter(filter), order, (rows) => rows.select('audit.id'), 'audit.id');
      const rows = await readRowsWithTitles(
        db,
        items.map((row) => row.id),
      );
      return { items: items.flatMap(({ id }) => rows.get(id) ?? []), total };
    },

    /** Returns undefined if the entry does not exist or belongs to another school. */
    async byId(id: number, schoolId: number | undefined) {
      const row = (await readRowsWithTitles(db, [id])).get(id);
      return row && (schoolId === undefined || row.school_id === schoolId) ? row : undefined;
    },

    /** Returns the names of calls and entities that occur in the log, as choices for its filter. */
    async kinds(schoolId: number | undefined): Promise<{ calls: string[]; entities: string[] }> {
      const kinds = db.selectFrom('audit_kind').$if(schoolId !== undefined, (own) => own.where('school_id', '=', schoolId ?? 0));
      const calls = await kinds.select('call').distinct().orderBy('call').execute();
      const entities = await kinds.select('entity').distinct().where('entity', '<>', '').orderBy('entity').execute();
      return { calls: calls.map((row) => row.call), entities: entities.map((row) => row.entity) };
    },

    /** Returns the entries of a chain after a position, in their order. */
    after: ({ schoolId, seq }: Pick<AuditChainHead, 'schoolId' | 'seq'>, limit: number): Promise<AuditTableRow[]> =>
      db.selectFrom('audit').selectAll().where('chain_id', '=', schoolId).where('seq', '>', seq).orderBy('seq').limit(limit).execute(),

    /** Returns the stored heads of all chains. */
    heads: (): Promise<AuditChainHead[]> =>
      db.selectFrom('audit_chain').select(['school_id as schoolId', 'seq', 'hash']).orderBy('school_id').execute(),

    /** Returns the numbers of the chains that have entries: ids of schools, and 0 for the platform. */
    async chains(): Promise<number[]> {
      const rows = await db.selectFrom('audit').select('chain_id').distinct().orderBy('chain_id').execute();
      return rows.map((row) => row.chain_id);
    },
  };
}

/** Returns the chain of an entry: the school concerned, or the platform. */
export const getChain = (entry: NewAuditEntry): number => entry.school_id ?? platformChain;

/**
 * Appends entries of one chain to it. Other appenders to the chain wait until the transaction ends. A transaction with a school as lock scope
 * appends to the chains of that school and of the platform only, so that no two transactions wait for each other.
 */
export async function appendEntries(
  tx: Transaction<Database>,
  key: Buffer,
  schoolId: number,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  // The update changes nothing. It locks the row of the head and reads its newest state in one statement.
  let last = await tx
    .insertInto('audit_chain')
    .values({ school_id: schoolId, seq: 0, hash: getChainStart(schoolId) })
    .onConflict((on) => on.column('school_id').doUpdateSet((eb) => ({ seq: eb.ref('audit_chain.seq') })))
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow();
  const rows = entries.map((entry) => {
    const row = { ...entry, chain_id: schoolId, seq: last.seq + 1 };
    last = { seq: row.seq, hash: computeEntryHash(key, last.hash, row) };
    return { ...row, hash: last.hash };
  });
  for (const some of sliceValues(rows, 500)) await tx.insertInto('audit').values(some).execute();
  await tx.updateTable('audit_chain').set(last).where('school_id', '=', schoolId).execute();
}

async function readRowsWithTitles(db: Kysely<Database>, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, AuditTableRow & { school_title: string | null }>();
  const rows = await db
    .selectFrom('audit')
    .leftJoin('school', 'school.id', 'audit.school_id')
    .selectAll('audit')
    .select('school.title as school_title')
    .where('audit.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
