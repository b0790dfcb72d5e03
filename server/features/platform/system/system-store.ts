import type { Kysely } from 'kysely';
import type { SystemSettings } from '../../../../sync/contract/platform/system.ts';
import { callDialectFunction } from '../../../db/dialect-functions.ts';
import type { Database } from '../../../db/schema.ts';
import { createChangeNoteStore } from '../../../db/change-note-store.ts';
import { getSessionLimits, parseSystemSettings } from './system-reads.ts';

/** Kind and id of the platform's settings in the change history. */
export const settingsHistory = { kind: 'system_setting', id: 1 };

export function createSystemStore(db: Kysely<Database>) {
  return {
    async settings() {
      const row = await db.selectFrom('system_setting').selectAll().executeTakeFirstOrThrow();
      const { names } = await createChangeNoteStore(db).since(settingsHistory.kind, settingsHistory.id, row.version - 1);
      return { settings: parseSystemSettings(row.value), version: row.version, updatedMs: row.updated_ms, updatedBy: names[0] ?? '' };
    },

    /** Stores new platform settings. `fields`: names of the settings that changed. Call it in the transaction that checked the version. */
    async write(
      settings: SystemSettings,
      { version, ...by }: { version: number; userId: number; nowMs: number; fields: readonly string[] },
    ): Promise<void> {
      await db
        .updateTable('system_setting')
        .set({ value: JSON.stringify(settings), version, updated_ms: by.nowMs })
        .execute();
      await createChangeNoteStore(db).write({ ...settingsHistory, version }, by);
      // New time limits of sessions also apply to open sessions; expired sessions stay expired.
      const { idleMs, absoluteMs } = getSessionLimits(settings);
      await db
        .updateTable('session')
        .set((eb) => ({ idle_ms: idleMs, expires_ms: eb('created_ms', '+', absoluteMs) }))
        .where('expires_ms', '>', by.nowMs)
        .execute();
    },

    async schema(): Promise<{ name: string; appliedMs: number }> {
      const row = await db
        .selectFrom('migration')
        .select(['name', 'applied_ms'])
        .orderBy('name', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      return { name: row.name, appliedMs: row.applied_ms };
    },

    async databaseVersion(): Promise<string> {
      const row = await db.selectNoFrom(callDialectFunction('version').as('version')).executeTakeFirstOrThrow();
      return row.version;
    },
  };
}
