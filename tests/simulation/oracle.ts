import type { OpenedOp } from '../../sync/engine/ops.ts';

/**
 * What should count, worked out once more and in the plainest way, from nothing but the ops and the table of rules: slow,
 * and sharing no line with the engine's reducer.
 */
export interface ToldOp extends OpenedOp {
  readonly byStaff: boolean;
}

interface HandIn {
  readonly manifest: Record<string, number>;
  readonly by: string;
  readonly extensionMs?: number;
}

const payloadOf = <T>(op: ToldOp): T => op.payload as T;

export function expectedAnswers(ops: readonly ToldOp[]): Map<string, readonly string[]> {
  const byType = Map.groupBy(ops, (op) => op.type.split('@')[0]);
  const ofType = (name: string): readonly ToldOp[] => byType.get(name) ?? [];
  const epoch = Math.max(
    1,
    ...ops.filter((op) => !op.byStaff).map((op) => op.epoch),
    ...ofType('epoch.grant').map((op) => payloadOf<{ epoch: number }>(op).epoch),
  );
  const byIncident = new Map<string, number>();
  for (const op of ofType('time.extend')) {
    const { incidentId, ms } = payloadOf<{ incidentId: string; ms: number }>(op);
    byIncident.set(incidentId, Math.max(ms, byIncident.get(incidentId) ?? 0));
  }
  const extended = [...byIncident.values()].reduce((a, b) => a + b, 0);
  const lifted = new Set(
    ofType('handIn.reopen').flatMap((op) =>
      payloadOf<{ handIns: { streamId: string; seq: number }[] }>(op).handIns.map((h) => `${h.streamId}:${h.seq}`),
    ),
  );

  const above = (a: ToldOp, b: ToldOp): boolean => {
    if (a.epoch !== b.epoch) return a.epoch > b.epoch;
    if (a.lamport !== b.lamport) return a.lamport > b.lamport;
    return a.streamId === b.streamId ? a.seq > b.seq : a.streamId > b.streamId;
  };
  const decided = (op: ToldOp): boolean | undefined => {
    const about = ofType('ops.decide').filter((d) => {
      const p = payloadOf<{ streamId: string; fromSeq: number; toSeq: number }>(d);
      return p.streamId === op.streamId && op.seq >= p.fromSeq && op.seq <= p.toSeq;
    });
    const newest = about.find((d) => about.every((other) => other === d || above(d, other)));
    return newest && payloadOf<{ count: boolean }>(newest).count;
  };
  const standing = ofType('attempt.handIn').filter((op) => {
    const said = decided(op);
    if (said !== undefined) return said;
    if (op.epoch !== epoch || lifted.has(`${op.streamId}:${op.seq}`)) return false;
    const { by, extensionMs = 0 } = payloadOf<HandIn>(op);
    return by === 'examinee' || extensionMs >= extended;
  });
  const hadBefore = (op: ToldOp): boolean => {
    const later = ofType('epoch.grant').filter((g) => payloadOf<{ epoch: number }>(g).epoch > op.epoch);
    if (later.length === 0) return true;
    const next = Math.min(...later.map((g) => payloadOf<{ epoch: number }>(g).epoch));
    const same = later.filter((g) => payloadOf<{ epoch: number }>(g).epoch === next);
    return same.every((g) => op.seq <= (payloadOf<{ heads: Record<string, number> }>(g).heads[op.streamId] ?? 0));
  };
  const counts = (op: ToldOp): boolean => {
    const said = decided(op);
    if (said !== undefined) return said;
    if (standing.some((h) => op.seq <= (payloadOf<HandIn>(h).manifest[op.streamId] ?? 0))) return true;
    return op.epoch < epoch ? hadBefore(op) : standing.length === 0;
  };

  const best = new Map<string, ToldOp>();
  for (const op of ofType('answer.set')) {
    if (op.byStaff || !counts(op)) continue;
    const { i } = payloadOf<{ i: string }>(op);
    const known = best.get(i);
    if (!known || above(op, known)) best.set(i, op);
  }
  return new Map([...best].map(([item, op]) => [item, payloadOf<{ v: string[] }>(op).v]));
}
