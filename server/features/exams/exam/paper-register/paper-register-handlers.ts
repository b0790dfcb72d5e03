import type { PaperHandling } from '../../../../../sync/contract/exams/paper-register.ts';
import { type Handlers, refuse } from '../../../../http/handler.ts';
import { deviceClockAheadMs } from '../../../../ports.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createUserReads } from '../../../people/user/user-reads.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { createPlanAccess } from '../plan/plan-access.ts';
import { createSeatingStore } from '../seating/seating-store.ts';
import { listPaperRecords, writePaperRecord } from './paper-register-store.ts';

/** Refuses times in the future by the server's clock: the register of printed papers lists only finished steps. */
function requireTimesPast(handling: PaperHandling, nowMs: number): void {
  const ahead = (['handedOutMs', 'returnedMs', 'sealedMs'] as const).filter((at) => (handling[at] ?? 0) > nowMs + deviceClockAheadMs);
  if (ahead.length === 0) return;
  const message = messages.timeAhead(nowMs);
  refuse('invalid', messages.papersAhead(ahead, nowMs), { fields: ahead.map((at) => ({ path: `handling.${at}`, message })) });
}

/** Creates the call that records how the papers of a room were handed out, returned and sealed. `getSeating` shows the register. */
export function createPaperRegisterHandlers({ db, clock }: ExamDeps): Pick<Handlers<'exam'>, 'setPaperRegister'> {
  const access = createPlanAccess(db);

  return {
    async setPaperRegister({ planId, roomId, seen, handling }, context) {
      const { caller, audit } = context;
      const plan = await access.published(caller, planId);
      requireTimesPast(handling, clock.nowMs());
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        if (!(await createSeatingStore(tx).roomIds(planId)).includes(roomId)) refuse('notFound', messages.roomUnknown());
        const before = (await listPaperRecords(tx, planId)).find((one) => one.roomId === roomId);
        if ((before?.revision ?? 0) !== seen)
          refuse('conflict', messages.papersRecordedMeanwhile(await createUserReads(tx).nameOf(before?.updatedBy ?? 0)));
        await writePaperRecord(tx, planId, roomId, { handling, revision: seen + 1, updatedBy: caller.userId, updatedMs: clock.nowMs() });
        const { roomId: _room, revision: _revision, updatedBy: _by, updatedMs: _ms, ...earlier } = before ?? {};
        await audit.noteIn(tx, {
          entity: 'examPlan',
          id: planId,
          name: plan.name,
          before: earlier,
          after: { roomId, ...handling },
        });
        return {};
      });
    },
  };
}
