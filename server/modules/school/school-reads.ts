import type { Kysely } from 'kysely';
import { schoolStatus } from '../../../sync/contract/codes.ts';
import type { Database } from '../../db/schema.ts';

/** What other modules may ask of schools. */
export function schoolReads(db: Kysely<Database>) {
  return {
    /** May the people of this school sign in? */
    async isEnabled(schoolId: number): Promise<boolean> {
      const row = await db.selectFrom('school').select('status').where('id', '=', schoolId).executeTakeFirst();
      return row?.status === schoolStatus.enabled;
    },
    async exists(schoolId: number): Promise<boolean> {
      return (await db.selectFrom('school').select('id').where('id', '=', schoolId).executeTakeFirst()) !== undefined;
    },
  };
}
