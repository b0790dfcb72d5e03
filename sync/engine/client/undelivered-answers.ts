import { type AttemptLedger, buildOpHeader } from './attempt-ledger.ts';
import type { UndeliveredAnswer } from './attempt-session.ts';
import type { AnswerValue } from '../ops/ops.ts';
import type { StreamRow } from './ports.ts';
import type { AttemptSessionDeps } from './session-deps.ts';
import { parseOp } from '../ops/upcast.ts';
import { isWaitingForDecision } from './waiting-answers.ts';

interface StampedAnswer {
  readonly epoch: number;
  readonly lamport: number;
  readonly value: AnswerValue;
}

/**
 * Finds the undelivered answers of older epochs that wait for a decision (SY15): per question the newest one, unless a newer one from this PC
 * counts. It changes nothing; only the examinee may resubmit them.
 */
export async function findUndeliveredAnswers(deps: AttemptSessionDeps, { sitting, rows }: AttemptLedger): Promise<UndeliveredAnswer[]> {
  const runs = (sitting.news?.verdicts ?? []).filter((run) => isWaitingForDecision(run) && run.reason === 'olderEpoch');
  const older = rows.filter((row) => row.epoch < sitting.epoch);
  if (!older.some((row) => runs.some((run) => run.streamId === row.streamId))) return [];
  const newest = new Map<string, StampedAnswer>();
  const counted = new Map<string, StampedAnswer>();
  for (const row of older) {
    const waits = runs.filter((run) => run.streamId === row.streamId);
    for (const answer of await answersIn(deps, row)) {
      const isLeft = waits.some((run) => answer.seq >= run.fromSeq && answer.seq <= run.toSeq);
      // Ops that the server has not judged yet belong to neither group.
      if (isLeft || answer.seq <= row.ackedSeq) put(isLeft ? newest : counted, answer.itemId, answer);
    }
  }
  return [...newest].flatMap(([itemId, { value, ...answer }]) => {
    const before = counted.get(itemId);
    if (before && isNewer(before, answer)) return [];
    return same(before?.value, value) ? [] : [{ itemId, value, counted: before?.value }];
  });
}

const isNewer = (a: Omit<StampedAnswer, 'value'>, b: Omit<StampedAnswer, 'value'>): boolean =>
  a.epoch > b.epoch || (a.epoch === b.epoch && a.lamport > b.lamport);

function put(into: Map<string, StampedAnswer>, itemId: string, answer: StampedAnswer): void {
  const known = into.get(itemId);
  if (!known || isNewer(answer, known)) into.set(itemId, answer);
}

const same = (a: AnswerValue | undefined, b: AnswerValue | undefined): boolean => JSON.stringify(a ?? []) === JSON.stringify(b ?? []);

async function answersIn({ vault, store }: AttemptSessionDeps, row: StreamRow) {
  const cipher = await vault.reopenStream(row);
  if (!cipher) return [];
  const ops = await store.ops(row.streamId, 1, row.headSeq);
  const opened = await Promise.all(
    ops.map(async (op) => {
      const header = buildOpHeader(row, op);
      const payload = await cipher.open(header, op.sealed).catch(() => undefined);
      const read = payload === undefined ? 'unopened' : parseOp(op.type, payload);
      if (typeof read === 'string' || read.type !== 'answer.set@1') return [];
      return [{ itemId: read.payload.i, value: read.payload.v, seq: op.seq, epoch: row.epoch, lamport: op.lamport }];
    }),
  );
  return opened.flat();
}
