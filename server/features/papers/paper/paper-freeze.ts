import { setImmediate as turn } from 'node:timers/promises';
import { combineStemAndMaterial, countAnswerPlaces } from '../../../../sync/contract/bank/question-body.ts';
import type { PaperContent } from '../../../../sync/contract/exams/sitting.ts';
import type { Message } from '../../../http/handler.ts';
import { sanitisePaperHtml } from '../../../rich-text/sanitise-html.ts';
import { renderMathml, type StoredQuestion } from '../../bank/question/question-reads.ts';
import type { UploadReads } from '../../platform/upload/upload-reads.ts';
import { hasFixedOptionOrder } from './option-order.ts';
import { paperMessages as messages } from './paper-messages.ts';
import { maxPictureBytes, packPictures, type PicturePack, embedPictures } from './picture-pack.ts';
import type { StoredPaper } from './whole-paper-reads.ts';

export interface FrozenItem {
  readonly itemId: string;
  /** Index of its section. */
  readonly section: number;
  readonly question: StoredQuestion;
  readonly points: number;
  readonly partial: boolean;
}
export interface FrozenPaper {
  /** Content for devices, without keys and analyses (SY17). */
  readonly content: PaperContent;
  /** Content for the server: the questions as they are now, with their keys. */
  readonly items: readonly FrozenItem[];
  readonly badFormulas: readonly { readonly itemId: string; readonly source: string }[];
  readonly pictures: PicturePack;
  /** Places of the variant whose question is missing or deleted. */
  readonly emptyPlaces: number;
  /** Characters of the shown HTML with typeset formulas, without uploaded pictures. Typesetting stops at `maxPaperTextLength`. */
  readonly textLength: number;
}

/** A short formula can grow a thousandfold when typeset; without a limit such a paper would exhaust the server's memory. */
export const maxPaperTextLength = 20 * 1024 * 1024;

/**
 * Freezes one variant of a paper: numbers its items, typesets its formulas and embeds its pictures. Every text is sanitised here again, however it
 * came into the bank, because the player only checks it (decision 043).
 */
export async function freezePaper(
  paper: Pick<StoredPaper, 'sections' | 'rules' | 'variants'>,
  questions: ReadonlyMap<number, StoredQuestion>,
  uploads: UploadReads,
  name: { planId: number; variant: string; at: number; version: number; title: string },
): Promise<FrozenPaper> {
  const items: FrozenItem[] = [];
  let emptyPlaces = 0;
  for (const [index, section] of paper.sections.entries()) {
    const entries = paper.variants[name.at]?.sections[index] ?? [];
    const found = entries.flatMap((entry) => questions.get(entry.id) ?? []);
    emptyPlaces += Math.max(0, section.count - found.length);
    for (const question of found)
      items.push({ itemId: String(items.length + 1), section: index, question, points: section.pointsEach, partial: section.partial });
  }
  const texts = items.flatMap(({ itemId, question }) =>
    [combineStemAndMaterial(question), ...question.options.map((option) => option.html)].map((html) => ({ itemId, html })),
  );
  const pictures = await packPictures(texts, uploads);
  const badFormulas: { itemId: string; source: string }[] = [];
  let textLength = 0;
  const html = (itemId: string, source: string): string => {
    if (textLength > maxPaperTextLength) return '';
    const rendered = renderMathml(sanitisePaperHtml(source));
    textLength += rendered.html.length;
    badFormulas.push(...rendered.bad.map((bad) => ({ itemId, source: bad })));
    return embedPictures(rendered.html, pictures.addresses);
  };
  const shown: PaperContent['sections'][number]['items'][number][] = [];
  for (const { itemId, question, points } of items) {
    // Typesetting is slow; yield to the event loop, so that running exams are answered in between.
    await turn();
    shown.push({
      id: itemId,
      stemHtml: html(itemId, combineStemAndMaterial(question)),
      options: question.options.map((option) => ({ id: option.id, html: html(itemId, option.html) })),
      ...(paper.rules.shuffleOptions && hasFixedOptionOrder(question) ? { optionsInOrder: true } : {}),
      blankCount: countAnswerPlaces(question.key),
      points,
      ...(question.key.kind === 'rubric' && question.key.files ? { files: question.key.files } : {}),
    });
  }
  const content: PaperContent = {
    planId: name.planId,
    variant: name.variant,
    version: name.version,
    title: name.title,
    layout: paper.rules.layout,
    shuffleQuestions: paper.rules.shuffleQuestions,
    shuffleOptions: paper.rules.shuffleOptions,
    sections: paper.sections.map((section, index) => ({
      title: section.title,
      type: section.type,
      items: shown.filter((_, at) => items[at]?.section === index),
    })),
  };
  return { content, items, badFormulas, pictures, emptyPlaces, textLength };
}

/** Lists the reasons why an exam with this frozen paper cannot be published; empty if it can. */
export function listPublishObstacles(frozen: FrozenPaper): Message[] {
  const broken = frozen.pictures.faults.filter((each) => each.fault !== 'outside');
  return [
    ...(frozen.emptyPlaces > 0 ? [messages.emptyPlaces(frozen.content.variant, frozen.emptyPlaces)] : []),
    ...broken.map(({ itemId, fault }) => (fault === 'missing' ? messages.pictureMissing(itemId) : messages.notPicture(itemId))),
    ...(frozen.pictures.totalBytes > maxPictureBytes
      ? [messages.picturesTooLarge(frozen.pictures.totalBytes, maxPictureBytes, frozen.pictures.heaviest.slice(0, 5))]
      : []),
    ...(frozen.textLength > maxPaperTextLength ? [messages.textTooLong(maxPaperTextLength)] : []),
  ];
}

const inOrder = ({ sections }: PaperContent): Message[] => {
  const items = sections.flatMap((section) => section.items.filter((item) => item.optionsInOrder));
  return items.length > 0 ? [messages.optionsInOrder(items.map((item) => item.id))] : [];
};

/** Lists warnings for the person who publishes, item by item. */
export const listFreezeWarnings = (frozen: FrozenPaper): Message[] => [
  ...inOrder(frozen.content),
  ...frozen.badFormulas.map(({ itemId, source }) => messages.badFormula(itemId, source)),
  ...frozen.pictures.faults.filter((each) => each.fault === 'outside').map(({ itemId }) => messages.pictureOutside(itemId)),
];
