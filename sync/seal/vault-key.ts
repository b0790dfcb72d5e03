import { type Bytes, fromBase64url, randomBytes, toBase64url, utf8 } from './bytes.ts';
import { gcmOpen, gcmSeal } from './gcm.ts';

/** At least this many rounds of PBKDF2-SHA-256 (SY18, and the vault). */
export const pbkdf2Rounds = 600_000;
const saltBytes = 16;
const vaultKeyBytes = 32;

/** A vault key under a credential: what lies on the disk. One person may have several, one for each credential used here. */
export interface VaultRecord {
  readonly salt: string;
  readonly rounds: number;
  readonly wrapped: string;
}

/** A key from a secret that people type. `usages`: what the key may wrap. */
export async function passwordKey(secret: string, salt: Bytes, rounds: number, usages: readonly KeyUsage[]): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', utf8(secret.normalize('NFKC')), 'PBKDF2', false, ['deriveKey']);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds };
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, [...usages]);
}

const vaultBinding = (owner: string): string => `wenkao vault 1\n${owner}`;

export interface KeyringOutcome<R extends VaultRecord = VaultRecord> {
  readonly vaultKey: Bytes;
  /** The record that opened; undefined where none did. */
  readonly record: R | undefined;
  /** Set when no record opened and a vault was made: store it beside the old ones, which another credential may still open. */
  readonly created: VaultRecord | null;
}

/**
 * Unlocks whichever of the owner's records this credential opens, else (with `create`) makes one. A new record takes the salt
 * of the old, so that it costs one derivation however many there are (two tabs at once may have made two salts). Undefined:
 * none opens.
 */
export async function unlockKeyring<R extends VaultRecord>(
  records: readonly R[],
  credential: string,
  owner: string,
  create: boolean,
): Promise<KeyringOutcome<R> | undefined> {
  const fresh = { salt: toBase64url(randomBytes(saltBytes)), rounds: pbkdf2Rounds };
  const keys = new Map<string, Promise<CryptoKey>>();
  const keyFor = ({ salt, rounds }: { salt: string; rounds: number }): Promise<CryptoKey> => {
    const name = `${salt}/${rounds}`;
    const key = keys.get(name) ?? passwordKey(credential, fromBase64url(salt), rounds, ['encrypt', 'decrypt']);
    keys.set(name, key);
    return key;
  };
  for (const record of records) {
    const vaultKey = await gcmOpen(await keyFor(record), record.wrapped, vaultBinding(owner)).catch(() => undefined);
    if (vaultKey) return { vaultKey, record, created: null };
  }
  if (!create) return undefined;
  const { salt, rounds } = records[0] ?? fresh;
  const vaultKey = randomBytes(vaultKeyBytes);
  const wrapped = await gcmSeal(await keyFor({ salt, rounds }), vaultKey, vaultBinding(owner));
  return { vaultKey, record: undefined, created: { salt, rounds, wrapped } };
}
