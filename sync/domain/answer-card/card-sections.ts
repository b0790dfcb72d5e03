import { sectionType, type SectionTypeCode } from '../../contract/codes.ts';
import type { CardSection } from './card-layout.ts';

/** The facts of a question that its row or box on a card needs; they never include the key. `section`: title of the question's section. */
export interface CardItem {
  readonly itemId: string;
  readonly section: string;
  readonly type: SectionTypeCode;
  readonly points: number;
  readonly options: readonly { readonly id: string }[];
}

/** Signs printed in the bubbles of true-or-false questions, for the values T and F that answers contain. */
const judgementSigns: Readonly<Record<string, string>> = { T: '√', F: '×' };
const bubbleTypes: readonly SectionTypeCode[] = [sectionType.single, sectionType.multiple, sectionType.judgement];

/** Tells whether a question is answered with bubbles. The others are marked by people. */
export const hasBubbles = ({ type }: Pick<CardItem, 'type'>): boolean => bubbleTypes.includes(type);

const boxTypes: readonly SectionTypeCode[] = [sectionType.questionAnswer, sectionType.comprehensiveReview];
/** Tells whether a question may be answered in a box on the card, to be marked on the screen. */
export const mayHaveAnswerBox = ({ type }: Pick<CardItem, 'type'>): boolean => boxTypes.includes(type);

/** Height of a box in millimetres: more points need more lines, and a box must fit on a page. */
const getBoxHeightMm = (points: number): number => Math.min(160, Math.max(40, Math.round(points * 7)));

/** Returns the option ids of a question in the order of its bubbles. */
export const listBubbleOptions = ({ options }: Pick<CardItem, 'options'>): string[] =>
  options.length > 0 ? options.map(({ id }) => id) : Object.keys(judgementSigns);

/** Returns the letter or sign in the bubble of an option. */
export const getBubbleSign = ({ type }: Pick<CardItem, 'type'>, option: string): string =>
  (type === sectionType.judgement ? judgementSigns[option] : undefined) ?? option;

/**
 * Lists the sections of a card for one variant of a paper: a row for each question with bubbles, in the order of the paper. `boxes`: adds a box for
 * each written question, after all rows, so that a row stands at the same place on cards with and without boxes.
 */
export function listCardSections(items: readonly CardItem[], { boxes }: { readonly boxes: boolean }): CardSection[] {
  const ordered = items.toSorted((a, b) => Number(a.itemId) - Number(b.itemId));
  const sectionsOf = (wanted: (item: CardItem) => boolean) => [...Map.groupBy(ordered.filter(wanted), ({ section }) => section)];
  const withRows = sectionsOf(hasBubbles).map(([title, within]) => ({
    title,
    rows: within.map((item) => ({
      label: item.itemId,
      options: listBubbleOptions(item).map((option) => getBubbleSign(item, option)),
      many: item.type === sectionType.multiple,
    })),
    boxes: [],
  }));
  const withBoxes = sectionsOf(mayHaveAnswerBox).map(([title, within]) => ({
    title,
    rows: [],
    boxes: within.map(({ itemId, points }) => ({ label: itemId, heightMm: getBoxHeightMm(points) })),
  }));
  return boxes ? [...withRows, ...withBoxes] : withRows;
}

/** Returns the answer for the filled bubbles of a row: option ids in the order of the bubbles. `marked`: signs of the filled bubbles. */
export const toCardAnswer = (item: CardItem, marked: readonly string[]): string[] =>
  listBubbleOptions(item).filter((option) => marked.includes(getBubbleSign(item, option)));
