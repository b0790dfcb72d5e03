import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { schoolStatus } from '../../../../sync/contract/codes.ts';
import { schoolConfig } from '../../../../sync/contract/people/school.ts';
import type { Database } from '../../../db/schema.ts';

/** Cache of time zones by stored config, because every call of a session needs the zone. */
const zones = new Map<string, string>();
const mostZones = 10_000;

/**
 * Parses a school's stored settings. If a value violates the current schema, every known setting falls back to its default; unknown fields stay.
 */
export function parseSchoolConfig(row: { readonly config: string }): z.output<typeof schoolConfig> {
  const storedConfig = JSON.parse(row.config) as object;
  const parsed = schoolConfig.safeParse(storedConfig);
  return parsed.success ? parsed.data : { ...storedConfig, ...schoolConfig.parse({}) };
}

/** Reads the school's time zone from its stored config. */
export function parseSchoolZone(config: string): string {
  const cachedZone = zones.get(config);
  if (cachedZone !== undefined) return cachedZone;
  const zone = parseSchoolConfig({ config }).config_time_zone;
  if (zones.size >= mostZones) zones.clear();
  zones.set(config, zone);
  return zone;
}

/** Queries about schools for other modules. */
export function createSchoolReads(db: Kysely<Database>) {
  return {
    /** Returns those of `ids` that are ids of existing schools. */
    async existing(ids: readonly number[]): Promise<Set<number>> {
      if (ids.length === 0) return new Set();
      const rows = await db.selectFrom('school').select('id').where('id', 'in', ids).execute();
      return new Set(rows.map(({ id }) => id));
    },
    /** Returns true if users of this school may sign in. */
    async isEnabled(schoolId: number): Promise<boolean> {
      const row = await db.selectFrom('school').select('status').where('id', '=', schoolId).executeTakeFirst();
      return row?.status === schoolStatus.enabled;
    },
    /**
     * Finds an enabled school by its website code, with what its public page may show: whether users may register themselves, and whether
     * applicants may enrol without approval.
     */
    async byWebsite(website: string): Promise<{ id: number; title: string; registration: boolean; enrolAtOnce: boolean } | undefined> {
      const row = await db
        .selectFrom('school')
        .select(['id', 'title', 'config'])
        .where('website', '=', website)
        .where('status', '=', schoolStatus.enabled)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const config = parseSchoolConfig(row);
      return {
        id: row.id,
        title: row.title,
        registration: config.config_registration === 1,
        enrolAtOnce: config.config_enrol_at_once === 1,
      };
    },
    /** Returns the school's limits for the size (MB) and length (minutes) of learning materials. */
    async coursewareLimits(schoolId: number): Promise<{ sizeMb: number; minutes: number }> {
      const row = await db.selectFrom('school').select('config').where('id', '=', schoolId).executeTakeFirst();
      const config = parseSchoolConfig(row ?? { config: '{}' });
      return { sizeMb: config.config_courseware_size_mb, minutes: config.config_courseware_minutes };
    },
    /** Returns the school's pattern of certificate numbers and the codes in them; '' for a code that is not set. */
    async certificateCodes(schoolId: number): Promise<{ body: string; province: string; site: string; pattern: string }> {
      const row = await db.selectFrom('school').select(['config', 'site_code']).where('id', '=', schoolId).executeTakeFirst();
      const config = parseSchoolConfig(row ?? { config: '{}' });
      return {
        body: config.config_body_code,
        province: config.config_province_code,
        site: row?.site_code ?? '',
        pattern: config.config_certificate_pattern,
      };
    },
    /** Returns for how many years the school retains records of exams, on paper and electronically. */
    async retention(schoolId: number): Promise<{ paperYears: number; years: number }> {
      const row = await db.selectFrom('school').select('config').where('id', '=', schoolId).executeTakeFirst();
      const config = parseSchoolConfig(row ?? { config: '{}' });
      return { paperYears: config.config_retention_paper_years, years: config.config_retention_years };
    },
    /** Returns the school's name; '' if the school was removed. */
    async titleOf(schoolId: number): Promise<string> {
      const row = await db.selectFrom('school').select('title').where('id', '=', schoolId).executeTakeFirst();
      return row?.title ?? '';
    },
    async exists(schoolId: number): Promise<boolean> {
      return (await db.selectFrom('school').select('id').where('id', '=', schoolId).executeTakeFirst()) !== undefined;
    },
  };
}
