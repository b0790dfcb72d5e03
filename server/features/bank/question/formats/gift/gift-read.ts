import { toCategoryPath, toHtmlFromForeign } from '../text/foreign-words.ts';
import { hasClozeGap, readCloze } from '../cloze.ts';
import { type CommentFields, mergeCommentFields, parseCommentFields } from '../extra-comment.ts';
import { decodeTextFile } from '../text/file-text.ts';
import type { Message } from '../../../../../http/handler.ts';
import { formatMessages as messages } from '../format-messages.ts';
import { type GiftAnswer, maskEscapes, readGiftAnswer, unescapeGift } from './gift-answer.ts';
import { formatBlankSpan, markUnderscoreBlanks } from '../text/plain-html.ts';
import type { FileToRead, FoundQuestion, QuestionFormat, ReadFile } from '../question-format.ts';

interface Passage {
  readonly row: number;
  readonly text: string;
  readonly category: string;
  readonly extra: CommentFields | undefined;
  /** Tags of the question, one on each line. */
  readonly tags: string;
}

/** Reads Moodle's GIFT: questions separated by empty lines, with the answer in braces. */
export const giftFormat: QuestionFormat = {
  id: 'gift',
  extensions: ['gift', 'txt'],
  sniff: () => false,
  read: readGift,
};

export function readGift({ bytes }: FileToRead): ReadFile {
  const { text, notes } = decodeTextFile(bytes);
  return { questions: readGiftText(text), notes, pictures: new Map() };
}

export const readGiftText = (text: string): FoundQuestion[] => splitPassages(text).map(readPassage);

/** Checks whether a text is GIFT: braces with the characters of an answer, or a GIFT mark at the start of a line. */
export const isGiftText = (text: string): boolean =>
  /(^|[^\\])\{\s{0,99}(?:[=~#}]|t\b|f\b|true\b|false\b|[^{}\n]*\})/i.test(text) || /^(?:::|\$CATEGORY:)/m.test(text);

function splitPassages(text: string): Passage[] {
  const passages: Passage[] = [];
  let lines: string[] = [];
  let row = 0;
  let category = '';
  let extra: Passage['extra'];
  let tags = '';
  const endPassage = () => {
    const passageText = lines.join('\n').trim();
    if (passageText !== '') passages.push({ row, text: passageText, category, extra, tags });
    if (passageText !== '') [extra, tags] = [undefined, ''];
    lines = [];
    isOpen = false;
  };
  const allLines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  /** For each line: whether the next line that is not empty continues an answer. */
  const goesOn: boolean[] = [];
  for (let at = allLines.length - 1, next = ''; at >= 0; at--) {
    goesOn[at] = /^\s*[=~}#]/.test(next);
    if (allLines[at]?.trim() !== '') next = allLines[at] ?? '';
  }
  let isOpen = false;
  for (const [index, line] of allLines.entries()) {
    const trimmed = line.trim();
    if (trimmed.startsWith('//')) {
      extra = parseCommentFields(trimmed.slice(2)) ?? extra;
      tags += readTags(trimmed);
      continue;
    }
    const categoryMatch = /^\$CATEGORY:(.*)$/.exec(trimmed);
    if (categoryMatch) {
      endPassage();
      category = toCategoryPath(categoryMatch[1] ?? '');
    } else if (trimmed !== '') {
      if (lines.length === 0) row = index + 1;
      lines.push(line);
      isOpen = isOpenAfter(line, isOpen);
    } else if (!(isOpen && goesOn[index])) endPassage();
  }
  endPassage();
  return passages;
}

/** Checks whether the braces of an answer are still open after a line. */
const isOpenAfter = (line: string, before: boolean): boolean => {
  const hidden = maskEscapes(line);
  const [opened, closed] = [hidden.lastIndexOf('{'), hidden.lastIndexOf('}')];
  return opened === closed ? before : opened > closed;
};

function readPassage(passage: Passage): FoundQuestion {
  let text = maskEscapes(passage.text);
  const title = /^::([^]*?)::/.exec(text);
  if (title) text = text.slice(title[0].length);
  const formatMark = /^\s*\[(html|moodle|plain|markdown)\]/i.exec(text);
  const format = formatMark?.[1]?.toLowerCase() ?? '';
  if (formatMark) text = text.slice(formatMark[0].length);
  const toHtml = (part: string): string => toHtmlFromForeign(unescapeGift(part), format);
  const { category } = passage;
  const reject = (field: string, reason: Message): FoundQuestion => ({
    row: passage.row,
    place: '',
    draft: { stem: toHtml(text), category },
    faults: [{ field, reason }],
    warnings: [],
  });

  if (hasClozeGap(text)) {
    const doubts: FoundQuestion['warnings'][number][] = [];
    const cloze = readCloze(toHtmlFromForeign(unescapeGift(text), format), (field, reason) => void doubts.push({ field, reason }));
    const draft = { type: 'fillIn', stem: cloze.stem, answer: cloze.answer, category };
    return mergeCommentFields({ row: passage.row, place: '', draft, faults: [], warnings: doubts }, passage.extra);
  }
  const start = text.indexOf('{');
  if (start < 0) return reject('type', messages.unsupported('description'));
  const end = text.indexOf('}', start);
  if (end < 0) return reject('answer', messages.notClosed());
  const [before, after] = [text.slice(0, start), text.slice(end + 1)];
  if (/\{[^}]*\}/.test(after)) return readMultipleBlanks(passage, text, format, toHtml) ?? reject('answer', messages.manyAnswerBlocks());
  const { draft, gap, faults, warnings } = readGiftAnswer(text.slice(start + 1, end), format);
  // A gap stands within the sentence of the stem, so the text before and after it is converted to HTML as one.
  const htmlWithHole = toHtml(gap === 'blank' || after.trim() !== '' ? `${before}${hole}${after}` : before);
  const stem = htmlWithHole.replace(hole, gap === 'blank' ? formatBlankSpan(1) : gap === 'words' ? '_____' : ' ');
  const severalBlanks = passage.extra?.type === 'fillIn' && gap !== 'blank';
  return mergeCommentFields(
    {
      row: passage.row,
      place: '',
      draft: {
        ...draft,
        category,
        ...(passage.tags === '' ? {} : { tags: passage.tags }),
        stem: severalBlanks ? markUnderscoreBlanks(stem) : stem,
      },
      faults,
      warnings,
    },
    passage.extra,
  );
}

const hole = '\ue1f0';

/** Reads a question with several braces as one with several blanks if each is a blank; returns undefined otherwise. */
function readMultipleBlanks(passage: Passage, text: string, format: string, html: (part: string) => string): FoundQuestion | undefined {
  const answers: GiftAnswer[] = [];
  const stem = text.replace(/\{([^{}]*)\}/g, (_, block: string) => {
    answers.push(readGiftAnswer(block, format));
    return hole;
  });
  if (answers.some(({ gap, faults }) => gap !== 'blank' || faults.length > 0)) return undefined;
  let count = 0;
  const analysis = answers.flatMap(({ draft }) => ((draft.analysis ?? '') === '' ? [] : [draft.analysis ?? ''])).join('<br>');
  const lines = answers.map(({ draft }) => draft.answer ?? '');
  return mergeCommentFields(
    {
      row: passage.row,
      place: '',
      draft: {
        type: 'fillIn',
        category: passage.category,
        ...(passage.tags === '' ? {} : { tags: passage.tags }),
        analysis,
        stem: html(stem).replaceAll(hole, () => formatBlankSpan(++count)),
        answer: lines.includes('') ? '' : lines.join('\n'),
      },
      faults: [],
      warnings: answers.flatMap(({ warnings }) => warnings),
    },
    passage.extra,
  );
}

/** Reads "// [tag:安全] [tag:用电]" as tags, one on each line. */
const readTags = (comment: string): string =>
  [...comment.matchAll(/\[tag:((?:\\\]|[^\]\u0000-\u001f<>`])+)\]/g)]
    .map(([, tag = '']) => `${tag.replaceAll('\\]', ']').trim()}\n`)
    .join('');
