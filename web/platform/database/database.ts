import { Dexie, type EntityTable, type Table } from 'dexie';
import { databaseName } from './database-name.ts';
import type { SealedPackage } from '../../../sync/contract/exams/sitting.ts';
import type { ClockCheckpoint, OpRow, SittingRow, StreamRow } from '../../../sync/engine/ports.ts';
import type { VaultRecord } from '../../../sync/crypto/vault-key.ts';

/** Key of one paper, wrapped separately for each user who unlocked it here (SY19). The next user of the PC cannot open the paper with it. */
export interface ContentKeyRow {
  readonly planId: number;
  readonly wraps: readonly ContentKeyWrap[];
}
export interface ContentKeyWrap {
  readonly actor: number;
  readonly variant: string;
  readonly version: number;
  readonly wrapped: string;
}

/** One credential of one user on this device (SY20). `profile`: the user's profile for signing in offline, encrypted with that user's vault key. */
export interface VaultRow extends VaultRecord {
  readonly id: number;
  readonly owner: string;
  readonly profile: string | null;
  readonly usedMs: number;
}

/** A user's exam notices, encrypted with that user's vault key, because the next user of the PC must not read them. */
export interface NoticesRow {
  readonly userId: number;
  readonly sealed: string;
}

export interface SettingRow {
  readonly key: string;
  readonly value: string;
}

/**
 * The IndexedDB database of this device. It is one database, so that one transaction can span related tables. Tables may only gain fields: rows
 * of older builds must stay readable.
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
      // Chromium by default reports success before the data is on disk. "Saved on this PC" must survive a power cut (SY3).
      chromeTransactionDurability: 'strict',
      // Dexie's cache also returns writes that are not committed yet.
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
