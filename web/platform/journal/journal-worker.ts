/// <reference lib="webworker" />
import '../../lib/old-browsers.ts';
import { isDurableRecord, type NumberedRecord } from '../../../sync/engine/store/journal-records.ts';
import {
  createJournalStore,
  isFullyDelivered,
  type JournalFile,
  type JournalReplicaStore,
} from '../../../sync/engine/store/journal-store.ts';
import { StorageFault } from '../../../sync/engine/ports.ts';
import { sealOp } from '../../../sync/engine/store/seal-op.ts';
import { importReleasedKey, openPaperText } from '../../../sync/crypto/paper-text.ts';
import { sealOpWithKeys } from '../../../sync/crypto/stream-cipher.ts';
import { acknowledgeInTransaction, appendInTransaction, beginAcknowledgeTransaction, beginAppend } from '../database/answer-append.ts';
import { AppendConnection } from '../database/append-connection.ts';
import { databaseName } from '../database/database-name.ts';
import { probeFiles } from './file-probe.ts';
import type { JournalThreadReply, JournalCalls, JournalThreadRequest } from './journal-messages.ts';
import { JournalPool } from './journal-pool.ts';
import { openJournalFolder, measureFreeSpace, readOpfsText, removeOpfsFile, writeOpfsText } from './opfs-folder.ts';
import { guardStorage } from '../database/storage-fault.ts';

declare const self: DedicatedWorkerGlobalScope;

/**
 * Pool of this thread's journal files (SY25). Only a worker may write files in place and flush them. Messages are answered in the order in which
 * they were sent.
 */
const pool = new JournalPool(openJournalFolder(), {
  fill: (bytes) => {
    const grain = new Uint8Array(65_536);
    for (let at = 0; at < bytes.length; at += grain.length) bytes.set(crypto.getRandomValues(grain), at);
  },
  generation: () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 1,
});

const isNeeded = ({ k, ...rest }: NumberedRecord['r']): boolean => {
  const disk = getStore().rows();
  if (k === 'op' && 'op' in rest) return !isFullyDelivered(disk, rest.op.attemptId) && disk.streams.has(rest.op.streamId);
  if (k === 'stream' && 'row' in rest)
    return (
      disk.streams.has((rest.row as { streamId: string }).streamId) &&
      !isFullyDelivered(disk, (rest.row as { attemptId: string }).attemptId)
    );
  return false;
};

const journal: JournalFile = {
  append: (records) => pool.append(records, !records.some(({ r }) => isDurableRecord(r)), isNeeded, (closed) => getStore().essence(closed)),
  others: () => pool.others(),
  hasRoom: () => pool.hasRoom(),
  prove: (all) => pool.prove(all),
};

let store: JournalReplicaStore | undefined;
let opening: Promise<JournalReplicaStore> | undefined;

function getStore(): JournalReplicaStore {
  if (!store) throw new StorageFault('storage', 'the journal is not open');
  return store;
}

const openJournal = (): Promise<JournalReplicaStore> =>
  (opening ??= pool.open().then((begin) => (store = createJournalStore(begin, journal))));

/** Each paper has its own file, because papers are too large for the journals of the ops. */
const formatPaperName = (planId: number): string => `paper-${planId}`;

const answers = new AppendConnection(databaseName);

const beginTransaction = (beginIn: (db: IDBDatabase) => IDBTransaction): IDBTransaction | undefined => {
  try {
    return answers.db && beginIn(answers.db);
  } catch {
    return undefined;
  }
};

/**
 * Encrypts an op and writes it to database and journal file in one message, so that the page waits only once. Undefined if this thread cannot write
 * now.
 */
const sealAndWrite: JournalCalls['sealAndWrite'] = async ({ header, payload, keys }, prevHash, amend) => {
  const journal = await openJournal();
  if (!answers.db || !pool.hasFile || !(await pool.hasRoom())) return undefined;
  const cipher = { seal: (...[prev, head, what]: [string, typeof header, unknown]) => sealOpWithKeys(keys, prev, head, what) };
  const op = await sealOp({ header, payload, cipher }, prevHash);
  const transaction = beginTransaction(beginAppend);
  if (!transaction) return undefined;
  let journalWrite = Promise.resolve(false);
  // Flush the journal while the database waits for the disk, not before: a flush blocks this thread.
  const follow = (): void => {
    journalWrite = journal.follow(op, prevHash, null).then(
      () => true,
      () => false,
    );
  };
  try {
    const outcome = await guardStorage(
      () => appendInTransaction(transaction, op, prevHash, amend, follow),
      () => transaction.error,
    );
    return { op, outcome, held: await journalWrite };
  } catch (fault) {
    if (!(fault instanceof StorageFault)) throw fault;
    return { op, fault: { kind: fault.kind, text: String(fault.cause) }, held: await journalWrite };
  }
};

const acknowledgeInDatabase: JournalCalls['acknowledgeInDatabase'] = async (streamId, head, serverEpoch) => {
  const transaction = beginTransaction(beginAcknowledgeTransaction);
  return transaction && acknowledgeInTransaction(transaction, streamId, head, serverEpoch);
};

type OwnCalls =
  | 'isOffered'
  | 'isHeld'
  | 'allocate'
  | 'probe'
  | 'room'
  | 'keepPaper'
  | 'paper'
  | 'sealAndWrite'
  | 'acknowledgeInDatabase'
  | 'decryptPaper'
  | 'prepare';

const workerCalls: Pick<JournalCalls, OwnCalls> = {
  sealAndWrite,
  acknowledgeInDatabase,
  decryptPaper: async (sealed, contentKey) => openPaperText(sealed, await importReleasedKey(contentKey)),
  prepare: async () => answers.prepare(),
  isOffered: async () => 'FileSystemFileHandle' in self && 'createSyncAccessHandle' in FileSystemFileHandle.prototype,
  async isHeld() {
    await openJournal();
    return pool.hasFile;
  },
  async allocate() {
    await pool.allocate();
    if (pool.hasFile) return;
    opening = undefined;
    await openJournal();
    if (!pool.hasFile) throw new StorageFault('quota', 'no journal has room');
  },
  probe: probeFiles,
  room: measureFreeSpace,
  async keepPaper(planId, text) {
    const disk = (await openJournal()).rows();
    const inUse = new Set(
      [...disk.sittings.values()].filter((row) => !isFullyDelivered(disk, row.attemptId)).map((row) => formatPaperName(row.planId)),
    );
    if (text === null) return removeOpfsFile(formatPaperName(planId));
    await writeOpfsText(formatPaperName(planId), text, (name) => name.startsWith('paper-') && !inUse.has(name));
  },
  paper: (planId) => readOpfsText(formatPaperName(planId)),
};

async function handleRequest({ method, args }: JournalThreadRequest): Promise<unknown> {
  if (method in workerCalls) return (workerCalls[method as keyof typeof workerCalls] as (...given: unknown[]) => unknown)(...args);
  const at = await openJournal();
  if (!pool.hasFile) throw new StorageFault('storage', 'there is no journal');
  return (at[method as keyof JournalReplicaStore] as (...given: unknown[]) => unknown)(...args);
}

self.addEventListener('message', ({ data }: MessageEvent<JournalThreadRequest>) => {
  handleRequest(data).then(
    (value) => self.postMessage({ id: data.id, value } satisfies JournalThreadReply),
    (fault: unknown) => {
      const kind = fault instanceof StorageFault ? fault.kind : fault instanceof DOMException ? 'storage' : null;
      self.postMessage({ id: data.id, fault: { kind, text: String(fault) } } satisfies JournalThreadReply);
    },
  );
});
