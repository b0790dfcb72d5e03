import type { PaperContent, SealedPackage } from '../../../sync/contract/exams/sitting.ts';
import { fromBase64url, toBase64url } from '../../../sync/crypto/bytes.ts';
import { formatPackageBinding } from '../../../sync/crypto/canonical.ts';
import { readPaper } from '../../../sync/crypto/paper-package.ts';
import { importReleasedKey, openPaperText, type PaperCipher } from '../../../sync/crypto/paper-text.ts';
import type { UnlockedVault } from '../../../sync/crypto/vault.ts';
import type { ContentKeyWrap, DeviceDatabase } from './database.ts';
import { guardStorage } from './storage-fault.ts';

/** User who opens a paper on this device. The paper's key is encrypted with this user's vault key, so no other credential can decrypt it. */
export interface PaperOwner {
  readonly actor: number;
  readonly vault: Pick<UnlockedVault, 'wrapBytes' | 'unwrapBytes'>;
}

/** Stores sealed papers and their encrypted keys. The disk holds only ciphertext; decrypted keys and plain text stay in memory (SY19). */
export interface PaperCache {
  store(sealed: SealedPackage): Promise<void>;
  find(planId: number): Promise<SealedPackage | undefined>;
  /**
   * Opens the stored paper and then stores its key, encrypted for `owner`. If `isKeyStored` is false, the key must be entered again after a restart.
   * Rejects with `PaperMissingError` if the sealed paper is not on this device.
   */
  unlock(planId: number, contentKey: string, owner: PaperOwner): Promise<{ content: PaperContent; isKeyStored: boolean }>;
  /** Tells whether the paper's key is stored for this user. Only `open` shows whether it works. */
  hasKey(planId: number, actor: number): Promise<boolean>;
  /** Opens the stored paper. Undefined if the sealed paper or the owner's key for it is missing. */
  open(planId: number, owner: PaperOwner): Promise<PaperContent | undefined>;
  /** Deletes the stored paper keys of users who have handed in and whose answers are fully delivered. */
  deleteDeliveredKeys(): Promise<void>;
}

/** Thrown if the sealed paper is not on this device. */
export class PaperMissingError extends Error {
  override readonly name = 'PaperMissingError';
}

type PaperName = Pick<SealedPackage, 'planId' | 'variant' | 'version'>;
const formatContentBinding = ({ planId, variant, version }: PaperName): string =>
  `content/${formatPackageBinding(planId, variant, version)}`;

/** Decrypts a sealed paper with its content key, given in the form in which the call `exam/release` returns it. */
export type DecryptPaper = (sealed: PaperCipher, contentKey: string) => Promise<string>;
export const decryptPaper: DecryptPaper = async (sealed, contentKey) => openPaperText(sealed, await importReleasedKey(contentKey));

/** Creates the cache of papers. `decrypt` may work on another thread. */
export function createPaperCache(db: DeviceDatabase, decrypt: DecryptPaper = decryptPaper): PaperCache {
  const read = (planId: number) => guardStorage(() => db.packages.get(planId));

  async function openWith(sealed: SealedPackage, { actor, vault }: PaperOwner): Promise<PaperContent | undefined> {
    const row = await guardStorage(() => db.contentKeys.get(sealed.planId));
    const ownWrap = row?.wraps.find((wrap) => wrap.actor === actor && wrap.variant === sealed.variant && wrap.version === sealed.version);
    const bytes = ownWrap && (await vault.unwrapBytes(ownWrap.wrapped, formatContentBinding(sealed)));
    return bytes && readPaper(await decrypt(sealed, toBase64url(bytes)));
  }
  const keepKey = (planId: number, wrap: ContentKeyWrap): Promise<void> =>
    guardStorage(() =>
      db.transaction('rw', db.contentKeys, async () => {
        const others = (await db.contentKeys.get(planId))?.wraps.filter(({ actor }) => actor !== wrap.actor) ?? [];
        await db.contentKeys.put({ planId, wraps: [...others, wrap] });
      }),
    );

  return {
    store: (sealed) => guardStorage(async () => void (await db.packages.put(sealed))),
    find: read,
    async unlock(planId, contentKey, owner) {
      const sealed = await read(planId);
      if (!sealed) throw new PaperMissingError(`this device has no exam package of plan ${planId}`);
      const content = readPaper(await decrypt(sealed, contentKey));
      const { actor, vault } = owner;
      const { variant, version } = sealed;
      // Store the key, read it back, and open the paper with it (SY19).
      const keyKept = await vault
        .wrapBytes(fromBase64url(contentKey), formatContentBinding(sealed))
        .then((wrapped) => keepKey(planId, { actor, variant, version, wrapped }))
        .then(async () => (await openWith(sealed, owner))?.planId === planId)
        .catch(() => false);
      return { content, isKeyStored: keyKept };
    },
    async hasKey(planId, actor) {
      const row = await guardStorage(() => db.contentKeys.get(planId));
      return row?.wraps.some((wrap) => wrap.actor === actor) ?? false;
    },
    async open(planId, owner) {
      const sealed = await read(planId);
      return sealed && openWith(sealed, owner).catch(() => undefined);
    },
    deleteDeliveredKeys: () =>
      guardStorage(() =>
        db.transaction('rw', db.contentKeys, db.sittings, async () => {
          const sittings = await db.sittings.toArray();
          const isNeeded = (planId: number, actor: number): boolean =>
            sittings.some((row) => row.planId === planId && row.actor === actor && (row.handIn === null || row.archivedMs === null));
          for (const { planId, wraps } of await db.contentKeys.toArray()) {
            const left = wraps.filter(({ actor }) => isNeeded(planId, actor));
            if (left.length === 0) await db.contentKeys.delete(planId);
            else if (left.length < wraps.length) await db.contentKeys.put({ planId, wraps: left });
          }
        }),
      ),
  };
}
