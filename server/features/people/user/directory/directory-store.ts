import type { Kysely } from 'kysely';
import { userStatus } from '../../../../../sync/contract/codes.ts';
import { defaultDirectory, directoryUserTypes, type DirectorySettings } from '../../../../../sync/contract/people/directory.ts';
import type { Database } from '../../../../db/schema.ts';
import { createChangeNoteStore } from '../../../../db/change-note-store.ts';
import type { UserRow } from '../user-store.ts';

/** Kind of a school's directory settings in the change history; the id of an entry is the school's id. */
export const directoryHistoryKind = 'directory';

/** Stored settings of a school's directory, with which its people sign in: LDAP, OpenID Connect, CAS, WeCom or DingTalk. */
export interface StoredDirectory {
  readonly settings: DirectorySettings;
  readonly secretSealed: Buffer | null;
  readonly version: number;
}

export function createDirectoryStore(db: Kysely<Database>) {
  return {
    async ofSchool(schoolId: number): Promise<StoredDirectory> {
      const row = await db.selectFrom('directory').selectAll().where('school_id', '=', schoolId).executeTakeFirst();
      if (!row) return { settings: defaultDirectory, secretSealed: null, version: 1 };
      const settings = { ...defaultDirectory, ...(JSON.parse(row.settings) as DirectorySettings) };
      return { settings, secretSealed: row.secret_sealed, version: row.version };
    },

    /**
     * Stores the next version of a school's directory settings. `fields`: names of the settings that changed. Call it in the transaction that checked
     * the version.
     */
    async write(
      schoolId: number,
      { settings, secretSealed, version }: StoredDirectory,
      by: { userId: number; nowMs: number; fields: readonly string[] },
    ): Promise<void> {
      const row = {
        enabled: settings.enabled ? (1 as const) : (0 as const),
        settings: JSON.stringify(settings),
        secret_sealed: secretSealed,
        version,
        updated_ms: by.nowMs,
      };
      await db
        .insertInto('directory')
        .values({ school_id: schoolId, ...row })
        .onConflict((on) => on.column('school_id').doUpdateSet(row))
        .execute();
      await createChangeNoteStore(db).write({ kind: directoryHistoryKind, id: schoolId, version }, by);
    },

    /**
     * Finds the accounts with a number in one school: students by student number, staff by login name. If an enabled account has the number, disabled
     * ones that had it before are left out.
     */
    async accountsOf(schoolId: number, number: string): Promise<UserRow[]> {
      const rows = await db
        .selectFrom('user')
        .selectAll()
        .where('school_id', '=', schoolId)
        .where('user_type', 'in', directoryUserTypes)
        .where((eb) =>
          eb.or([
            eb.and([eb('user_type', '=', 7), eb('student_no', '=', number)]),
            eb.and([eb('user_type', '<>', 7), eb('login_name', '=', number)]),
          ]),
        )
        .orderBy('id')
        .execute();
      const enabled = rows.filter((row) => row.status === userStatus.enabled);
      return enabled.length > 0 ? enabled : rows.slice(0, 1);
    },
  };
}
