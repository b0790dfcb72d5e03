import type { z } from 'zod';
import { schoolConfig } from '../../../../sync/contract/people/school.ts';

/**
 * Parses a school's stored settings. If a value violates the current schema, every known setting falls back to its default; unknown fields stay.
 */
export function parseSchoolConfig(row: { readonly config: string }): z.output<typeof schoolConfig> {
  const stored = JSON.parse(row.config) as object;
  const read = schoolConfig.safeParse(stored);
  return read.success ? read.data : { ...stored, ...schoolConfig.parse({}) };
}
