import { encodeUtf8, decodeUtf8, fromBase64url } from '../../../sync/crypto/bytes.ts';
import { unlockKeyring, type VaultRecord } from '../../../sync/crypto/vault-key.ts';
import { type UnlockedVault, openVault } from '../../../sync/crypto/vault.ts';
import type { DeviceDatabase } from '../database/database.ts';
import { guardStorage } from '../database/storage-fault.ts';
import type { SessionUser } from './session-user.ts';

/** Input of the sign-in form. `login_type` 1: login name and password; 2: admission ticket number and ID number. */
export interface Credential {
  readonly login_type: 1 | 2;
  readonly login_name: string;
  readonly login_pwd: string;
  readonly school_id: number;
}

export interface OpenedVault {
  readonly vault: UnlockedVault;
  /** Id of the stored row of the vault; null if the vault is new and not stored yet (`remember` stores it). */
  readonly id: number | null;
  readonly owner: string;
  readonly created: VaultRecord | null;
}

/**
 * Stores the vaults and offline profiles of all users who signed in on this device (SY20). A vault is a key that encrypts a user's data on this PC,
 * itself encrypted under the user's credential.
 */
export interface VaultStore {
  /**
   * Opens the vault of a credential. If the credential was never used on this device, creates a vault (`create` true) or resolves with undefined.
   */
  open(credential: Credential, create: boolean): Promise<OpenedVault | undefined>;
  /** Stores a new vault, and the profile for the next offline sign-in. */
  remember(opened: OpenedVault, profile: OfflineProfile, nowMs: number): Promise<void>;
  profile(opened: OpenedVault): Promise<OfflineProfile | undefined>;
  /** Tells whether any vault is stored here. A new PC, or one that lost its data, has none. */
  hasAnyVault(): Promise<boolean>;
}

/** The user who signed in, and the string by which the server recognises this device. */
export interface OfflineProfile {
  readonly user: SessionUser;
  readonly device: string;
}

const formatProfileBinding = (owner: string): string => `profile/${owner}`;

/** Names the owner of a credential. Ignores case and character width like the server does, so that the same user always finds the same vault. */
const formatOwner = (c: Credential): string => `${c.school_id}/${c.login_type}/${c.login_name.normalize('NFKC').trim().toLowerCase()}`;
const normaliseSecret = (c: Credential): string =>
  c.login_type === 2 ? c.login_pwd.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase() : c.login_pwd;

/** Creates the store of vaults. */
export function createVaultStore(db: DeviceDatabase): VaultStore {
  return {
    async open(credential, create) {
      const owner = formatOwner(credential);
      const rows = await guardStorage(() => db.vaults.where({ owner }).toArray());
      const unlocked = await unlockKeyring(rows, normaliseSecret(credential), owner, create);
      if (!unlocked) return undefined;
      const { vaultKey, created, record } = unlocked;
      const row = rows.find((each) => each === record);
      return { vault: await openVault(vaultKey), id: row?.id ?? null, owner, created };
    },
    async remember(opened, known, nowMs) {
      const profile = await opened.vault.wrapBytes(encodeUtf8(JSON.stringify(known)), formatProfileBinding(opened.owner));
      await guardStorage(async () => {
        if (opened.created) await db.vaults.add({ ...opened.created, owner: opened.owner, profile, usedMs: nowMs });
        else if (opened.id !== null) await db.vaults.update(opened.id, { profile, usedMs: nowMs });
      });
    },
    async profile(opened) {
      const row = opened.id === null ? undefined : await guardStorage(() => db.vaults.get(opened.id ?? 0));
      const bytes = row?.profile ? await opened.vault.unwrapBytes(row.profile, formatProfileBinding(opened.owner)) : undefined;
      return bytes && (JSON.parse(decodeUtf8(bytes)) as OfflineProfile);
    },
    hasAnyVault: async () => (await guardStorage(() => db.vaults.count())) > 0,
  };
}

export const openVaultFromText = (key: string): Promise<UnlockedVault> => openVault(fromBase64url(key));
