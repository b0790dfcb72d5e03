import { type Bytes, encodeUtf8, fromBase64url, joinBytes, toBase64url } from './bytes.ts';
import { hpkeInfo } from './canonical.ts';

// The sender's side of HPKE (RFC 9180) in mode_psk, for one suite: DHKEM(P-256, HKDF-SHA256) = 0x0010, HKDF-SHA256 = 0x0001,
// AES-256-GCM = 0x0002. All primitives are those of the Web Crypto API (decision 047). Names in quotes are labels of the RFC.

const curve = { name: 'ECDH', namedCurve: 'P-256' };
const modePsk = Uint8Array.of(1);
const kemSuite = joinBytes(encodeUtf8('KEM'), Uint8Array.of(0, 0x10));
const suite = joinBytes(encodeUtf8('HPKE'), Uint8Array.of(0, 0x10, 0, 1, 0, 2));
const keyBytes = 32;
const nonceBytes = 12;

const join = (...parts: readonly Uint8Array[]): Bytes => parts.reduce<Bytes>(joinBytes, new Uint8Array());

async function sign(key: Uint8Array, text: Bytes): Promise<Bytes> {
  // The Web Crypto API refuses an empty key. HMAC pads keys with zeros, so a key of zeros gives the same result as the RFC's empty salt.
  const raw = key.length === 0 ? new Uint8Array(keyBytes) : new Uint8Array(key);
  const hmac = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', hmac, text));
}

/** LabeledExtract of RFC 9180, section 4. */
const extract = (id: Bytes, salt: Bytes, label: string, ikm: Bytes): Promise<Bytes> =>
  sign(salt, join(encodeUtf8('HPKE-v1'), id, encodeUtf8(label), ikm));

/** LabeledExpand of RFC 9180, section 4. `length`: at most 32 bytes, which HKDF derives in one block. */
const expand = async (id: Bytes, secret: Bytes, label: string, info: Bytes, length: number): Promise<Bytes> =>
  (await sign(secret, join(Uint8Array.of(0, length), encodeUtf8('HPKE-v1'), id, encodeUtf8(label), info, Uint8Array.of(1)))).slice(
    0,
    length,
  );

/** Encap of RFC 9180, section 4.1, with a new ephemeral key. Rejects if `recipient` is no point of the curve. */
async function encapsulate(recipient: Bytes): Promise<{ shared: Bytes; enc: Bytes }> {
  const [publicKey, ephemeral] = await Promise.all([
    crypto.subtle.importKey('raw', recipient, curve, false, []),
    crypto.subtle.generateKey(curve, false, ['deriveBits']),
  ]);
  const [bits, point] = await Promise.all([
    crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, ephemeral.privateKey, 256),
    crypto.subtle.exportKey('raw', ephemeral.publicKey),
  ]);
  const enc = new Uint8Array(point);
  const secret = await extract(kemSuite, new Uint8Array(), 'eae_prk', new Uint8Array(bits));
  return { enc, shared: await expand(kemSuite, secret, 'shared_secret', join(enc, recipient), keyBytes) };
}

/**
 * Wraps a stream's secret for the server (RFC 9180, mode_psk): base64url of enc(65) ‖ ciphertext. The psk is the sitting key, which no
 * push contains. A thief who has only the upload token can therefore wrap no secret that the server opens (SY11).
 */
export async function wrapStreamSecret(serverPublic: string, secret: Bytes, psk: Bytes, pskId: string, binding: string): Promise<string> {
  const [{ enc, shared }, idHash, infoHash] = await Promise.all([
    encapsulate(fromBase64url(serverPublic)),
    extract(suite, new Uint8Array(), 'psk_id_hash', encodeUtf8(pskId)),
    extract(suite, new Uint8Array(), 'info_hash', encodeUtf8(hpkeInfo)),
  ]);
  const context = join(modePsk, idHash, infoHash);
  const scheduled = await extract(suite, shared, 'secret', psk);
  const [key, iv] = await Promise.all([
    expand(suite, scheduled, 'key', context, keyBytes),
    expand(suite, scheduled, 'base_nonce', context, nonceBytes),
  ]);
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: encodeUtf8(binding) }, aes, secret);
  return toBase64url(joinBytes(enc, new Uint8Array(sealed)));
}
