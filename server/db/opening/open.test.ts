import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { openDatabase, openSqlite } from './open.ts';

describe('a data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wenkao-db-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('has one server at a time', () => {
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
  const one = { name: '0001-a', sql: 'CREATE TABLE a (id INTEGER PRIMARY KEY) STRICT' };
  const two = { name: '0002-b', sql: 'CREATE TABLE b (id INTEGER PRIMARY KEY) STRICT; INSERT INTO a VALUES (1)' };

  it('apply each step once', () => {
    const raw = openSqlite(':memory:');
    const began: string[] = [];
    migrate(raw, [one], 1, (step) => began.push(step));
    migrate(raw, [one, two], 2, (step) => began.push(step));
    // A new database reports no steps: nobody waits for them.
    expect(began).toEqual(['0002-b']);
    migrate(raw, [one, two], 3);
    expect(raw.prepare('SELECT name, applied_ms FROM migration ORDER BY name').all()).toEqual([
      { name: '0001-a', applied_ms: 1 },
      { name: '0002-b', applied_ms: 2 },
    ]);
    expect(raw.prepare('SELECT count(*) FROM a').pluck().get()).toBe(1);
  });

  it('leave nothing behind of a step that fails', () => {
    const raw = openSqlite(':memory:');
    expect(() => migrate(raw, [{ name: '0001-a', sql: `${one.sql}; INSERT INTO missing VALUES (1)` }], 1)).toThrow();
    migrate(raw, [one], 2);
    expect(raw.prepare('SELECT applied_ms FROM migration').pluck().all()).toEqual([2]);
  });

  it('refuse a database of a newer version', () => {
    const raw = openSqlite(':memory:');
    migrate(raw, [one, two], 1);
    expect(() => migrate(raw, [one], 2)).toThrow(/newer version.*0002-b/);
  });
});
