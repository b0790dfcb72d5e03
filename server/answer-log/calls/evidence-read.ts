import type { OpPayload } from '../../../sync/engine/ops/ops.ts';
import { parseOp } from '../../../sync/engine/ops/upcast.ts';
import { buildOpHeaderFromWire, openOp, unopenedPayload } from '../projection/batch-projection.ts';
import type { AnswerLog } from '../answer-log.ts';
import type { LogBatch, StreamHeader } from '../log/log-port.ts';
import type { ServerStreamKeys } from '../log/op-crypto.ts';
import { DocumentStartTracker, type OpWritingTime } from './document-start-tracker.ts';

export type EvidenceDeps = Pick<AnswerLog, 'log' | 'projector' | 'keyring' | 'turn'>;

export interface EvidenceStream {
  readonly streamId: string;
  readonly epoch: number;
  readonly documentId: string;
  readonly ops: number;
  readonly firstReceivedMs: number;
  readonly lastReceivedMs: number;
  /** Server time at which its epoch was granted; null for the first epoch. */
  readonly grantedMs: number | null;
}

/** A granted epoch: another PC, or a paper sheet. The new PC may not have written anything yet. */
export interface EvidenceMove {
  readonly epoch: number;
  readonly grantedMs: number;
  readonly paper: boolean;
}

export interface EvidenceDecision extends OpPayload<'ops.decide@1'> {
  readonly actor: number;
  readonly atMs: number;
}

/** An op of the examinee as stored in the log. */
export interface EvidenceOp extends OpWritingTime {
  readonly receivedMs: number;
  readonly epoch: number;
  readonly wallMs: number;
  readonly payload: unknown;
}

export interface AttemptLogRead {
  readonly begins: DocumentStartTracker;
  readonly streams: readonly EvidenceStream[];
  readonly moves: readonly EvidenceMove[];
  readonly decisions: readonly EvidenceDecision[];
  /** The requested ops, by `formatOpKey`. */
  readonly ops: ReadonlyMap<string, EvidenceOp>;
  readonly streamsLeftOut: number;
}

export const formatOpKey = (streamId: string, seq: number): string => `${streamId}:${seq}`;

/** Most streams per read. No real attempt comes near it. */
const streamsMost = 400;
const batchesPerTurn = 40;

/**
 * Reads an attempt's streams from the log in steps, so that other requests are served in between. `wanted`: keys of the ops whose payload is
 * needed.
 */
export async function readAttemptLog(deps: EvidenceDeps, attemptId: string, wanted: ReadonlySet<string>): Promise<AttemptLogRead> {
  const headers = deps.log.streamsOf(attemptId);
  const isStaff = (header: StreamHeader): boolean => header.author === 'server';
  const epochs = new Map(headers.map(({ streamId, epoch }) => [streamId, epoch]));
  const staff = await readStaff(deps, headers.filter(isStaff), epochs);
  const written = headers.filter((header) => !isStaff(header));
  const theirs = written.slice(0, streamsMost);
  const reader = new ExamineeReader(wanted, staff);
  for (const header of theirs) {
    const keys = deps.keyring.ready(header) ?? (await deps.keyring.open(header).catch(() => undefined));
    await inTurns(deps, header, (batch) => reader.take(header, batch, keys));
  }
  const { begins, streams } = reader;
  const ops = new Map([...staff.typed, ...reader.ops]);
  const { moves, decisions } = staff;
  return { begins, streams: [...streams.values()], moves, decisions, ops, streamsLeftOut: written.length - theirs.length };
}

async function inTurns({ log, turn }: EvidenceDeps, header: StreamHeader, take: (batch: LogBatch) => void): Promise<void> {
  let read = 0;
  for (const batch of log.batchesOf(header.streamId)) {
    take(batch);
    if ((read += 1) % batchesPerTurn === 0) await turn();
  }
  await turn();
}

/** Reads the server's own streams: grants, typed answers and decisions. `epochs`: epoch of each stream of the attempt. */
async function readStaff(deps: EvidenceDeps, headers: readonly StreamHeader[], epochs: ReadonlyMap<string, number>) {
  const grantedMs = new Map<number, number>();
  const openedMs = new Map<number, number>();
  const decisions: EvidenceDecision[] = [];
  const typed = new Map<string, EvidenceOp>();
  const sheets = new Set<number>();
  for (const header of headers)
    await inTurns(deps, header, ({ ops, receivedMs, fromSeq }) => {
      for (const [at, op] of ops.entries()) {
        const read = parseOp(op[1], openOp(header, buildOpHeaderFromWire(header, fromSeq + at, op), op, undefined));
        if (typeof read === 'string') continue;
        if (read.type === 'epoch.grant@1') {
          const { epoch, heads } = read.payload;
          const firstMs = Math.min(receivedMs, grantedMs.get(epoch) ?? Infinity);
          grantedMs.set(epoch, firstMs);
          // A spare PC's epoch lists its own stream. It was granted without a network and recorded when its first push arrived.
          if (!Object.keys(heads).some((id) => epochs.get(id) === epoch)) openedMs.set(epoch, firstMs);
          else openedMs.delete(epoch);
          if (read.payload.paper === true) sheets.add(epoch);
        }
        if (read.type === 'paper.set@1')
          typed.set(formatOpKey(header.streamId, fromSeq + at), {
            documentId: header.documentId,
            monoMs: 0,
            receivedMs,
            epoch: header.epoch,
            wallMs: receivedMs,
            payload: read.payload,
          });
        if (read.type === 'ops.decide@1') decisions.push({ ...read.payload, actor: header.actor, atMs: receivedMs });
      }
    });
  const moves = [...grantedMs].map(([epoch, ms]): EvidenceMove => ({ epoch, grantedMs: ms, paper: sheets.has(epoch) }));
  return {
    grantedMs,
    openedMs,
    moves: moves.toSorted((a, b) => a.epoch - b.epoch),
    typed,
    decisions: decisions.toSorted((a, b) => a.atMs - b.atMs),
  };
}

class ExamineeReader {
  readonly begins = new DocumentStartTracker();
  readonly streams = new Map<string, EvidenceStream>();
  readonly ops = new Map<string, EvidenceOp>();
  readonly #wanted: ReadonlySet<string>;
  readonly #grantedMs: ReadonlyMap<number, number>;
  /** Epoch → server time of its grant, if the server granted it before the first op of the epoch was written. */
  readonly #openedMs: ReadonlyMap<number, number>;

  constructor(wanted: ReadonlySet<string>, grants: Record<'grantedMs' | 'openedMs', ReadonlyMap<number, number>>) {
    this.#wanted = wanted;
    this.#grantedMs = grants.grantedMs;
    this.#openedMs = grants.openedMs;
  }

  /** Adds a batch. The batches of a stream must come newest first. */
  take(header: StreamHeader, { receivedMs, fromSeq, toSeq, ops }: LogBatch, keys: ServerStreamKeys | undefined): void {
    // A batch without ops only carries figures about other ops.
    if (ops.length === 0) return;
    const { streamId, epoch, documentId } = header;
    const grantedMs = this.#grantedMs.get(epoch) ?? null;
    const newer = this.streams.get(streamId);
    const ends = { ops: newer?.ops ?? toSeq, firstReceivedMs: receivedMs, lastReceivedMs: newer?.lastReceivedMs ?? receivedMs };
    this.streams.set(streamId, { streamId, epoch, documentId, ...ends, grantedMs });
    for (const [at, op] of ops.entries()) {
      const opTimes = { documentId, monoMs: op[4] };
      this.begins.add(opTimes, this.#openedMs.get(epoch) ?? null);
      const key = formatOpKey(streamId, fromSeq + at);
      if (!this.#wanted.has(key)) continue;
      const payload = openOp(header, buildOpHeaderFromWire(header, fromSeq + at, op), op, keys);
      if (payload !== unopenedPayload) this.ops.set(key, { ...opTimes, receivedMs, epoch, wallMs: op[3], payload });
    }
  }
}
