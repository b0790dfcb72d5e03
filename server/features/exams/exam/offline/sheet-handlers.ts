import { planState } from '../../../../../sync/domain/exams/exam-machine.ts';
import { isSheetAnswer } from '../../../../../sync/domain/papers/sheet-answer.ts';
import { type Caller, type Handlers, refuse, refuseField } from '../../../../http/handler.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { createExamReads } from '../exam-reads.ts';
import { derivePlanState } from '../plan/exam-store.ts';
import { createPlanAccess } from '../plan/plan-access.ts';
import { readExamineeStates } from '../plan/examinee-states.ts';
import { isSameAnswer } from '../../../../../sync/domain/papers/answer-proposal.ts';

type SheetCalls = Pick<Handlers<'exam'>, 'issueSheet' | 'getSheet' | 'enterSheet'>;

/**
 * Creates the calls for a written sheet, on which an examinee goes on after their PC broke. The log treats the sheet as one more PC: an epoch is
 * granted, ops are written in it, and the examinee may move away from it (SY15).
 */
export function createSheetHandlers({ db, clock, sync }: ExamDeps): SheetCalls {
  const access = createPlanAccess(db);
  const exams = createExamReads(db);

  const findExaminee = async (caller: Pick<Caller, 'schoolId'>, planId: number, userId: number) => {
    const found = await access.examinee(caller, planId, userId);
    const { plan, examinee } = found;
    if (derivePlanState(plan) === planState.draft) refuse('refused', messages.notPublished());
    if (clock.nowMs() < plan.start_ms) refuse('refused', messages.sheetEarly());
    await sync.waitUntilProjected();
    const attempt = (await readExamineeStates(sync, plan, [examinee], clock.nowMs()))[0]?.attempt;
    if (!attempt) refuse('refused', messages.notPublished());
    return { plan, examinee, attempt, released: plan.released_ms !== null || attempt.disclosed };
  };

  return {
    async issueSheet({ planId, userId }, { caller, audit }) {
      const found = await findExaminee(caller, planId, userId);
      const { plan, examinee, attempt, released } = found;
      if (released) refuse('refused', messages.sheetReleased());
      if (attempt.handedIn) refuse('refused', messages.sheetHandedIn());
      // After the deadline nothing can be written on a sheet, and a grant would turn answers that the PC still delivers into a case for a staff
      // decision.
      if (clock.nowMs() >= plan.start_ms + plan.duration_ms + attempt.extensionMs) refuse('refused', messages.sheetLate());
      if (attempt.receivedOps === 0 && examinee.entered_ms === null) refuse('refused', messages.sheetNotBegun());
      const sheet = await sync.grantSheet(examinee.attempt_id, caller.userId);
      audit.note({ entity: 'attempt', id: examinee.attempt_id, name: examinee.name, before: {}, after: { sheet } });
      return { sheet };
    },

    async getSheet({ planId, userId, sheet: requestedSheet }, { caller }) {
      const found = await findExaminee(caller, planId, userId);
      const { plan, examinee, attempt, released } = found;
      const { now, known } = await sync.sheet(examinee.attempt_id, requestedSheet);
      const sheet = requestedSheet !== undefined && known ? requestedSheet : now;
      const answers = new Map((await sync.answers(examinee.attempt_id)).answers.map(({ itemId, value }) => [itemId, value]));
      const items = sheet === null ? [] : await exams.frozenSheet(planId, examinee.variant);
      return {
        planId,
        planName: plan.name,
        userId,
        name: examinee.name,
        seatLabel: examinee.seat_label,
        ticketNo: examinee.ticket_no,
        variant: examinee.variant,
        startMs: plan.start_ms,
        deadlineMs: plan.start_ms + plan.duration_ms + attempt.extensionMs,
        released,
        handedIn: attempt.handedIn,
        sheet,
        items: items.map((item) => ({ ...item, options: [...item.options], value: [...(answers.get(item.itemId) ?? [])] })),
      };
    },

    async enterSheet({ planId, userId, sheet, answers }, { caller, audit }) {
      const found = await findExaminee(caller, planId, userId);
      const { examinee, released } = found;
      if (released) refuse('refused', messages.sheetReleased());
      const id = examinee.attempt_id;
      if (!(await sync.sheet(id, sheet)).known) refuse('refused', messages.sheetUnknown());
      const items = new Map((await exams.frozenSheet(planId, examinee.variant)).map((item) => [item.itemId, item]));
      for (const [at, { itemId, value }] of answers.entries()) {
        const item = items.get(itemId);
        if (item && isSheetAnswer(item, value)) continue;
        const message = messages.sheetAnswer(itemId);
        refuseField('invalid', `answers.${at}`, message);
      }
      const valuesByItem = new Map((await sync.answers(id)).answers.map(({ itemId, value }) => [itemId, value]));
      // Write only changed answers: the call may be repeated after a lost response, or two people may enter the same sheet.
      const changed = answers.filter(({ itemId, value }) => !isSameAnswer(valuesByItem.get(itemId) ?? [], value));
      if (changed.length > 0)
        audit.note({
          entity: 'attempt',
          id,
          name: examinee.name,
          before: {},
          after: { sheet, questions: changed.map(({ itemId }) => itemId) },
        });
      for (const { itemId, value } of changed)
        await sync.append(id, { type: 'paper.set@1', actor: caller.userId, epoch: sheet, payload: { i: itemId, v: value } });
      return { written: changed.length };
    },
  };
}
