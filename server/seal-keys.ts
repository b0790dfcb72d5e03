import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { parseStoredKeys, type StoredServerKeys } from './answer-log/log/server-keys.ts';

const cipherName = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const purpose = Buffer.from('wenkao server keys 1');

/** Encrypts the server's keys under the master key: nonce, ciphertext, tag. */
export function sealServerKeys(keys: StoredServerKeys, masterKey: KeyObject): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(cipherName, masterKey, nonce).setAAD(purpose);
  return Buffer.concat([nonce, cipher.update(JSON.stringify(keys)), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts the server's keys. Returns undefined if they were sealed under another master key. */
export function openSealedKeys(sealed: Buffer, masterKey: KeyObject): StoredServerKeys | undefined {
  const decipher = createDecipheriv(cipherName, masterKey, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(purpose)
    .setAuthTag(sealed.subarray(-tagBytes));
  const opened = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  return parseStoredKeys(opened.toString());
}
