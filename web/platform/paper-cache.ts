import type { PaperContent, SealedPackage } from '../../sync/contract/sitting.ts';
import { fromBase64url, toBase64url } from '../../sync/seal/bytes.ts';
import { packageBinding } from '../../sync/seal/canonical.ts';
import { importReleasedKey, openPaper } from '../../sync/seal/paper-package.ts';
import type { UnlockedVault } from '../../sync/seal/vault.ts';
import type { ContentKeyWrap, DeviceDatabase } from './database.ts';
import { guarded } from './storage-fault.ts';

/** Who opens a paper here: its key lies under their vault, and nobody else's credential finds it. */
export interface PaperOwner {
  readonly actor: number;
  readonly vault: Pick<UnlockedVault, 'wrapBytes' | 'unwrapBytes'>;
}

/** Sealed papers and the keys that open them: both ciphertext on the disk; key and plain text live in memory (SY19). */
export interface PaperCache {
  keep(sealed: SealedPackage): Promise<void>;
  kept(planId: number): Promise<SealedPackage | undefined>;
  /** Opens the kept paper, then keeps the key for `owner`. `keyKept` false: the key will be asked for again after a restart. */
  unlock(planId: number, contentKey: string, owner: PaperOwner): Promise<{ content: PaperContent; keyKept: boolean }>;
  /** Is this person's key here? Whether it opens is known once it is tried. */
  hasKey(planId: number, actor: number): Promise<boolean>;
  /** The paper, where it and `owner`'s key are here; undefined where the key is still to come. */
  open(planId: number, owner: PaperOwner): Promise<PaperContent | undefined>;
  /** Forgets the keys of who handed in and is delivered whole, and those that an older build kept for anybody. */
  forgetDone(): Promise<void>;
}

/** The package is not on this device. */
export class PaperMissing extends Error {
  override readonly name = 'PaperMissing';
}

type PaperName = Pick<SealedPackage, 'planId' | 'variant' | 'version'>;
const binding = ({ planId, variant, version }: PaperName): string => `content/${packageBinding(planId, variant, version)}`;

export function createPaperCache(db: DeviceDatabase): PaperCache {
  const read = (planId: number) => guarded(() => db.packages.get(planId));

  async function openWith(sealed: SealedPackage, { actor, vault }: PaperOwner): Promise<PaperContent | undefined> {
    const row = await guarded(() => db.contentKeys.get(sealed.planId));
    const mine = row?.wraps?.find((wrap) => wrap.actor === actor && wrap.variant === sealed.variant && wrap.version === sealed.version);
    const bytes = mine && (await vault.unwrapBytes(mine.wrapped, binding(sealed)));
    return bytes && openPaper(sealed, await importReleasedKey(toBase64url(bytes)));
  }
  const keepKey = (planId: number, wrap: ContentKeyWrap): Promise<void> =>
    guarded(() =>
      db.transaction('rw', db.contentKeys, async () => {
        const others = (await db.contentKeys.get(planId))?.wraps?.filter(({ actor }) => actor !== wrap.actor) ?? [];
        await db.contentKeys.put({ planId, wraps: [...others, wrap] });
      }),
    );

  return {
    keep: (sealed) => guarded(async () => void (await db.packages.put(sealed))),
    kept: read,
    async unlock(planId, contentKey, owner) {
      const sealed = await read(planId);
      if (!sealed) throw new PaperMissing(`no package of plan ${planId} on this device`);
      const content = await openPaper(sealed, await importReleasedKey(contentKey));
      const { actor, vault } = owner;
      const { variant, version } = sealed;
      // SY19: written, read back, and tried.
      const keyKept = await vault
        .wrapBytes(fromBase64url(contentKey), binding(sealed))
        .then((wrapped) => keepKey(planId, { actor, variant, version, wrapped }))
        .then(async () => (await openWith(sealed, owner))?.planId === planId)
        .catch(() => false);
      return { content, keyKept };
    },
    async hasKey(planId, actor) {
      const row = await guarded(() => db.contentKeys.get(planId));
      return row?.wraps?.some((wrap) => wrap.actor === actor) ?? false;
    },
    async open(planId, owner) {
      const sealed = await read(planId);
      return sealed && openWith(sealed, owner).catch(() => undefined);
    },
    forgetDone: () =>
      guarded(() =>
        db.transaction('rw', db.contentKeys, db.sittings, async () => {
          const sittings = await db.sittings.toArray();
          const needs = (planId: number, actor: number): boolean =>
            sittings.some((row) => row.planId === planId && row.actor === actor && (row.handIn === null || row.archivedMs === null));
          for (const { planId, wraps = [] } of await db.contentKeys.toArray()) {
            const left = wraps.filter(({ actor }) => needs(planId, actor));
            if (left.length === 0) await db.contentKeys.delete(planId);
            else if (left.length < wraps.length) await db.contentKeys.put({ planId, wraps: left });
          }
        }),
      ),
  };
}
