import type { OpPayload } from '../../../sync/engine/ops.ts';
import { readOp } from '../../../sync/engine/upcast.ts';
import { headerOf, openOp, unopened } from '../../ingest/batch-projection.ts';
import type { Ingest } from '../../ingest/ingest.ts';
import type { LogBatch, StreamHeader } from '../../ingest/log-port.ts';
import type { StreamKeys } from '../../ingest/op-crypto.ts';
import { DocumentBegins, type OpTimes } from './document-begins.ts';

export type EvidenceDeps = Pick<Ingest, 'log' | 'projector' | 'keyring' | 'turn'>;

export interface EvidenceStream {
  readonly streamId: string;
  readonly epoch: number;
  readonly documentId: string;
  readonly ops: number;
  readonly firstReceivedMs: number;
  readonly lastReceivedMs: number;
  /** When its epoch was granted; null for the first. */
  readonly grantedMs: number | null;
}

/** An epoch as it was granted: another PC, or a sheet of paper. Whoever got it may not have written a word there yet. */
export interface EvidenceMove {
  readonly epoch: number;
  readonly grantedMs: number;
  readonly paper: boolean;
}

export interface EvidenceDecision extends OpPayload<'ops.decide@1'> {
  readonly actor: number;
  readonly atMs: number;
}

/** An op of the examinee's as the log has it. */
export interface OpRead extends OpTimes {
  readonly receivedMs: number;
  readonly epoch: number;
  readonly wallMs: number;
  readonly payload: unknown;
}

export interface LogRead {
  readonly begins: DocumentBegins;
  readonly streams: readonly EvidenceStream[];
  readonly moves: readonly EvidenceMove[];
  readonly decisions: readonly EvidenceDecision[];
  /** Those asked for, by `opKey`. */
  readonly ops: ReadonlyMap<string, OpRead>;
  readonly streamsLeftOut: number;
}

export const opKey = (streamId: string, seq: number): string => `${streamId}:${seq}`;

/** One look reads no more streams than this: nobody who sits an exam comes near it. */
const streamsMost = 400;
const batchesPerTurn = 40;

/** Reads an attempt's streams from the log, in steps between which others are served. `wanted`: ops whose payload is asked for. */
export async function readAttempt(deps: EvidenceDeps, attemptId: string, wanted: ReadonlySet<string>): Promise<LogRead> {
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

/** `epochs`: epoch of each stream of the attempt. */
async function readStaff(deps: EvidenceDeps, headers: readonly StreamHeader[], epochs: ReadonlyMap<string, number>) {
  const grantedMs = new Map<number, number>();
  const openedMs = new Map<number, number>();
  const decisions: EvidenceDecision[] = [];
  const typed = new Map<string, OpRead>();
  const sheets = new Set<number>();
  for (const header of headers)
    await inTurns(deps, header, ({ ops, receivedMs, fromSeq }) => {
      for (const [at, op] of ops.entries()) {
        const read = readOp(op[1], openOp(header, headerOf(header, fromSeq + at, op), op, undefined));
        if (typeof read === 'string') continue;
        if (read.type === 'epoch.grant@1') {
          const { epoch, heads } = read.payload;
          const firstMs = Math.min(receivedMs, grantedMs.get(epoch) ?? Infinity);
          grantedMs.set(epoch, firstMs);
          // A spare PC's epoch names its own stream: it was granted without a network, and is noted when its first push arrives.
          if (!Object.keys(heads).some((id) => epochs.get(id) === epoch)) openedMs.set(epoch, firstMs);
          else openedMs.delete(epoch);
          if (read.payload.paper === true) sheets.add(epoch);
        }
        if (read.type === 'paper.set@1')
          typed.set(opKey(header.streamId, fromSeq + at), {
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
  readonly begins = new DocumentBegins();
  readonly streams = new Map<string, EvidenceStream>();
  readonly ops = new Map<string, OpRead>();
  readonly #wanted: ReadonlySet<string>;
  readonly #grantedMs: ReadonlyMap<number, number>;
  /** Epoch → server time of its grant, where the server gave it before the first op of the epoch was written. */
  readonly #openedMs: ReadonlyMap<number, number>;

  constructor(wanted: ReadonlySet<string>, grants: Record<'grantedMs' | 'openedMs', ReadonlyMap<number, number>>) {
    this.#wanted = wanted;
    this.#grantedMs = grants.grantedMs;
    this.#openedMs = grants.openedMs;
  }

  /** A stream's batches come newest first. */
  take(header: StreamHeader, { receivedMs, fromSeq, toSeq, ops }: LogBatch, keys: StreamKeys | undefined): void {
    // Says something of ops, and brings none.
    if (ops.length === 0) return;
    const { streamId, epoch, documentId } = header;
    const grantedMs = this.#grantedMs.get(epoch) ?? null;
    const newer = this.streams.get(streamId);
    const ends = { ops: newer?.ops ?? toSeq, firstReceivedMs: receivedMs, lastReceivedMs: newer?.lastReceivedMs ?? receivedMs };
    this.streams.set(streamId, { streamId, epoch, documentId, ...ends, grantedMs });
    for (const [at, op] of ops.entries()) {
      const opTimes = { documentId, monoMs: op[4] };
      this.begins.add(opTimes, this.#openedMs.get(epoch) ?? null);
      const key = opKey(streamId, fromSeq + at);
      if (!this.#wanted.has(key)) continue;
      const payload = openOp(header, headerOf(header, fromSeq + at, op), op, keys);
      if (payload !== unopened) this.ops.set(key, { ...opTimes, receivedMs, epoch, wallMs: op[3], payload });
    }
  }
}
