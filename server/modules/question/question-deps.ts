import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { ServerClock } from '../../ports.ts';

export interface QuestionDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
}
