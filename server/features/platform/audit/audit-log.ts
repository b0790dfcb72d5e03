import type { KeyObject } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import type { AuditPort, AuditRecord } from '../../../http/audit/audit-port.ts';
import type { Logger, ServerClock } from '../../../ports.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { deriveAuditKey } from './audit-chain.ts';
import { toAuditEntry, getActingUserId } from './audit-entry.ts';
import { appendEntries } from './audit-store.ts';

/** Logged refusals per minute and address. A whole exam room mistypes less often; a guesser reaches it in seconds. */
const perMinute = 60;
const maxAddresses = 10_000;

/** Keeps a flood of refused calls from filling the disk. Refusals above the limit are only counted, and the next logged one carries the count. */
function createRefusalLimiter(clock: ServerClock) {
  const addresses = new Map<string, { minute: number; kept: number; leftOut: number }>();
  return {
    /** Returns undefined if this refusal must not be logged, otherwise the number of refusals left out since the last logged one. */
    take(ip: string): number | undefined {
      const minute = Math.floor(clock.nowMs() / 60_000);
      const known = addresses.get(ip) ?? { minute, kept: 0, leftOut: 0 };
      if (known.minute !== minute) Object.assign(known, { minute, kept: 0 });
      addresses.delete(ip);
      addresses.set(ip, known);
      if (addresses.size > maxAddresses) addresses.delete(addresses.keys().next().value as string);
      if (known.kept >= perMinute) {
        known.leftOut += 1;
        return undefined;
      }
      known.kept += 1;
      const { leftOut } = known;
      known.leftOut = 0;
      return leftOut;
    },
  };
}

export interface AuditLogDeps {
  readonly db: Kysely<Database>;
  readonly keys: { readonly sittingSecret: KeyObject };
  readonly clock: ServerClock;
  readonly logger: Logger;
}

export interface AuditLog extends AuditPort {
  /** Number of entries not yet on disk. */
  readonly waiting: number;
  /** Resolves when all waiting entries are on disk or have failed to be written. */
  settled(): Promise<void>;
}

interface Dated {
  readonly record: AuditRecord;
  readonly atMs: number;
  readonly leftOut: number;
}

const mostWaiting = 20_000;
/** Maximum number of entries per transaction, because other queries wait for it on the same connection. */
const mostAtOnce = 500;

/**
 * Writes audit entries with group commit: entries that arrive during a transaction share the next one, so that many sign-ins at once need few
 * transactions.
 */
export function createAuditLog({ db, keys, clock, logger }: AuditLogDeps): AuditLog {
  const key = deriveAuditKey(keys.sittingSecret);
  const allowance = createRefusalLimiter(clock);
  const waiting: Dated[] = [];
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const append = async (tx: Transaction<Database>, dated: readonly Dated[]): Promise<void> => {
    const ids = new Set(dated.flatMap(({ record }) => getActingUserId(record) ?? []));
    const people = await createUserReads(tx).people([...ids]);
    const entries = dated.map(({ record, atMs, leftOut }) => toAuditEntry(record, people.get(getActingUserId(record) ?? 0), atMs, leftOut));
    await appendEntries(tx, key, entries);
  };

  const writeWaiting = async (): Promise<void> => {
    // Wait for the end of this event loop iteration, so that all its entries are included.
    await new Promise((resolve) => setImmediate(resolve));
    next = undefined;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostAtOnce);
      try {
        await runUnitOfWork(db, 'nothing', {}, (tx) => append(tx, batch));
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
