import { hash } from 'node:crypto';

/** Returns a fingerprint of the key that signs archives, short enough to be read aloud. */
export const formatKeyFingerprint = (publicKey: string): string =>
  hash('sha256', Buffer.from(publicKey, 'base64url'), 'hex')
    .slice(0, 32)
    .replace(/.{4}(?=.)/g, '$& ');
