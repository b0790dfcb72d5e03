import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describeConnectionError, hideCredentials } from './connection-faults.ts';

/** The exclusive right of one server process to a database, because the database belongs to the op log and the keys of that one server. */
export interface DatabaseLock {
  /** False from the moment when the lock's connection breaks until the lock is held again. No write is allowed meanwhile. */
  isHeld(): boolean;
  /** Resolves with a sentence for the log when another server has taken the lock. This process must then end. */
  readonly lost: Promise<Error>;
  release(): Promise<void>;
}

/** Any number that no other advisory lock of this database uses. */
const lockKey = 7_361_004;
/** Time that a stopping predecessor gets to release the lock. */
const startWaitMs = 5_000;
/**
 * PostgreSQL drops a silently broken connection after 60 s (`keepalives`). Until then the old connection of this process may still hold the lock.
 */
const regainWaitMs = 90_000;
const retryMs = 1_000;
const keepalives = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

/**
 * Takes the lock of the database at `url` on a connection of its own and holds it until `release`. PostgreSQL frees the lock when the
 * connection ends, so a killed server leaves none behind. Throws an error with a message for the operator if another server holds it.
 */
export async function lockDatabase(url: string, waits = { startWaitMs, regainWaitMs }): Promise<DatabaseLock> {
  const lost = Promise.withResolvers<Error>();
  let client: pg.Client | undefined;
  let isHeld = false;
  let isReleased = false;

  const take = async (waitMs: number): Promise<void> => {
    const settings = { connectionString: url, application_name: 'wenkao lock', connectionTimeoutMillis: 10_000 };
    const taking = new pg.Client({ ...settings, keepAlive: true, options: keepalives });
    client = taking;
    // Without a listener, a broken connection would end the process.
    taking.on('error', () => undefined);
    try {
      await taking.connect();
      await taking.query(`SET lock_timeout = ${waitMs}`);
      await taking.query(`SELECT pg_advisory_lock(${lockKey})`);
    } catch (error) {
      await taking.end().catch(() => undefined);
      throw (error as { code?: string }).code === '55P03' ? new LockTaken(url) : describeConnectionError(error, url);
    }
    isHeld = true;
    taking.once('end', () => {
      isHeld = false;
      void regain();
    });
  };

  const regain = async (): Promise<void> => {
    while (!isReleased && !isHeld) {
      try {
        await take(waits.regainWaitMs);
      } catch (error) {
        if (error instanceof LockTaken) return lost.resolve(error);
        await sleep(retryMs, undefined, { ref: false });
      }
    }
  };

  await take(waits.startWaitMs);
  return {
    isHeld: () => isHeld,
    lost: lost.promise,
    async release() {
      isReleased = true;
      await client?.end();
    },
  };
}

class LockTaken extends Error {
  constructor(url: string) {
    super(`another server is using the database ${hideCredentials(url)}: stop that one, or give this one a database of its own`);
  }
}
