import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { type Bytes, fromBase64url, toBase64url, encodeUtf8 } from './bytes.ts';
import { hpkeInfo } from './canonical.ts';

// The server's side of HPKE. Devices only seal (`stream-secret.ts`, decision 047), so this library stays out of the browser.

const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

/**
 * Opens a stream's secret on the server. Rejects if key, psk, id or binding differs. A private key without its public key must be extractable,
 * because the KEM derives the public key from it.
 */
export async function openStreamSecret(
  privateKey: CryptoKey | CryptoKeyPair,
  wrapped: string,
  psk: Bytes,
  pskId: string,
  binding: string,
): Promise<Bytes> {
  const bytes = fromBase64url(wrapped);
  const enc = bytes.slice(0, suite.kem.encSize);
  const opened = await suite.open(
    { recipientKey: privateKey, enc, info: encodeUtf8(hpkeInfo), psk: { id: encodeUtf8(pskId), key: psk } },
    bytes.slice(suite.kem.encSize),
    encodeUtf8(binding),
  );
  return new Uint8Array(opened);
}

/** Generates a key pair for the server, in the stored format: private key as PKCS#8, public key as the raw point, both base64url. */
export async function generateServerHpkeKeys(): Promise<{
  privatePkcs8: string;
  publicRaw: string;
}> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const [pkcs8, raw] = await Promise.all([
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
    crypto.subtle.exportKey('raw', pair.publicKey),
  ]);
  return {
    privatePkcs8: toBase64url(new Uint8Array(pkcs8)),
    publicRaw: toBase64url(new Uint8Array(raw)),
  };
}

/** Imports a stored key pair. The private key becomes non-extractable. */
export async function importServerHpkeKeys(storedKeys: { privatePkcs8: string; publicRaw: string }): Promise<CryptoKeyPair> {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' };
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('pkcs8', fromBase64url(storedKeys.privatePkcs8), algorithm, false, ['deriveBits']),
    crypto.subtle.importKey('raw', fromBase64url(storedKeys.publicRaw), algorithm, true, []),
  ]);
  return { privateKey, publicKey };
}
