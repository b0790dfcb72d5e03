import { type KeyObject, randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import type { AnswerLogDeps } from './answer-log/answer-log-ports.ts';
import { readLogKeyId, rememberLogKeyId, isLogEmpty } from './answer-log/log/log-database.ts';
import {
  generateServerKeys,
  importServerKeys,
  makeKeysFile,
  readKeysFile,
  type StoredServerKeys,
  type ServerKeys,
  parseStoredKeys,
} from './answer-log/log/server-keys.ts';
import type { ModulesDatabase } from './db/opening/open-modules.ts';
import { createStartStore } from './db/start-store.ts';
import type { Logger } from './ports.ts';
import { openSealedBytes, sealBytes } from './sealed-bytes.ts';

/** A database whose content cannot be used without the keys it was created with. */
export interface KeyedDatabase {
  /** Name of the database, for messages to the operator. */
  readonly name: string;
  /** Returns the id of the keys that the database was created with, or undefined if none was stored. */
  keyId(): Promise<string | undefined>;
  isEmpty(): Promise<boolean>;
  remember(keyId: string): Promise<void>;
}

/** Places where the keys of a server may be stored. */
export interface KeyPlaces {
  /** Path of `keys.json`. */
  readonly file: string;
  /** The server's main database (everything except the answer log). A PostgreSQL database (its `file` is null) may hold the keys. */
  readonly modules: Pick<ModulesDatabase, 'db' | 'name' | 'file'>;
  readonly masterKey: KeyObject | null;
}

interface FoundKeys {
  readonly keys: StoredServerKeys;
  /** Place where the keys were found, as a name for the operator: the path of `keys.json` or the name of a database. */
  readonly place: string;
}

function createModulesKeyCheck({ db, name }: KeyPlaces['modules']): KeyedDatabase {
  const store = createStartStore(db);
  return { name, keyId: store.keyId, isEmpty: store.isEmpty, remember: store.rememberKeyId };
}

const createLogKeyCheck = (log: AnswerLogDeps['log']): KeyedDatabase => ({
  name: 'log.db',
  keyId: () => Promise.resolve(readLogKeyId(log)),
  isEmpty: () => Promise.resolve(isLogEmpty(log)),
  remember: (keyId) => Promise.resolve(rememberLogKeyId(log, keyId)),
});

/**
 * Loads the server's keys and stores their id in each database. Creates keys only if no database has content or a key id. The keys come from
 * `keys.json` or, if there is a master key, from the main database, into which those of `keys.json` are moved. Throws an error with a one-sentence
 * message if the keys are missing, can't be decrypted or do not match a database.
 */
export async function openServerKeys(places: KeyPlaces, log: AnswerLogDeps['log'], logger: Pick<Logger, 'warn'>): Promise<ServerKeys> {
  const { file, modules, masterKey } = places;
  const databases = [createModulesKeyCheck(modules), createLogKeyCheck(log)];
  const sealed = await findSealedKeys(places);
  const inFile = readKeysFile(file);
  for (const database of databases) await refuseOtherKeys(places, sealed ?? toFoundKeys(inFile, file), database);
  // If the main database holds the keys, a `keys.json` in the data folder must hold the same ones.
  if (sealed && inFile) await refuseOtherKeys(places, toFoundKeys(inFile, file), createModulesKeyCheck(modules));
  const keys = sealed?.keys ?? inFile ?? (masterKey ? await generateServerKeys() : await makeKeysFile(file));
  if (masterKey && !sealed) await storeKeys(places, masterKey, keys);
  for (const database of databases) if ((await database.keyId()) === undefined) await database.remember(keys.keyId);
  if (masterKey && inFile) {
    renameSync(file, `${file}.moved`);
    logger.warn(
      { file: `${file}.moved` },
      'the keys are now in the database, encrypted with the master key; no server reads this file any more, so store it safely',
    );
  }
  return importServerKeys(keys);
}

/** Reads the keys of an existing server for a command. Throws an error with a one-sentence message if they are missing or do not match. */
export async function requireServerKeys(places: KeyPlaces): Promise<ServerKeys> {
  const keys = (await findSealedKeys(places)) ?? toFoundKeys(readKeysFile(places.file), places.file);
  await refuseOtherKeys(places, keys, createModulesKeyCheck(places.modules));
  if (!keys) throw new Error(`there is no ${places.file}: is this a data folder?`);
  return importServerKeys(keys.keys);
}

const toFoundKeys = (keys: StoredServerKeys | undefined, place: string): FoundKeys | undefined => keys && { keys, place };

const purpose = 'wenkao server keys 1';

/** Encrypts the server's keys under the master key. */
const sealServerKeys = (keys: StoredServerKeys, masterKey: KeyObject): Buffer =>
  sealBytes(masterKey, purpose, Buffer.from(JSON.stringify(keys)), randomBytes(12));

/** Decrypts the server's keys. Returns undefined if they were sealed under another master key. */
function openSealedKeys(sealed: Buffer, masterKey: KeyObject): StoredServerKeys | undefined {
  let openedBytes: Buffer;
  try {
    openedBytes = openSealedBytes(masterKey, purpose, sealed);
  } catch {
    return undefined;
  }
  return parseStoredKeys(openedBytes.toString());
}

async function findSealedKeys({ modules: { db, name, file }, masterKey }: KeyPlaces): Promise<FoundKeys | undefined> {
  const sealed = file === null ? await createStartStore(db).sealedKeys() : undefined;
  if (!sealed) return undefined;
  if (!masterKey)
    throw new Error(`${name} holds keys encrypted with a master key: set WENKAO_MASTER_KEY or WENKAO_MASTER_KEY_FILE to that master key`);
  const keys = openSealedKeys(sealed, masterKey);
  if (!keys) throw new Error(`WENKAO_MASTER_KEY is not the master key of ${name}: set the one that its first server used`);
  return { keys, place: name };
}

/** Stores the server's keys in the main database, and reads them again before any data is encrypted with them. */
async function storeKeys(places: KeyPlaces, masterKey: KeyObject, keys: StoredServerKeys): Promise<void> {
  await createStartStore(places.modules.db).storeSealedKeys(keys.keyId, sealServerKeys(keys, masterKey));
  const storedKeys = await findSealedKeys(places);
  if (JSON.stringify(storedKeys?.keys) !== JSON.stringify(keys)) throw new Error(`${places.modules.name} did not store the keys`);
}

/**
 * Throws an error with a one-sentence message if `database` was created with other keys than `keys`. If `keys` is undefined (none found), throws
 * unless the database is new.
 */
async function refuseOtherKeys({ file }: KeyPlaces, keys: FoundKeys | undefined, database: KeyedDatabase): Promise<void> {
  const remembered = await database.keyId();
  if (keys === undefined && (remembered !== undefined || !(await database.isEmpty())))
    throw new Error(
      `${file} is missing and ${database.name} can't be used without it: restore the keys.json of this database from a backup of the data folder`,
    );
  if (keys !== undefined && remembered !== undefined && remembered !== keys.keys.keyId)
    throw new Error(
      `${keys.place} holds the keys ${keys.keys.keyId} and ${database.name} was made with the keys ${remembered}: restore the keys.json of this database, or use the database of these keys`,
    );
}
