import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { TabMessage } from '../../sync/engine/ports.ts';
import { createSyncAgent } from '../../sync/engine/outbox/sync-agent.ts';
import { verifyReceipt } from '../../sync/crypto/receipt.ts';
import type { ServerKeys } from '../../server/answer-log/log/server-keys.ts';
import { systemTimers } from '../../server/system-ports.ts';
import { createMemoryClientStore, createEmptyDisk } from '../../sync/engine/store/memory-client-store.ts';
import { createHttpTransport } from './http-transport.ts';
import { createHandIn } from './hand-in.ts';
import { DeviceStream, type OpToWrite } from './sealed-stream.ts';
import { failOnFault } from '../fixtures/engine/fail-on-fault.ts';

/**
 * Simulates a PC on which the test writes answers and the real agent of the engine delivers them. Its disk lives as long as the test. `seat`: an
 * attempt that moved to this PC. `sent`: called with each request.
 */
export async function createEngineDevice(
  keys: ServerKeys,
  actor: number,
  origin: () => string,
  { seat, sent }: { seat?: { attemptId: string; epoch: number }; sent?: (path: string, input: unknown) => void } = {},
) {
  const disk = createEmptyDisk();
  const stream = await DeviceStream.open(keys, actor, Date.now(), seat?.attemptId, seat?.epoch);
  const { streamId, attemptId, epoch, documentId, keyId, wrapped = '' } = stream.header;
  const genesis = stream.head.hash;
  disk.sittings.set(attemptId, {
    attemptId,
    planId: 1,
    epoch,
    actor,
    schoolId: 1,
    ticket: stream.ticket,
    serverKeys: keys.publicKeys,
    wrappedSittingKey: '',
    lamport: 0,
    handIn: null,
    news: null,
    receipt: null,
    serverEpoch: '',
    archivedMs: null,
  });
  disk.streams.set(streamId, {
    streamId,
    attemptId,
    epoch,
    actor,
    documentId,
    keyId,
    wrappedForServer: wrapped,
    wrappedForSelf: '',
    ticket: stream.ticket,
    genesis,
    headSeq: 0,
    headHash: genesis,
    ackedSeq: 0,
    ackedBy: '',
    forkedAfter: 0,
    asideThrough: 0,
    condemned: false,
  });
  const heard = new Set<(note: TabMessage) => void>();
  const agent = createSyncAgent({
    store: createMemoryClientStore(
      () => disk,
      (_kind, work) => turn().then(work),
    ),
    transport: createHttpTransport(origin, sent),
    leadership: { run: (lead, signal) => lead(signal) },
    peers: { announce: () => undefined, onAnnounced: (hear) => (heard.add(hear), () => void heard.delete(hear)) },
    clock: { wallMs: () => Date.now(), monoMs: () => performance.now() },
    timers: { sleep: (ms, signal) => systemTimers.sleep(ms, signal) },
    chance: { uuid: () => randomUUID(), random: () => Math.random() },
    onFault: failOnFault,
    verifyReceipt: (receipt, { receiptPublic }) => verifyReceipt(receipt, receiptPublic),
  });
  const ending = new AbortController();
  const running = agent.run(ending.signal);
  const row = () => {
    const found = disk.streams.get(streamId);
    if (!found) throw new Error('the disk lost its stream');
    return found;
  };
  const write = (op: OpToWrite): void => {
    const { ops, headHash } = stream.push([op]);
    const { seq } = stream.head;
    for (const [lamport, type, basisCursor, wallMs, monoMs, sealed] of ops) {
      const written = { streamId, seq, lamport, type, attemptId, basisCursor, wallMs, monoMs, sealed, hash: headHash };
      disk.ops.set(streamId, [...(disk.ops.get(streamId) ?? []), written]);
    }
    disk.streams.set(streamId, { ...row(), headSeq: seq, headHash });
    for (const hear of heard) hear({ kind: 'written' });
  };
  return {
    attemptId,
    streamId,
    /** Figures of the save indicator, and the server epoch that acknowledged the ops. */
    get acknowledged() {
      const { ackedSeq, headSeq, ackedBy } = row();
      return { ackedSeq, headSeq, ackedBy };
    },
    /** Receipt of the hand-in, with a verified signature. Null until the server has everything that the hand-in lists. */
    get receipt() {
      return disk.sittings.get(attemptId)?.receipt ?? null;
    },
    /** Writes an answer to the PC's disk; the agent delivers it later. */
    answer: (item: number, value: string): void => write({ type: 'answer.set@1', payload: { i: String(item), v: [value] } }),
    handIn: async (): Promise<void> => write(await createHandIn([stream])),
    online: () => agent.online(),
    async end(): Promise<void> {
      ending.abort();
      await running;
    },
  };
}
