import type { z } from 'zod';
import { schoolConfig } from '../../../sync/contract/school.ts';

/** A school's settings as stored: a value of an older rule gives way to its default; everything else stays as it is. */
export function storedConfig(row: { readonly config: string }): z.output<typeof schoolConfig> {
  const stored = JSON.parse(row.config) as object;
  const read = schoolConfig.safeParse(stored);
  return read.success ? read.data : { ...stored, ...schoolConfig.parse({}) };
}
