import { type KeyObject, randomBytes } from 'node:crypto';
import { parseStoredKeys, type StoredServerKeys } from './answer-log/log/server-keys.ts';
import { openSealedBytes, sealBytes } from './sealed-bytes.ts';

const purpose = 'wenkao server keys 1';

/** Encrypts the server's keys under the master key. */
export const sealServerKeys = (keys: StoredServerKeys, masterKey: KeyObject): Buffer =>
  sealBytes(masterKey, purpose, Buffer.from(JSON.stringify(keys)), randomBytes(12));

/** Decrypts the server's keys. Returns undefined if they were sealed under another master key. */
export function openSealedKeys(sealed: Buffer, masterKey: KeyObject): StoredServerKeys | undefined {
  let opened: Buffer;
  try {
    opened = openSealedBytes(masterKey, purpose, sealed);
  } catch {
    return undefined;
  }
  return parseStoredKeys(opened.toString());
}
