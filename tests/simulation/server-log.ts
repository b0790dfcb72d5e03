import type { StreamAuthor } from '../../sync/engine/ops/attempt-state.ts';
import type { KnownOpCounts } from '../../sync/engine/ops/known-ops.ts';
import type { OpenedOp } from '../../sync/engine/ops/ops.ts';
import type { WireOp } from '../../sync/contract/exams/sync.ts';
import type { World } from './world.ts';

/** One op of the server's log, with the payload that its writer sealed. */
export interface ChainOp {
  readonly op: OpenedOp;
  readonly hash: string;
  readonly sealed: string;
  readonly staff: boolean;
  readonly author: StreamAuthor;
  /** True if some writer sealed exactly this op, header included. */
  readonly known: boolean;
  readonly pos: number;
  readonly receivedMs: number;
  readonly earlyUntilMs: number;
}

/** Reads the whole log in its order. Payloads come from the record of sealed ops (`OpBook`); nothing is decrypted. */
export function readChain(world: World): ChainOp[] {
  const { log } = world.server.answerLog;
  return log.after(0, 1_000_000).flatMap((batch) => {
    const stream = log.stream(batch.streamId);
    if (!stream) throw new Error(`batch ${batch.pos} of an unknown stream`);
    const { streamId, attemptId, epoch, actor, documentId, author } = stream;
    const { pos, receivedMs, earlyUntilMs } = batch;
    const arrival = { pos, receivedMs, earlyUntilMs };
    return batch.ops.map(([lamport, type, basisCursor, wallMs, monoMs, sealed], at): ChainOp => {
      const header = { streamId, seq: batch.fromSeq + at, lamport, type, attemptId, epoch, actor, basisCursor, wallMs, monoMs, documentId };
      if (author === 'server') {
        const payload = JSON.parse(Buffer.from(sealed, 'base64url').toString()) as unknown;
        return {
          op: { ...header, payload },
          hash: '',
          sealed: `server ${batch.pos}`,
          staff: true,
          author: 'staff',
          known: true,
          ...arrival,
        };
      }
      const note = world.book.sealed.get(sealed);
      const known = note !== undefined && sameHeader(header, note.header);
      return { op: { ...header, payload: note?.payload }, hash: note?.hash ?? '', sealed, staff: false, author, known, ...arrival };
    });
  });
}

const sameHeader = (a: object, b: object): boolean =>
  Object.entries(a).every(([key, value]) => (b as Readonly<Record<string, unknown>>)[key] === value);

/** Collects the numbers of ops that devices reported to have (SY25), by attempt and in the order of the log. */
export function readKnownOps(world: World): Map<string, KnownOpCounts[]> {
  const { log } = world.server.answerLog;
  const found = new Map<string, KnownOpCounts[]>();
  for (const { streamId, known } of log.after(0, 1_000_000)) {
    const attemptId = log.stream(streamId)?.attemptId ?? '';
    if (known) found.set(attemptId, [...(found.get(attemptId) ?? []), known]);
  }
  return found;
}

/** Collects the sealed texts of all ops in quarantine. */
export function collectQuarantinedTexts(world: World): Set<string> {
  const texts = new Set<string>();
  for (const raw of world.server.quarantinedRaw()) {
    const { ops } = JSON.parse(raw) as { ops: WireOp[] };
    for (const op of ops) texts.add(op[5]);
  }
  return texts;
}
