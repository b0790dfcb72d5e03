import type { Kysely, Transaction } from 'kysely';
import type { SystemSettings } from '../../../sync/contract/platform/system.ts';
import { callDialectFunction } from '../../db/dialect-functions.ts';
import type { Database } from '../../db/schema.ts';
import { type VersionNote, createVersionNoteStore } from '../../db/version-note-store.ts';
import { getSessionLimits, parseSystemSettings } from './system-reads.ts';

export type SettingsChangeOutcome =
  | { readonly kind: 'done'; readonly version: number }
  | { readonly kind: 'stale'; readonly note: VersionNote };

const note = { kind: 'system_setting', id: 1 };

export function createSystemStore(db: Kysely<Database>) {
  return {
    async settings() {
      const row = await db.selectFrom('system_setting').selectAll().executeTakeFirstOrThrow();
      const { names } = await createVersionNoteStore(db).since(note.kind, note.id, row.version - 1);
      return { settings: parseSystemSettings(row.value), version: row.version, updatedMs: row.updated_ms, updatedBy: names[0] ?? '' };
    },

    modify: (
      settings: SystemSettings,
      key: { version: number; userId: number; nowMs: number },
      alongside: (tx: Transaction<Database>, version: number) => Promise<void>,
    ): Promise<SettingsChangeOutcome> =>
      db.transaction().execute(async (tx): Promise<SettingsChangeOutcome> => {
        const before = await tx.selectFrom('system_setting').selectAll().executeTakeFirstOrThrow();
        const notes = createVersionNoteStore(tx);
        if (before.version !== key.version) return { kind: 'stale', note: await notes.since(note.kind, note.id, key.version) };
        const version = before.version + 1;
        const old = parseSystemSettings(before.value);
        const fields = (Object.keys(settings) as (keyof SystemSettings)[]).filter((name) => settings[name] !== old[name]);
        await tx
          .updateTable('system_setting')
          .set({ value: JSON.stringify(settings), version, updated_ms: key.nowMs })
          .execute();
        await notes.write({ ...note, version }, { ...key, fields });
        // The new limits also apply to open sessions; expired sessions stay expired.
        const { idleMs, absoluteMs } = getSessionLimits(settings);
        await tx
          .updateTable('session')
          .set((eb) => ({ idle_ms: idleMs, expires_ms: eb('created_ms', '+', absoluteMs) }))
          .where('expires_ms', '>', key.nowMs)
          .execute();
        await alongside(tx, version);
        return { kind: 'done', version };
      }),

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
