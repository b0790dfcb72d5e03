import { utf8, utf8Text, fromBase64url } from '../../sync/seal/bytes.ts';
import { unlockKeyring, type VaultRecord } from '../../sync/seal/vault-key.ts';
import { type UnlockedVault, vaultFromKey } from '../../sync/seal/vault.ts';
import type { DeviceDatabase } from './database.ts';
import { guarded } from './storage-fault.ts';
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
  /** Null if the vault is new and not stored yet; `remember` stores it. */
  readonly id: number | null;
  readonly owner: string;
  readonly created: VaultRecord | null;
}

/** Stores vaults and offline profiles of all users who signed in on this device (SY20). */
export interface VaultStore {
  /**
   * Opens the vault of a credential. If the credential was never used on this device, creates a vault (`create` true) or resolves with undefined.
   */
  open(credential: Credential, create: boolean): Promise<OpenedVault | undefined>;
  /** Stores a new vault, and the profile for the next offline sign-in. */
  remember(opened: OpenedVault, profile: OfflineProfile, nowMs: number): Promise<void>;
  profile(opened: OpenedVault): Promise<OfflineProfile | undefined>;
  /** Tells whether any vault is stored here. A new PC, or one that lost its data, has none. */
  knowsAnybody(): Promise<boolean>;
}

/** The user who signed in, and the mark by which the server recognises this device. */
export interface OfflineProfile {
  readonly user: SessionUser;
  readonly device: string;
}

const profileBinding = (owner: string): string => `profile/${owner}`;

/** Ignores case and character width like the server does, so that the same user always finds the same vault. */
const ownerOf = (c: Credential): string => `${c.school_id}/${c.login_type}/${c.login_name.normalize('NFKC').trim().toLowerCase()}`;
const secretOf = (c: Credential): string =>
  c.login_type === 2 ? c.login_pwd.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase() : c.login_pwd;

/** Creates the store of vaults. */
export function createVaultStore(db: DeviceDatabase): VaultStore {
  return {
    async open(credential, create) {
      const owner = ownerOf(credential);
      const rows = await guarded(() => db.vaults.where({ owner }).toArray());
      const unlocked = await unlockKeyring(rows, secretOf(credential), owner, create);
      if (!unlocked) return undefined;
      const { vaultKey, created, record } = unlocked;
      const row = rows.find((each) => each === record);
      return { vault: await vaultFromKey(vaultKey), id: row?.id ?? null, owner, created };
    },
    async remember(opened, known, nowMs) {
      const profile = await opened.vault.wrapBytes(utf8(JSON.stringify(known)), profileBinding(opened.owner));
      await guarded(async () => {
        if (opened.created) await db.vaults.add({ ...opened.created, owner: opened.owner, profile, usedMs: nowMs });
        else if (opened.id !== null) await db.vaults.update(opened.id, { profile, usedMs: nowMs });
      });
    },
    async profile(opened) {
      const row = opened.id === null ? undefined : await guarded(() => db.vaults.get(opened.id ?? 0));
      const bytes = row?.profile ? await opened.vault.unwrapBytes(row.profile, profileBinding(opened.owner)) : undefined;
      if (!bytes) return undefined;
      const kept = JSON.parse(utf8Text(bytes)) as OfflineProfile | SessionUser;
      // Earlier builds stored only the user.
      return 'user' in kept ? kept : { user: kept, device: '' };
    },
    knowsAnybody: async () => (await guarded(() => db.vaults.count())) > 0,
  };
}

export const vaultFromText = (key: string): Promise<UnlockedVault> => vaultFromKey(fromBase64url(key));
