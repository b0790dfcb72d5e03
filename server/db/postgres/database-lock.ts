import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describeConnectionError, describePooler, hideCredentials } from './database-faults.ts';
import { createSocketSettings } from './connection-sockets.ts';

/** Permission of a process to use a database: shared by all servers, or exclusive to a process that moves data there. */
export interface DatabaseLock {
  /** False from the moment when the lock's connection breaks until the lock is held again. No write is allowed meanwhile. */
  isHeld(): boolean;
  /** Resolves with a sentence for the log when this process may not have the lock again, and must end. */
  readonly fatalError: Promise<Error>;
  release(): Promise<void>;
}

/** Key of the advisory lock: any number that no other advisory lock of this database has. */
const lockKey = 7_361_004;
/** Milliseconds that a server which is stopping gets to release the lock. */
const startWaitMs = 5_000;
/**
 * Milliseconds to wait for the lock after its connection broke. PostgreSQL drops a silently broken connection only after 60 s (`keepalives`). Until
 * then the old connection of this process may still hold the lock.
 */
const regainWaitMs = 90_000;
const retryMs = 1_000;
/**
 * Setting of this session by which a pooler is detected: a pooler that drops it would drop other settings too, and share its sessions among
 * transactions.
 */
const sessionMark = '-c wenkao.session=on';
const keepalives = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

/** Reports to the operator that this process may not use the database. */
export class DatabaseRefusedError extends Error {}

/** How the servers of a database share its lock. */
export interface SharedLock {
  /** Called with the connection each time that the lock was taken. Throws `DatabaseRefusedError` if this server does not fit the others. */
  readonly onTaken: (client: pg.Client) => Promise<void>;
  /** Called when the lock's connection broke. */
  readonly broken: () => void;
}

/**
 * Takes the lock of the database at `url` on a connection of its own and holds it until `release`. PostgreSQL frees the lock when the
 * connection ends, so a killed process leaves none behind. Servers pass `shared`; without it, the process wants the database for itself.
 * Throws an error with a message for the operator if another process is in the way.
 */
export async function lockDatabase(url: string, waits = { startWaitMs, regainWaitMs }, shared?: SharedLock): Promise<DatabaseLock> {
  const loss = Promise.withResolvers<Error>();
  let client: pg.Client | undefined;
  let isHeld = false;
  let isReleased = false;

  const take = async (waitMs: number): Promise<void> => {
    const settings: pg.ClientConfig & { readonly pipeline: true } = {
      // Other parts of the server send statements over this connection too, even while one is running.
      pipeline: true,
      connectionString: url,
      application_name: 'wenkao lock',
      connectionTimeoutMillis: 10_000,
      ...createSocketSettings(url),
      options: `${keepalives} ${sessionMark}`,
    };
    const newClient = new pg.Client(settings);
    client = newClient;
    // Without a listener, a broken connection would end the process.
    newClient.on('error', () => undefined);
    try {
      await newClient.connect();
      const { rows } = await newClient.query<{ mark: string | null }>("SELECT current_setting('wenkao.session', true) AS mark");
      if (rows[0]?.mark !== 'on') throw new DatabaseRefusedError(describePooler(hideCredentials(url)));
      await newClient.query(`SET lock_timeout = ${waitMs}`);
      await newClient.query(`SELECT pg_advisory_lock${shared ? '_shared' : ''}(${lockKey})`);
      await shared?.onTaken(newClient);
    } catch (error) {
      await newClient.end().catch(() => undefined);
      throw (error as { code?: string }).code === '55P03' ? describeTaken(url) : describeConnectionError(error, url);
    }
    isHeld = true;
    newClient.once('end', () => {
      isHeld = false;
      shared?.broken();
      void regain();
    });
  };

  const regain = async (): Promise<void> => {
    while (!isReleased && !isHeld) {
      try {
        await take(waits.regainWaitMs);
      } catch (error) {
        if (error instanceof DatabaseRefusedError) return loss.resolve(error);
        await sleep(retryMs, undefined, { ref: false });
      }
    }
  };

  await take(waits.startWaitMs);
  return {
    isHeld: () => isHeld,
    fatalError: loss.promise,
    async release() {
      isReleased = true;
      await client?.end();
    },
  };
}

const describeTaken = (url: string): Error =>
  new DatabaseRefusedError(
    `another server is using the database ${hideCredentials(url)}: stop it, or set DATABASE_URL to another database`,
  );
