import type { ImportedQuestionDraft } from '../../../../../sync/contract/bank/question-file.ts';
import { listInvisibleCharacters } from '../../../../../sync/contract/invisible-signs.ts';
import { listRadicals, toStoredText } from '../../../../../sync/domain/plain-text.ts';
import { formatMessages as messages } from './format-messages.ts';
import type { FormatRemark } from './question-format.ts';

/** Invisible characters by the name of their HTML entity. Numeric entities (`&#173;`) are decoded by their number. */
const characterByEntity: Readonly<Record<string, string>> = { shy: '\u00ad', zwnj: '\u200c', zwj: '\u200d', lrm: '\u200e', rlm: '\u200f' };
const entity = /&(?:(shy|zwnj|zwj|lrm|rlm)|#(\d{2,6})|#x([0-9a-f]{2,5}));/gi;

/** Decodes the entities of invisible characters and leaves all others. */
const decodeInvisibleEntities = (text: string): string =>
  text.replace(entity, (whole, name: string | undefined, decimal: string | undefined, hex: string | undefined) => {
    const sign =
      name === undefined
        ? String.fromCodePoint(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
        : characterByEntity[name.toLowerCase()];
    return sign !== undefined && listInvisibleCharacters(sign).length > 0 ? sign : whole;
  });

/** Returns the warnings about what `toStoredText` changes in a text of a file. */
export const listInvisibleWarnings = (field: string, text: string): FormatRemark[] => {
  const [invisible, radicals] = [listInvisibleCharacters(text), listRadicals(text)];
  return [
    ...(invisible.length > 0 ? [{ field, reason: messages.invisibleRemoved(invisible) }] : []),
    ...(radicals.length > 0 ? [{ field, reason: messages.radicalsReplaced(radicals) }] : []),
  ];
};

/**
 * Returns a draft in the form in which questions are stored, with a warning for each field that held invisible characters or radicals. Radicals are
 * code points that only look like Chinese characters; texts copied from a PDF contain them.
 */
export function normaliseDraftText(draft: Partial<ImportedQuestionDraft>): {
  readonly draft: Partial<ImportedQuestionDraft>;
  readonly warnings: readonly FormatRemark[];
} {
  const warnings: FormatRemark[] = [];
  const toVisible = (field: string, text: string): string => {
    const resolved = decodeInvisibleEntities(text);
    warnings.push(...listInvisibleWarnings(field, resolved));
    return toStoredText(resolved);
  };
  const fields = Object.entries(draft).map(([field, value]) => [
    field,
    typeof value === 'string'
      ? toVisible(field, value)
      : Array.isArray(value)
        ? value.map((text, at) => (typeof text === 'string' ? toVisible(`${field}.${at}`, text) : text))
        : value,
  ]);
  return { draft: Object.fromEntries(fields) as Partial<ImportedQuestionDraft>, warnings };
}
