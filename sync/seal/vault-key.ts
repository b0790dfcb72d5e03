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

export interface KeyringOutcome {
  readonly vaultKey: Bytes;
  /** Set when no record opened and a vault was made: store it beside the old ones, which another credential may still open. */
  readonly created: VaultRecord | null;
}

/**
 * Unlocks whichever of the owner's records this credential opens, else (with `create`) makes one. All records of an owner
 * share one salt, so that it costs one derivation however many there are. Undefined: none opens.
 */
export async function unlockKeyring(
  records: readonly VaultRecord[],
  credential: string,
  owner: string,
  create: boolean,
): Promise<KeyringOutcome | undefined> {
  const salt = records[0]?.salt ?? toBase64url(randomBytes(saltBytes));
  const rounds = records[0]?.rounds ?? pbkdf2Rounds;
  const key = await passwordKey(credential, fromBase64url(salt), rounds, ['encrypt', 'decrypt']);
  for (const record of records) {
    if (record.salt !== salt || record.rounds !== rounds) continue;
    const vaultKey = await gcmOpen(key, record.wrapped, vaultBinding(owner)).catch(() => undefined);
    if (vaultKey) return { vaultKey, created: null };
  }
  if (!create) return undefined;
  const vaultKey = randomBytes(vaultKeyBytes);
  return {
    vaultKey,
    created: { salt, rounds, wrapped: await gcmSeal(key, vaultKey, vaultBinding(owner)) },
  };
}
