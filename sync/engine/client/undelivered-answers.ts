import { type AttemptLedger, buildOpHeader } from './attempt-ledger.ts';
import type { UndeliveredAnswer, AttemptSessionDeps } from './attempt-session.ts';
import type { AnswerValue } from '../ops/ops.ts';
import type { StreamRow } from '../ports.ts';
import { parseOp } from '../ops/upcast.ts';
import { isWaitingForDecision } from '../ops/waiting-answers.ts';

interface StampedAnswer {
  readonly epoch: number;
  readonly lamport: number;
  readonly value: AnswerValue;
}

/**
 * Finds the answers that this device wrote in an older epoch (before a move to another PC) and that the server received too late to count (SY15).
 * They wait for a decision. Returns per question the newest such answer, unless a newer one from this device counts. Changes nothing; only the
 * examinee may resubmit them.
 */
export async function findUndeliveredAnswers(deps: AttemptSessionDeps, { sitting, rows }: AttemptLedger): Promise<UndeliveredAnswer[]> {
  const runs = (sitting.news?.verdicts ?? []).filter((run) => isWaitingForDecision(run) && run.reason === 'olderEpoch');
  const olderRows = rows.filter((row) => row.epoch < sitting.epoch);
  if (!olderRows.some((row) => runs.some((run) => run.streamId === row.streamId))) return [];
  const waitingByItem = new Map<string, StampedAnswer>();
  const countedByItem = new Map<string, StampedAnswer>();
  for (const row of olderRows) {
    const waits = runs.filter((run) => run.streamId === row.streamId);
    for (const answer of await readAnswers(deps, row)) {
      const isLeft = waits.some((run) => answer.seq >= run.fromSeq && answer.seq <= run.toSeq);
      // Leave out an answer about which the server has not reported yet: it neither waits for a decision nor counts.
      if (isLeft || answer.seq <= row.ackedSeq) put(isLeft ? waitingByItem : countedByItem, answer.itemId, answer);
    }
  }
  return [...waitingByItem].flatMap(([itemId, { value, ...answer }]) => {
    const countedAnswer = countedByItem.get(itemId);
    if (countedAnswer && isNewer(countedAnswer, answer)) return [];
    return isSameValue(countedAnswer?.value, value) ? [] : [{ itemId, value, counted: countedAnswer?.value }];
  });
}

const isNewer = (a: Omit<StampedAnswer, 'value'>, b: Omit<StampedAnswer, 'value'>): boolean =>
  a.epoch > b.epoch || (a.epoch === b.epoch && a.lamport > b.lamport);

function put(into: Map<string, StampedAnswer>, itemId: string, answer: StampedAnswer): void {
  const current = into.get(itemId);
  if (!current || isNewer(answer, current)) into.set(itemId, answer);
}

const isSameValue = (a: AnswerValue | undefined, b: AnswerValue | undefined): boolean =>
  JSON.stringify(a ?? []) === JSON.stringify(b ?? []);

async function readAnswers({ vault, store }: AttemptSessionDeps, row: StreamRow) {
  const cipher = await vault.reopenStream(row);
  if (!cipher) return [];
  const ops = await store.ops(row.streamId, 1, row.headSeq);
  const answers = await Promise.all(
    ops.map(async (op) => {
      const header = buildOpHeader(row, op);
      const payload = await cipher.open(header, op.sealed).catch(() => undefined);
      const parsed = payload === undefined ? 'unopened' : parseOp(op.type, payload);
      if (typeof parsed === 'string' || parsed.type !== 'answer.set@1') return [];
      return [{ itemId: parsed.payload.i, value: parsed.payload.v, seq: op.seq, epoch: row.epoch, lamport: op.lamport }];
    }),
  );
  return answers.flat();
}
