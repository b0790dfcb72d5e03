import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { ChunkCipher } from '../../sync/engine/store/chunk-store.ts';
import { formatChunkBinding } from '../../sync/crypto/chunk-cipher.ts';
import type { SeededChance } from './seeded-chance.ts';

/**
 * Seals chunks with node:crypto, byte for byte as `sync/crypto/chunk-cipher.ts` does. `chance` is called
 * for each value, because cloning or restoring a PC replaces its source of random numbers.
 */
export const createNodeChunkCipher = (chance: () => SeededChance): ChunkCipher => ({
  newKey: () => chance().bytes(32).toString('base64url'),
  seal(key, at, plain) {
    const nonce = chance().bytes(12);
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), nonce);
    cipher.setAAD(Buffer.from(formatChunkBinding(at)));
    return Promise.resolve(new Uint8Array(Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])));
  },
  open(key, at, sealed) {
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), sealed.subarray(0, 12), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(formatChunkBinding(at)));
    decipher.setAuthTag(sealed.subarray(-16));
    return Promise.resolve(new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])));
  },
  digest: (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest('base64url')),
});
