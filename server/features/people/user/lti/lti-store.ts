import type { Kysely } from 'kysely';
import { defaultLti, type LtiSettings } from '../../../../../sync/contract/people/lti.ts';
import { createChangeNoteStore } from '../../../../db/change-note-store.ts';
import type { Database } from '../../../../db/schema.ts';

/** Kind of learning platforms in the change history; the id of a history entry is the school's. */
export const ltiHistoryKind = 'lti';

/** The registered learning platform of a school. */
export interface StoredLti {
  readonly settings: LtiSettings;
  readonly version: number;
}

export function createLtiStore(db: Kysely<Database>) {
  return {
    async ofSchool(schoolId: number): Promise<StoredLti> {
      const row = await db.selectFrom('lti_platform').selectAll().where('school_id', '=', schoolId).executeTakeFirst();
      return row ? { settings: JSON.parse(row.settings) as LtiSettings, version: row.version } : { settings: defaultLti, version: 1 };
    },

    /**
     * Stores the next version of the settings of a school's learning platform. `fields`: names of the settings that changed. Call it in the
     * transaction that checked the version.
     */
    async write(
      schoolId: number,
      { settings, version }: StoredLti,
      by: { userId: number; nowMs: number; fields: readonly string[] },
    ): Promise<void> {
      const row = { settings: JSON.stringify(settings), version, updated_ms: by.nowMs };
      await db
        .insertInto('lti_platform')
        .values({ school_id: schoolId, ...row })
        .onConflict((on) => on.column('school_id').doUpdateSet(row))
        .execute();
      await createChangeNoteStore(db).write({ kind: ltiHistoryKind, id: schoolId, version }, by);
    },
  };
}
