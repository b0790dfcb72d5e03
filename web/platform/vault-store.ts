import { utf8, utf8Text, fromBase64url } from '../../sync/seal/bytes.ts';
import { unlockKeyring, type VaultRecord } from '../../sync/seal/vault-key.ts';
import { type UnlockedVault, vaultFromKey } from '../../sync/seal/vault.ts';
import type { DeviceDatabase } from './database.ts';
import { guarded } from './storage-fault.ts';
import type { SessionUser } from './session-user.ts';

/** What a person types to sign in. 1: login name and password; 2: admission ticket number and ID number. */
export interface Credential {
  readonly login_type: 1 | 2;
  readonly login_name: string;
  readonly login_pwd: string;
  readonly school_id: number;
}

export interface OpenedVault {
  readonly vault: UnlockedVault;
  /** Null: the vault was made just now and lies nowhere yet, until `remember` writes it. */
  readonly id: number | null;
  readonly owner: string;
  readonly created: VaultRecord | null;
}

/** Vaults and offline profiles of everybody who signed in on this device (SY20). */
export interface VaultStore {
  /** With `create` always gives a vault; without, only where this credential was used on this device before. */
  open(credential: Credential, create: boolean): Promise<OpenedVault | undefined>;
  /** Writes a new vault, and the profile for the next sign-in without a network. */
  remember(opened: OpenedVault, profile: OfflineProfile, nowMs: number): Promise<void>;
  profile(opened: OpenedVault): Promise<OfflineProfile | undefined>;
  /** Has anybody a vault here? Nobody has on a PC that is new, or that has lost what it kept. */
  knowsAnybody(): Promise<boolean>;
}

/** Who signed in, and the mark by which the server knows this device again. */
export interface OfflineProfile {
  readonly user: SessionUser;
  readonly device: string;
}

const profileBinding = (owner: string): string => `profile/${owner}`;

/** Case and width as the server ignores them: the same person must find the same vault. */
const ownerOf = (c: Credential): string => `${c.school_id}/${c.login_type}/${c.login_name.normalize('NFKC').trim().toLowerCase()}`;
const secretOf = (c: Credential): string =>
  c.login_type === 2 ? c.login_pwd.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase() : c.login_pwd;

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
      // Earlier builds kept the person alone.
      return 'user' in kept ? kept : { user: kept, device: '' };
    },
    knowsAnybody: async () => (await guarded(() => db.vaults.count())) > 0,
  };
}

export const vaultFromText = (key: string): Promise<UnlockedVault> => vaultFromKey(fromBase64url(key));
