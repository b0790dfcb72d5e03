import type { z } from 'zod';
import { schoolConfig } from '../../../sync/contract/school.ts';

/**
 * Parses a school's stored settings. If they violate the current schema, all known settings fall back to their defaults; unknown fields are kept.
 */
export function storedConfig(row: { readonly config: string }): z.output<typeof schoolConfig> {
  const stored = JSON.parse(row.config) as object;
  const read = schoolConfig.safeParse(stored);
  return read.success ? read.data : { ...stored, ...schoolConfig.parse({}) };
}
