import type { Kysely } from 'kysely';
import type { Database } from './db/schema.ts';
import { startStore } from './db/start-store.ts';
import type { IngestDeps } from './ingest/ingest-ports.ts';
import { logKeyId, rememberLogKeyId, isLogEmpty } from './ingest/log-database.ts';
import { importServerKeys, makeKeysFile, readKeysFile, type KeptKeys, type ServerKeys } from './ingest/server-keys.ts';

/** A database whose content means nothing without the keys it was made with. */
export interface KeyedDatabase {
  /** The name that the person who starts the server knows. */
  readonly name: string;
  /** The id of the keys it was made with; undefined when it was never told. */
  keyId(): Promise<string | undefined>;
  isEmpty(): Promise<boolean>;
  remember(keyId: string): Promise<void>;
}

export function keyedModules(db: Kysely<Database>, name: string): KeyedDatabase {
  const store = startStore(db);
  return { name, keyId: store.keyId, isEmpty: store.isEmpty, remember: store.rememberKeyId };
}

export const keyedLog = (log: IngestDeps['log']): KeyedDatabase => ({
  name: 'log.db',
  keyId: () => Promise.resolve(logKeyId(log)),
  isEmpty: () => Promise.resolve(isLogEmpty(log)),
  remember: (keyId) => Promise.resolve(rememberLogKeyId(log, keyId)),
});

/**
 * Gives the keys in the file at `path` and has each database remember their id. Makes keys only where no database has content
 * or remembers any. Throws one sentence when the keys are missing or are not those that a database was made with.
 */
export async function openServerKeys(path: string, databases: readonly KeyedDatabase[]): Promise<ServerKeys> {
  const found = readKeysFile(path);
  for (const database of databases) await refuseOtherKeys(path, found, database);
  const keys = found ?? (await makeKeysFile(path));
  for (const database of databases) if ((await database.keyId()) === undefined) await database.remember(keys.keyId);
  return importServerKeys(keys);
}

/** Throws one sentence when `database` was made with keys other than `keys`; undefined means that there are none at `path`. */
export async function refuseOtherKeys(path: string, keys: Pick<KeptKeys, 'keyId'> | undefined, database: KeyedDatabase): Promise<void> {
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
