import type { Kysely } from 'kysely';
import { userStatus } from '../../../../../sync/contract/codes.ts';
import type { UserType } from '../../../../../sync/contract/roles.ts';
import { rebuildPersonWords } from '../../../../db/search/person-text-store.ts';
import type { Database } from '../../../../db/schema.ts';
import { createApiTokenStore } from '../sign-in/api-token-store.ts';
import { createSecondFactorStore } from '../sign-in/second-factor-store.ts';
import { createUserStore } from './user-store.ts';

/** Reads and writes accounts for the console. */
export function createAdminStore(db: Kysely<Database>) {
  return {
    /** Finds schools by website code, or all schools. */
    schools(website: string | undefined): Promise<{ id: number; website: string }[]> {
      const all = db.selectFrom('school').select(['id', 'website']).orderBy('id');
      return (website === undefined ? all : all.where('website', '=', website)).execute();
    },

    byLoginName: (schoolId: number, loginName: string) => createUserStore(db).byLoginName(schoolId, loginName),

    add: (user: { schoolId: number; loginName: string; name: string; userType: UserType; pwdHash: string }, nowMs: number) =>
      createUserStore(db).add({ ...user, mustChange: true }, nowMs),

    async reset(userId: number, pwdHash: string, nowMs: number): Promise<void> {
      await db
        .updateTable('user')
        .set((eb) => ({
          pwd_hash: pwdHash,
          must_change: 1 as const,
          status: userStatus.enabled,
          version: eb('version', '+', 1),
          updated_ms: nowMs,
        }))
        .where('id', '=', userId)
        .execute();
      await rebuildPersonWords(db, [userId]);
      await db.deleteFrom('session').where('user_id', '=', userId).execute();
      await createApiTokenStore(db).removeOf(userId);
      await createSecondFactorStore(db).remove(userId);
    },
  };
}
