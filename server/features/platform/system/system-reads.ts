import type { Kysely } from 'kysely';
import { defaultSettings, systemSettings, type SystemSettings } from '../../../../sync/contract/platform/system.ts';
import type { UploadFamily } from '../../../../sync/contract/platform/upload.ts';
import type { Database } from '../../../db/schema.ts';

const mib = 1024 * 1024;

/** Queries about platform settings for other modules; `db` may be a transaction. */
export function createSystemReads(db: Kysely<Database>) {
  return {
    async settings(): Promise<SystemSettings> {
      const row = await db.selectFrom('system_setting').select('value').executeTakeFirst();
      return parseSystemSettings(row?.value ?? '{}');
    },
    async uploadMaxBytes(): Promise<Record<UploadFamily, number>> {
      const { uploadImageMb, uploadDocumentMb, uploadMediaMb } = await this.settings();
      return { image: uploadImageMb * mib, document: uploadDocumentMb * mib, media: uploadMediaMb * mib };
    },
    /** Returns how long a session created now lasts (ms). */
    async sessionLimits(): Promise<{ idleMs: number; absoluteMs: number }> {
      return getSessionLimits(await this.settings());
    },
  };
}

/**
 * Parses the stored settings. A value that the current schema refuses falls back to its default, so that settings never keep the server from
 * starting.
 */
export function parseSystemSettings(json: string): SystemSettings {
  const storedSettings = JSON.parse(json) as Record<string, unknown>;
  const validEntries = Object.entries(systemSettings.shape).filter(([key, schema]) => schema.safeParse(storedSettings[key]).success);
  return { ...defaultSettings, ...Object.fromEntries(validEntries.map(([key]) => [key, storedSettings[key]])) };
}

/** Returns the session limits of the settings in milliseconds. */
export const getSessionLimits = (settings: SystemSettings) => ({
  idleMs: settings.sessionIdleMinutes * 60_000,
  absoluteMs: settings.sessionAbsoluteHours * 3_600_000,
});
