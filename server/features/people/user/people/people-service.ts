import type { Kysely, Transaction } from 'kysely';
import { userTypes, type UserType } from '../../../../../sync/contract/roles.ts';
import type { PersonFields } from '../../../../../sync/contract/people/person.ts';
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
import { indexIdNumber, sealIdNumber, type IdNumberKeys } from '../id-number.ts';
import { peopleMessages as messages, personFieldNames } from '../people-messages.ts';
import { createPeopleStore, type PersonColumns, type PersonRecord, type SealedId } from './people-store.ts';
import type { TakenField } from './person-claims-store.ts';
import { toPersonDetail, toPersonRow } from './person-rows.ts';

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
 * Returns the lock scope of a change of accounts: their school. Users of the platform need the whole database, because rows of every school may refer
 * to them, and the last system user is searched in all schools.
 */
export const getScopeOfPeople = (people: readonly PersonRecord[]): LockScope =>
  people.some(isOfPlatform) ? 'everything' : getScopeOfSchools(people.map((person) => person.school_id));

/** Shares what all calls about people need: permission checks, the person in question, display rows, and refusals. */
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
      known?: CallerRights,
    ): Promise<PersonRecord> {
      const mine = known ?? (await rights(caller));
      const before = await people.byId(target.id);
      if (!before || !mine.sees(before)) refuse('notFound', messages.notFound());
      if (!may(mine, before)) refuse('forbidden', messages.notYours());
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
      const names = await namesFor(records);
      return records.map((record) => toPersonRow(record, names));
    },
    async detail(record: PersonRecord) {
      const { name } = await createProfessionReads(deps.db).labelOf(record.prof_id);
      return toPersonDetail(record, { ...(await namesFor([record])), profName: name }, deps.keys.personal);
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
        fields: taken.map(({ field, by }) => ({ path: field, message: messages.taken(field, by) })),
      }),
  };

  async function namesFor(records: readonly PersonRecord[]) {
    return {
      schools: await people.schoolTitles(records.map((record) => record.school_id)),
      classes: await classes.names(records.flatMap((record) => record.class_id ?? [])),
    };
  }
}
