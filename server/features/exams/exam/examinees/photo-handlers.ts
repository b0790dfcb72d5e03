import { type Handlers, refuseField } from '../../../../http/handler.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createPhotoWrites } from '../../../people/user/people/photo-writes.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { createExamStore } from '../exam-store.ts';
import { createPlanAccess } from '../plan-access.ts';

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
