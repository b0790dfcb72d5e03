import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import type { AuditPort, AuditRecord } from '../../../http/audit-port.ts';
import type { Logger, ServerClock } from '../../../ports.ts';
import { createSchoolReads } from '../../people/school/school-reads.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { deriveAuditKey } from './audit-chain.ts';
import { getActingUserId, type NewAuditEntry, toAuditEntry } from './audit-entry.ts';
import { appendEntries, getChain } from './audit-store.ts';

/**
 * Most refusals that are logged per minute and address. A whole exam room mistypes less often; a program that guesses passwords reaches it in
 * seconds.
 */
const perMinute = 60;
const maxAddresses = 10_000;

/** Keeps a flood of refused calls from filling the disk. Refusals above the limit are only counted, and the next logged one carries the count. */
function createRefusalLimiter(clock: ServerClock) {
  const addresses = new Map<string, { minute: number; logged: number; leftOut: number }>();
  return {
    /** Returns undefined if this refusal must not be logged, otherwise the number of refusals left out since the last logged one. */
    countOmitted(ip: string): number | undefined {
      const minute = Math.floor(clock.nowMs() / 60_000);
      const counter = addresses.get(ip) ?? { minute, logged: 0, leftOut: 0 };
      if (counter.minute !== minute) Object.assign(counter, { minute, logged: 0 });
      addresses.delete(ip);
      addresses.set(ip, counter);
      if (addresses.size > maxAddresses) addresses.delete(addresses.keys().next().value as string);
      if (counter.logged >= perMinute) {
        counter.leftOut += 1;
        return undefined;
      }
      counter.logged += 1;
      const { leftOut } = counter;
      counter.leftOut = 0;
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

interface DatedRecord {
  readonly record: AuditRecord;
  readonly atMs: number;
  readonly leftOut: number;
}

/** Entries that wait to be written. Each school has its own queue, so that no school waits for a chain that another one has locked. */
interface EntryQueue {
  pendingRecords: DatedRecord[];
  running: Promise<void>;
  next: Promise<void> | undefined;
}

const mostWaiting = 20_000;
/** Maximum number of entries per transaction, because other queries wait for it on the same connection. */
const mostAtOnce = 500;

/** Returns the school in whose queue a record waits. Its entry may still go into the platform's chain: that depends on the user who acted. */
const getQueueSchool = ({ change, caller }: AuditRecord): number => change?.schoolId ?? caller?.schoolId ?? 0;

/**
 * Writes audit entries with group commit: entries of a school that arrive during a transaction share the next one, so that many sign-ins at once
 * need few transactions.
 */
export function createAuditLog({ db, keys, clock, logger }: AuditLogDeps): AuditLog {
  const key = deriveAuditKey(keys.sittingSecret);
  const allowance = createRefusalLimiter(clock);
  /** Queues of entries that wait to be written, by school. Empty ones are removed. */
  const queues = new Map<number, EntryQueue>();
  const countWaiting = (): number => [...queues.values()].reduce((sum, { pendingRecords }) => sum + pendingRecords.length, 0);

  const writeBatch = async (queue: EntryQueue): Promise<void> => {
    const batch = queue.pendingRecords.slice(0, mostAtOnce);
    const entries = await toEntries(db, batch);
    const chains = Map.groupBy(
      entries.map((entry, at) => ({ entry, dated: batch[at] })),
      ({ entry }) => getChain(entry),
    );
    for (const [schoolId, ofChain] of chains) {
      const rows = ofChain.map(({ entry }) => entry);
      await runUnitOfWork(db, 'nothing', {}, (tx) => appendEntries(tx, key, schoolId, rows));
      const writtenRecords = new Set(ofChain.map(({ dated }) => dated));
      queue.pendingRecords = queue.pendingRecords.filter((dated) => !writtenRecords.has(dated));
    }
  };

  const writeWaiting = async (schoolId: number, queue: EntryQueue): Promise<void> => {
    // Wait for the end of this event loop iteration, so that all its entries are included.
    await new Promise((resolve) => setImmediate(resolve));
    queue.next = undefined;
    try {
      while (queue.pendingRecords.length > 0) await writeBatch(queue);
    } catch (error) {
      logger.error({ err: error, waiting: countWaiting() }, 'could not write the audit log; its entries wait for the next write');
      return;
    }
    if (queue.next !== undefined) return;
    queues.delete(schoolId);
    // The database can be written again, so write the waiting entries of other schools too.
    for (const [other, theirs] of queues) void flush(other, theirs);
  };

  const flush = (schoolId: number, queue: EntryQueue): Promise<void> =>
    (queue.next ??= queue.running = queue.running.then(() => writeWaiting(schoolId, queue)));

  /** Resolves when the record is on disk or could not be written. */
  const keep = (dated: DatedRecord): Promise<void> => {
    const schoolId = getQueueSchool(dated.record);
    const queue = queues.get(schoolId) ?? { pendingRecords: [], running: Promise.resolve(), next: undefined };
    queues.set(schoolId, queue);
    queue.pendingRecords.push(dated);
    if (countWaiting() > mostWaiting) {
      const lost = queue.pendingRecords.splice(0, 1);
      logger.error({ lost }, 'lost an audit log entry, because too many wait for the disk');
    }
    return flush(schoolId, queue);
  };

  return {
    get waiting() {
      return countWaiting();
    },
    async settled() {
      await Promise.all([...queues].map(([schoolId, queue]) => flush(schoolId, queue)));
    },
    async write(records) {
      const atMs = clock.nowMs();
      await Promise.all(records.map((record) => keep({ record, atMs, leftOut: 0 })));
    },
    async writeIn(tx, record) {
      const entries = await toEntries(tx, [{ record, atMs: clock.nowMs(), leftOut: 0 }]);
      for (const entry of entries) await appendEntries(tx, key, getChain(entry), [entry]);
    },
    refused(record) {
      const leftOut = allowance.countOmitted(record.ip);
      if (leftOut !== undefined) void keep({ record, atMs: clock.nowMs(), leftOut });
    },
  };
}

/**
 * Converts records to entries, in their order, and reads the names of the users who acted. If a failed sign-in names a school that does not exist,
 * its entry belongs to the platform, so that nobody can start new chains.
 */
async function toEntries(db: Kysely<Database>, dated: readonly DatedRecord[]): Promise<NewAuditEntry[]> {
  const ids = new Set(dated.flatMap(({ record }) => getActingUserId(record) ?? []));
  const people = await createUserReads(db).people([...ids]);
  const claimedSchoolIds = dated.flatMap(({ record }) => (record.caller === null ? (record.change?.schoolId ?? []) : []));
  const schools = await createSchoolReads(db).existing([...new Set(claimedSchoolIds)]);
  return dated.map(({ record, atMs, leftOut }) => {
    const entry = toAuditEntry(record, people.get(getActingUserId(record) ?? 0), atMs, leftOut);
    const isUnknown = record.caller === null && typeof record.change?.schoolId === 'number' && !schools.has(record.change.schoolId);
    return isUnknown ? { ...entry, school_id: null } : entry;
  });
}
