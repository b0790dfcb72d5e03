import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import type { InspectTask } from './folder-inspection.ts';

/**
 * Counts the rows of one database file or checks it, in a worker thread with its own connection. Either reads every page, which would block the
 * server.
 */
const { path, what } = workerData as InspectTask;
const raw = new Sqlite(path, { readonly: true, fileMustExist: true });
parentPort?.postMessage(what === 'count' ? countRows() : findFaults());
raw.close();

function countRows(): { name: string; rows: number }[] {
  // Skip the shadow tables of virtual tables: their row counts mean nothing to a user.
  const names = raw
    .prepare<[], string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();
  return names.map((name) => ({
    name,
    rows:
      raw
        .prepare<[], number>(`SELECT count(*) FROM "${name.replaceAll('"', '""')}"`)
        .pluck()
        .get() ?? 0,
  }));
}

function findFaults(): string[] {
  const pages = raw.prepare<[], string>('PRAGMA integrity_check(20)').pluck().all();
  const links = raw.prepare<[], { table: string; rowid: number | null; parent: string }>('PRAGMA foreign_key_check').all();
  return [
    ...pages.filter((line) => line !== 'ok'),
    ...links.slice(0, 20).map((link) => `${link.table} row ${String(link.rowid)}: no such ${link.parent}`),
  ];
}
