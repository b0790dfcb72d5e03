/** A change of the schema after the baseline. A released migration never changes; add another one instead. */
export interface Migration {
  /** Number and subject, for example "0002-seat-notes". */
  readonly name: string;
  readonly sqlite: string;
  readonly postgres: string;
  /** True if the migration changes the form of users' search words. They are then rebuilt after its SQL. */
  readonly rebuildsPersonWords?: true;
  /**
   * True if programs without this migration run on its result (`server/db/README.md` lists the conditions). It may then be applied while servers of
   * an older version run. Before a migration without this mark, those servers must stop.
   */
  readonly runsWithOlder?: true;
}

/** Row of the table `migration`. A database from before 0028-migration-mark has no marks. PostgreSQL may return a number as text. */
export interface AppliedMigration {
  readonly name: string;
  readonly runs_with_older?: number | string;
}

/** Name of the entry in the table `migration` of a database that was created from the declared schema. */
export const baselineName = '0001-baseline';
/** The last migration from before the baseline. A database to which it was applied has the baseline schema. */
const lastOldMigration = '0246-room-setup';

/**
 * Tells how a database comes to the declared schema. `create`: from the declaration. `adopt`: migrations from before the baseline made it, so it has
 * the baseline schema. `update`: the missing migrations are applied. Throws an error with a message for the operator if the database is too old, or
 * if a newer program has changed it so that this one can't run on it.
 */
export function planMigration(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): { readonly start: 'create' | 'adopt' | 'update'; readonly missing: readonly Migration[] } {
  const names = new Set(applied.map(({ name }) => name));
  if (names.size === 0) return { start: 'create', missing: migrations };
  if (!names.has(baselineName)) {
    if (names.has(lastOldMigration)) return { start: 'adopt', missing: migrations };
    const last = [...names].toSorted().at(-1);
    throw new Error(`the database is too old (${last}): open it once with the version of 2026-11-27, which ends at ${lastOldMigration}`);
  }
  const knownNames = new Set([baselineName, ...migrations.map(({ name }) => name)]);
  const newer = applied.flatMap(({ name, runs_with_older }) => (knownNames.has(name) || Number(runs_with_older) === 1 ? [] : name));
  if (newer.length > 0) throw new Error(`the database was made by a newer version (${newer.join(', ')}): refusing to open it`);
  return { start: 'update', missing: migrations.filter(({ name }) => !names.has(name)) };
}

/** Returns the SQL that records a migration. Only migrations after 0028-migration-mark have a mark to record. */
export const buildRecordSql = ({ name, runsWithOlder }: Pick<Migration, 'name' | 'runsWithOlder'>, nowMs: number): string =>
  runsWithOlder
    ? `INSERT INTO migration (name, applied_ms, runs_with_older) VALUES ('${name}', ${nowMs}, 1)`
    : `INSERT INTO migration (name, applied_ms) VALUES ('${name}', ${nowMs})`;

/** Throws an error with a message for the operator unless an adopted database has the declared schema. */
export function requireSameSchema(actual: readonly string[], declared: readonly string[]): void {
  const [extra, lacking] = [actual.filter((line) => !declared.includes(line)), declared.filter((line) => !actual.includes(line))];
  if (extra.length + lacking.length > 0)
    throw new Error(
      `the schema of the database differs from the declared one: it has [${extra.join('; ')}] and lacks [${lacking.join('; ')}]`,
    );
}
