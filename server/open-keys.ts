import type { Kysely } from 'kysely';
import type { Database } from './db/schema.ts';
import { createStartStore } from './db/start-store.ts';
import type { IngestDeps } from './answer-log/answer-log-ports.ts';
import { readLogKeyId, rememberLogKeyId, isLogEmpty } from './answer-log/log/log-database.ts';
import { importServerKeys, makeKeysFile, readKeysFile, type StoredServerKeys, type ServerKeys } from './answer-log/log/server-keys.ts';

/** A database whose content cannot be used without the keys it was created with. */
export interface KeyedDatabase {
  /** Name that the operator knows. */
  readonly name: string;
  /** Returns the id of the keys that the database was created with, or undefined if none was stored. */
  keyId(): Promise<string | undefined>;
  isEmpty(): Promise<boolean>;
  remember(keyId: string): Promise<void>;
}

/** Wraps the modules' database for the key check; `name` is used in error messages. */
export function createModulesKeyCheck(db: Kysely<Database>, name: string): KeyedDatabase {
  const store = createStartStore(db);
  return { name, keyId: store.keyId, isEmpty: store.isEmpty, remember: store.rememberKeyId };
}

/** Wraps `log.db` for the key check. */
export const createLogKeyCheck = (log: IngestDeps['log']): KeyedDatabase => ({
  name: 'log.db',
  keyId: () => Promise.resolve(readLogKeyId(log)),
  isEmpty: () => Promise.resolve(isLogEmpty(log)),
  remember: (keyId) => Promise.resolve(rememberLogKeyId(log, keyId)),
});

/**
 * Loads the keys from `path` and stores their id in each database. Creates keys only if no database has content or a key id. Throws an error with
 * a one-sentence message if the keys are missing or do not match a database.
 */
export async function openServerKeys(path: string, databases: readonly KeyedDatabase[]): Promise<ServerKeys> {
  const found = readKeysFile(path);
  for (const database of databases) await refuseOtherKeys(path, found, database);
  const keys = found ?? (await makeKeysFile(path));
  for (const database of databases) if ((await database.keyId()) === undefined) await database.remember(keys.keyId);
  return importServerKeys(keys);
}

/**
 * Throws an error with a one-sentence message if `database` was created with keys other than `keys`; undefined means that no file exists at
 * `path`.
 */
export async function refuseOtherKeys(
  path: string,
  keys: Pick<StoredServerKeys, 'keyId'> | undefined,
  database: KeyedDatabase,
): Promise<void> {
  const remembered = await database.keyId();
  if (keys === undefined && (remembered !== undefined || !(await database.isEmpty())))
    throw new Error(
      `${path} is missing and ${database.name} can't be used without it: put the keys.json of this database back from a backup of the data folder`,
    );
  if (keys !== undefined && remembered !== undefined && remembered !== keys.keyId)
    throw new Error(
      `${path} holds the keys ${keys.keyId} and ${database.name} was made with the keys ${remembered}: put the keys.json of this database back, or name the database of these keys`,
    );
}
