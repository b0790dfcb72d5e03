import { type Bytes, fromBase64url, randomBytes, toBase64url, encodeUtf8 } from './bytes.ts';
import { openWithGcm, sealWithGcm } from './gcm.ts';

/** Lowest number of PBKDF2-SHA-256 rounds, for release codes (SY18) and vaults (a user's encrypted store on this PC). */
export const pbkdf2Rounds = 600_000;
const saltBytes = 16;
const vaultKeyBytes = 32;

/** A vault key wrapped under a credential, as stored on disk. A person may have several, one for each credential used on this PC. */
export interface VaultRecord {
  readonly salt: string;
  readonly rounds: number;
  readonly wrapped: string;
}

/** Derives a key from a secret that a person types. `usages`: allowed uses of the key. */
export async function derivePasswordKey(secret: string, salt: Bytes, rounds: number, usages: readonly KeyUsage[]): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', encodeUtf8(secret.normalize('NFKC')), 'PBKDF2', false, ['deriveKey']);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds };
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, [...usages]);
}

const formatVaultBinding = (owner: string): string => `wenkao vault 1\n${owner}`;

export interface UnlockedKeyring<R extends VaultRecord = VaultRecord> {
  readonly vaultKey: Bytes;
  /** The vault record that the credential opened; undefined if it opened none. */
  readonly record: R | undefined;
  /** The record of a new vault, if the credential opened none. The caller stores it in addition to the others, which other credentials may open. */
  readonly created: VaultRecord | null;
}

/**
 * Unlocks the first of the owner's records that this credential opens. If none opens, makes a new one (with `create`) or returns
 * undefined. A new record reuses the salt of the first one, so that all records together cost one key derivation. More than one salt
 * exists only if two tabs made the first record at the same time.
 */
export async function unlockKeyring<R extends VaultRecord>(
  records: readonly R[],
  credential: string,
  owner: string,
  create: boolean,
): Promise<UnlockedKeyring<R> | undefined> {
  const fresh = { salt: toBase64url(randomBytes(saltBytes)), rounds: pbkdf2Rounds };
  const keys = new Map<string, Promise<CryptoKey>>();
  const deriveCachedKey = ({ salt, rounds }: { salt: string; rounds: number }): Promise<CryptoKey> => {
    const name = `${salt}/${rounds}`;
    const key = keys.get(name) ?? derivePasswordKey(credential, fromBase64url(salt), rounds, ['encrypt', 'decrypt']);
    keys.set(name, key);
    return key;
  };
  for (const record of records) {
    const vaultKey = await openWithGcm(await deriveCachedKey(record), record.wrapped, formatVaultBinding(owner)).catch(() => undefined);
    if (vaultKey) return { vaultKey, record, created: null };
  }
  if (!create) return undefined;
  const { salt, rounds } = records[0] ?? fresh;
  const vaultKey = randomBytes(vaultKeyBytes);
  const wrapped = await sealWithGcm(await deriveCachedKey({ salt, rounds }), vaultKey, formatVaultBinding(owner));
  return { vaultKey, record: undefined, created: { salt, rounds, wrapped } };
}
