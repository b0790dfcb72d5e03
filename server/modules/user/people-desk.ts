import type { Kysely } from 'kysely';
import type { PersonFields } from '../../../sync/contract/person.ts';
import { versionNoteStore } from '../../db/version-note-store.ts';
import type { Database } from '../../db/schema.ts';
import { refuse, type Refusal, type Caller } from '../../http/handler.ts';
import { refuseStale } from '../../http/stale-version.ts';
import type { Logger, ServerChance, ServerClock } from '../../ports.ts';
import type { Uses } from '../../things/uses.ts';
import { classReads } from '../class/class-reads.ts';
import { profReads } from '../prof/prof-reads.ts';
import { rightsOf, type CallerRights } from './caller-rights.ts';
import { indexIdNumber, sealIdNumber, type PersonalKeys } from './id-number.ts';
import { peopleMessages as messages, personFieldNames } from './people-messages.ts';
import { peopleStore, type PersonColumns, type PersonRecord, type SealedId } from './people-store.ts';
import type { Taken } from './person-claims-store.ts';
import { personDetailOf, personRowOf } from './person-rows.ts';

export interface PeopleDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly chance: ServerChance;
  readonly logger: Logger;
  readonly keys: { readonly personal: PersonalKeys };
  readonly uses: Pick<Uses, 'person' | 'sitter'>;
}

/** Shares what all calls about people need: permission checks, the person in question, display rows, and refusals. */
export function peopleDesk(deps: PeopleDeps) {
  const people = peopleStore(deps.db);
  const classes = classReads(deps.db);

  const rights = async (caller: Caller): Promise<CallerRights> =>
    rightsOf(caller, caller.userType === 6 ? await classes.taughtBy(caller.userId) : new Set());

  const stale = async (before: PersonRecord, version: number): Promise<Refusal> =>
    refuseStale(messages.thing(), await versionNoteStore(deps.db).since('user', before.id, version), personFieldNames);

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
    ): Promise<PersonRecord | Refusal> {
      const mine = known ?? (await rights(caller));
      const before = await people.byId(target.id);
      if (!before || !mine.sees(before)) return refuse('notFound', messages.notFound());
      if (!may(mine, before)) return refuse('forbidden', messages.notYours());
      if (target.version !== undefined && before.version !== target.version) return stale(before, target.version);
      return before;
    },

    async rows(records: readonly PersonRecord[]) {
      const names = await namesFor(records);
      return records.map((record) => personRowOf(record, names));
    },
    async detail(record: PersonRecord) {
      const { name } = await profReads(deps.db).labelOf(record.prof_id);
      return personDetailOf(record, { ...(await namesFor([record])), profName: name }, deps.keys.personal);
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
    takenRefusal: (taken: readonly Taken[]): Refusal =>
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
