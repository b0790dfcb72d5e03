import { type Dialect, Kysely, type LogEvent } from 'kysely';
import type { Database } from './schema.ts';

/** What whoever opens a database may want to hear of. */
export interface Told {
  readonly began?: (migration: string) => void;
  /** Each statement when it is done, without its values. */
  readonly statement?: (sql: string, tookMs: number) => void;
}

export function kyselyOf(dialect: Dialect, { statement }: Told): Kysely<Database> {
  if (!statement) return new Kysely<Database>({ dialect });
  const log = ({ query, queryDurationMillis }: LogEvent) => statement(query.sql, queryDurationMillis);
  return new Kysely<Database>({ dialect, log });
}
