import { z } from 'zod';
import { websiteCodePattern } from './patterns.ts';

/** Numeric ids of everything an administrator sees; they stand in routes. */
export const id = z.int().positive();
/** Several of them, each once, in order. */
export const idSet = (most: number) =>
  z
    .array(id)
    .max(most)
    .overwrite((ids) => [...new Set(ids)].toSorted((a, b) => a - b));
/** Random 128-bit ids of what devices make without asking: attempts, streams, documents, devices. */
export const uuid = z.uuid();
/** Milliseconds since 1970 on the clock the field's name says. */
export const epochMs = z.int().min(0).max(8_640_000_000_000_000);
/** A moment that a person chose. An empty date field is 0: it is refused as missing. */
export const chosenMs = epochMs.superRefine((ms, context) => {
  if (ms === 0) context.addIssue({ code: 'invalid_type', expected: 'date' });
});
export const durationMs = z.int().min(0);
/** Optimistic version: a change of an existing thing carries the version it saw; a stale one answers 1006. */
export const version = z.int().min(1);
export const base64url = z.string().regex(/^[A-Za-z0-9_-]*$/);
/** A keyed chain hash: 32 bytes, base64url. */
export const chainHash = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
export const websiteCode = z.string().regex(websiteCodePattern);
/** What a list is searched for. Where nothing of it can be seen (a zero-width space came along with a paste), it is empty to whoever typed it. */
export const keyword = z
  .string()
  .trim()
  .max(60)
  .overwrite((text) => (/[^\s\p{Z}\p{Cc}\p{Cf}]/u.test(text) ? text : ''));
/** A name as it is kept: each sign in one form, nothing that can't be seen, single spaces. Names that look alike are then the same. */
export const plainName = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
export const nameText = z.string().overwrite(plainName);
export const shortText = nameText.min(1).max(200);

/** A record with at most `most` entries. `server/http/input-size.ts` counts them before the record is validated. */
export const recordOf = <K extends z.core.$ZodRecordKey, V extends z.core.$ZodType>(key: K, value: V, most: number) =>
  z.record(key, value).meta({ maxProperties: most });
/** Reads how many entries a record may have: what `recordOf` was given, or the number of its listed keys. */
export function mostEntriesOf(record: z.core.$ZodRecord): number {
  const most = z.globalRegistry.get(record)?.['maxProperties'];
  const { def } = (record._zod.def.keyType as z.core.$ZodTypes)._zod;
  return typeof most === 'number' ? most : def.type === 'enum' ? Object.keys(def.entries).length : Infinity;
}

/**
 * HTML typed by people. What goes in by a call is sanitised by the mount before a handler sees it (`server/http/rich-text-input.ts`),
 * by the list in `rich-text.ts`.
 */
export const richText = (maxLength: number) => z.string().max(maxLength).meta({ contentMediaType: 'text/html' });
export const isRichText = (schema: z.core.$ZodType): boolean => z.globalRegistry.get(schema)?.['contentMediaType'] === 'text/html';

export const empty = z.object({});

/** What every list call takes. `filter` is the call's own object. */
export const listInput = <F extends z.ZodType>(filter: F) =>
  z.object({
    page: z.int().min(1).default(1),
    pageSize: z.int().min(1).max(200).default(20),
    /** Field name, "-" before it for descending. Unknown fields answer 1001. */
    sort: z.string().max(40).optional(),
    filter: filter.optional(),
  });

/** What every list call gives. */
export const listOutput = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: z.int().min(0) });

/** The name of a file on an answer: "7/3fa9c1d2". */
export const fileItemId = z.string().regex(/^[1-9][0-9]{0,3}\/[0-9a-f]{8}$/);
