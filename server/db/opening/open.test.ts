import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from './folder-lock.ts';
import { migrateSqlite } from '../sqlite/migrate-sqlite.ts';
import { openDatabase, openSqlite, type OpenDatabase } from './open.ts';
import type { Schema } from '../schema/schema-sql.ts';
import { systemTables } from '../schema/system.ts';
import { defineTable, rowId } from '../schema/table.ts';

type Raw = OpenDatabase['raw'];

describe('a data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wenkao-db-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('can be locked by one server at a time', () => {
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder, 0)).toThrow(/another server/);
    lock.release();
    lockFolder(folder, 0).release();
  });

  it('opens every connection durable, with foreign keys', () => {
    const { raw } = openDatabase(join(folder, 'wenkao.db'), 0);
    expect(raw.pragma('synchronous', { simple: true })).toBe(2);
    expect(raw.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(raw.pragma('foreign_keys', { simple: true })).toBe(1);
    raw.close();
  });
});

describe('migrations', () => {
  const declare = (...names: string[]): Schema => ({
    tables: { ...Object.fromEntries(names.map((name) => [name, defineTable({ id: rowId() })])), migration: systemTables.migration },
    statements: [],
  });
  const two = { name: '0002-b', sqlite: 'CREATE TABLE b (id INTEGER PRIMARY KEY) STRICT; INSERT INTO a VALUES (1)', postgres: '' };
  const before = { schema: declare('a'), migrations: [] };
  const now = { schema: declare('a', 'b'), migrations: [two] };
  const applied = (raw: Raw) => raw.prepare('SELECT name, applied_ms FROM migration ORDER BY name').all();

  it('are applied once each', () => {
    const raw = openSqlite(':memory:');
    const began: string[] = [];
    migrateSqlite(raw, before, 1, (name) => began.push(name));
    migrateSqlite(raw, now, 2, (name) => began.push(name));
    // Only the update reports a migration. Creating a new database is quick, so nobody waits for it.
    expect(began).toEqual(['0002-b']);
    migrateSqlite(raw, now, 3);
    expect(applied(raw)).toEqual([
      { name: '0001-baseline', applied_ms: 1 },
      { name: '0002-b', applied_ms: 2 },
    ]);
    expect(raw.prepare('SELECT count(*) FROM a').pluck().get()).toBe(1);
  });

  it('are only recorded in a new database, which is created from the declaration', () => {
    const raw = openSqlite(':memory:');
    const began: string[] = [];
    migrateSqlite(raw, now, 1, (name) => began.push(name));
    expect(began).toEqual([]);
    expect(applied(raw)).toEqual([
      { name: '0001-baseline', applied_ms: 1 },
      { name: '0002-b', applied_ms: 1 },
    ]);
    expect(raw.prepare('SELECT count(*) FROM b').pluck().get()).toBe(0);
  });

  it('leave no partial changes if one fails', () => {
    const raw = openSqlite(':memory:');
    migrateSqlite(raw, before, 1);
    const broken = { ...two, sqlite: `${two.sqlite}; INSERT INTO missing VALUES (1)` };
    expect(() => migrateSqlite(raw, { ...now, migrations: [broken] }, 2)).toThrow('missing');
    migrateSqlite(raw, now, 3);
    expect(applied(raw).at(-1)).toEqual({ name: '0002-b', applied_ms: 3 });
  });

  it('are refused for a database of a newer version', () => {
    const raw = openSqlite(':memory:');
    migrateSqlite(raw, now, 1);
    expect(() => migrateSqlite(raw, before, 2)).toThrow(/newer version.*0002-b/);
  });

  it.each(['update', 'create'])('do not keep an older version from opening (%s) if all newer ones let older programs run', (start) => {
    const raw = openSqlite(':memory:');
    const later = { ...now, migrations: [{ ...two, runsWithOlder: true as const }] };
    if (start === 'update') migrateSqlite(raw, before, 1);
    migrateSqlite(raw, later, 2);
    migrateSqlite(raw, before, 3);
    migrateSqlite(raw, { ...later, migrations: [...later.migrations, { ...two, name: '0003-c', sqlite: '' }] }, 4);
    expect(() => migrateSqlite(raw, before, 5)).toThrow('the database was made by a newer version (0003-c): refusing to open it');
  });
});
