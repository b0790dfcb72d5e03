import type { Kysely, Selectable, Transaction, Updateable } from 'kysely';
import { userStatus, type UserStatusCode } from '../../../../../sync/contract/codes.ts';
import type { PersonFields } from '../../../../../sync/contract/people/person.ts';
import { extraRolesByType } from '../../../../../sync/contract/people/user-rights.ts';
import type { UserType } from '../../../../../sync/contract/roles.ts';
import { getNextUserStatus, type UserEvent } from '../../../../../sync/domain/user-machine.ts';
import { createChangeNoteStore, type Editor } from '../../../../db/change-note-store.ts';
import type { Database } from '../../../../db/schema.ts';
import { rebuildPersonWords } from '../../../../db/search/person-text-store.ts';
import { sliceValues } from '../../../../db/slice-values.ts';
import { ensureClasses } from '../../class/class-writes.ts';
import { createApiTokenStore } from '../sign-in/api-token-store.ts';
import { createSecondFactorStore } from '../sign-in/second-factor-store.ts';
import { isLastSystemUser, findTakenFields, type TakenField } from '../person-claims-store.ts';

/**
 * Writes the next version of a person: the row, its search words and an entry of the change history. `fields`: names of the changed fields.
 * The caller has checked the version of `before`.
 */
export async function writePersonVersion(
  tx: Kysely<Database>,
  before: { readonly id: number; readonly version: number },
  columns: Updateable<Database['user']>,
  fields: readonly string[],
  actor: { readonly userId: number; readonly nowMs: number },
): Promise<{ version: number }> {
  const version = before.version + 1;
  await tx
    .updateTable('user')
    .set({ ...columns, version, updated_ms: actor.nowMs })
    .where('id', '=', before.id)
    .execute();
  await rebuildPersonWords(tx, [before.id]);
  await createChangeNoteStore(tx).write({ kind: 'user', id: before.id, version }, { ...actor, fields });
  return { version };
}

export type PersonRecord = Selectable<Database['user']>;

/** Columns that staff edit, without the sealed ID number. */
export type PersonColumns = Omit<PersonFields, 'id_number' | 'prof_id' | 'extra_roles' | 'ticket_no'> & {
  /** Id of the person's profession. Absent means unchanged. */
  readonly prof_id?: number | null;
  readonly extra_roles: string;
  readonly ticket_no: string | null;
};
export interface SealedId {
  readonly id_number_sealed: Buffer | null;
  readonly id_number_index: Buffer | null;
}
export interface NewPerson extends PersonColumns, SealedId {
  readonly school_id: number;
  readonly user_type: number;
  readonly status: UserStatusCode;
  readonly pwd_hash: string;
  readonly must_change: 0 | 1;
}

/** Rows per insert. Other requests are served between two inserts; one insert takes a few dozen milliseconds at most. */
const rowsPerInsert = 50;

/** Stores accounts as staff manage them. Writes take the caller's transaction. */
export function createPeopleStore(db: Kysely<Database>) {
  return {
    byId: (id: number): Promise<PersonRecord | undefined> => db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst(),

    async byIds(ids: readonly number[]): Promise<PersonRecord[]> {
      if (ids.length === 0) return [];
      const rows = await db.selectFrom('user').selectAll().where('id', 'in', ids).execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    async add(
      tx: Transaction<Database>,
      person: NewPerson,
      actor: { nowMs: number },
    ): Promise<{ id: number; version: number } | readonly TakenField[]> {
      const takenFields = await findTakenFields(tx, person, null);
      if (takenFields.length > 0) return takenFields;
      const addedRow = await tx
        .insertInto('user')
        .values({ prof_id: null, ...person, created_ms: actor.nowMs, updated_ms: actor.nowMs })
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow();
      await rebuildPersonWords(tx, [addedRow.id]);
      return addedRow;
    },

    /**
     * Adds people and new classes, and returns the ids of the people. After each chunk of rows, it awaits `onProgress`, which gets the number of
     * added people; other work of the server runs in between. Violates a unique index if the school already has one of the people.
     */
    async addAll(
      tx: Transaction<Database>,
      into: { readonly schoolId: number; readonly classIds: ReadonlyMap<string, number>; readonly newClasses: readonly string[] },
      people: readonly { readonly person: NewPerson; readonly className: string }[],
      actor: { nowMs: number },
      onProgress: (count: number) => Promise<void>,
    ): Promise<number[]> {
      const newClassIds = await ensureClasses(tx, into.schoolId, into.newClasses, actor.nowMs);
      const classOf = (name: string) =>
        name === '' ? null : (into.classIds.get(name.toLowerCase()) ?? newClassIds.get(name.toLowerCase()) ?? null);
      const ids: number[] = [];
      for (const slice of sliceValues(people, rowsPerInsert)) {
        const rows = slice.map(({ person, className }) => ({
          prof_id: null,
          ...person,
          class_id: classOf(className),
          created_ms: actor.nowMs,
          updated_ms: actor.nowMs,
        }));
        const chunk = (await tx.insertInto('user').values(rows).returning('id').execute()).map((row) => row.id);
        await rebuildPersonWords(tx, chunk);
        ids.push(...chunk);
        await onProgress(ids.length);
      }
      return ids;
    },

    /** Changes a person, or returns the fields that other people already use. The caller has checked the version of `before`. */
    async modify(
      tx: Transaction<Database>,
      before: PersonRecord,
      columns: PersonColumns,
      sealed: SealedId | null,
      actor: Editor,
    ): Promise<{ version: number } | readonly TakenField[]> {
      const next = { ...columns, ...sealed };
      const takenFields = await findTakenFields(
        tx,
        {
          ...columns,
          id_number_index: sealed === null ? null : sealed.id_number_index,
          school_id: before.school_id,
          user_type: before.user_type,
          status: before.status,
        },
        before.id,
      );
      if (takenFields.length > 0) return takenFields;
      const fields = (Object.keys(columns) as (keyof PersonColumns)[]).filter((field) => columns[field] !== before[field]) as string[];
      if (sealed !== null) fields.push('id_number');
      return writePersonVersion(tx, before, next, fields, actor);
    },

    /**
     * Changes a person's status within the caller's transaction; a refusal has written nothing.
     * Returns undefined if the person was changed in the meantime, `last` if no other enabled system user is left, or the fields that keep the person
     * from being enabled.
     */
    async setStatus(
      before: PersonRecord,
      event: UserEvent,
      reason: string,
      actor: Editor,
    ): Promise<{ version: number } | readonly TakenField[] | 'last' | undefined> {
      const status = getNextUserStatus(before.status as UserStatusCode, event);
      if (status === undefined) return undefined;
      if (event === 'disable' && (await isLastSystemUser(db, before))) return 'last';
      if (event === 'approve' || event === 'enable') {
        const taken = await findTakenFields(db, { ...before, status }, before.id);
        if (taken.length > 0) return taken;
      }
      const version = before.version + 1;
      const { numUpdatedRows } = await db
        .updateTable('user')
        .set({ rejected_reason: reason, status, version, updated_ms: actor.nowMs })
        .where('id', '=', before.id)
        .where('version', '=', before.version)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) return undefined;
      await rebuildPersonWords(db, [before.id]);
      await createChangeNoteStore(db).write({ kind: 'user', id: before.id, version }, { ...actor, fields: ['status'] });
      if (event === 'disable') await createApiTokenStore(db).removeOf(before.id);
      // The sessions stay until they expire, so that the next call answers 4000 (disabled) instead of "not signed in".
      return { version };
    },

    /** Sets a new password within the caller's transaction and ends all sessions of the person. */
    async resetPassword(before: PersonRecord, pwdHash: string, actor: Editor): Promise<void> {
      const { version } = await db
        .updateTable('user')
        .set((eb) => ({ pwd_hash: pwdHash, must_change: 1, version: eb('version', '+', 1), updated_ms: actor.nowMs }))
        .where('id', '=', before.id)
        .returning('version')
        .executeTakeFirstOrThrow();
      await createChangeNoteStore(db).write({ kind: 'user', id: before.id, version }, { ...actor, fields: ['password'] });
      await db.deleteFrom('session').where('user_id', '=', before.id).execute();
      await createApiTokenStore(db).removeOf(before.id);
      // Remove the second factor, too: a person who lost their phone asks for a new password.
      await createSecondFactorStore(db).remove(before.id);
    },

    /** Removes a person. Violates a foreign key if a table still refers to them. */
    async remove(tx: Transaction<Database>, id: number): Promise<void> {
      await tx.deleteFrom('user').where('id', '=', id).execute();
      await rebuildPersonWords(tx, [id]);
      await createChangeNoteStore(tx).forget('user', id);
    },

    /** Finds login names, admission ticket numbers, and student numbers of enabled accounts, of an import that the school already has. */
    async known(schoolId: number, valuesByField: Readonly<Record<'login_name' | 'student_no' | 'ticket_no', readonly string[]>>) {
      const knownValues = { login_name: new Set<string>(), student_no: new Set<string>(), ticket_no: new Set<string>() };
      for (const field of ['login_name', 'student_no', 'ticket_no'] as const)
        for (let at = 0; at < valuesByField[field].length; at += 1000) {
          let rows = db
            .selectFrom('user')
            .select(field)
            .where('school_id', '=', schoolId)
            .where(field, 'in', valuesByField[field].slice(at, at + 1000));
          if (field === 'student_no') rows = rows.where('status', '=', userStatus.enabled);
          for (const row of await rows.execute()) knownValues[field].add(String(row[field]).toLowerCase());
        }
      return knownValues;
    },

    /** Maps the hex of each blind index that an enabled student or examinee of the school already has to their name. */
    async knownIdNumbers(schoolId: number, indexes: readonly Buffer[]): Promise<Map<string, string>> {
      const nameByIndex = new Map<string, string>();
      for (const slice of sliceValues(indexes, 500)) {
        const rows = await db
          .selectFrom('user')
          .select(['id_number_index', 'name'])
          .where('school_id', '=', schoolId)
          .where('id_number_index', 'in', slice)
          .where('user_type', 'in', [7, 8])
          .where('status', '=', userStatus.enabled)
          .execute();
        for (const row of rows) if (row.id_number_index) nameByIndex.set(row.id_number_index.toString('hex'), row.name);
      }
      return nameByIndex;
    },

    schoolTitles: async (ids: readonly number[]): Promise<Map<number, string>> => {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('school')
        .select(['id', 'title'])
        .where('id', 'in', [...new Set(ids)])
        .execute();
      return new Map(rows.map((row) => [row.id, row.title]));
    },
  };
}

/**
 * Returns the columns that change when a person gets another type: only students and examinees keep their class, and extra roles stay only if the new
 * type may have them.
 */
export function adaptToUserType(person: PersonRecord, type: UserType) {
  const carried = extraRolesByType[type] ?? [];
  const extra = (JSON.parse(person.extra_roles) as typeof carried).filter((role) => carried.includes(role));
  return { user_type: type, class_id: type === 7 || type === 8 ? person.class_id : null, extra_roles: JSON.stringify(extra) };
}

/**
 * Changes a person's type and ends all sessions and API tokens, whose permissions came from the old type. Returns the fields that other people
 * already use, if any. The caller has checked the version of `before`.
 */
export async function setPersonType(
  tx: Transaction<Database>,
  before: PersonRecord,
  type: UserType,
  actor: Editor,
): Promise<{ version: number } | readonly TakenField[]> {
  const next = adaptToUserType(before, type);
  const takenFields = await findTakenFields(tx, { ...before, ...next }, before.id);
  if (takenFields.length > 0) return takenFields;
  const fields = (Object.keys(next) as (keyof typeof next)[]).filter((field) => next[field] !== before[field]);
  const result = await writePersonVersion(tx, before, next, fields, actor);
  await tx.deleteFrom('session').where('user_id', '=', before.id).execute();
  await createApiTokenStore(tx).removeOf(before.id);
  return result;
}
