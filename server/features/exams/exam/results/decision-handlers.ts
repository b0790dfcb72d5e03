import { proposeDecision, countAnswersToDecide } from '../../../../../sync/domain/papers/answer-proposal.ts';
import { type Caller, type Handlers, refuse, refuseField } from '../../../../http/handler.ts';
import type { AttemptEvidence } from '../../../../answer-log/calls/sync-reads.ts';
import { createUserReads } from '../../../people/user/user-reads.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { deriveExamineeListStatus, createExamReads } from '../exam-reads.ts';
import { createExamStore } from '../plan/exam-store.ts';
import { createPlanAccess } from '../plan/plan-access.ts';
import { getLateFromMs, readExamineeStates } from '../plan/examinee-states.ts';

type DecisionCalls = Pick<Handlers<'exam'>, 'getEvidence' | 'decide'>;

/** Creates the decision calls (see `createDecisionCalls`) for exams. Homework and mock tests pass their own lookup of examinees instead. */
export const createDecisionHandlers = (deps: ExamDeps): DecisionCalls => createDecisionCalls(deps, createPlanAccess(deps.db).examinees);

/**
 * Creates the calls with which staff read and decide answers that do not count by themselves. `listExaminees`: finds a plan of the right kind and the
 * named examinees.
 */
export function createDecisionCalls(deps: ExamDeps, listExaminees: ReturnType<typeof createPlanAccess>['examinees']): DecisionCalls {
  const { db, clock, sync } = deps;
  const store = createExamStore(db);
  const exams = createExamReads(db);
  const users = createUserReads(db);

  const readEvidence = async (caller: Pick<Caller, 'schoolId'>, planId: number, userId: number) => {
    const found = await listExaminees(caller, planId, [userId]);
    const [examinee] = found.examinees;
    if (!examinee) refuse('notFound', messages.examineeUnknown());
    await sync.waitUntilProjected();
    const { plan } = found;
    const standing = (await readExamineeStates(sync, plan, [examinee], clock.nowMs()))[0];
    const extensionMs = standing?.attempt?.extensionMs ?? 0;
    const deadlineMs = plan.start_ms + plan.duration_ms + extensionMs;
    const times = { startMs: plan.start_ms, deadlineMs, doubtsTime: getLateFromMs(plan) < Infinity };
    return { plan, examinee, standing, deadlineMs, extensionMs, evidence: await sync.evidence(examinee.attempt_id, times) };
  };

  return {
    async getEvidence({ planId, userId }, { caller }) {
      const found = await readEvidence(caller, planId, userId);
      const { plan, examinee, standing, deadlineMs, extensionMs, evidence } = found;
      const attempt = standing?.attempt;
      if (!attempt) refuse('refused', messages.notPublished());
      const questions = new Map((await exams.frozenTexts(planId, examinee.variant)).map((item) => [item.itemId, item]));
      const names = await users.names(evidence.decisions.map((one) => one.actor));
      const others = await readExamineeStates(sync, plan, await store.examinees([planId]), clock.nowMs());
      const moves = mapMoveTimes(evidence);
      const items = evidence.items.flatMap(({ itemId, versions }) => {
        const question = questions.get(itemId);
        const proposal = proposeDecision(versions, moves);
        if (!question) return [];
        return {
          ...question,
          versions: versions.map((version) => ({ ...version, value: [...version.value] })),
          group: proposal?.group ?? null,
          proposal: proposal?.choose ?? null,
        };
      });
      return {
        planId,
        planName: plan.name,
        userId,
        name: examinee.name,
        ticketNo: examinee.ticket_no,
        seatLabel: examinee.seat_label,
        status: deriveExamineeListStatus(attempt, examinee.entered_ms),
        startMs: plan.start_ms,
        deadlineMs,
        extensionMs,
        complete: attempt.complete,
        missingOps: attempt.missingOps,
        releasedMs: plan.released_ms,
        concerns: attempt.concerns,
        streams: [...evidence.streams],
        streamsLeftOut: evidence.streamsLeftOut,
        moves: [...evidence.moves],
        handIns: [...evidence.handIns],
        decisions: evidence.decisions.map(({ actor, ...one }) => ({ ...one, by: names.get(actor) ?? '' })),
        items: items.toSorted((a, b) => Number(a.itemId) - Number(b.itemId)),
        others: others.flatMap((one) =>
          one.attempt && one.row.user_id !== userId && countAnswersToDecide(one.attempt) > 0
            ? { userId: one.row.user_id, name: one.row.name }
            : [],
        ),
      };
    },

    async decide({ planId, userId, choices, reason }, { caller, audit }) {
      const found = await readEvidence(caller, planId, userId);
      const { examinee, evidence } = found;
      const moves = mapMoveTimes(evidence);
      const versions = new Map(evidence.items.map((item) => [item.itemId, item.versions]));
      for (const { itemId, choose } of choices) {
        const proposal = proposeDecision(versions.get(itemId) ?? [], moves);
        const asProposed = proposal?.choose?.streamId === choose?.streamId && proposal?.choose?.seq === choose?.seq;
        if (reason === '' && !(proposal && asProposed)) refuseField('invalid', 'reason', messages.reasonNeeded());
      }
      const isDoubtful = ({ itemId, choose }: (typeof choices)[number]): boolean =>
        versions.get(itemId)?.some((one) => one.timeDoubtful && one.streamId === choose?.streamId && one.seq === choose.seq) ?? false;
      const confirmed = choices.map((choice) => ({ ...choice, confirms: isDoubtful(choice) }));
      const ops = await sync.buildDecisions(examinee.attempt_id, confirmed);
      if (typeof ops === 'number') refuseField('refused', `choices.${ops}`, messages.versionUnknown());
      if (ops.length === 0) return { written: 0 };
      audit.note({
        entity: 'attempt',
        id: examinee.attempt_id,
        name: examinee.name,
        before: {},
        after: { decided: choices.map(({ itemId, choose }) => ({ itemId, choose })), reason },
      });
      for (const payload of ops) await sync.append(examinee.attempt_id, { type: 'ops.decide@1', actor: caller.userId, payload });
      return { written: ops.length };
    },
  };
}

/**
 * Maps each epoch to the time (ms) at which the next epoch was granted to another PC. Answers written in the epoch after this time were written after
 * the move.
 */
function mapMoveTimes(evidence: AttemptEvidence): Map<number, number> {
  const moved = new Map<number, number>();
  for (const { epoch, grantedMs } of evidence.moves) moved.set(epoch - 1, grantedMs);
  return moved;
}
