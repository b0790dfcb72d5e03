/**
 * Characters that nobody sees: zero-width ones, direction marks, soft hyphens, variation selectors, fillers. The exam page loads this file with the
 * contract, so tables of characters and the rest of the normalisation are in `plain-text.ts`.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Removes the characters that nobody sees. */
export const removeInvisibleCharacters = (text: string): string => text.replace(invisible, '');

/** Lists the invisible characters of a text, each once, as "U+200B". */
export const listInvisibleCharacters = (text: string): string[] => [
  ...new Set((text.match(invisible) ?? []).map((sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)),
];

/** Writes the dots between two letters (• ・ ･ ‧ ∙ ⋅) as the middle dot of Chinese names, without spaces around it. */
export const normaliseNameDots = (text: string): string => text.replace(/(?<=\p{L})\s*[·•・･‧∙⋅]\s*(?=\p{L})/gu, '·');
