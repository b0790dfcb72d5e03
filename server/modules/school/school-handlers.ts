import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { refuse, type Handlers } from '../../http/handler.ts';
import { schoolMessages } from './school-messages.ts';
import { schoolStore } from './school-store.ts';

export function schoolHandlers(deps: { db: Kysely<Database> }): Handlers<'school'> {
  const schools = schoolStore(deps.db);
  return {
    getByWebsite: async ({ website }) => (await schools.byWebsite(website)) ?? refuse('notFound', schoolMessages.unknownWebsite(website)),
  };
}
