import type { KeyObject } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { transactionIn } from '../../db/turn.ts';
import type { AuditPort, AuditRecord } from '../../http/audit-port.ts';
import type { Logger, ServerClock } from '../../ports.ts';
import { userReads } from '../user/user-reads.ts';
import { auditKey } from './audit-chain.ts';
import { toEntry, userIdOf } from './audit-entry.ts';
import { appendEntries } from './audit-store.ts';
import { refusalAllowance } from './refusal-allowance.ts';

export interface AuditLogDeps {
  readonly db: Kysely<Database>;
  readonly keys: { readonly sittingSecret: KeyObject };
  readonly clock: ServerClock;
  readonly logger: Logger;
}

export interface AuditLog extends AuditPort {
  /** Entries that are not on disk yet. */
  readonly waiting: number;
  /** Resolves when all that waits is on disk (or could not be written). */
  settled(): Promise<void>;
}

interface Dated {
  readonly record: AuditRecord;
  readonly atMs: number;
  readonly leftOut: number;
}

const mostWaiting = 20_000;
/** One transaction's worth: other people's queries wait for it on the same connection. */
const mostAtOnce = 500;

/** Group commit: what is to be written while one transaction runs shares the next, so a hall signing in costs few. */
export function auditLog({ db, keys, clock, logger }: AuditLogDeps): AuditLog {
  const key = auditKey(keys.sittingSecret);
  const allowance = refusalAllowance(clock);
  const waiting: Dated[] = [];
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const append = async (tx: Transaction<Database>, dated: readonly Dated[]): Promise<void> => {
    const ids = new Set(dated.flatMap(({ record }) => userIdOf(record) ?? []));
    const people = await userReads(tx).people([...ids]);
    const entries = dated.map(({ record, atMs, leftOut }) => toEntry(record, people.get(userIdOf(record) ?? 0), atMs, leftOut));
    await appendEntries(tx, key, entries);
  };

  const writeWaiting = async (): Promise<void> => {
    // Everything of this turn of the event loop comes along.
    await new Promise((resolve) => setImmediate(resolve));
    next = undefined;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostAtOnce);
      try {
        await transactionIn('nothing', db).execute((tx) => append(tx, batch));
        waiting.splice(0, batch.length);
      } catch (error) {
        logger.error({ err: error, waiting: waiting.length }, 'the audit log could not be written: its entries wait for the next');
        return;
      }
    }
  };

  const flush = (): Promise<void> => (next ??= running = running.then(writeWaiting));

  const keep = (dated: Dated): void => {
    waiting.push(dated);
    if (waiting.length <= mostWaiting) return;
    const lost = waiting.splice(0, 1);
    logger.error({ lost }, 'an entry of the audit log is lost: too many wait for a disk that does not write');
  };

  return {
    get waiting() {
      return waiting.length;
    },
    settled: () => flush(),
    write(records) {
      const atMs = clock.nowMs();
      for (const record of records) keep({ record, atMs, leftOut: 0 });
      return flush();
    },
    writeIn: (tx, record) => append(tx, [{ record, atMs: clock.nowMs(), leftOut: 0 }]),
    refused(record) {
      const leftOut = allowance.take(record.ip);
      if (leftOut === undefined) return;
      keep({ record, atMs: clock.nowMs(), leftOut });
      void flush();
    },
  };
}
