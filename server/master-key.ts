import { createSecretKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

interface MasterKeySettings {
  readonly WENKAO_MASTER_KEY?: string | undefined;
  readonly WENKAO_MASTER_KEY_FILE?: string | undefined;
}

/**
 * Reads the key under which the server's keys are encrypted in the database; null if none is set. Throws an error with a sentence for the operator,
 * without the key.
 */
export function readMasterKey({ WENKAO_MASTER_KEY: key, WENKAO_MASTER_KEY_FILE: file }: MasterKeySettings): KeyObject | null {
  if (key !== undefined && file !== undefined)
    throw new Error('WENKAO_MASTER_KEY and WENKAO_MASTER_KEY_FILE are both set: leave one of them out');
  if (key !== undefined) return parseMasterKey(key, 'WENKAO_MASTER_KEY');
  return file === undefined ? null : parseMasterKey(readKeyFile(file), `the file ${file} of WENKAO_MASTER_KEY_FILE`);
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`WENKAO_MASTER_KEY_FILE: ${path} can't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`, {
      cause: error,
    });
  }
}

function parseMasterKey(given: string, place: string): KeyObject {
  const text = given.trim();
  const isHex = /^[\da-f]{64}$/i.test(text);
  // 32 bytes are 43 letters of base64, with or without the padding.
  if (!isHex && !/^[\w+/-]{43}=?$/.test(text))
    throw new Error(`${place} must hold 32 random bytes as base64 or hex: make them with "openssl rand -base64 32"`);
  return createSecretKey(text, isHex ? 'hex' : 'base64');
}
