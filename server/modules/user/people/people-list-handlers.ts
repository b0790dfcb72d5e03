import type { PersonListRow } from '../../../../sync/contract/people/person.ts';
import type { UserType } from '../../../../sync/contract/roles.ts';
import { toTotalFields } from '../../../db/list-page.ts';
import { type Handlers, refuse } from '../../../http/handler.ts';
import { readSearchQuery } from '../../../http/input/list-query.ts';
import { createPeopleService, type PeopleDeps } from './people-service.ts';
import { createPeopleListStore, peopleSorts } from './people-list-store.ts';
import { peopleMessages as messages } from '../people-messages.ts';

export function createPeopleListHandlers(deps: PeopleDeps): Pick<Handlers<'user'>, 'getList' | 'getCount'> {
  const desk = createPeopleService(deps);
  const lists = createPeopleListStore(deps.db);
  return {
    async getList(input, { caller }) {
      const rights = await desk.rights(caller);
      const schoolId = rights.listSchool(input.filter?.school_id);
      if (schoolId === null) refuse('forbidden', messages.otherSchool());
      const order = readSearchQuery(input, peopleSorts, '-created_ms');
      if (schoolId === 'all' && order.column === peopleSorts.student_no) {
        const message = messages.sortNeedsSchool();
        refuse('invalid', message, { fields: [{ path: 'sort', message }] });
      }
      const one = input.filter?.user_type;
      const asked = one === undefined ? input.filter?.user_types : [one];
      if (asked?.some((type) => !rights.readTypes.includes(type))) refuse('forbidden', messages.typeNotYours());
      const { status, class_id: classId, initial_password: initialPassword, keyword = '' } = input.filter ?? {};
      const { ids, total } = await lists.page(
        { schoolId, types: asked ?? rights.readTypes, status, classId, initialPassword, keyword },
        order,
      );
      return { items: await desk.rows(await desk.people.byIds(ids)), ...toTotalFields(total) };
    },

    async getCount({ school_id }, { caller }) {
      const rights = await desk.rights(caller);
      const schoolId = rights.listSchool(school_id);
      if (schoolId === null) refuse('forbidden', messages.otherSchool());
      const rows = await lists.counts(schoolId, rights.readTypes);
      return {
        total: rows.reduce((sum, row) => sum + row.count, 0),
        counts: rows.map((row) => ({ ...row, user_type: row.user_type as UserType, status: row.status as PersonListRow['status'] })),
      };
    },
  };
}
