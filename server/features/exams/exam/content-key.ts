import { hkdfSync } from 'node:crypto';
import { formatPackageBinding } from '../../../../sync/crypto/canonical.ts';
import type { ServerRandom } from '../../../ports.ts';
import { openSealedBytes, sealBytes } from '../../../sealed-bytes.ts';

export interface PackageName {
  readonly planId: number;
  readonly variant: string;
  readonly version: number;
}

export interface ContentKeyVault {
  seal(contentKey: Uint8Array, name: PackageName): Buffer;
  /** Decrypts the content key of a sealed paper. Throws if it was encrypted by a server with other keys, or for another package. */
  open(sealed: Buffer, name: PackageName): Buffer;
}

/** Encrypts content keys under a key derived from the server's keys, so that a copy of the database alone does not open a future paper. */
export function createContentKeyVault(master: Buffer, chance: ServerRandom): ContentKeyVault {
  const key = Buffer.from(hkdfSync('sha256', master, '', 'wenkao content keys 1', 32));
  const binding = ({ planId, variant, version }: PackageName): string => formatPackageBinding(planId, variant, version);
  return {
    seal: (contentKey, name) => sealBytes(key, binding(name), contentKey, chance.bytes(12)),
    open: (sealed, name) => openSealedBytes(key, binding(name), sealed),
  };
}
