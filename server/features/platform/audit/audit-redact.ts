/** Names of fields whose values never enter the audit log. */
const secretField =
  /pwd|password|passwd|secret|token|otp|hash|sealed|private|(content|wrapped|sealing)_?key|release_?code|^room_?code$|^ticket$|^flow$|^wrapped$/i;
/** ID numbers are masked, because everyone who may read the log could identify the person. */
const idNumberField = /id_?(number|card|no)s?$/i;
const idNumberText = /(?<!\d)(\d{3})\d{11}(\d{3}[\dXx])(?!\d)/g;

const longestText = 300;
const longestList = 20;
const deepest = 6;
/** Maximum size of a part (input, before, after); larger parts are reduced to an outline. */
const longestPartBytes = 8_000;

/** Masks an ID number except its first three and last four characters; shorter texts are masked completely. */
export const maskLoggedIdNumber = (text: string): string =>
  text.length < 8 ? '***' : `${text.slice(0, 3)}${'*'.repeat(text.length - 7)}${text.slice(-4)}`;

/**
 * Prepares a value for the audit log. Replaces secrets, masks ID numbers (also within sentences), and shortens long texts and lists, noting how
 * much is missing. The result is always plain JSON of bounded size.
 */
export function redactForAudit(value: unknown): unknown {
  const redactedValue = redactAt(value, longestText, longestList, 0);
  if (measureBytes(redactedValue) <= longestPartBytes) return redactedValue;
  const outline = redactAt(value, 60, 3, 0);
  return measureBytes(outline) <= longestPartBytes ? outline : { cut: `${measureBytes(redactedValue)} bytes` };
}

function redactAt(value: unknown, text: number, list: number, depth: number): unknown {
  if (typeof value === 'string') return shorten(value.replaceAll(idNumberText, '$1***********$2'), text);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object') return undefined;
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`;
  if (value instanceof Date) return value.toISOString();
  if (depth >= deepest) return '…';
  if (Array.isArray(value)) {
    const kept: unknown[] = value.slice(0, list).map((one) => redactAt(one, text, list, depth + 1));
    return value.length > list ? [...kept, `… ${value.length - list} more`] : kept;
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, inner]) => {
      if (inner === undefined) return [];
      if (secretField.test(field)) return [[field, inner === null || inner === '' ? inner : '***']];
      if (idNumberField.test(field) && typeof inner === 'string' && inner !== '') return [[field, maskLoggedIdNumber(inner)]];
      return [[field, redactAt(inner, text, list, depth + 1)]];
    }),
  );
}

const shorten = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;

const measureBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/**
 * Returns only the changed fields, redacted. A changed secret shows on both sides that it changed, not its value. If one side is missing, the
 * other is returned whole.
 */
export function pickChangedFields(
  before: object | null | undefined,
  after: object | null | undefined,
): { before?: unknown; after?: unknown } {
  if (!before || !after) return { ...(before && { before: redactForAudit(before) }), ...(after && { after: redactForAudit(after) }) };
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const changedFields = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    // A field missing in `after` is unchanged: a change may list only its own fields.
    (field) => now[field] !== undefined && !isSame(old[field], now[field]),
  );
  const pick = (from: Record<string, unknown>): unknown =>
    redactForAudit(Object.fromEntries(changedFields.map((field) => [field, from[field] ?? null])));
  return { before: pick(old), after: pick(now) };
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const fields = Object.keys(left);
  return fields.length === Object.keys(right).length && fields.every((field) => isSame(left[field], right[field]));
}
