import { toMidSentence, type Resource, type BilingualLabel, findFieldLabel } from '../../../sync/contract/resource.ts';
import { resources } from '../../../sync/contract/resources.ts';
import { formatDateTime } from '../../lib/format-time.ts';

/** The audit log's display texts in one language: `words` of its catalogue. */
export interface AuditTexts {
  readonly language: string;
  readonly calls: Readonly<Record<string, string>>;
  readonly verbs: Readonly<Record<string, string>>;
  readonly resources: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly results: Readonly<Record<string, string>>;
}

/** Declared resources, found by module and by entity: a call names its module (`/batch/add`), and an audit entry names its entity (`enrollBatch`). */
const declared: Readonly<Record<string, Resource>> = {
  ...resources,
  ...Object.fromEntries(Object.values(resources).map((resource) => [resource.name, resource])),
};
const pickLanguage = (words: AuditTexts, [zh, en]: BilingualLabel): string => (words.language === 'en' ? en : zh);

const getOwnValue = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

function findResourceLabel(words: AuditTexts, entity: string): string | undefined {
  const resource = getOwnValue(declared, entity);
  return resource === undefined ? getOwnValue(words.resources, entity) : pickLanguage(words, resource.words);
}
export const getEntityLabel = (words: AuditTexts, entity: string): string => findResourceLabel(words, entity) ?? entity;

/**
 * Describes a call: its own text, or the text of its verb with the module's name. Unknown paths are returned unchanged, because the log also
 * holds calls that no longer exist.
 */
export function describeAuditCall(words: AuditTexts, path: string): string {
  const callName = getOwnValue(words.calls, path);
  if (callName !== undefined) return callName;
  const [, module = '', verb = ''] = path.split('/');
  const [doing, resource] = [getOwnValue(words.verbs, verb), findResourceLabel(words, module)];
  return doing === undefined || resource === undefined
    ? path
    : doing.replace('~', words.language === 'en' ? toMidSentence(resource) : resource);
}

/** Converts a column name such as `head_teacher_id` to the field name `headTeacherId`; the audit log contains both. */
const toCamelCase = (field: string): string => field.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Formats the path of a value: `["sections", "0", "points"]` becomes "Sections · no. 1 · Points". */
export function formatFieldPath(words: AuditTexts, entity: string, path: readonly string[], place: (n: number) => string): string {
  const resource = getOwnValue(declared, entity);
  const getPartLabel = (part: string): string => {
    const label = resource && findFieldLabel(resource, toCamelCase(part));
    return label === undefined ? (getOwnValue(words.fields, toCamelCase(part)) ?? part) : pickLanguage(words, label);
  };
  return path.map((part) => (/^\d+$/.test(part) ? place(Number(part) + 1) : getPartLabel(part))).join(' · ');
}

interface ValueTexts {
  readonly minutes: (count: number) => string;
  /** Text shown for a redacted secret. */
  readonly hidden: string;
}

const span = /(duration|limit|earliest|extension)\w*ms$|^ms$/i;

/** Formats a logged value for display; '' if there is none. */
export function formatAuditValue(words: AuditTexts, entity: string, path: readonly string[], value: unknown, texts: ValueTexts): string {
  if (value === null || value === undefined || value === '') return '';
  if (value === '***') return texts.hidden;
  if (Array.isArray(value)) return value.map((one) => formatAuditValue(words, entity, path, one, texts)).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value === 'boolean') return (value ? words.values['true'] : words.values['false']) as string;
  const text = typeof value === 'number' ? String(value) : (value as string);
  const field = toCamelCase(path.findLast((part) => !/^\d+$/.test(part)) ?? '');
  // The same field name, such as `status`, has different codes in each entity.
  const codes = getOwnValue(words.values, `${entity}.${field}`) ?? getOwnValue(words.values, field);
  const coded = typeof codes === 'object' ? getOwnValue(codes, text) : undefined;
  if (coded !== undefined) return coded;
  if (typeof value === 'number' && /ms$/i.test(field)) return span.test(field) ? texts.minutes(value / 60_000) : formatDateTime(value);
  return text;
}
