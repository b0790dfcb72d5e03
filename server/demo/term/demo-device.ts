import { randomUUID } from 'node:crypto';
import type { ApiCall, CallOutput, ResponseEnvelope } from '../../../sync/contract/call.ts';
import { errorByCode } from '../../../sync/contract/errors.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { pushRefusalData, syncCalls } from '../../../sync/contract/exams/sync.ts';
import { hashText, randomBytes } from '../../../sync/crypto/bytes.ts';
import { chunkCipher } from '../../../sync/crypto/chunk-cipher.ts';
import { verifyReceipt } from '../../../sync/crypto/receipt.ts';
import { openVault, type UnlockedVault } from '../../../sync/crypto/vault.ts';
import type { AttemptSession } from '../../../sync/engine/client/attempt-session.ts';
import { openAttempt } from '../../../sync/engine/client/open-attempt.ts';
import { type ClientStore, type TabChannel, type TabMessage, NetworkFault, type SyncTransport } from '../../../sync/engine/ports.ts';
import { createSyncAgent } from '../../../sync/engine/outbox/sync-agent.ts';
import { Listeners } from '../../../sync/engine/listeners.ts';
import { AttachmentManager } from '../../../sync/engine/outbox/attached-files.ts';
import type { ChunkTransport } from '../../../sync/engine/store/chunk-store.ts';
import { type ChunkDisk, createMemoryChunkStore } from '../../../sync/engine/store/memory-chunk-store.ts';
import { createEmptyDisk, createMemoryClientStore, type TransactionWrapper } from '../../../sync/engine/store/memory-client-store.ts';
import type { Logger } from '../../ports.ts';
import { systemTimers } from '../../system-ports.ts';
import type { DemoClient } from './demo-client.ts';

/** Runs a transaction in a later turn of the event loop, as a database on a disk does. */
const runInLaterTurn: TransactionWrapper = (_kind, work) => new Promise((resolve) => setImmediate(() => resolve(work())));

function createChannel(): TabChannel {
  const listeners = new Listeners<[TabMessage]>();
  return {
    announce: (note) => setImmediate(() => listeners.notify(note)),
    onAnnounced: listeners.subscribe,
  };
}

/** Sends a call. Rejects if there is no answer. */
type SendCall = (path: string, input: unknown, signal: AbortSignal) => Promise<ResponseEnvelope>;

/**
 * Connects the engine to a server over `send`. It throws a `NetworkFault`, which the outbox retries, if there is no answer or an error code that may
 * be temporary.
 */
export function createCallTransport(send: SendCall): SyncTransport & ChunkTransport {
  const exchange = async (spec: ApiCall, input: unknown, signal: AbortSignal): Promise<ResponseEnvelope> => {
    const envelope = await send(spec.path, input, signal).catch((cause: unknown) => {
      throw new NetworkFault(`${spec.path}: no answer`, { cause });
    });
    if (envelope.code !== 0 && errorByCode.get(envelope.code)?.retry !== false) throw new NetworkFault(`${spec.path}: ${envelope.code}`);
    return envelope;
  };
  return {
    async push(input, signal) {
      const { code, msg, data } = await exchange(syncCalls.push, input, signal);
      if (code === 0) return { kind: 'ok', ...syncCalls.push.output.parse(data) };
      return { kind: 'refused', code, msg, data: pushRefusalData.safeParse(data).data ?? null };
    },
    async pull(input, signal) {
      const { code, msg, data } = await exchange(syncCalls.pull, input, signal);
      return code === 0 ? { kind: 'ok', ...syncCalls.pull.output.parse(data) } : { kind: 'refused', code, msg };
    },
    async sendChunk(input, signal) {
      const { code, msg, data } = await exchange(syncCalls.piece, input, signal);
      return code === 0 ? { kind: 'ok', ...syncCalls.piece.output.parse(data) } : { kind: 'refused', code, msg };
    },
    time: async (signal) => syncCalls.time.output.parse((await exchange(syncCalls.time, {}, signal)).data),
  };
}

const createTransport = (client: DemoClient, line: { readonly isOnline: boolean }) =>
  createCallTransport(async (path, input, signal) => {
    if (!line.isOnline) throw new Error('no network');
    return client.send(path, input, signal);
  });

/** A JPEG picture to attach to an answer. */
export interface DemoPhoto {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A simulated PC without a page. Its answers pass through the engine that the browser runs, and are sealed and chained. */
export interface DemoDevice {
  readonly session: AttemptSession;
  /** Attaches a picture to the answer of a question. */
  attach(question: string, file: DemoPhoto): Promise<void>;
  /** Cuts the PC off from the server, or connects it again. */
  setOnline(isOnline: boolean): void;
  /** Resolves when the server has all ops and files of this PC, or `signal` aborts. */
  delivered(signal: AbortSignal): Promise<void>;
  /** Ends deliveries to the server. Undelivered ops are lost, because this simulated PC has its disk in memory. */
  close(): Promise<void>;
}

/** Stores the examinee's right to sit the exam on the PC, as entering the exam does. */
async function saveGrant(
  store: Pick<ClientStore, 'saveSitting'>,
  vault: Pick<UnlockedVault, 'wrapSittingKey'>,
  schoolId: number,
  grant: CallOutput<typeof examCalls.enter>,
): Promise<void> {
  const { attemptId, planId, epoch, actor, ticket, serverKeys, serverEpoch } = grant;
  const wrappedSittingKey = await vault.wrapSittingKey(grant);
  const empty = { lamport: 0, handIn: null, news: null, receipt: null, archivedMs: null };
  await store.saveSitting({ ...empty, attemptId, planId, epoch, actor, schoolId, ticket, serverKeys, wrappedSittingKey, serverEpoch });
}

/** Creates the ports that the attempt and the sync agent of one PC share. `nowMs`: wall clock of the PC. */
const createSharedPorts = (nowMs: () => number, onFault: (error: unknown) => void) => ({
  peers: createChannel(),
  onFault,
  clock: { wallMs: nowMs, monoMs: () => performance.now() },
  timers: systemTimers,
  chance: { uuid: () => randomUUID(), random: () => Math.random() },
});

/**
 * Takes the seat of an examinee at the PC `deviceId` and opens the attempt. `nowMs`: wall clock of the PC. Throws if the server refuses the seat, for
 * example before the exam has begun.
 */
export async function openDemoDevice(
  client: DemoClient,
  planId: number,
  deviceId: string,
  nowMs: () => number,
  logger: Logger,
): Promise<DemoDevice> {
  const grant = await client.call(examCalls.enter, { planId, deviceId });
  const { attemptId } = grant;
  const vault = await openVault(randomBytes(32));
  const [disk, chunkDisk]: [ReturnType<typeof createEmptyDisk>, ChunkDisk] = [createEmptyDisk(), new Map()];
  const store = createMemoryClientStore(() => disk, runInLaterTurn);
  const chunkStore = createMemoryChunkStore(() => chunkDisk, runInLaterTurn);
  const line = { isOnline: true };
  const transport = createTransport(client, line);
  const onFault = (error: unknown): void => logger.warn({ err: error, planId }, 'a simulated device reported a fault');
  const shared = { store, ...createSharedPorts(nowMs, onFault) };
  await saveGrant(store, vault, client.schoolId, grant);
  const session = await openAttempt({ ...shared, attemptId, documentId: randomUUID(), vault, digest: hashText });
  const agent = createSyncAgent({
    ...shared,
    transport,
    leadership: { run: (lead, signal) => lead(signal) },
    verifyReceipt: (receipt, keys) => verifyReceipt(receipt, keys.receiptPublic),
    files: { store: chunkStore, transport, encode: (bytes) => Buffer.from(bytes).toString('base64url') },
  });
  const controller = new AbortController();
  const running = agent.run(controller.signal);
  const files = new AttachmentManager({
    attemptId,
    session,
    peers: shared.peers,
    onFault,
    ticket: () => Promise.resolve(grant.ticket),
    random: () => randomUUID().slice(0, 8),
    store: chunkStore,
    cipher: chunkCipher,
  });
  await files.open();
  const isDelivered = (): boolean => {
    const { localCount, received } = session.view().saveStatus;
    return localCount === received && [...chunkDisk.values()].every((row) => row.heldBy !== '');
  };
  return {
    session,
    async attach(question, { name, bytes }) {
      const outcome = await files.attach(question, name, 'image/jpeg', bytes, 9);
      if (outcome !== 'saved') throw new Error(`the photo ${name} was not attached: ${outcome}`);
    },
    setOnline(isOnline) {
      if (line.isOnline === isOnline) return;
      line.isOnline = isOnline;
      if (isOnline) agent.online();
    },
    async delivered(signal) {
      while (!isDelivered() && !signal.aborted) await systemTimers.sleep(20);
    },
    async close() {
      controller.abort();
      session.close();
      await running;
    },
  };
}
