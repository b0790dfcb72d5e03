import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';

export interface NewSchool {
  website: string;
  title: string;
  record: string;
  config: object;
}

export function schoolStore(db: Kysely<Database>) {
  return {
    byWebsite: (website: string) =>
      db.selectFrom('school').select(['id', 'title', 'logo', 'cover', 'website']).where('website', '=', website).executeTakeFirst(),

    async add(school: NewSchool, nowMs: number): Promise<number> {
      const row = await db
        .insertInto('school')
        .values({ ...school, config: JSON.stringify(school.config), created_ms: nowMs })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },
  };
}
