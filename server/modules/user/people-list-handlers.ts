import type { PersonRow } from '../../../sync/contract/person.ts';
import type { UserType } from '../../../sync/contract/roles.ts';
import { type Handlers, refuse } from '../../http/handler.ts';
import { peopleDesk, type PeopleDeps } from './people-desk.ts';
import { peopleListStore, peopleSorts, type PeopleSort } from './people-list-store.ts';
import { peopleMessages as messages } from './people-messages.ts';

export function peopleListHandlers(deps: PeopleDeps): Pick<Handlers<'user'>, 'getList' | 'getCount'> {
  const desk = peopleDesk(deps);
  const lists = peopleListStore(deps.db);
  return {
    async getList(input, { caller }) {
      const rights = await desk.rights(caller);
      const schoolId = rights.listSchool(input.filter?.school_id);
      if (schoolId === null) return refuse('forbidden', messages.otherSchool());
      const sort = input.sort ?? '-created_ms';
      const field = sort.replace(/^-/, '');
      const badSort = (message: ReturnType<typeof messages.sortNeedsSchool>) =>
        refuse('invalid', message, { fields: [{ path: 'sort', message }] });
      if (!isSort(field)) return badSort(messages.unknownSort(sort));
      if (schoolId === 'all' && field === 'student_no') return badSort(messages.sortNeedsSchool());
      const one = input.filter?.user_type;
      const asked = one === undefined ? input.filter?.user_types : [one];
      if (asked?.some((type) => !rights.readTypes.includes(type))) return refuse('forbidden', messages.typeNotYours());
      const { ids, total } = await lists.page({
        schoolId,
        types: asked ?? rights.readTypes,
        status: input.filter?.status,
        classId: input.filter?.class_id,
        keyword: input.filter?.keyword ?? '',
        sort: field,
        descending: sort.startsWith('-'),
        offset: (input.page - 1) * input.pageSize,
        limit: input.pageSize,
      });
      return { items: await desk.rows(await desk.people.byIds(ids)), total };
    },

    async getCount({ school_id }, { caller }) {
      const rights = await desk.rights(caller);
      const schoolId = rights.listSchool(school_id);
      if (schoolId === null) return refuse('forbidden', messages.otherSchool());
      const rows = await lists.counts(schoolId, rights.readTypes);
      return {
        total: rows.reduce((sum, row) => sum + row.count, 0),
        counts: rows.map((row) => ({ ...row, user_type: row.user_type as UserType, status: row.status as PersonRow['status'] })),
      };
    },
  };
}

const isSort = (field: string): field is PeopleSort => Object.hasOwn(peopleSorts, field);
