import { type Dialect, Kysely, type LogEvent } from 'kysely';
import type { Database } from '../schema.ts';

/** Callbacks for the opener of a database. */
export interface DatabaseCallbacks {
  readonly began?: (migration: string) => void;
  /** Called after each statement with its SQL (without values) and its duration in milliseconds. */
  readonly statement?: (sql: string, tookMs: number) => void;
}

/** Creates the query builder; each executed statement is reported to the callback `statement`, if there is one. */
export function createKysely(dialect: Dialect, { statement }: DatabaseCallbacks): Kysely<Database> {
  if (!statement) return new Kysely<Database>({ dialect });
  const log = ({ query, queryDurationMillis }: LogEvent) => statement(query.sql, queryDurationMillis);
  return new Kysely<Database>({ dialect, log });
}
