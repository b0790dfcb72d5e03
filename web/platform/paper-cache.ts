import type { PaperContent, SealedPackage } from '../../sync/contract/exam.ts';
import { openPaper } from '../../sync/seal/paper-package.ts';
import type { DeviceDatabase } from './database.ts';
import { guarded } from './storage-fault.ts';

/** Sealed papers and the keys that open them: ciphertext and a non-extractable key on the disk, plain text only in memory (SY19). */
export interface PaperCache {
  keep(sealed: SealedPackage): Promise<void>;
  kept(planId: number): Promise<SealedPackage | undefined>;
  /** Opens the kept paper, then keeps the key. `keyKept` false: the key will be asked for again after a restart. */
  unlock(planId: number, key: CryptoKey): Promise<{ content: PaperContent; keyKept: boolean }>;
  /** The paper, where it and its key are here; undefined where the key is still to come. */
  open(planId: number): Promise<PaperContent | undefined>;
}

/** The package is not on this device. */
export class PaperMissing extends Error {
  override readonly name = 'PaperMissing';
}

export function createPaperCache(db: DeviceDatabase): PaperCache {
  const read = (planId: number) => guarded(() => db.packages.get(planId));
  const keyFor = async (sealed: SealedPackage): Promise<CryptoKey | undefined> => {
    const row = await guarded(() => db.contentKeys.get(sealed.planId));
    return row?.variant === sealed.variant && row.version === sealed.version ? row.key : undefined;
  };
  return {
    keep: (sealed) => guarded(async () => void (await db.packages.put(sealed))),
    kept: read,
    async unlock(planId, key) {
      const sealed = await read(planId);
      if (!sealed) throw new PaperMissing(`no package of plan ${planId} on this device`);
      const content = await openPaper(sealed, key);
      // SY19: written, read back, and tried; some browsers store a CryptoKey that they can't give back.
      const keyKept = await guarded(() => db.contentKeys.put({ planId, variant: sealed.variant, version: sealed.version, key }))
        .then(async () => {
          const again = await keyFor(sealed);
          return again !== undefined && (await openPaper(sealed, again)).planId === planId;
        })
        .catch(() => false);
      return { content, keyKept };
    },
    async open(planId) {
      const sealed = await read(planId);
      const key = sealed && (await keyFor(sealed).catch(() => undefined));
      return key && openPaper(sealed, key);
    },
  };
}
