import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { buildOldAuditSql, oldAuditKey, readOldSqliteFile } from '../../../tests/fixtures/databases/old-databases.ts';
import { verifyAuditChains } from '../../features/platform/audit/audit-verify.ts';
import { migrations } from '../migrations/index.ts';
import { moduleSchema } from '../schema.ts';
import { buildSchemaSql } from '../schema/schema-sql.ts';
import { describeSqliteSchema } from '../schema/sqlite-catalogue.ts';
import { openDatabase, type OpenDatabase } from './open.ts';

type Raw = OpenDatabase['raw'];

const oldFile = readOldSqliteFile();

/** Opens a copy of the fixture, a database file of an older version, after running the SQL `change` on it. */
function openOldAfter(change: string): OpenDatabase {
  const raw = new Sqlite(oldFile);
  raw.exec(change);
  return openDatabase(raw.serialize(), 9);
}

const tablesOf = (raw: Raw): string[] =>
  raw.prepare<[], string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name").pluck().all();
const rowsOf = (raw: Raw): Record<string, unknown[]> =>
  Object.fromEntries(
    tablesOf(raw)
      .filter((table) => !table.startsWith('sqlite_') && table !== 'migration')
      .map((table) => [table, raw.prepare(`SELECT * FROM "${table}"`).all()]),
  );

/** Renames tables and columns in rows of an old database as the migration 0011-table-names does. */
function renameAsMigrated(rows: Record<string, unknown[]>): Record<string, unknown[]> {
  const tables: Record<string, string> = {
    exam_task: 'assignment',
    filing: 'application',
    filing_step: 'application_step',
    learner_task: 'learner_assignment',
    answered_call: 'idempotent_response',
    version_note: 'change_note',
  };
  const text = JSON.stringify(rows).replaceAll('"thing":', '"kind":').replaceAll('"thing_id":', '"row_id":');
  return Object.fromEntries(
    Object.entries(JSON.parse(text) as Record<string, unknown[]>).map(([name, list]) => [
      tables[name] ?? name.replace(/^task_/, 'assignment_'),
      list,
    ]),
  );
}

describe('a database of the previous version', () => {
  it('opens with every row, and with the declared schema', () => {
    const before = renameAsMigrated(rowsOf(new Sqlite(oldFile)));
    const { raw } = openDatabase(oldFile, 9);
    expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(15);
    expect(JSON.parse(JSON.stringify(rowsOf(raw)))).toMatchObject(before);
    expect(raw.prepare('SELECT name FROM migration').pluck().all()).toEqual(['0001-baseline', ...migrations.map(({ name }) => name)]);
    const declared = new Sqlite(':memory:');
    declared.exec(buildSchemaSql(moduleSchema, 'sqlite'));
    expect(describeSqliteSchema(raw)).toEqual(describeSqliteSchema(declared));
    // The migrated database opens again, with the same rows.
    expect(JSON.parse(JSON.stringify(rowsOf(openDatabase(raw.serialize(), 10).raw)))).toMatchObject(before);
  });

  it('gets its certified questions into bank 0, and counts their changes', () => {
    const { raw } = openOldAfter('UPDATE question SET school_id = NULL WHERE id = 2');
    const banks = () => raw.prepare('SELECT id, school_id, owner_school_id FROM question WHERE id < 3 ORDER BY id').raw().all();
    expect(banks()).toEqual([
      [1, 1, 1],
      [2, 0, null],
    ]);
    const count = raw.prepare('SELECT revision FROM question_revision WHERE bank_id = 0').pluck();
    expect(count.get()).toBeUndefined();
    raw.exec('UPDATE question SET status = 3 WHERE id = 2');
    expect(count.get()).toBe(1);
    expect(raw.pragma('foreign_key_check')).toEqual([]);
  });

  it('gets search words that begin with the school', () => {
    const { raw } = openOldAfter("UPDATE user SET name = '独孤-求' WHERE id = 1");
    const find = raw.prepare<[string], number>('SELECT rowid FROM user_text WHERE user_text MATCH ? ORDER BY rowid').pluck();
    const schoolId = raw.prepare<[], number>('SELECT school_id FROM user WHERE id = 1').pluck().get();
    for (const word of ['独孤', `${schoolId}§独孤`, `${schoolId}§§sign§§2d§`]) expect(find.all(`"${word}"`)).toContain(1);
    expect(find.all('"99§独孤"')).toEqual([]);
  });

  it('gets its audit chain as the platform’s, unbroken; a truncated chain is reported as broken', async () => {
    const { db, raw } = openOldAfter(buildOldAuditSql());
    expect(await verifyAuditChains(db, oldAuditKey)).toMatchObject({ kind: 'ok', count: 3, heads: [{ schoolId: 0, seq: 3 }] });
    expect(() => raw.exec('UPDATE audit SET code = 1')).toThrow(/append-only/);
    const cut = openOldAfter(`${buildOldAuditSql()}; DROP TRIGGER audit_no_delete; DELETE FROM audit WHERE seq = 3;
      CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`);
    expect(await verifyAuditChains(cut.db, oldAuditKey)).toEqual({ kind: 'broken', schoolId: 0, seq: 3, why: 'cutOff' });
  });

  it('is refused if it is older than that, and the message names the version to open it with first', () => {
    expect(() => openOldAfter("DELETE FROM migration WHERE name > '0200'")).toThrow(
      'the database is too old (0190-distractors): open it once with the version of 2026-11-27, which ends at 0246-room-setup',
    );
  });

  it('is refused with the differences if its schema was changed by hand, and stays as it was', () => {
    const folder = mkdtempSync(join(tmpdir(), 'wenkao-old-'));
    const path = join(folder, 'wenkao.db');
    writeFileSync(path, oldFile);
    const raw = new Sqlite(path);
    raw.exec('DROP INDEX paper_maker; ALTER TABLE paper ADD COLUMN extra TEXT');
    const migrated = () => raw.prepare('SELECT name FROM migration ORDER BY name').pluck().all();
    const before = migrated();
    expect(() => openDatabase(path, 9)).toThrow(/it has \[.*paper: extra TEXT\] and lacks \[index paper_maker/);
    expect(migrated()).toEqual(before);
    raw.close();
    rmSync(folder, { recursive: true });
  });
});
