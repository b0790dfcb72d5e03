import type { Message } from '../../../http/handler.ts';
import { formatMessages as messages } from './format-messages.ts';

/** The answer of a fill-in question with a line for each blank. `doubts`: reasons why a person should check it. */
export interface BlankLines {
  readonly answer: string;
  readonly doubts: readonly Message[];
}

/**
 * Splits an answer as people write it ("36；24", "①甲 ②乙", "甲或乙") into a line for each of `count` blanks, with alternatives between strokes. Where
 * the parts do not come out at the number of blanks, the answer stays one line.
 */
export function linesForBlanks(given: string, count: number): BlankLines {
  // A backslash belongs to our own notation, which is not split.
  if (given.includes('\\')) return { answer: given, doubts: [] };
  const labelled = partsByLabel(given);
  if (labelled?.length === count) return withAlternatives(labelled);
  const doubts = labelled && labelled.length > 1 ? [messages.blankLabels(labelled.length, count)] : [];
  const whole = labelled?.length === 1 ? (labelled[0] ?? given) : given;
  if (count <= 1 || whole.includes('\n')) return withAlternatives(whole.split('\n'), doubts);
  return withAlternatives(partsBySigns(whole, count), doubts);
}

function partsBySigns(answer: string, count: number): readonly string[] {
  for (const sign of [/[;；]/, /\s{2,}/, /[、]/, /[,，]/, /[|｜]/, /\s/, /(?<=[)）])(?=[(（])/]) {
    const parts = filled(answer.split(sign));
    if (parts.length === count) return parts.map(withoutBrackets);
  }
  return filled(answer.split(/[;；]|\s{2,}/));
}

const filled = (parts: readonly string[]): string[] => parts.map((part) => part.trim()).filter((part) => part !== '');
const withoutBrackets = (part: string, _: number, all: readonly string[]): string =>
  all.every((each) => /^[(（][^()（）]+[)）]$/.test(each)) ? part.slice(1, -1).trim() : part;

/** How blanks are counted in an answer, each with the number a label says. */
const labelKinds: readonly (readonly [RegExp, (label: string) => number])[] = [
  [/[①-⑳]/g, (label) => label.charCodeAt(0) - 0x245f],
  [/第?\s?[一二三四五六七八九十\d]{1,3}\s?(?:个?空|处)\s?[:：]/g, (label) => numberOf(label)],
  [/空\s?[一二三四五六七八九十\d]{1,3}\s?[:：]/g, (label) => numberOf(label)],
  [/[(（]\s?\d{1,2}\s?[)）]/g, (label) => numberOf(label)],
  [/(?:^|(?<=[\s;；,，、。]))\d{1,2}\s?(?:[.．](?!\d)|[、:：)）])/g, (label) => numberOf(label)],
];
const numberOf = (label: string): number => {
  const digits = /\d+/.exec(label)?.[0];
  return digits === undefined ? '一二三四五六七八九十'.indexOf(/[一二三四五六七八九十]/.exec(label)?.[0] ?? '') + 1 : Number(digits);
};

/** The parts of an answer that counts its blanks from 1 on, without the labels; undefined where it does not, or where a part is empty ("①③④"). */
function partsByLabel(answer: string): readonly string[] | undefined {
  for (const [pattern, numberOfLabel] of labelKinds) {
    const labels = [...answer.matchAll(pattern)];
    const first = labels[0];
    if (first === undefined || answer.slice(0, first.index).trim() !== '') continue;
    if (!labels.every(([label], at) => numberOfLabel(label) === at + 1)) continue;
    const parts = labels.map(({ 0: label, index }, at) => answer.slice(index + label.length, labels[at + 1]?.index).trim());
    const bare = parts.map((part, at) =>
      at < parts.length - 1 ? part.replace(/[;；,，、。]$/, '').trim() : part.replace(/[;；。]$/, '').trim(),
    );
    if (bare.every((part) => part !== '')) return bare.map((part) => part.replace(/\s*\n\s*/g, ' '));
  }
  return undefined;
}

/** "甲或乙" is two spellings, and "甲/乙" where both are words; "米/秒" and "km/h" are units. */
function withAlternatives(lines: readonly string[], doubts: readonly Message[] = []): BlankLines {
  const found: Message[] = [...doubts];
  const answer = lines.map((line) => {
    if (/^[#[]|\|/.test(line)) return line;
    const words = filled(line.split(/或者?|[/／]/));
    const isPlain = words.length > 1 && !/^或|或$/.test(line.trim()) && words.every((word) => isWord(word));
    if (isPlain || (words.length > 1 && /或/.test(line) && !/与或|或非|或门/.test(line))) {
      found.push(messages.blankAlternatives(line, words));
      return words.join('|');
    }
    return line;
  });
  return { answer: answer.join('\n'), doubts: found };
}
/** Two Chinese signs or more; a single one is a unit more often. */
const isWord = (text: string): boolean => /\p{Script=Han}{2}|\p{Script=Han}\w/u.test(text);
