import Sqlite, { type Database as SqliteDatabase } from 'better-sqlite3';
import { buildSchemaSql, type Schema } from '../schema/schema-sql.ts';
import { rebuildAllWordsOnSqlite } from '../search/person-words-rebuild.ts';
import { describeSqliteSchema } from '../schema/sqlite-catalogue.ts';
import {
  type AppliedMigration,
  baselineName,
  buildRecordSql,
  type Migration,
  planMigration,
  requireSameSchema,
} from '../migration-plan.ts';

/** The declared schema, and the migrations that bring an older database to it. */
export interface SchemaHistory {
  readonly schema: Schema;
  readonly migrations: readonly Migration[];
}

/**
 * Brings a SQLite database to the declared schema. Each migration has its own transaction; a failed one leaves nothing behind. Calls
 * `reportMigration` before each migration of a database in use: an index of many questions takes minutes and blocks the server.
 */
export function migrateSqlite(
  raw: SqliteDatabase,
  { schema, migrations }: SchemaHistory,
  nowMs: number,
  reportMigration: (name: string) => void = () => undefined,
): void {
  const hasMigrations = raw.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migration'").get() !== undefined;
  const applied = hasMigrations ? raw.prepare<[], AppliedMigration>('SELECT * FROM migration').all() : [];
  const { start, missing } = planMigration(applied, migrations);
  const run = (migration: Pick<Migration, 'name' | 'runsWithOlder'>, sql: string): void => {
    raw.exec(sql);
    raw.exec(buildRecordSql(migration, nowMs));
  };
  const runMissing = (): void => {
    for (const migration of missing) {
      reportMigration(migration.name);
      raw
        .transaction(() => {
          run(migration, migration.sqlite);
          if (migration.rebuildsPersonWords === true) rebuildAllWordsOnSqlite(raw);
        })
        .immediate();
    }
  };
  if (start === 'update') return runMissing();
  raw
    .transaction(() => {
      if (start === 'create') {
        run({ name: baselineName }, buildSchemaSql(schema, 'sqlite'));
        for (const migration of missing) run(migration, '');
      } else {
        run({ name: baselineName }, 'DELETE FROM migration');
        runMissing();
        requireSameSchema(describeSqliteSchema(raw), describeDeclared(schema));
      }
    })
    .immediate();
}

function describeDeclared(schema: Schema): string[] {
  const empty = new Sqlite(':memory:');
  try {
    empty.exec(buildSchemaSql(schema, 'sqlite'));
    return describeSqliteSchema(empty);
  } finally {
    empty.close();
  }
}
