import { examUserStatus } from '../../../../../sync/contract/codes.ts';
import type { ServerOp } from '../../../../answer-log/log/log-port.ts';
import { runInPlanScope } from '../../../../db/plan-scope.ts';
import { sliceValues } from '../../../../db/slice-values.ts';
import { type Handlers, refuse, refuseField } from '../../../../http/handler.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createPhotoWrites } from '../../../people/user/people/photo-writes.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { createExamStore } from '../plan/exam-store.ts';
import { createPlanAccess, type PublishedExaminee } from '../plan/plan-access.ts';
import { createOverlapStore } from './overlap-store.ts';

type ExamineeCalls = Pick<Handlers<'exam'>, 'reopen' | 'extend' | 'markAbsent' | 'markCheating' | 'revokeCheating'>;

/** Maximum number of ops that are appended at the same time. They reach the disk in groups; further ones would only wait in the queue. */
const atOnce = 50;

/**
 * Creates the calls with which staff act on examinees of a published plan. Each writes an op to the attempt's log and an audit entry with the reason.
 */
export function createExamineeHandlers(deps: ExamDeps): ExamineeCalls {
  const { db, sync } = deps;
  const access = createPlanAccess(db);

  const appendAll = async (examinees: readonly PublishedExaminee[], op: ServerOp): Promise<{ written: number }> => {
    for (const some of sliceValues(examinees, atOnce)) await Promise.all(some.map((examinee) => sync.append(examinee.attempt_id, op)));
    return { written: examinees.length };
  };
  const one = async (caller: { schoolId: number }, planId: number, userId: number) => {
    const found = await access.examinee(caller, planId, userId);
    await sync.waitUntilProjected();
    return { ...found, attempt: (await sync.summaries([found.examinee.attempt_id]))[0] };
  };
  const change = (examinee: PublishedExaminee, after: object) => ({
    entity: 'attempt',
    id: examinee.attempt_id,
    name: examinee.name,
    before: {},
    after,
  });

  return {
    reopen: ({ planId, userId, reason, knowsReleased }, { caller, audit }) =>
      runInPlanScope(db, planId, async () => {
        const found = await one(caller, planId, userId);
        if (found.plan.released_ms !== null && !knowsReleased) refuse('refused', messages.releasedAlready());
        const { examinee, attempt } = found;
        const handIns = await sync.listValidHandIns(examinee.attempt_id);
        // On a repeated click the attempt is open already, so there is nothing to write.
        if (handIns.length === 0) return attempt?.receivedOps ? { written: 0 } : refuse('refused', messages.nothingToReopen());
        audit.note(change(examinee, { reopened: handIns.length, reason }));
        let opCount = 0;
        for (const handInSlice of sliceValues(handIns, namedAtOnce)) {
          const payload = { handIns: handInSlice, reason };
          await sync.append(examinee.attempt_id, { type: 'handIn.reopen@1', actor: caller.userId, payload });
          opCount += 1;
        }
        return { written: opCount };
      }),

    extend: ({ planId, userIds, incidentId, ms, reason, knowsReleased }, { caller, audit }) =>
      runInPlanScope(db, planId, async () => {
        const found = await access.examinees(caller, planId, userIds);
        if (found.plan.released_ms !== null && !knowsReleased) refuse('refused', messages.releasedAlready());
        const names = found.examinees.map((examinee) => examinee.name);
        audit.note({
          entity: 'examPlan',
          id: planId,
          name: found.plan.name,
          before: {},
          after: { examinees: names, extensionMs: ms, reason },
        });
        return appendAll(found.examinees, { type: 'time.extend@1', actor: caller.userId, payload: { incidentId, ms } });
      }),

    async markAbsent({ planId, userId, reason }, { caller, audit }) {
      const found = await one(caller, planId, userId);
      const { examinee, attempt } = found;
      if ((attempt?.receivedOps ?? 0) > 0) refuse('refused', messages.hasAnswers());
      if (attempt?.status === examUserStatus.absent) return { written: 0 };
      audit.note(change(examinee, { status: examUserStatus.absent, reason }));
      return appendAll([examinee], { type: 'attendance.absent@1', actor: caller.userId, payload: {} });
    },

    async markCheating({ planId, userId, markId, reason }, { caller, audit }) {
      const found = await one(caller, planId, userId);
      const { examinee } = found;
      if ((await sync.marks(examinee.attempt_id)).includes(markId)) return { written: 0 };
      audit.note(change(examinee, { status: examUserStatus.cheating, reason }));
      return appendAll([examinee], { type: 'conduct.mark@1', actor: caller.userId, payload: { markId, reason } });
    },

    async revokeCheating({ planId, userId, reason }, { caller, audit }) {
      const found = await one(caller, planId, userId);
      const { examinee } = found;
      const markIds = (await sync.marks(examinee.attempt_id)).slice(0, marksAtOnce);
      if (markIds.length === 0) refuse('refused', messages.noMark());
      audit.note(change(examinee, { revoked: markIds.length, reason }));
      return appendAll([examinee], { type: 'conduct.revoke@1', actor: caller.userId, payload: { markIds } });
    },
  };
}

/** Maximum number of hand-ins that one op can reopen, and of conduct marks (records of cheating) that one op can revoke; see `opPayloads`. */
const namedAtOnce = 20;
const marksAtOnce = 50;

/** Lists the examinees who would have to sit in two exams at once. It is a warning before publishing and forbids nothing; staff may know better. */
export function createOverlapHandlers({ db }: ExamDeps): Pick<Handlers<'exam'>, 'getOverlaps'> {
  const access = createPlanAccess(db);
  const store = createOverlapStore(db);
  return {
    async getOverlaps({ id }, { caller }) {
      const plan = await access.plan(caller, id);
      const rows = await store.findOverlaps(plan);
      const readable = await store.readable(caller, [...new Set(rows.map((row) => row.plan_id))]);
      const items = [...Map.groupBy(rows, (row) => row.user_id)].map(([userId, exams]) => ({
        userId,
        name: exams[0]?.name ?? '',
        exams: exams.map((row) => ({
          name: readable.has(row.plan_id) ? row.exam : '',
          startMs: row.start_ms,
          endMs: row.start_ms + row.duration_ms,
        })),
      }));
      return { items };
    },
  };
}

/** Creates the call that sets the photos of a plan's examinees, shown on admission tickets and to invigilators. */
export function createPhotoHandlers({ db, clock }: Pick<ExamDeps, 'db' | 'clock'>): Pick<Handlers<'exam'>, 'setPhotos'> {
  return {
    setPhotos: ({ planId, items }, context) => {
      const { caller } = context;
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const plan = await createPlanAccess(tx).plan(caller, planId);
        const names = new Map((await createExamStore(tx).examinees([planId])).map((row) => [row.user_id, row.name]));
        // Refuse everyone who is not in the plan: the right to edit a plan gives no right to other people's photos.
        const stranger = items.findIndex(
          (one, at) => !names.has(one.userId) || items.findIndex((each) => each.userId === one.userId) !== at,
        );
        if (stranger >= 0) refuseField('notFound', `items.${stranger}.userId`, messages.examineeUnknown());
        const photos = items.flatMap((one) => names.get(one.userId) ?? []);
        const changed = await createPhotoWrites(tx).set(items, { userId: caller.userId, nowMs: clock.nowMs() });
        await context.audit.noteIn(tx, { entity: 'examPlan', id: planId, name: plan.name, before: {}, after: { photos } });
        return { changed };
      });
    },
  };
}
