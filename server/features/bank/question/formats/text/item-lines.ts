/** A scoring point of a rubric as people write it. */
interface Item {
  readonly text: string;
  readonly points: number;
}

interface Part extends Item {
  /** True for "共 10 分", the sum of the other points. */
  readonly isTotal: boolean;
}

export interface ItemLine {
  readonly line: string;
  /** Undefined for a line without points, or with a sum that is wrong. */
  readonly items: readonly Item[] | undefined;
}

const amount = '(\\d{1,5}(?:\\.\\d{1,3})?)';
/** Matches our own notation: "(2) text". */
const bracketedPoints = new RegExp(`^[(（]\\s{0,9}${amount}\\s{0,9}[)）]\\s{0,9}([^]+)$`);
const pointsFirst = new RegExp(`[(（]\\s{0,9}${amount}\\s{0,9}分\\s{0,9}[)）]`, 'g');
const pointsLast = new RegExp(`[(（]\\s{0,9}[得计给共]?\\s{0,9}${amount}\\s{0,9}分\\s{0,9}[)）]`, 'g');
const pointsBare = new RegExp(`[，,]?\\s{0,9}[得计给]?\\s{0,9}${amount}\\s{0,9}分(?=[，,；;。、\\s]|$)`, 'g');
const endsWithPoints = new RegExp(`[(（]\\s{0,9}[得计]?\\s{0,9}\\d{1,5}(?:\\.\\d{1,3})?\\s{0,9}分\\s{0,9}[)）][。；;，,\\s]{0,9}$`);
const total = /^(?:共计?|总计|合计|满分|总分|本题)$/;

/** Reads lines of scoring points: "(2) text", and any number of "text（2分）", "（2分）text" or "text 2 分，" on a line. "共 10 分" must be the sum. */
export function parseItemLines(lines: readonly string[]): readonly ItemLine[] {
  const read = lines.map((line) => ({ line, parts: parseLineParts(line) }));
  const sum = read.reduce((before, { parts }) => before + sumPoints(parts ?? []), 0);
  return read.map(({ line, parts }) => {
    const fits = parts?.every(({ points, isTotal }) => !isTotal || points === sum || points === sumPoints(parts)) ?? false;
    return { line, items: fits ? parts?.filter(({ isTotal }) => !isTotal) : undefined };
  });
}

const sumPoints = (parts: readonly Part[]): number => parts.reduce((sum, { isTotal, points }) => sum + (isTotal ? 0 : points), 0);

function parseLineParts(line: string): readonly Part[] | undefined {
  const numbered = bracketedPoints.exec(line);
  // "（1）接线正确（5分）" is scoring point number 1, worth five points.
  if (numbered && !endsWithPoints.test(line)) return [{ text: numbered[2] ?? '', points: Number(numbered[1]), isTotal: false }];
  const first = [...line.matchAll(pointsFirst)];
  if (first[0]?.index === 0) {
    const texts = first.map(({ 0: mark, index }, at) => tidy(line.slice(index + mark.length, first[at + 1]?.index)));
    return createParts(texts, first);
  }
  const bracketed = [...line.matchAll(pointsLast)];
  const marks = bracketed.length > 0 ? bracketed : [...line.matchAll(pointsBare)];
  const ends = marks.map(({ 0: mark, index }) => index + mark.length);
  // Text behind the last points has no points of its own. Such a line is readable only if the text is a total ("共10分").
  if (tidy(line.slice(ends.at(-1) ?? 0)) !== '') return parseTrailingTotal(line, ends.at(-1) ?? 0, marks);
  return createParts(
    marks.map(({ index }, at) => tidy(line.slice(ends[at - 1] ?? 0, index))),
    marks,
  );
}

/** Reads a line that ends with its sum: "接线正确（5分），试车成功（5分），共10分". */
function parseTrailingTotal(line: string, end: number, marks: readonly RegExpExecArray[]): readonly Part[] | undefined {
  const found = new RegExp(`^(共计?|总计|合计|满分|总分)\\s{0,9}${amount}\\s{0,9}分$`).exec(tidy(line.slice(end)));
  const before = found && marks.length > 0 ? parseLineParts(line.slice(0, end)) : undefined;
  return before && found ? [...before, { text: found[1] ?? '', points: Number(found[2]), isTotal: true }] : undefined;
}

const createParts = (texts: readonly string[], marks: readonly RegExpExecArray[]): readonly Part[] | undefined =>
  texts.length > 0 && texts.every((text) => text !== '')
    ? texts.map((text, at) => ({ text, points: Number(marks[at]?.[1]), isTotal: total.test(text) }))
    : undefined;

const tidy = (text: string): string => text.replace(/^[\s，,；;。、]{1,20}/, '').replace(/[\s，,；;、：:]{1,20}$/, '');

/** Escapes a text written behind its points, so that "（5分）" at its end is read as text. */
export const escapePoints = (text: string): string =>
  endsWithPoints.test(text) ? text.replace(/(?=[)）][。；;，,\s]{0,9}$)/, '\\') : text;
