import { createCipheriv, createDecipheriv, createECDH, createHmac, createPrivateKey, type ECDH, hkdfSync } from 'node:crypto';
import { runInTurn } from './real-work.ts';

// Makes WebCrypto deterministic: its calls run one after the other (`real-work.ts`). HPKE makes twenty calls for each stream. These are
// computed synchronously with node:crypto, which gives the same bytes faster. All other calls go to the real WebCrypto.
const names = ['importKey', 'exportKey', 'generateKey', 'deriveBits', 'sign', 'verify', 'encrypt', 'decrypt', 'digest'] as const;

/** Stands in for a CryptoKey, which HPKE only passes to further calls. `ecdh` is set for a private key. */
class PlainKey {
  readonly bytes: Buffer;
  readonly ecdh: ECDH | undefined;
  /** Public point → shared secret. A restarted server opens every stream again and asks for the same secrets. */
  readonly agreed = new Map<string, Buffer>();
  constructor(bytes: Buffer, ecdh?: ECDH) {
    this.bytes = bytes;
    this.ecdh = ecdh;
  }
}

type Bytes = ArrayBuffer | Uint8Array;
type Algorithm = string | { readonly name: string };

const curve = 'prime256v1';
const buffer = (bytes: Bytes): Buffer =>
  bytes instanceof ArrayBuffer ? Buffer.from(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const arrayBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
const nameOf = (algorithm: Algorithm): string => (typeof algorithm === 'string' ? algorithm : algorithm.name);

const tagBytes = 16;
interface Gcm {
  readonly name: string;
  readonly iv: Bytes;
  readonly additionalData: Bytes;
}
interface Derivation {
  readonly name: string;
  readonly public: PlainKey;
  readonly salt: Bytes;
  readonly info: Bytes;
}

function privateKey(pkcs8: Bytes): PlainKey {
  const { d = '' } = createPrivateKey({ key: buffer(pkcs8), format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(Buffer.from(d, 'base64url'));
  return new PlainKey(ecdh.getPublicKey(), ecdh);
}

/**
 * Implements the calls that HPKE makes (DHKEM P-256, HKDF and HMAC with SHA-256, AES-256-GCM). `importKey` returns undefined for other
 * algorithms.
 */
const plain = {
  importKey(format: string, bytes: Bytes, algorithm: Algorithm): PlainKey | undefined {
    if (nameOf(algorithm) === 'ECDSA') return undefined;
    return format === 'pkcs8' ? privateKey(bytes) : new PlainKey(Buffer.from(buffer(bytes)));
  },
  exportKey: (_format: 'raw', key: PlainKey): ArrayBuffer => arrayBuffer(key.bytes),
  generateKey(): { privateKey: PlainKey; publicKey: PlainKey } {
    const ecdh = createECDH(curve);
    const point = ecdh.generateKeys();
    return { privateKey: new PlainKey(point, ecdh), publicKey: new PlainKey(point) };
  },
  deriveBits(how: Derivation, key: PlainKey, bits: number): ArrayBuffer {
    if (how.name === 'HKDF') return hkdfSync('sha256', key.bytes, buffer(how.salt), buffer(how.info), bits / 8);
    if (!key.ecdh) throw new Error('a public key derives nothing');
    const point = how.public.bytes.toString('latin1');
    const known = key.agreed.get(point) ?? key.ecdh.computeSecret(how.public.bytes);
    key.agreed.set(point, known);
    return arrayBuffer(known);
  },
  sign: (_algorithm: Algorithm, key: PlainKey, bytes: Bytes): ArrayBuffer =>
    arrayBuffer(createHmac('sha256', key.bytes).update(buffer(bytes)).digest()),
  encrypt({ iv, additionalData }: Gcm, key: PlainKey, bytes: Bytes): ArrayBuffer {
    const cipher = createCipheriv('aes-256-gcm', key.bytes, buffer(iv)).setAAD(buffer(additionalData));
    return arrayBuffer(Buffer.concat([cipher.update(buffer(bytes)), cipher.final(), cipher.getAuthTag()]));
  },
  decrypt({ iv, additionalData }: Gcm, key: PlainKey, bytes: Bytes): ArrayBuffer {
    const sealed = buffer(bytes);
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, buffer(iv), { authTagLength: tagBytes }).setAAD(buffer(additionalData));
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    return arrayBuffer(Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]));
  },
} as const;

/**
 * Replaces the methods of `crypto.subtle` for the rest of the process. Keys that the real WebCrypto made before cannot be used any more.
 */
export function replaceWebCrypto(): void {
  const { subtle } = crypto;
  for (const name of names) {
    const real = subtle[name].bind(subtle) as (...args: unknown[]) => Promise<unknown>;
    const here = (plain as Readonly<Record<string, (...args: never[]) => unknown>>)[name] as ((...args: unknown[]) => unknown) | undefined;
    const queued = (...args: unknown[]): Promise<unknown> => runInTurn(() => here?.(...args) ?? real(...args));
    Object.defineProperty(subtle, name, { value: queued });
  }
}
