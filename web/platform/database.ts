import { Dexie, type EntityTable, type Table } from 'dexie';
import { databaseName } from './database-name.ts';
import type { SealedPackage } from '../../sync/contract/sitting.ts';
import type { ClockCheckpoint, OpRow, SittingRow, StreamRow } from '../../sync/engine/ports.ts';
import type { VaultRecord } from '../../sync/seal/vault-key.ts';

/** SY19: the key of one paper, for each who unlocked it here under their own vault: who sits down next opens nothing with it. */
export interface ContentKeyRow {
  readonly planId: number;
  /** Absent in rows of older builds, whose key opened the paper for anybody: those are removed. */
  readonly wraps?: readonly ContentKeyWrap[];
}
export interface ContentKeyWrap {
  readonly actor: number;
  readonly variant: string;
  readonly version: number;
  readonly wrapped: string;
}

/** One credential of one person on this device (SY20). `profile`: who that is, sealed under the vault; for signing in offline. */
export interface VaultRow extends VaultRecord {
  readonly id: number;
  readonly owner: string;
  readonly profile: string | null;
  readonly usedMs: number;
}

/** A person's exam notices, sealed under their vault: the next user of the PC has no business reading them. */
export interface NoticesRow {
  readonly userId: number;
  readonly sealed: string;
}

export interface SettingRow {
  readonly key: string;
  readonly value: string;
}

/**
 * Everything this device keeps (IndexedDB). One database, so that one transaction can hold what belongs together.
 * A table's shape may only grow: rows of older builds are read for ever.
 */
export class DeviceDatabase extends Dexie {
  readonly sittings!: EntityTable<SittingRow, 'attemptId'>;
  readonly streams!: EntityTable<StreamRow, 'streamId'>;
  readonly ops!: Table<OpRow, [string, number]>;
  readonly clock!: Table<ClockCheckpoint & { readonly attemptId: string }, string>;
  readonly packages!: EntityTable<SealedPackage, 'planId'>;
  readonly contentKeys!: EntityTable<ContentKeyRow, 'planId'>;
  readonly vaults!: EntityTable<VaultRow, 'id'>;
  readonly notices!: EntityTable<NoticesRow, 'userId'>;
  readonly settings!: EntityTable<SettingRow, 'key'>;

  constructor(name = databaseName) {
    super(name, {
      // SY3: Chromium's default answers before the disk has it. "Saved on this PC" must outlive a pulled plug.
      chromeTransactionDurability: 'strict',
      // Dexie's cache shows writes that are not committed yet.
      cache: 'disabled',
    });
    this.version(1).stores({
      sittings: 'attemptId, planId, actor',
      streams: 'streamId, attemptId',
      ops: '[streamId+seq]',
      clock: 'attemptId',
      packages: 'planId',
      contentKeys: 'planId',
      vaults: '++id, owner',
      notices: 'userId',
      settings: 'key',
    });
  }
}
