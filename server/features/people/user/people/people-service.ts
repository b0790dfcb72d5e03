import type { Kysely, Transaction } from 'kysely';
import type { PersonFields, PersonDetail, PersonListRow } from '../../../../../sync/contract/people/person.ts';
import { userTypes, type UserType, type Role } from '../../../../../sync/contract/roles.ts';
import { createChangeNoteStore } from '../../../../db/change-note-store.ts';
import { getScopeOfSchools, type LockScope } from '../../../../db/lock-scope.ts';
import type { Database } from '../../../../db/schema.ts';
import { refuse, type Caller } from '../../../../http/handler.ts';
import type { SharedLimitDeps } from '../../../../http/limits/rate-limiter.ts';
import { refuseStaleVersion, requireVersion } from '../../../../http/stale-version.ts';
import type { Logger, ServerRandom } from '../../../../ports.ts';
import type { ReferenceRegistry } from '../../../../resources/references.ts';
import { createClassReads } from '../../class/class-reads.ts';
import { createProfessionReads } from '../../profession/profession-reads.ts';
import { createCallerRights, type CallerRights } from '../caller-rights.ts';
import { indexIdNumber, sealIdNumber, type IdNumberKeys, openIdNumber } from '../id-number.ts';
import { peopleMessages as messages, personFieldNames } from '../people-messages.ts';
import { createPeopleStore, type PersonColumns, type PersonRecord, type SealedId } from './people-store.ts';
import { maskShownIdNumber } from './person-check.ts';
import type { TakenField } from '../person-claims-store.ts';

export interface PeopleDeps extends SharedLimitDeps {
  readonly db: Kysely<Database>;
  readonly chance: ServerRandom;
  readonly logger: Logger;
  readonly keys: { readonly personal: IdNumberKeys };
  readonly uses: Pick<ReferenceRegistry, 'person' | 'examinee'>;
}

const isOfPlatform = (person: PersonRecord): boolean =>
  userTypes[person.user_type as UserType].roles.some((role) => platformRoles.has(role));
const platformRoles: ReadonlySet<string> = new Set(['admin', 'system', 'question']);

/**
 * Returns the lock scope of a change of accounts, which is their school. Users of the platform need the scope of the whole database: rows of every
 * school may refer to them, and the check for the last system user reads all schools.
 */
export const getScopeOfPeople = (people: readonly PersonRecord[]): LockScope =>
  people.some(isOfPlatform) ? 'everything' : getScopeOfSchools(people.map((person) => person.school_id));

interface Names {
  readonly schools: ReadonlyMap<number, string>;
  readonly classes: ReadonlyMap<number, string>;
}

/** Converts a stored account to a row of the lists of people. */
const toPersonRow = (row: PersonRecord, { schools, classes }: Names): PersonListRow => ({
  id: row.id,
  version: row.version,
  school_id: row.school_id,
  school_title: schools.get(row.school_id) ?? '',
  user_type: row.user_type as UserType,
  login_name: row.login_name,
  name: row.name,
  avatar: row.avatar,
  status: row.status as PersonListRow['status'],
  phone: row.phone,
  sex: row.sex,
  student_no: row.student_no,
  ticket_no: row.ticket_no ?? '',
  employer: row.employer,
  class_id: row.class_id,
  class_name: row.class_id === null ? '' : (classes.get(row.class_id) ?? ''),
  extra_roles: JSON.parse(row.extra_roles) as Role[],
  note: row.note,
  rejected_reason: row.rejected_reason,
  must_change_password: row.must_change === 1,
  last_sign_in_ms: row.last_sign_in_ms,
  created_ms: row.created_ms,
});

/** Converts a stored account to the details that its page shows. `profName`: name of the account's profession. */
const toPersonDetail = (row: PersonRecord, names: Names & { readonly profName: string }, keys: IdNumberKeys): PersonDetail => ({
  ...toPersonRow(row, names),
  id_type: row.id_type,
  id_number_masked: row.id_number_sealed === null ? '' : maskShownIdNumber(openIdNumber(row.id_number_sealed, keys)),
  education: row.education,
  ethnicity: row.ethnicity,
  political: row.political,
  source: row.source,
  prof_id: row.prof_id,
  prof_name: names.profName,
  updated_ms: row.updated_ms,
});

/** Creates what all calls about people share: permission checks, finding the person, display rows, and refusals. */
export function createPeopleService(deps: PeopleDeps) {
  const people = createPeopleStore(deps.db);
  const classes = createClassReads(deps.db);

  const rights = async (caller: Caller): Promise<CallerRights> =>
    createCallerRights(caller, caller.userType === 6 ? await classes.taughtBy(caller.userId) : new Set());

  const stale = async (before: PersonRecord, version: number): Promise<never> =>
    refuseStaleVersion(messages.called(), await createChangeNoteStore(deps.db).since('user', before.id, version), personFieldNames);

  return {
    people,
    rights,
    stale,
    actor: (caller: Caller) => ({ userId: caller.userId, nowMs: deps.clock.nowMs() }),

    /** Finds a person to change. Refuses if the caller does not see them, may not change them, or holds a stale version. */
    async toChange(
      target: { id: number; version?: number },
      may: (rights: CallerRights, person: PersonRecord) => boolean,
      caller: Caller,
      knownRights?: CallerRights,
    ): Promise<PersonRecord> {
      const callerRights = knownRights ?? (await rights(caller));
      const before = await people.byId(target.id);
      if (!before || !callerRights.sees(before)) refuse('notFound', messages.notFound());
      if (!may(callerRights, before)) refuse('forbidden', messages.notYours());
      if (target.version !== undefined)
        await requireVersion(deps.db, { kind: 'user', ...before }, target.version, messages.called(), personFieldNames);
      return before;
    },

    /** Reads a person again in the transaction of their change. Refuses if they were removed or changed since `before` was read. */
    async requireUnchanged(tx: Transaction<Database>, before: PersonRecord): Promise<void> {
      const now = await createPeopleStore(tx).byId(before.id);
      if (!now) refuse('notFound', messages.notFound());
      await requireVersion(tx, { kind: 'user', ...now }, before.version, messages.called(), personFieldNames);
    },

    async rows(records: readonly PersonRecord[]) {
      const names = await readNames(records);
      return records.map((record) => toPersonRow(record, names));
    },
    async detail(record: PersonRecord) {
      const { name } = await createProfessionReads(deps.db).labelOf(record.prof_id);
      return toPersonDetail(record, { ...(await readNames([record])), profName: name }, deps.keys.personal);
    },

    columnsOf: ({ id_number: _number, prof_id, extra_roles, ticket_no, ...rest }: PersonFields): PersonColumns => ({
      ...rest,
      ...(prof_id === undefined ? {} : { prof_id }),
      extra_roles: JSON.stringify(extra_roles),
      ticket_no: ticket_no === '' ? null : ticket_no,
    }),
    sealed: (idNumber: string, schoolId: number): SealedId =>
      idNumber === ''
        ? { id_number_sealed: null, id_number_index: null }
        : {
            id_number_sealed: sealIdNumber(idNumber, deps.keys.personal, deps.chance),
            id_number_index: indexIdNumber(idNumber, schoolId, deps.keys.personal),
          },
    takenRefusal: (taken: readonly TakenField[]): never =>
      refuse('invalid', messages.invalid(taken.length), {
        fields: taken.map(({ field, holderName }) => ({ path: field, message: messages.taken(field, holderName) })),
      }),
  };

  async function readNames(records: readonly PersonRecord[]) {
    return {
      schools: await people.schoolTitles(records.map((record) => record.school_id)),
      classes: await classes.names(records.flatMap((record) => record.class_id ?? [])),
    };
  }
}
