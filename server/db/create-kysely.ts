import { type Dialect, Kysely, type LogEvent } from 'kysely';
import type { Database } from './schema.ts';

/** Callbacks for the code that opens a database. */
export interface DatabaseCallbacks {
  readonly onMigration?: (migration: string) => void;
  /** Called after each statement with its SQL (without values) and its duration in milliseconds. */
  readonly statement?: (sql: string, tookMs: number) => void;
  /** Called with the error of each statement that failed. */
  readonly failed?: (error: unknown) => void;
}

/** Creates the query builder; each executed statement is reported to the callbacks `statement` and `failed`, if they are given. */
export function createKysely(dialect: Dialect, { statement, failed }: DatabaseCallbacks): Kysely<Database> {
  if (!statement && !failed) return new Kysely<Database>({ dialect });
  const log = (event: LogEvent): void => {
    statement?.(event.query.sql, event.queryDurationMillis);
    if (event.level === 'error') failed?.(event.error);
  };
  return new Kysely<Database>({ dialect, log });
}
