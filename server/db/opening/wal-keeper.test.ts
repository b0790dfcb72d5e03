import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSqlite } from './open.ts';
import { keepWalShort } from './wal-keeper.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('keepWalShort copies committed pages into the database while the writer is idle', { timeout: 60_000 }, async () => {
  const path = join(folder, 'some.db');
  const raw = openSqlite(path);
  raw.exec('CREATE TABLE t (x BLOB)');
  const keeper = keepWalShort({ [path]: raw }, { error: (_, message) => expect.fail(message) });
  try {
    // 12 MB: above the 4 MB at which the thread copies pages, far below the 64 MB at which the writer does.
    const add = raw.prepare('INSERT INTO t VALUES (randomblob(100000))');
    for (let n = 0; n < 120; n += 1) add.run();
    // Up to 4 MB may stay in the log until more is written.
    await vi.waitUntil(() => statSync(path).size > 7_500_000, { timeout: 30_000, interval: 50 });
  } finally {
    await keeper.stop();
    raw.close();
  }
  const reopenedDb = openSqlite(path);
  expect(reopenedDb.prepare('SELECT count(*) AS n, min(length(x)) AS size FROM t').get()).toEqual({ n: 120, size: 100_000 });
  reopenedDb.close();
});
