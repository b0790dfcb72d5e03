import type { Handlers } from '../../../http/handler.ts';
import { listDraftPlans } from '../../exams/exam/examinees/enlist-reads.ts';
import { createApplicantHandlers } from './applicant-handlers.ts';
import { createClassApplicationHandlers } from './class-application-handlers.ts';
import { createEnlistHandler } from './enlist-handler.ts';
import type { ApplicationDeps } from './application-service.ts';
import { createApplicationTableHandlers } from './application-table-handlers.ts';
import { createApplicationReviewHandlers } from './review-handlers.ts';

export function createEnrollHandlers(deps: ApplicationDeps): Handlers<'enroll'> {
  const { getMine, submit, withdraw } = createApplicantHandlers(deps, 'enroll');

  return {
    getMine,
    submit,
    withdraw,
    ...createApplicationReviewHandlers(deps, 'enroll'),
    ...createClassApplicationHandlers(deps),
    ...createApplicationTableHandlers(deps),

    getPlans: async (_input, { caller }) => ({ items: await listDraftPlans(deps.db, caller.schoolId) }),

    enlist: createEnlistHandler(deps, 'enroll'),
  };
}
