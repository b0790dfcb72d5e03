import type { PoolClient } from 'pg';

const oldest = 15;

/** Properties by which it is decided whether the PostgreSQL database can be used. */
export interface PostgresProperties {
  readonly number: number;
  readonly version: string;
  readonly encoding: string;
  /** 1 if the database compares texts byte by byte, not by the rules of a language. */
  readonly bytes: number;
  readonly database: string;
}

/** Returns the reason why the database cannot be used, or undefined. */
export function findUnfitReason({ number, version, encoding, bytes, database }: PostgresProperties): string | undefined {
  if (number < oldest * 10_000) return `PostgreSQL ${version} is too old: ${oldest} or newer is needed`;
  if (encoding === 'UTF8' && bytes === 1) return undefined;
  return `the database "${database}" sorts by a language or isn't UTF-8: create it with CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`;
}

/** Throws if the database lacks what the schema and our lists depend on. Runs before the first write. */
export async function requireFitServer(client: PoolClient): Promise<void> {
  const { rows } = await client.query<PostgresProperties>(`
    SELECT current_setting('server_version_num')::bigint AS number, current_setting('server_version') AS version,
      getdatabaseencoding() AS encoding, current_database() AS database,
      ('a' < 'B') = false AND ('甲' < '乙') = false AND lower('AÄ') = 'aÄ' AS bytes`);
  const [facts] = rows;
  if (!facts) throw new Error('PostgreSQL returned no settings');
  const fault = findUnfitReason(facts);
  if (fault !== undefined) throw new Error(fault);
}
