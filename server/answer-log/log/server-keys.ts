import { createHmac, createPrivateKey, createSecretKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { base64url } from '../../../sync/contract/scalars.ts';
import { generateServerHpkeKeys, importServerHpkeKeys } from '../../../sync/crypto/server-hpke.ts';

/**
 * Keys as they are stored, in `keys.json` or in the database. They belong to every backup: without them no stored op can be read and no issued upload
 * token works.
 */
const keptKeys = z.object({
  version: z.literal(1),
  keyId: z.string().min(1).max(40),
  ticketSecret: base64url,
  sittingSecret: base64url,
  hpke: z.object({ privatePkcs8: base64url, publicRaw: base64url }),
  receipt: z.object({ privatePkcs8: base64url, publicRaw: base64url }),
  personal: z.object({ seal: base64url, index: base64url }),
});
export type StoredServerKeys = z.output<typeof keptKeys>;

/** Secret keys of a server, imported for use with node:crypto and WebCrypto. */
export interface ServerKeys {
  readonly keyId: string;
  /** Secret of the MACs by which this server recognises its own upload tokens. */
  readonly ticketSecret: KeyObject;
  /** Signs upload tokens for relays, which hold the public key. It is derived from `ticketSecret`, so that it exists for older key files too. */
  readonly ticketSigning: KeyObject;
  /** Secret from which the pre-shared keys of sittings are derived (`deriveSittingKey`), so that they need no database row. */
  readonly sittingSecret: KeyObject;
  /** Decrypts the secrets of streams, which devices encrypt with the public key of this pair. */
  readonly hpke: CryptoKeyPair;
  /** Private key that signs the receipts which examinees get for their hand-ins. */
  readonly receiptPrivate: KeyObject;
  /** Public keys that devices get from the server: raw P-256 points, base64url. */
  readonly publicKeys: { readonly keyId: string; readonly hpkePublic: string; readonly receiptPublic: string; readonly relay?: string };
  /** Keys that encrypt people's ID numbers in the server's main database (`seal`), and hash them so that they can be searched (`index`). */
  readonly personal: { readonly seal: Buffer; readonly index: Buffer };
}

/** Generates the keys of a new server. */
export async function generateServerKeys(): Promise<StoredServerKeys> {
  const generateSecret = (): string => randomBytes(32).toString('base64url');
  const receipt = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = receipt.publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(jwk.x ?? '', 'base64url'), Buffer.from(jwk.y ?? '', 'base64url')]);
  return {
    version: 1,
    keyId: randomBytes(6).toString('base64url'),
    ticketSecret: generateSecret(),
    sittingSecret: generateSecret(),
    hpke: await generateServerHpkeKeys(),
    receipt: {
      privatePkcs8: receipt.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'),
      publicRaw: point.toString('base64url'),
    },
    personal: { seal: generateSecret(), index: generateSecret() },
  };
}

/** Imports the stored keys for use with node:crypto and WebCrypto. */
export async function importServerKeys(storedKeys: StoredServerKeys): Promise<ServerKeys> {
  const importSecret = (text: string): KeyObject => createSecretKey(Buffer.from(text, 'base64url'));
  return {
    keyId: storedKeys.keyId,
    ticketSecret: importSecret(storedKeys.ticketSecret),
    ticketSigning: deriveSigningKey(importSecret(storedKeys.ticketSecret)),
    sittingSecret: importSecret(storedKeys.sittingSecret),
    hpke: await importServerHpkeKeys(storedKeys.hpke),
    receiptPrivate: createPrivateKey({ key: Buffer.from(storedKeys.receipt.privatePkcs8, 'base64url'), format: 'der', type: 'pkcs8' }),
    publicKeys: { keyId: storedKeys.keyId, hpkePublic: storedKeys.hpke.publicRaw, receiptPublic: storedKeys.receipt.publicRaw },
    personal: { seal: Buffer.from(storedKeys.personal.seal, 'base64url'), index: Buffer.from(storedKeys.personal.index, 'base64url') },
  };
}

/** PKCS #8 header of an Ed25519 key; its 32 bytes follow (RFC 8410). */
const ed25519Pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function deriveSigningKey(ticketSecret: KeyObject): KeyObject {
  const seed = createHmac('sha256', ticketSecret).update('wenkao ticket signing 1').digest();
  return createPrivateKey({ key: Buffer.concat([ed25519Pkcs8, seed]), format: 'der', type: 'pkcs8' });
}

/**
 * Reads the key file, or returns undefined if it does not exist. Throws if it is damaged: an operator must repair it, and no new keys may be
 * made.
 */
export function readKeysFile(path: string): StoredServerKeys | undefined {
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  // A file copied back from a backup may have lost its mode.
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  return parseStoredKeys(text);
}

/** Parses server keys as they are stored. Throws if they are damaged. */
export const parseStoredKeys = (text: string): StoredServerKeys => keptKeys.parse(JSON.parse(text));

/** Generates keys and writes them to `path`. Throws if the file exists. */
export async function makeKeysFile(path: string): Promise<StoredServerKeys> {
  const keys = await generateServerKeys();
  writeOnce(path, JSON.stringify(keys, null, 2));
  return keys;
}

/** Reads the keys of an existing data folder. Throws if there are none; it never creates keys. */
export async function readServerKeys(path: string): Promise<ServerKeys> {
  const keys = readKeysFile(path);
  if (keys === undefined) throw new Error(`there is no ${path}: is this a data folder?`);
  return importServerKeys(keys);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function writeOnce(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    // Flush the key file: if a power cut took it away, upload tokens and streams made with these keys would be unusable.
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
