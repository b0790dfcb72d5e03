/**
 * Search for any part of a text, two characters at a time: "电压表" is kept as the words 电压, 压表 and 表. FTS5's ascii tokenizer parts words at
 * ASCII signs only, so those are put aside, and spacing and punctuation too. A hit is a candidate, still to be compared with the text.
 */
const signs = /[\p{P}\p{Z}\p{C}$+<=>^`|~]+/gu;
const spaces = /[\s\p{Z}\p{C}]+/gu;
const plainly = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Letters, digits and Chinese characters alone, narrow and small; a small sigma has one form, wherever in a word it stands. */
export const bareText = (text: string): string => plainly(text).replaceAll('ς', 'σ').replace(signs, '');

/** What `bareText` puts aside, spacing excepted: each sign, and each two side by side. */
export function signsOf(text: string): string[] {
  const found = new Set<string>();
  for (const row of plainly(text).match(signs) ?? [])
    for (const part of partsOf(row)) for (let at = 0; at < part.length; at++) found.add(part.charAt(at)).add(part.slice(at, at + 2));
  return [...found];
}

/** What spacing parts: the words of a keyword. */
export const partsOf = (text: string): string[] => text.split(spaces).filter(Boolean);

/** The same, in the pieces that the signs leave. */
export const piecesOf = (text: string): string[] => plainly(text).split(signs).filter(Boolean);

/** What is indexed of a text: every pair of neighbours, and the last character alone, so that one character is always the start of a word. */
export function gramsOf(text: string): string {
  const plain = bareText(text);
  const words = new Set<string>();
  for (let at = 0; at < plain.length; at++) words.add(plain.slice(at, at + 2));
  return [...words].join(' ');
}

/** For larger texts than names: every run of one, two and three characters, so that a word is found without reading a text. */
export function runsOf(text: string): string {
  const plain = bareText(text);
  const words = new Set<string>();
  for (let at = 0; at < plain.length; at++) for (const length of [1, 2, 3]) words.add(plain.slice(at, at + length));
  return [...words].join(' ');
}
