import { createHash } from 'node:crypto';
import type { OpenedOp } from '../../sync/engine/ops/ops.ts';
import { formatManifestText } from '../../sync/crypto/canonical.ts';

/** An op of the log, with the facts from which `computeExpected` computes what should count. */
export interface LoggedOp extends OpenedOp {
  readonly byStaff: boolean;
  /** Position of its batch in the log. */
  readonly pos: number;
  readonly hash: string;
  /** Start of the exam (epoch milliseconds) if the server received the op before it, else 0. */
  readonly earlyUntilMs: number;
}

interface HandIn {
  readonly manifest: Record<string, number>;
  readonly digest: string;
  readonly by: string;
  readonly extensionMs?: number;
  readonly earlyUntilMs?: number;
}
export type ExpectedReason = '' | 'decided' | 'early' | 'afterDisclosure' | 'olderEpoch' | 'afterHandIn';

export interface ExpectedAttempt {
  readonly answers: ReadonlyMap<string, readonly string[]>;
  /** For each answer that does not count, the reason. */
  readonly reasons: readonly ExpectedReason[];
  readonly fixed: LoggedOp | undefined;
}

const payloadOf = <T>(op: LoggedOp): T => op.payload as T;
const keyOf = (streamId: string, seq: number): string => `${streamId}:${seq}`;

function above(a: LoggedOp, b: LoggedOp): boolean {
  if (a.epoch !== b.epoch) return a.epoch > b.epoch;
  if (a.lamport !== b.lamport) return a.lamport > b.lamport;
  return a.streamId === b.streamId ? a.seq > b.seq : a.streamId > b.streamId;
}

/** Finds, for each hand-in whose whole manifest is in the log, the position at which it became complete and whether its digest agrees. */
export function findManifestProofs(ops: readonly LoggedOp[]): Map<LoggedOp, { pos: number; agrees: boolean }> {
  const byKey = new Map(ops.map((op) => [keyOf(op.streamId, op.seq), op]));
  const proofs = new Map<LoggedOp, { pos: number; agrees: boolean }>();
  for (const handIn of ops.filter((op) => op.type.startsWith('attempt.handIn@'))) {
    const { manifest, digest } = payloadOf<HandIn>(handIn);
    const listed = Object.entries(manifest).flatMap(([streamId, through]) =>
      Array.from({ length: through }, (_, n) => byKey.get(keyOf(streamId, n + 1))),
    );
    if (listed.some((op) => op === undefined)) continue;
    const heads = Object.entries(manifest).map(([streamId, seq]) => ({ streamId, seq, hash: byKey.get(keyOf(streamId, seq))?.hash ?? '' }));
    const is = createHash('sha256').update(formatManifestText(heads)).digest('base64url');
    proofs.set(handIn, { pos: Math.max(handIn.pos, ...listed.map((op) => op?.pos ?? 0)), agrees: is === digest });
  }
  return proofs;
}

/**
 * Computes what should count in one attempt, from its logged ops and the written rules (SY15, SY22 to SY24) alone. Slow and plain;
 * shares no code with the engine's reducer.
 */
export function computeExpected(ops: readonly LoggedOp[]): ExpectedAttempt {
  const byType = Map.groupBy(ops, (op) => op.type.split('@')[0]);
  const ofType = (name: string): readonly LoggedOp[] => byType.get(name) ?? [];

  const disclosures = ofType('scores.disclose');
  const told = disclosures.find((d) => disclosures.every((other) => other === d || above(other, d)));
  const had = (streamId: string): number =>
    Math.min(...disclosures.map((d) => payloadOf<{ heads: Record<string, number> }>(d).heads[streamId] ?? 0));
  /** True if scores are not released, or if the server had the op when they were released. */
  const before = (op: { streamId: string; seq: number }): boolean => !told || op.seq <= had(op.streamId);

  const epoch = Math.max(
    1,
    ...ops.filter((op) => !op.byStaff && (!told || had(op.streamId) > 0)).map((op) => op.epoch),
    ...ofType('epoch.grant')
      .filter((g) => !told || above(told, g))
      .map((op) => payloadOf<{ epoch: number }>(op).epoch),
  );
  const byIncident = new Map<string, number>();
  for (const op of ofType('time.extend')) {
    const { incidentId, ms } = payloadOf<{ incidentId: string; ms: number }>(op);
    byIncident.set(incidentId, Math.max(ms, byIncident.get(incidentId) ?? 0));
  }
  const pauses = new Set(ofType('time.pause').map((op) => payloadOf<{ pauseId: string }>(op).pauseId));
  for (const op of ofType('time.resume')) {
    const { pauseId, ms } = payloadOf<{ pauseId: string; ms: number }>(op);
    if (pauses.has(pauseId)) byIncident.set(`pause ${pauseId}`, Math.max(ms, byIncident.get(`pause ${pauseId}`) ?? 0));
  }
  const extended = [...byIncident.values()].reduce((a, b) => a + b, 0);
  const lifted = new Set(
    ofType('handIn.reopen').flatMap((op) =>
      payloadOf<{ handIns: { streamId: string; seq: number }[] }>(op).handIns.map((h) => keyOf(h.streamId, h.seq)),
    ),
  );
  const decided = (op: LoggedOp): boolean | undefined => {
    const about = ofType('ops.decide').filter((d) => {
      const p = payloadOf<{ streamId: string; fromSeq: number; toSeq: number }>(d);
      return p.streamId === op.streamId && op.seq >= p.fromSeq && op.seq <= p.toSeq;
    });
    const newest = about.find((d) => about.every((other) => other === d || above(d, other)));
    return newest && payloadOf<{ count: boolean }>(newest).count;
  };

  const proofs = findManifestProofs(ops);
  const wholeBefore = (op: LoggedOp): boolean =>
    Object.entries(payloadOf<HandIn>(op).manifest).every(([streamId, seq]) => before({ streamId, seq }));
  const earlyUntil = Math.max(0, ...ops.filter((op) => !op.byStaff).map((op) => op.earlyUntilMs));
  const standing = ofType('attempt.handIn').filter((op) => {
    if (op.byStaff || op.earlyUntilMs > 0 || !before(op) || op.epoch !== epoch || lifted.has(keyOf(op.streamId, op.seq))) return false;
    if (proofs.get(op)?.agrees === false && wholeBefore(op)) return false;
    const { by, extensionMs = 0, earlyUntilMs = 0 } = payloadOf<HandIn>(op);
    // A hand-in that does not know of early ops (received before the start) can't list the ops that resubmit these, so it does not count.
    if (earlyUntilMs < earlyUntil) return false;
    return by === 'examinee' || extensionMs >= extended;
  });
  const sooner = (a: LoggedOp, b: LoggedOp): number => (proofs.get(a)?.pos ?? 0) - (proofs.get(b)?.pos ?? 0) || (above(a, b) ? 1 : -1);
  const proven = standing.filter((op) => proofs.get(op)?.agrees);
  const [first] = proven.filter(wholeBefore).toSorted(sooner);
  const fixed = first ?? (standing.length === 1 ? proven[0] : undefined);
  const holding = fixed ? [fixed] : standing;
  const lists = (h: LoggedOp, op: LoggedOp): boolean => op.seq <= (payloadOf<HandIn>(h).manifest[op.streamId] ?? 0);

  const hadAtMove = (op: LoggedOp): boolean => {
    const later = ofType('epoch.grant').filter((g) => payloadOf<{ epoch: number }>(g).epoch > op.epoch);
    if (later.length === 0) return true;
    const next = Math.min(...later.map((g) => payloadOf<{ epoch: number }>(g).epoch));
    const same = later.filter((g) => payloadOf<{ epoch: number }>(g).epoch === next);
    return same.every((g) => op.seq <= (payloadOf<{ heads: Record<string, number> }>(g).heads[op.streamId] ?? 0));
  };
  const why = (op: LoggedOp): ExpectedReason => {
    const said = decided(op);
    if (said !== undefined) return said ? '' : 'decided';
    if (op.earlyUntilMs > 0) return 'early';
    if (!before(op) && !(fixed && lists(fixed, op))) return 'afterDisclosure';
    if (holding.some((h) => lists(h, op))) return '';
    if (op.epoch < epoch) return hadAtMove(op) ? '' : 'olderEpoch';
    return standing.length === 0 ? '' : 'afterHandIn';
  };

  const best = new Map<string, LoggedOp>();
  const reasons: ExpectedReason[] = [];
  for (const op of ofType('answer.set')) {
    if (op.byStaff) continue;
    const reason = why(op);
    if (reason !== '') reasons.push(reason);
    const { i } = payloadOf<{ i: string }>(op);
    const known = best.get(i);
    if (reason === '' && (!known || above(op, known))) best.set(i, op);
  }
  // Answers that staff typed in from a paper sheet. Epoch and lamport rank them among the PC's answers, unless scores were released before.
  for (const op of ofType('paper.set')) {
    if (!op.byStaff || (told && op.lamport > told.lamport)) continue;
    const { i } = payloadOf<{ i: string }>(op);
    const known = best.get(i);
    if (!known || above(op, known)) best.set(i, op);
  }
  return { answers: new Map([...best].map(([item, op]) => [item, payloadOf<{ v: string[] }>(op).v])), reasons, fixed };
}
