import { type Handlers, refuse, Refusal } from '../../http/handler.ts';
import { readListQuery } from '../../http/list-query.ts';
import { classReads } from '../class/class-reads.ts';
import { applicantHandlers } from './applicant-handlers.ts';
import { type FilingDeps, filingDesk } from './filing-desk.ts';
import { handOnHandlers } from './hand-on.ts';
import { filingMessages as messages } from './filing-messages.ts';
import { offerStore } from './offer-store.ts';
import { reviewHandlers } from './review-handlers.ts';
import { studentSorts, studentStore } from './student-store.ts';

export function declareHandlers(deps: FilingDeps): Handlers<'declare'> {
  const { db } = deps;
  const desk = filingDesk(deps, 'declare');
  return {
    ...applicantHandlers(deps, 'declare'),
    ...reviewHandlers(deps, 'declare'),
    ...handOnHandlers(deps),

    async getStudents(input, { caller }) {
      const { filter } = input;
      const offer = filter && (await offerStore(db).byId('declare', caller.schoolId, filter.offerId));
      if (filter === undefined || offer === undefined) return refuse('notFound', messages.offerNotFound());
      const order = readListQuery(input, studentSorts, 'name');
      if (order instanceof Refusal) return order;
      const { classIds } = await desk.reach(caller);
      const within = offer.classIds === null ? classIds : (classIds?.filter((id) => offer.classIds?.includes(id)) ?? offer.classIds);
      const { items, total } = await studentStore(db).list({ ...filter, schoolId: caller.schoolId, classIds: within }, order);
      const names = await classReads(db).names(items.flatMap((row) => row.class_id ?? []));
      return {
        items: items.map((row) => ({
          id: row.id,
          name: row.name,
          studentNo: row.student_no,
          className: names.get(row.class_id ?? 0) ?? '',
          status: row.status ?? 0,
          filingId: (row.rounds ?? 0) > 0 ? row.filingId : null,
          submittedMs: row.submitted_ms,
        })),
        total,
      };
    },
  };
}
