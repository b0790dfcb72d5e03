import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { formatPackageBinding } from '../../../../sync/crypto/canonical.ts';
import type { ServerRandom } from '../../../ports.ts';

export interface PackageName {
  readonly planId: number;
  readonly variant: string;
  readonly version: number;
}

export interface ContentKeyVault {
  seal(contentKey: Uint8Array, name: PackageName): Buffer;
  /** Decrypts a content key. Throws if the row was made with other keys or belongs to another package. */
  open(sealed: Buffer, name: PackageName): Buffer;
}

/** Encrypts content keys under a key derived from keys.json (AES-256-GCM), so that a copy of the database alone does not open a future paper. */
export function createContentKeyVault(master: Buffer, chance: ServerRandom): ContentKeyVault {
  const key = Buffer.from(hkdfSync('sha256', master, '', 'wenkao content keys 1', 32));
  const binding = ({ planId, variant, version }: PackageName): Buffer => Buffer.from(formatPackageBinding(planId, variant, version));
  return {
    seal(contentKey, name) {
      const nonce = chance.bytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(binding(name));
      return Buffer.concat([nonce, cipher.update(contentKey), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, name) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(binding(name))
        .setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    },
  };
}

const nonceBytes = 12;
const tagBytes = 16;
