import type { Message } from '../../../../http/handler.ts';
import { formatMessages as messages } from './format-messages.ts';

/** The answer to a fill-in question with a line for each blank. `doubts`: reasons why a user should check the answer. */
export interface BlankLines {
  readonly answer: string;
  readonly warnings: readonly Message[];
}

/**
 * Splits an answer as people write it ("36；24", "①甲 ②乙", "甲或乙") into `count` lines, one for each blank, with `|` between alternatives. If the number
 * of parts differs from `count`, the answer stays one line.
 */
export function splitBlankAnswer(answer: string, count: number): BlankLines {
  // A backslash occurs only in our own notation for blanks, which is not split here.
  if (answer.includes('\\')) return { answer, warnings: [] };
  const labelledParts = splitByLabels(answer);
  if (labelledParts?.length === count) return splitAlternatives(labelledParts);
  const doubts = labelledParts && labelledParts.length > 1 ? [messages.blankLabels(labelledParts.length, count)] : [];
  const unlabelledText = labelledParts?.length === 1 ? (labelledParts[0] ?? answer) : answer;
  if (count <= 1 || unlabelledText.includes('\n')) return splitAlternatives(unlabelledText.split('\n'), doubts);
  return splitAlternatives(splitBySigns(unlabelledText, count), doubts);
}

function splitBySigns(answer: string, count: number): readonly string[] {
  for (const sign of [/[;；]/, /\s{2,}/, /[、]/, /[,，]/, /[|｜]/, /\s/, /(?<=[)）])(?=[(（])/]) {
    const parts = listFilledParts(answer.split(sign));
    if (parts.length === count) return parts.map(stripBrackets);
  }
  return listFilledParts(answer.split(/[;；]|\s{2,}/));
}

const listFilledParts = (parts: readonly string[]): string[] => parts.map((part) => part.trim()).filter((part) => part !== '');
const stripBrackets = (part: string, _: number, all: readonly string[]): string =>
  all.every((each) => /^[(（][^()（）]+[)）]$/.test(each)) ? part.slice(1, -1).trim() : part;

/** Patterns of the labels that number the blanks of an answer, each with a function that returns the number. */
const labelKinds: readonly (readonly [RegExp, (label: string) => number])[] = [
  [/[①-⑳]/g, (label) => label.charCodeAt(0) - 0x245f],
  [/第?\s?[一二三四五六七八九十\d]{1,3}\s?(?:个?空|处)\s?[:：]/g, (label) => readLabelNumber(label)],
  [/空\s?[一二三四五六七八九十\d]{1,3}\s?[:：]/g, (label) => readLabelNumber(label)],
  [/[(（]\s?\d{1,2}\s?[)）]/g, (label) => readLabelNumber(label)],
  [/(?:^|(?<=[\s;；,，、。]))\d{1,2}\s?(?:[.．](?!\d)|[、:：)）])/g, (label) => readLabelNumber(label)],
];
const readLabelNumber = (label: string): number => {
  const digits = /\d+/.exec(label)?.[0];
  return digits === undefined ? '一二三四五六七八九十'.indexOf(/[一二三四五六七八九十]/.exec(label)?.[0] ?? '') + 1 : Number(digits);
};

/** Splits an answer at its labels and drops them. Returns undefined if the labels do not count from 1 without gaps ("①③④"), or if a part is empty. */
function splitByLabels(answer: string): readonly string[] | undefined {
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

/** Splits alternatives: "甲或乙" and "甲/乙" are two spellings, the latter only if both parts are words. "米/秒" and "km/h" are units. */
function splitAlternatives(lines: readonly string[], doubts: readonly Message[] = []): BlankLines {
  const found: Message[] = [...doubts];
  const answer = lines.map((line) => {
    if (/^[#[]|\|/.test(line)) return line;
    const words = listFilledParts(line.split(/或者?|[/／]/));
    const isPlain = words.length > 1 && !/^或|或$/.test(line.trim()) && words.every((word) => isWord(word));
    if (isPlain || (words.length > 1 && /或/.test(line) && !/与或|或非|或门/.test(line))) {
      found.push(messages.blankAlternatives(line, words));
      return words.join('|');
    }
    return line;
  });
  return { answer: answer.join('\n'), warnings: found };
}
/** True for two Chinese characters or more, or one followed by a letter or digit; a single character is more often a unit of measurement. */
const isWord = (text: string): boolean => /\p{Script=Han}{2}|\p{Script=Han}\w/u.test(text);
