import { optionLetters } from '../../../../sync/contract/codes.ts';
import type { Message } from '../../../http/handler.ts';
import { questionMessages as messages } from './question-messages.ts';

export interface RawOption {
  readonly id: string;
  readonly text: string;
}
interface Note {
  readonly field: string;
  readonly reason: Message;
}
export interface ParsedOptions {
  readonly stem: string;
  readonly options: readonly RawOption[];
  readonly faults: readonly Note[];
  readonly warnings: readonly Note[];
}

/** Marks at the start of an option: "(A)", "（A）", "A.", "A．", "A、", "A)", "A:". */
const markAtStart = /^\s*(?:[(（]\s*([A-H])\s*[)）]|([A-H])\s*[.．、)）:：])\s*/;

/** Reads the options of a file: separates options that are glued together and reads their letters. */
export function parseOptions(stem: string, raw: readonly string[]): ParsedOptions {
  const faults: Note[] = [];
  const warnings: Note[] = [];
  let texts = [...raw];
  if (texts.length === 0) {
    const apart = splitAtMarks(stem, 0);
    if (apart) {
      stem = apart.before;
      texts = apart.options;
      warnings.push({ field: 'question', reason: messages.optionsGluedToStem(texts.length) });
    }
  } else {
    // The first options may be at the end of the stem: then the list begins with a later letter.
    const first = markAtStart.exec(texts[0] ?? '');
    const missing = optionLetters.indexOf((first?.[1] ?? first?.[2] ?? 'A') as (typeof optionLetters)[number]);
    const apart = missing > 0 ? splitAtMarks(stem, 0, missing) : undefined;
    if (apart) {
      stem = apart.before;
      texts = [...apart.options, ...texts];
      warnings.push({ field: 'question', reason: messages.optionsGluedToStem(missing) });
    }
  }
  const separate: { text: string; field: string }[] = [];
  for (const [index, text] of texts.entries()) {
    const field = `options.${index}`;
    const apart = splitAtMarks(text, separate.length + 1);
    // Split an entry only if the letters of its pieces lead exactly to the letter of the next entry. Otherwise "(B)" within an option is text.
    const next = markAtStart.exec(texts[index + 1] ?? '');
    const follows = optionLetters[separate.length + 1 + (apart?.options.length ?? 0)];
    if (apart && markAtStart.test(apart.before) && (index === texts.length - 1 || (next?.[1] ?? next?.[2]) === follows)) {
      separate.push({ text: apart.before, field }, ...apart.options.map((option) => ({ text: option, field })));
      warnings.push({ field, reason: messages.optionsGlued(apart.options.length) });
    } else separate.push({ text, field });
  }
  if (separate.length > optionLetters.length) faults.push({ field: 'options', reason: messages.tooManyOptions(separate.length) });
  const options: RawOption[] = [];
  for (const [index, { text, field }] of separate.slice(0, optionLetters.length).entries()) {
    const expected = optionLetters[index] ?? 'A';
    const mark = markAtStart.exec(text);
    const found = mark?.[1] ?? mark?.[2];
    const body = mark ? text.slice(mark[0].length) : text;
    if (found !== undefined && found !== expected)
      faults.push({ field, reason: messages.optionOrder(mark?.[0].trim() ?? '', `(${expected})`) });
    else if (mark && mark[0].trim() !== `(${expected})`) warnings.push({ field, reason: messages.optionPrefix(mark[0].trim()) });
    else if (!mark) warnings.push({ field, reason: messages.optionUnmarked() });
    options.push({ id: expected, text: body });
  }
  return { stem, options, faults, warnings };
}

/**
 * Splits a text at the marks letters[from], letters[from + 1] … in this order. `exactly`: the required number of marks. All marks must have one
 * style. Without `exactly` (a stem) at least two are needed, because nothing else proves that they are options.
 */
function splitAtMarks(text: string, from: number, exactly?: number): { before: string; options: string[] } | undefined {
  for (const style of markStyles) {
    const starts: number[] = [];
    let at = 0;
    while (from + starts.length < optionLetters.length && (exactly === undefined || starts.length < exactly)) {
      const found = style(optionLetters[from + starts.length] ?? '', text, at);
      if (found < 0) break;
      starts.push(found);
      at = found + 1;
    }
    const enough = exactly ?? (from === 0 ? 2 : 1);
    if (starts.length < enough || starts[0] === 0) continue;
    const options = starts.map((start, index) => text.slice(start, starts[index + 1] ?? text.length).trim());
    if (options.some((option) => option.replace(markAtStart, '') === '')) continue;
    return { before: text.slice(0, starts[0]).trim(), options };
  }
  return undefined;
}

/** A mark counts only after white space or the end of a sentence: "A(D)P" and "B、织女星" are no options. */
const markStyles: readonly ((letter: string, text: string, at: number) => number)[] = [
  (letter, text, at) => search(new RegExp(`(?<=[\\s。；;，,）)？?]|^)[(（]\\s*${letter}\\s*[)）]`, 'g'), text, at),
  (letter, text, at) => search(new RegExp(`(?<=[\\s。；;，,）)？?]|^)${letter}\\s*[.．、](?!\\d)`, 'g'), text, at),
];

function search(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.index ?? -1;
}
