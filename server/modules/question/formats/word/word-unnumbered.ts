import { parseHeading, findWordFieldMark, optionStartPattern, type Paragraph, getPlainLine, parseNumberStart } from './word-lines.ts';

/**
 * Numbers the questions of a text without numbers (Moodle's Aiken, questions typed one below the other): a line right above its options, or above
 * "答案：", begins a question. Returns undefined for a text with numbers, or without options and answers.
 */
export function numberQuestions(paragraphs: readonly Paragraph[]): readonly Paragraph[] | undefined {
  const kinds = paragraphs.map(kindOf);
  if (kinds.includes('number') || !kinds.includes('first') || !kinds.includes('answer')) return undefined;
  let number = 0;
  /** Index of the last line of words, with which a question may begin. */
  let words: number | undefined;
  const begun = new Map<number, number>();
  for (const [at, kind] of kinds.entries()) {
    if (kind === 'words') words = at;
    else if (kind === 'heading') words = undefined;
    else if (kind === 'first' || kind === 'answer') {
      if (words !== undefined) begun.set(words, (number += 1));
      words = undefined;
    }
  }
  return paragraphs.map((paragraph, at) => {
    const count = begun.get(at);
    return count === undefined ? paragraph : { ...paragraph, html: `${count}. ${paragraph.html}` };
  });
}

/** Classifies a paragraph. 'first': option A, alone or with the others on its line. */
function kindOf(paragraph: Paragraph): 'none' | 'number' | 'heading' | 'first' | 'option' | 'answer' | 'field' | 'words' {
  const plain = getPlainLine(paragraph.html).trim();
  if (plain === '' && !paragraph.html.includes('<img')) return 'none';
  if (paragraph.isTable) return 'none';
  if (parseNumberStart(plain)) return 'number';
  if (parseHeading(paragraph)?.type !== undefined) return 'heading';
  const label = findWordFieldMark(plain)?.field;
  if (label !== undefined) return label === 'answer' ? 'answer' : 'field';
  const letter = optionStartPattern.exec(plain)?.[1]?.normalize('NFKC').toUpperCase();
  return letter === undefined ? 'words' : letter === 'A' ? 'first' : 'option';
}
