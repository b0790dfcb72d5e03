import { setImmediate as turn } from 'node:timers/promises';
import { combineStemAndMaterial, countAnswerPlaces } from '../../../../sync/contract/bank/question-body.ts';
import type { PaperContent } from '../../../../sync/contract/exams/sitting.ts';
import { maxPlayFiles } from '../../../../sync/contract/platform/rich-media.ts';
import type { Message } from '../../../http/handler.ts';
import { sanitisePaperHtml } from '../../../rich-text/sanitise-html.ts';
import { renderMathml, type StoredQuestion } from '../../bank/question/question-reads.ts';
import type { UploadReads, MediaProblem } from '../../platform/upload/upload-reads.ts';
import { hasFixedOptionOrder } from './option-order.ts';
import { paperMessages as messages } from './paper-messages.ts';
import { maxPictureBytes, packPictures, type PicturePack, embedPictures } from './picture-pack.ts';
import type { StoredPaper } from './whole-paper-reads.ts';

export interface FrozenItem {
  readonly itemId: string;
  /** Index of the item's section in the paper. */
  readonly section: number;
  readonly question: StoredQuestion;
  readonly points: number;
  readonly partial: boolean;
}

interface MediaPack {
  /** Maps the address of a recording or film in the bank to its id in the paper and its `data:` address. */
  readonly files: ReadonlyMap<string, { readonly id: string; readonly address: string }>;
  readonly faults: readonly { readonly itemId: string; readonly fault: MediaProblem | 'tooMany' }[];
  readonly totalBytes: number;
  /** Bytes of recordings and films by item. A file that several items use counts for the first item only. */
  readonly bytes: ReadonlyMap<string, number>;
}

/** Matches the sanitised element of a recording or film. Its groups: kind, address in the bank, id of the file, play limit. */
const mediaElement = /<(audio|video) src="(\/uploads\/([0-9a-f]{8})[^"]*)"(?: data-plays="([1-9])")?><\/\1>/g;

/**
 * Loads the recordings and films of sanitised stems as `data:` addresses. Each file goes into the paper once. Stops reading once their total size
 * exceeds `mostBytes`, because such a paper cannot be published.
 */
async function packMedia(texts: readonly { itemId: string; html: string }[], uploads: UploadReads, mostBytes: number): Promise<MediaPack> {
  const files = new Map<string, { id: string; address: string }>();
  const faults: { itemId: string; fault: MediaProblem | 'tooMany' }[] = [];
  const bytes = new Map<string, number>();
  let totalBytes = 0;
  for (const { itemId, html } of texts)
    for (const [, , url = '', id = ''] of html.matchAll(mediaElement)) {
      if (files.has(url)) continue;
      if (totalBytes > mostBytes) return { files: new Map(), faults, totalBytes, bytes };
      const address = files.size === maxPlayFiles ? 'tooMany' : await uploads.mediaAddress(url);
      if (address === 'missing' || address === 'notMedia' || address === 'mediaTooLarge' || address === 'tooMany')
        faults.push({ itemId, fault: address });
      else {
        files.set(url, { id, address });
        totalBytes += address.length;
        bytes.set(itemId, (bytes.get(itemId) ?? 0) + address.length);
      }
    }
  return { files, faults, totalBytes, bytes };
}

/** Replaces recordings and films in a sanitised text by markers with their id in the paper. A file that is not in `files` is left out. */
const placeMedia = (html: string, files: MediaPack['files']): string =>
  html.replace(mediaElement, (_, _kind: string, url: string, _id: string, plays: string | undefined) => {
    const file = files.get(url);
    return file === undefined ? '' : `<span data-media="${file.id}"${plays === undefined ? '' : ` data-plays="${plays}"`}></span>`;
  });

/** Tests whether a sanitised text holds a recording or film. */
const hasMedia = (html: string): boolean => html.search(mediaElement) >= 0;

export interface FrozenPaper {
  /** Content that examinees' devices get, without keys and analyses (SY17). */
  readonly content: PaperContent;
  /** Content that stays on the server: the questions as they are now, with their keys. */
  readonly items: readonly FrozenItem[];
  readonly badFormulas: readonly { readonly itemId: string; readonly source: string }[];
  readonly pictures: PicturePack;
  readonly media: MediaPack;
  /** Items with a recording or film in an option. The frozen paper leaves such files out. */
  readonly mediaInOptions: readonly string[];
  /** Number of places in the variant's sections whose question is missing or deleted. */
  readonly emptyPlaces: number;
  /** Characters of the shown HTML with typeset formulas, without uploaded pictures. Typesetting stops at `maxPaperTextLength`. */
  readonly textLength: number;
}

/** A short formula can grow a thousandfold when typeset; without a limit such a paper would exhaust the server's memory. */
export const maxPaperTextLength = 20 * 1024 * 1024;

/**
 * Freezes one variant of a paper: numbers its items, typesets its formulas, and embeds its pictures and recordings. Every text is sanitised here
 * again, however it came into the bank, because the player only checks it (decision 043).
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
    const sectionQuestions = entries.flatMap((entry) => questions.get(entry.id) ?? []);
    emptyPlaces += Math.max(0, section.count - sectionQuestions.length);
    for (const question of sectionQuestions)
      items.push({ itemId: String(items.length + 1), section: index, question, points: section.pointsEach, partial: section.partial });
  }
  const texts = items.flatMap(({ itemId, question }) =>
    [combineStemAndMaterial(question), ...question.options.map((option) => option.html)].map((html) => ({ itemId, html })),
  );
  const pictures = await packPictures(texts, uploads);
  const stems = items.map(({ itemId, question }) => ({ itemId, html: sanitiseMedia(combineStemAndMaterial(question)) }));
  const media = await packMedia(stems, uploads, maxPictureBytes);
  const mediaInOptions = items.filter(({ question }) => question.options.some((option) => hasMedia(sanitiseMedia(option.html))));
  const badFormulas: { itemId: string; source: string }[] = [];
  let textLength = 0;
  const renderHtml = (itemId: string, source: string, shownMedia: MediaPack['files'] = new Map()): string => {
    if (textLength > maxPaperTextLength) return '';
    const rendered = renderMathml(placeMedia(sanitisePaperHtml(source), shownMedia));
    textLength += rendered.html.length;
    badFormulas.push(...rendered.bad.map((bad) => ({ itemId, source: bad })));
    return embedPictures(rendered.html, pictures.addresses);
  };
  const contentItems: PaperContent['sections'][number]['items'][number][] = [];
  for (const { itemId, question, points } of items) {
    // Typesetting is slow; yield to the event loop, so that running exams are answered in between.
    await turn();
    contentItems.push({
      id: itemId,
      stemHtml: renderHtml(itemId, combineStemAndMaterial(question), media.files),
      options: question.options.map((option) => ({ id: option.id, html: renderHtml(itemId, option.html) })),
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
    ...(media.files.size > 0 && { media: Object.fromEntries([...media.files.values()].map(({ id, address }) => [id, address])) }),
    sections: paper.sections.map((section, index) => ({
      title: section.title,
      type: section.type,
      items: contentItems.filter((_, at) => items[at]?.section === index),
    })),
  };
  const findings = { badFormulas, pictures, media, mediaInOptions: mediaInOptions.map(({ itemId }) => itemId), emptyPlaces, textLength };
  return { content, items, ...findings };
}

/** Sanitises a text if it may hold a recording or film; else returns ''. Most texts hold none, and sanitising is slow. */
const sanitiseMedia = (html: string): string => (/<(?:audio|video)\b/i.test(html) ? sanitisePaperHtml(html) : '');

/** Lists the reasons why an exam with this frozen paper cannot be published; empty if it can. */
export function listPublishObstacles(frozen: FrozenPaper): Message[] {
  const broken = frozen.pictures.faults.filter((each) => each.fault !== 'outside');
  const fileBytes = frozen.pictures.totalBytes + frozen.media.totalBytes;
  return [
    ...(frozen.emptyPlaces > 0 ? [messages.emptyPlaces(frozen.content.variant, frozen.emptyPlaces)] : []),
    ...broken.map(({ itemId, fault }) => (fault === 'missing' ? messages.pictureMissing(itemId) : messages.notPicture(itemId))),
    ...frozen.media.faults.map(({ itemId, fault }) => messages[fault === 'missing' ? 'mediaMissing' : fault](itemId)),
    ...(fileBytes > maxPictureBytes ? [messages.filesTooLarge(fileBytes, maxPictureBytes, listHeaviestItems(frozen).slice(0, 5))] : []),
    ...(frozen.textLength > maxPaperTextLength ? [messages.textTooLong(maxPaperTextLength)] : []),
  ];
}

/** Lists items by the size of their pictures, recordings and films, largest first. */
function listHeaviestItems({ pictures, media }: FrozenPaper): { itemId: string; bytes: number }[] {
  const sums = new Map(media.bytes);
  for (const { itemId, bytes } of pictures.largestItems) sums.set(itemId, (sums.get(itemId) ?? 0) + bytes);
  return [...sums].map(([itemId, bytes]) => ({ itemId, bytes })).toSorted((a, b) => b.bytes - a.bytes);
}

const listFixedOrderWarnings = ({ sections }: PaperContent): Message[] => {
  const items = sections.flatMap((section) => section.items.filter((item) => item.optionsInOrder));
  return items.length > 0 ? [messages.optionsInOrder(items.map((item) => item.id))] : [];
};

/**
 * Lists, item by item, what an exam with this frozen paper will show differently from the question bank, such as a formula that cannot be typeset.
 * The person who publishes reads these warnings; they prevent nothing.
 */
export const listFreezeWarnings = (frozen: FrozenPaper): Message[] => [
  ...listFixedOrderWarnings(frozen.content),
  ...frozen.badFormulas.map(({ itemId, source }) => messages.badFormula(itemId, source)),
  ...frozen.pictures.faults.filter((each) => each.fault === 'outside').map(({ itemId }) => messages.pictureOutside(itemId)),
  ...frozen.mediaInOptions.map((itemId) => messages.mediaInOption(itemId)),
];
