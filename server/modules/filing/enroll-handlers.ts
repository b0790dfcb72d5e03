import type { Handlers } from '../../http/handler.ts';
import { draftPlans } from '../exam/enlist-reads.ts';
import { applicantHandlers } from './applicant-handlers.ts';
import { classHandlers } from './class-import.ts';
import { enlistHandler } from './enlist-handler.ts';
import type { FilingDeps } from './filing-desk.ts';
import { tableHandlers } from './filing-table.ts';
import { reviewHandlers } from './review-handlers.ts';

export function enrollHandlers(deps: FilingDeps): Handlers<'enroll'> {
  const { getMine, submit, withdraw } = applicantHandlers(deps, 'enroll');

  return {
    getMine,
    submit,
    withdraw,
    ...reviewHandlers(deps, 'enroll'),
    ...classHandlers(deps),
    ...tableHandlers(deps),

    getPlans: async (_input, { caller }) => ({ items: await draftPlans(deps.db, caller.schoolId) }),

    enlist: enlistHandler(deps, 'enroll'),
  };
}
