/**
 * Search for any part of a text, two characters at a time: "电压表" is kept as the words 电压, 压表 and 表. FTS5's ascii tokenizer parts words at
 * ASCII signs only, so those are put aside, and spacing and punctuation too. A hit is a candidate, still to be compared with the text.
 */
/** Letters, digits and Chinese characters alone, narrow and small. */
export const bareText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{Z}\p{C}$+<=>^`|~]/gu, '');

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

/** The FTS5 query that finds all texts a keyword may stand in; undefined where nothing of it can be searched for. */
export function gramQuery(keyword: string): string | undefined {
  const plain = bareText(keyword);
  if (plain.length === 0) return undefined;
  if (plain.length === 1) return `"${plain}"*`;
  const words = new Set<string>();
  for (let at = 0; at + 1 < plain.length; at++) words.add(`"${plain.slice(at, at + 2)}"`);
  return [...words].join(' ');
}
