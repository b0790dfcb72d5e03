import { createSecretKey } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../db/opening/open.ts';
import { deriveAuditKey } from './audit-chain.ts';
import type { NewAuditEntry } from './audit-entry.ts';
import { appendEntries, type AuditFilter, auditSorts, createAuditStore, getChain } from './audit-store.ts';

const key = deriveAuditKey(createSecretKey(Buffer.alloc(32, 7)));
const entry: NewAuditEntry = {
  at_ms: 1000,
  school_id: 1,
  user_id: 6,
  user_name: '孙晓燕',
  login_name: 'teacher',
  user_type: 6,
  call: '/paper/add',
  entity: 'paper',
  entity_id: '1',
  code: 0,
  ip: '::1',
  agent: '',
  detail: '{}',
};
const newest = { column: auditSorts.atMs, descending: true, offset: 0, limit: 20 };

describe('createAuditStore', () => {
  let opened: ReturnType<typeof openDatabase>;
  const append = async (entries: readonly NewAuditEntry[]) => {
    for (const each of entries) await opened.db.transaction().execute((tx) => appendEntries(tx, key, getChain(each), [each]));
  };
  /** Returns SQLite's query plans for the statements that `work` runs. */
  const plansOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const { raw } = opened;
    const prepare = raw.prepare.bind(raw);
    const statements: string[] = [];
    raw.prepare = (sql: string) => {
      statements.push(sql);
      return prepare(sql);
    };
    await work();
    raw.prepare = prepare;
    return statements.map((sql) =>
      prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all(Array.from(sql.matchAll(/\?/g), () => null))
        .map((row) => row.detail)
        .join('; '),
    );
  };
  beforeEach(async () => {
    opened = openDatabase(':memory:', 0);
    await append([entry, { ...entry, school_id: null, call: '/school/add', entity: 'school', at_ms: 900 }]);
  });

  it.each<[string, AuditFilter]>([
    ['everything', {}],
    ['a school', { schoolId: 1 }],
    ['a period', { fromMs: 1, toMs: 5000 }],
    ['a person of a school', { schoolId: 1, who: '孙' }],
    ['an entity', { entity: 'paper', entityId: '1' }],
    ['a call that was refused', { call: '/paper/add', outcome: 'refused', schoolId: 1 }],
  ])('counts and pages %s in an index, and reads only the rows of the page', async (_name, filter) => {
    const plans = await plansOf(() => createAuditStore(opened.db).list(filter, newest));
    expect(plans.length).toBeGreaterThan(0);
    // Only entries of the same millisecond may need sorting.
    for (const plan of plans)
      expect(plan).toMatch(
        /^(SEARCH|SCAN) audit USING COVERING INDEX [^;]+(; USE TEMP B-TREE FOR LAST TERM OF ORDER BY)?$|^SEARCH audit USING INTEGER PRIMARY KEY/,
      );
  });

  it('lists the calls and entities for the filter without reading the log', async () => {
    await append([
      { ...entry, entity: '' },
      { ...entry, school_id: 2, call: '/class/add', entity: 'class' },
    ]);
    const store = createAuditStore(opened.db);
    expect(await store.kinds(1)).toEqual({ calls: ['/paper/add'], entities: ['paper'] });
    expect(await store.kinds(undefined)).toEqual({
      calls: ['/class/add', '/paper/add', '/school/add'],
      entities: ['class', 'paper', 'school'],
    });
    for (const plan of await plansOf(() => store.kinds(1))) expect(plan).not.toMatch(/ audit( |$)/);
  });
});
