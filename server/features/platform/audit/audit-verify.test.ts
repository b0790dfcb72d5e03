import { createSecretKey } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, getPostgresUrl, type TestDatabase } from '../../../../tests/fixtures/postgres/test-database.ts';
import type { AuditRecord } from '../../../http/audit-port.ts';
import { deriveAuditKey, findChainHeads, formatChainHead } from './audit-chain.ts';
import { createAuditLog } from './audit-log.ts';
import { verifyAuditChains } from './audit-verify.ts';

const secret = createSecretKey(Buffer.alloc(32, 7));
const key = deriveAuditKey(secret);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('verifyAuditChains', () => {
  let opened: TestDatabase;
  const tamper = (sql: string): void => {
    opened.raw.exec(
      getPostgresUrl() === undefined
        ? 'DROP TRIGGER IF EXISTS audit_no_update; DROP TRIGGER IF EXISTS audit_no_delete'
        : 'ALTER TABLE audit DISABLE TRIGGER audit_no_update; ALTER TABLE audit DISABLE TRIGGER audit_no_delete',
    );
    opened.raw.exec(sql);
  };
  /** Writes entries of the platform (`schoolId` 0) or of a school. */
  const write = async (count: number, schoolId = 0, call = '/paper/add'): Promise<void> => {
    const log = createAuditLog({
      db: opened.db,
      keys: { sittingSecret: secret },
      clock: { nowMs: () => 1_800_000_000_000 },
      logger: quiet,
    });
    const change = { entity: 'paper', id: 1, schoolId: schoolId === 0 ? null : schoolId };
    const record: AuditRecord = { call, caller: null, code: 0, ip: '::1', agent: '', input: { name: '甲卷' }, change };
    await log.write(Array.from({ length: count }, () => record));
  };
  const open = async (): Promise<void> => {
    opened = await openTestDatabase(':memory:', 0);
    opened.raw.exec("INSERT INTO school (id, website, title, created_ms) VALUES (1, 'a', '', 0), (2, 'b', '', 0)");
  };
  const verify = (...knownHeads: string[]) => verifyAuditChains(opened.db, key, findChainHeads(knownHeads.join('\n')));
  const headsNow = async (): Promise<string[]> => {
    const verdict = await verify();
    if (verdict.kind !== 'ok') throw new Error('broken');
    return verdict.heads.map(formatChainHead);
  };
  beforeEach(async () => {
    await open();
    await write(1200);
    await write(40, 1);
    await write(40, 2);
  });

  it('accepts untouched chains, over several commits and sessions', async () => {
    await write(3);
    await write(5, 2);
    expect(await verify()).toMatchObject({
      kind: 'ok',
      count: 1288,
      heads: [
        { schoolId: 0, seq: 1203 },
        { schoolId: 1, seq: 40 },
        { schoolId: 2, seq: 45 },
      ],
    });
  });

  it('reports the entry that was changed, in any column', async () => {
    for (const change of ["user_name = '别人'", 'at_ms = at_ms + 1', "detail = '{}'", 'school_id = 1', "ip = ''", 'id = 9000']) {
      await open();
      await write(30, 2);
      tamper(`UPDATE audit SET ${change} WHERE chain_id = 2 AND seq = 17`);
      const at = change === 'id = 9000' ? 18 : 17;
      expect(await verify(), change).toEqual({ kind: 'broken', schoolId: 2, seq: at, why: 'changed' });
    }
  });

  it('reports the place of a missing entry, also at the end of a chain', async () => {
    tamper('DELETE FROM audit WHERE chain_id = 1 AND seq > 35');
    expect(await verify()).toEqual({ kind: 'broken', schoolId: 1, seq: 36, why: 'cutOff' });
    tamper('DELETE FROM audit WHERE chain_id = 0 AND seq = 900');
    expect(await verify()).toEqual({ kind: 'broken', schoolId: 0, seq: 900, why: 'missing' });
  });

  it('detects swapped entries, and a chain moved to another school', async () => {
    tamper('UPDATE audit SET seq = 99 WHERE chain_id = 1 AND seq = 7; UPDATE audit SET seq = 7 WHERE chain_id = 1 AND seq = 8');
    tamper('UPDATE audit SET seq = 8 WHERE chain_id = 1 AND seq = 99');
    expect(await verify()).toEqual({ kind: 'broken', schoolId: 1, seq: 7, why: 'changed' });
    await open();
    await write(5, 1);
    tamper('UPDATE audit SET chain_id = 2; UPDATE audit_chain SET school_id = 2');
    expect(await verify()).toEqual({ kind: 'broken', schoolId: 2, seq: 1, why: 'changed' });
  });

  it('detects a removed stored head, and with known heads a removed chain', async () => {
    const knownHeads = await headsNow();
    tamper('DELETE FROM audit_chain WHERE school_id = 1');
    expect(await verify()).toEqual({ kind: 'broken', schoolId: 1, seq: 1, why: 'noHead' });
    tamper('DELETE FROM audit WHERE chain_id = 1');
    expect(await verify()).toMatchObject({ kind: 'ok', count: 1240 });
    expect(await verify(...knownHeads)).toEqual({ kind: 'broken', schoolId: 1, seq: 1, why: 'cutOff' });
  });

  it('refuses chains under another key', async () => {
    expect(await verifyAuditChains(opened.db, deriveAuditKey(createSecretKey(Buffer.alloc(32, 8))))).toEqual({
      kind: 'broken',
      schoolId: 0,
      seq: 1,
      why: 'changed',
    });
  });

  it('compares the chains with heads that were noted down before', async () => {
    const knownHeads = await headsNow();
    expect(knownHeads[0]).toMatch(/^0:1200:[\w-]{43}$/);
    await write(5);
    expect(await verify(...knownHeads)).toMatchObject({ kind: 'ok', count: 1285 });
    // Truncate the log and move the stored head back as well.
    tamper(`DELETE FROM audit WHERE chain_id = 0 AND seq > 1100;
      UPDATE audit_chain SET seq = 1100, hash = (SELECT hash FROM audit WHERE chain_id = 0 AND seq = 1100) WHERE school_id = 0`);
    expect(await verify()).toMatchObject({ kind: 'ok', count: 1180 });
    expect(await verify(...knownHeads)).toEqual({ kind: 'broken', schoolId: 0, seq: 1101, why: 'cutOff' });
    await write(200, 0, '/paper/draw');
    expect(await verify(...knownHeads)).toEqual({ kind: 'broken', schoolId: 0, seq: 1200, why: 'notTheHead' });
  });

  it('finds no chain for a school that does not exist', async () => {
    await write(1, 77);
    expect((await headsNow()).map((head) => head.split(':', 2).join(':'))).toEqual(['0:1201', '1:40', '2:40']);
  });
});
