import type { PaperQuestion } from '../../../sync/contract/paper.ts';
import type { Paper } from './paper-queries.ts';

export interface PrintSection {
  readonly section: Paper['sections'][number];
  readonly items: readonly { readonly number: number; readonly question: PaperQuestion }[];
}

/** One variant as it is printed, numbered through. */
export function printSections(paper: Paper, variant: number): PrintSection[] {
  const known = new Map([...paper.sections.flatMap((one) => one.questions), ...paper.otherQuestions].map((one) => [one.id, one]));
  let number = 0;
  return paper.sections.map((section, at) => ({
    section,
    items: (paper.variants[variant]?.sections[at] ?? []).flatMap((entry) => {
      const question = known.get(entry.id);
      number += 1;
      return question ? [{ number, question }] : [];
    }),
  }));
}

/** Em-widths of what an option shows, roughly: a CJK letter is 1, a Latin one half. Null where a picture or a formula makes it anybody's guess. */
function widthOf(html: string): number | null {
  if (/<img|\$\$|<table/.test(html)) return null;
  const text = html.replaceAll(/<[^>]*>/g, '').replaceAll(/\\[a-zA-Z]+|[{}$^_]/g, 'i');
  return [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e80 ? 1 : 0.55), 0);
}

/** How many options stand beside each other: as many as fit without breaking a line. */
export function optionColumns(options: readonly { readonly html: string }[]): 1 | 2 | 4 {
  const widths = options.map((option) => widthOf(option.html));
  if (widths.includes(null)) return 2;
  const widest = Math.max(0, ...widths.map((width) => width ?? 0));
  return widest <= 7.5 && options.length % 4 === 0 ? 4 : widest <= 18 ? 2 : 1;
}

/** Nothing but space, set as a formula: "( $\\quad$ )". */
const blankFormula = /\$(?:\s|~|\\(?:q?quad|[;,: ]))*\$/g;

/** Does the stem have a place for the letter of the answer already: brackets with nothing in them? */
export const hasAnswerPlace = (stem: string): boolean =>
  /[（(](?:[\s_]|&nbsp;|&emsp;|&ensp;)*[）)]|_{2,}|＿{2,}/.test(stem.replaceAll(/<[^>]*>/g, '').replaceAll(blankFormula, ' '));

/** Lines to write on for a question that people mark; more points want more words. */
export const writingLines = (points: number): number => Math.min(18, Math.max(4, Math.ceil(points * 1.2)));

export interface NumberRange {
  readonly from: number;
  readonly to: number;
}
export const numberRange = (section: PrintSection): NumberRange | null => {
  const [first] = section.items;
  const last = section.items.at(-1);
  return first && last ? { from: first.number, to: last.number } : null;
};

/** In fives, as an answer sheet has them: they are counted at a glance. */
export const fives = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / 5) }, (_, at) => items.slice(at * 5, at * 5 + 5));

/** The material before an item, and to which number it goes; undefined where none begins there. */
export function materialRun(
  items: PrintSection['items'],
  at: number,
): { readonly html: string; readonly from: number; readonly to: number } | undefined {
  const of = (place: number): string => items[place]?.question.material ?? '';
  const html = of(at);
  if (html === '' || (at > 0 && of(at - 1) === html)) return undefined;
  let last = at;
  while (of(last + 1) === html) last += 1;
  return { html, from: items[at]?.number ?? 0, to: items[last]?.number ?? 0 };
}
