import { createSecretKey } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, getPostgresUrl, type TestDatabase } from '../../../../tests/fixtures/postgres/test-database.ts';
import { deriveAuditKey } from './audit-chain.ts';
import { createAuditLog } from './audit-log.ts';
import { verifyAuditChain } from './audit-verify.ts';

const secret = createSecretKey(Buffer.alloc(32, 7));
const key = deriveAuditKey(secret);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('verifying the audit chain', () => {
  let opened: TestDatabase;
  const tamper = (sql: string): void => {
    opened.raw.exec(
      getPostgresUrl() === undefined
        ? 'DROP TRIGGER IF EXISTS audit_no_update; DROP TRIGGER IF EXISTS audit_no_delete'
        : 'ALTER TABLE audit DISABLE TRIGGER audit_no_update; ALTER TABLE audit DISABLE TRIGGER audit_no_delete',
    );
    opened.raw.exec(sql);
  };
  const write = async (count: number, call = '/paper/add'): Promise<void> => {
    const log = createAuditLog({
      db: opened.db,
      keys: { sittingSecret: secret },
      clock: { nowMs: () => 1_800_000_000_000 },
      logger: quiet,
    });
    const record = { call, caller: null, code: 0, ip: '::1', agent: '', input: { name: '甲卷' }, change: null };
    await log.write(Array.from({ length: count }, () => record));
  };
  beforeEach(async () => {
    opened = await openTestDatabase(':memory:', 0);
    await write(1200);
  });

  it('finds an untouched chain whole, over several commits and sessions', async () => {
    await write(3);
    expect(await verifyAuditChain(opened.db, key)).toMatchObject({ kind: 'ok', count: 1203, head: { seq: 1203 } });
  });

  it('names the entry that was changed, in any column', async () => {
    for (const change of ["user_name = '别人'", 'at_ms = at_ms + 1', "detail = '{}'", 'school_id = 1', "ip = ''"]) {
      opened = await openTestDatabase(':memory:', 0);
      await write(30);
      tamper(`UPDATE audit SET ${change} WHERE seq = 17`);
      expect(await verifyAuditChain(opened.db, key), change).toEqual({ kind: 'broken', seq: 17, why: 'changed' });
    }
  });

  it('names the place where one is missing, at the end too', async () => {
    tamper('DELETE FROM audit WHERE seq > 1195');
    expect(await verifyAuditChain(opened.db, key)).toEqual({ kind: 'broken', seq: 1196, why: 'cutOff' });
    tamper('DELETE FROM audit WHERE seq = 900');
    expect(await verifyAuditChain(opened.db, key)).toEqual({ kind: 'broken', seq: 900, why: 'missing' });
  });

  it('is not content with a chain under another key', async () => {
    expect(await verifyAuditChain(opened.db, deriveAuditKey(createSecretKey(Buffer.alloc(32, 8))))).toEqual({
      kind: 'broken',
      seq: 1,
      why: 'changed',
    });
  });

  it('holds the chain against a head noted down before', async () => {
    const before = await verifyAuditChain(opened.db, key);
    if (before.kind !== 'ok') throw new Error('broken');
    await write(5);
    expect(await verifyAuditChain(opened.db, key, before.head)).toMatchObject({ kind: 'ok', count: 1205 });
    // Truncate the log and reset SQLite's own counter as well.
    const given = getPostgresUrl() === undefined ? "sqlite_sequence SET seq = 1100 WHERE name = 'audit'" : 'audit_given SET highest = 1100';
    tamper(`DELETE FROM audit WHERE seq > 1100; UPDATE ${given}`);
    expect(await verifyAuditChain(opened.db, key)).toMatchObject({ kind: 'ok', count: 1100 });
    expect(await verifyAuditChain(opened.db, key, before.head)).toEqual({ kind: 'broken', seq: 1101, why: 'cutOff' });
    await write(200, '/paper/draw');
    expect(await verifyAuditChain(opened.db, key, before.head)).toEqual({ kind: 'broken', seq: 1200, why: 'notTheHead' });
  });
});
