import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspectFolder } from './folder-inspection.ts';
import { openDatabase } from './open.ts';

describe('inspectFolder', () => {
  let folder: string;
  let close: () => void;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wenkao-inspect-'));
    const { raw } = openDatabase(join(folder, 'wenkao.db'), 1);
    raw.exec("INSERT INTO school (website, title, created_ms) VALUES ('a', 'A', 1), ('b', 'B', 1)");
    close = () => raw.close();
  });
  afterEach(() => {
    close();
    rmSync(folder, { recursive: true });
  });
  const ever = new AbortController().signal;

  it('reports the size of each database with its log, and of each folder with all its files', async () => {
    mkdirSync(join(folder, 'uploads', 'a'), { recursive: true });
    writeFileSync(join(folder, 'uploads', 'a', 'one.png'), 'x'.repeat(1000));
    writeFileSync(join(folder, 'uploads', 'two.png'), 'x'.repeat(500));
    const files = await inspectFolder(folder, ['wenkao.db']).files();
    expect(files.map((file) => file.name)).toEqual(['wenkao.db', 'uploads']);
    expect(files[1]).toEqual({ name: 'uploads', sizeBytes: 1500, fileCount: 2 });
    expect(files[0]?.sizeBytes).toBeGreaterThan(4096);
  });

  it('counts the rows of each table and the free disk space', async () => {
    const inspection = inspectFolder(folder, ['wenkao.db']);
    const tables = await inspection.tables();
    expect(tables).toContainEqual({ file: 'wenkao.db', name: 'school', rows: 2 });
    expect(tables.map((table) => table.name)).not.toContain('question_text');
    expect((await inspection.disk())?.freeBytes).toBeGreaterThan(0);
  });

  it('reports nothing for a sound database and names each broken foreign key', async () => {
    const inspection = inspectFolder(folder, ['wenkao.db']);
    expect(await inspection.check('wenkao.db', ever)).toEqual([]);
    const { raw } = openDatabase(join(folder, 'broken.db'), 1);
    raw.pragma('foreign_keys = OFF');
    raw.exec("INSERT INTO session (user_id, token_hash, created_ms, seen_ms, expires_ms, ip) VALUES (99, x'00', 1, 1, 1, '')");
    raw.close();
    expect(await inspection.check('broken.db', ever)).toEqual(['session row 1: no such user']);
  });

  it('stops when its signal is aborted', async () => {
    const stopped = new AbortController();
    stopped.abort(new Error('stopped'));
    await expect(inspectFolder(folder, ['wenkao.db']).check('wenkao.db', stopped.signal)).rejects.toThrow('stopped');
  });
});
