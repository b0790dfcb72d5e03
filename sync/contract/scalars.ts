import { z } from 'zod';
import { removeInvisibleCharacters, normaliseNameDots } from './invisible-signs.ts';
import { websiteCodePattern } from './patterns.ts';

/** Numeric id of a row that the server creates, such as a user or a paper. Page addresses contain it. */
export const id = z.int().positive();
/** A list of ids without repetitions, in ascending order. */
export const uniqueIdList = (most: number) =>
  z
    .array(id)
    .max(most)
    .overwrite((ids) => [...new Set(ids)].toSorted((a, b) => a - b));
/** Random 128-bit id of entities that devices create offline: attempts, streams, documents (page loads), devices. */
export const uuid = z.uuid();
/** Milliseconds since 1970, on the clock that the field's name states. */
export const epochMs = z.int().min(0).max(8_640_000_000_000_000);
/** A time that a user chose. An empty date field sends 0, which is refused as missing. */
export const chosenTimeMs = epochMs.superRefine((ms, context) => {
  if (ms === 0) context.addIssue({ code: 'invalid_type', expected: 'date' });
});
export const durationMs = z.int().min(0);
/** Optimistic lock: a change carries the version it is based on; an outdated one is refused with error code 1006. */
export const version = z.int().min(1);
export const base64url = z.string().regex(/^[A-Za-z0-9_-]*$/);
/** A keyed chain hash: 32 bytes, base64url. */
export const chainHash = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
export const websiteCode = z.string().regex(websiteCodePattern);
/** Search text of a list. A text without visible characters, such as a pasted zero-width space, becomes empty. */
export const keyword = z
  .string()
  .trim()
  .max(60)
  .overwrite((text) => (/[^\s\p{Z}\p{Cc}\p{Cf}]/u.test(text) ? text : ''));
/** Normalises a name: one Unicode form, no invisible characters, single spaces. Names that look alike become equal. */
export const normaliseName = (text: string): string =>
  normaliseNameDots(removeInvisibleCharacters(text.normalize('NFC')))
    .replaceAll(/\s+/g, ' ')
    .trim();
/** Text typed by people, without markup. The HTTP mount converts it to its stored form (`toStoredText`) before a handler sees it. */
export const writtenText = z.string().meta({ contentMediaType: 'text/plain' });
export const nameText = writtenText.overwrite(normaliseName);
export const shortText = nameText.min(1).max(200);

/** Makes a record schema with at most `most` entries. `server/http/limits/input-size.ts` counts the entries before validation. */
export const boundedRecord = <K extends z.core.$ZodRecordKey, V extends z.core.$ZodType>(key: K, value: V, most: number) =>
  z.record(key, value).meta({ maxProperties: most });
/** Returns how many entries a record may have: the limit given to `boundedRecord`, or the number of its listed keys. */
export function getMaxEntries(record: z.core.$ZodRecord): number {
  const most = z.globalRegistry.get(record)?.['maxProperties'];
  const { def } = (record._zod.def.keyType as z.core.$ZodTypes)._zod;
  return typeof most === 'number' ? most : def.type === 'enum' ? Object.keys(def.entries).length : Infinity;
}

/**
 * HTML typed by users. The HTTP mount sanitises it by the list in `rich-text.ts` before a handler sees it
 * (`server/http/input/rich-text-input.ts`).
 */
export const richText = (maxLength: number) => z.string().max(maxLength).meta({ contentMediaType: 'text/html' });
/** Returns the kind of a field that people type: `text/html`, `text/plain`, or undefined for any other field. */
export const getTypedTextKind = (schema: z.core.$ZodType): unknown => z.globalRegistry.get(schema)?.['contentMediaType'];

export const emptyInput = z.object({});

/** Makes the input schema of a list call. `filter`: filter schema of this call. */
export const listInput = <F extends z.ZodType>(filter: F) =>
  z.object({
    page: z.int().min(1).default(1),
    pageSize: z.int().min(1).max(200).default(20),
    /** Field name, with "-" before it for descending order. An unknown field is refused with error code 1001. */
    sort: z.string().max(40).optional(),
    filter: filter.optional(),
    /** `total` from the response for another page with the same filter. If it is sent, the server does not count the rows again. */
    total: z.int().min(0).optional(),
  });

/** Makes the output schema of a list call. `total`: number of rows on all pages. */
export const listOutput = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: z.int().min(0) });

/** Set if counting stopped at `total`: the list has more than `total` rows. */
const isMore = z.literal(true).optional();

/** Makes the input schema of a list call that counts rows only up to a limit. Negative page numbers count from the end: -1 is the last page. */
export const searchInput = <F extends z.ZodType>(filter: F) =>
  listInput(filter).extend({
    page: z
      .int()
      .refine((page) => page !== 0)
      .default(1),
    isMore,
  });

/** Makes the output schema of a list call that counts rows only up to a limit. */
export const searchOutput = <T extends z.ZodType>(item: T) => listOutput(item).extend({ isMore });

/** Name of an attachment: id of the question in the paper, and random hexadecimal digits, such as "7/3fa9c1d2". */
export const fileItemId = z.string().regex(/^[1-9][0-9]{0,3}\/[0-9a-f]{8}$/);

/** A row and its version: as the caller saw it, or after a change. */
export interface RowVersionKey {
  readonly id: number;
  readonly version: number;
}
