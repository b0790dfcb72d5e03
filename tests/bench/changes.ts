import { createSecretKey } from 'node:crypto';
import { sql } from 'kysely';
import { openPostgres } from '../../server/db/postgres/open-postgres.ts';
import { createAuditLog } from '../../server/features/platform/audit/audit-log.ts';
import { runUnitOfWork } from '../../server/resources/unit-of-work.ts';
import { createServerDatabase } from '../fixtures/postgres/server-database.ts';
import { benchReport, recordFigure } from './figure.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Number of changes that run at once, over all schools. */
const workers = 16;
/** Milliseconds for which each transaction additionally holds its locks, as if its commit waited for a standby. */
const heldMs = 2;

/**
 * Measures changes per second of 1 and of 8 schools, through two servers on one PostgreSQL database. Each transaction changes a row, writes the audit
 * entry and waits `heldMs`.
 */
export async function benchChanges(forMs = 5_000): Promise<void> {
  for (const schools of [1, 8]) {
    const database = await createServerDatabase();
    if (database === undefined) return recordFigure('changes: needs --postgres');
    const opened = [await openPostgres(database.url, 0), await openPostgres(database.url, 0)];
    for (let id = 1; id <= schools; id += 1)
      await opened[0]?.db
        .insertInto('school')
        .values({ id, website: `s${id}`, title: '', created_ms: 0 })
        .execute();
    const servers = opened.map(({ db }) => ({
      db,
      audit: createAuditLog({
        db,
        keys: { sittingSecret: createSecretKey(Buffer.alloc(32, 7)) },
        clock: { nowMs: () => 0 },
        logger: quiet,
      }),
    }));
    let count = 0;
    const untilMs = performance.now() + forMs;
    const work = async (worker: number): Promise<void> => {
      const server = servers[worker % servers.length];
      const schoolId = 1 + (Math.floor(worker / servers.length) % schools);
      while (server && performance.now() < untilMs) {
        await runUnitOfWork(server.db, schoolId, {}, async (tx) => {
          await tx
            .updateTable('school')
            .set({ record: String(count) })
            .where('id', '=', schoolId)
            .execute();
          const change = { entity: 'school', id: schoolId, schoolId };
          await server.audit.writeIn(tx, { call: '/school/modify', caller: null, code: 0, ip: '', agent: '', input: {}, change });
          await sql`SELECT pg_sleep(${heldMs / 1000})`.execute(tx);
        });
        count += 1;
      }
    };
    await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
    benchReport.seen(`changes.schools${schools}`, (count * 1000) / forMs, '/s');
    for (const each of opened) await each.close();
    await database.drop();
  }
}
