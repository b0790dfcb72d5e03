import type { Kysely } from 'kysely';
import { schoolStatus } from '../../../sync/contract/codes.ts';
import type { Database } from '../../db/schema.ts';
import { storedConfig } from './school-config.ts';

/** Zones by config, because every call of a session asks. */
const zones = new Map<string, string>();
const mostZones = 10_000;

/** Reads the school's time zone from its stored config. */
export function configuredZone(config: string): string {
  const known = zones.get(config);
  if (known !== undefined) return known;
  const zone = storedConfig({ config }).config_time_zone;
  if (zones.size >= mostZones) zones.clear();
  zones.set(config, zone);
  return zone;
}

/** What other modules may ask of schools. */
export function schoolReads(db: Kysely<Database>) {
  return {
    /** May the people of this school sign in? */
    async isEnabled(schoolId: number): Promise<boolean> {
      const row = await db.selectFrom('school').select('status').where('id', '=', schoolId).executeTakeFirst();
      return row?.status === schoolStatus.enabled;
    },
    /** A school as a stranger finds it by its website code: open at all, to people who register by themselves, and to applicants at once. */
    async byWebsite(website: string): Promise<{ id: number; title: string; registration: boolean; enrolAtOnce: boolean } | undefined> {
      const row = await db
        .selectFrom('school')
        .select(['id', 'title', 'config'])
        .where('website', '=', website)
        .where('status', '=', schoolStatus.enabled)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const config = storedConfig(row);
      return {
        id: row.id,
        title: row.title,
        registration: config.config_registration === 1,
        enrolAtOnce: config.config_enrol_at_once === 1,
      };
    },
    /** How large and how long courseware may be here. */
    async coursewareLimits(schoolId: number): Promise<{ sizeMb: number; minutes: number }> {
      const row = await db.selectFrom('school').select('config').where('id', '=', schoolId).executeTakeFirst();
      const config = storedConfig(row ?? { config: '{}' });
      return { sizeMb: config.config_courseware_size_mb, minutes: config.config_courseware_minutes };
    },
    /** What it is called; '' for a school that is gone. */
    async titleOf(schoolId: number): Promise<string> {
      const row = await db.selectFrom('school').select('title').where('id', '=', schoolId).executeTakeFirst();
      return row?.title ?? '';
    },
    async exists(schoolId: number): Promise<boolean> {
      return (await db.selectFrom('school').select('id').where('id', '=', schoolId).executeTakeFirst()) !== undefined;
    },
  };
}
