import type { ImportedQuestionDraft } from '../../../../../../sync/contract/bank/question-file.ts';
import type { Message } from '../../../../../http/handler.ts';
import { formatBlanks, formatNumberTolerance } from '../answer-text.ts';
import { readCloze } from '../cloze.ts';
import { mergeCommentFields, parseCommentFields } from '../extra-comment.ts';
import { decodeTextFile } from '../text/file-text.ts';
import { joinAnalysis, toCategoryPath, toHtmlFromForeign, getOptionLetter } from '../text/foreign-words.ts';
import { formatMessages as messages } from '../format-messages.ts';
import { readRightChoices } from '../gift/gift-answer.ts';
import { toMatchingDraft, toOrderingDraft } from '../matching-text.ts';
import { formatMediaMark, replacePictureSources, formatPictureMark } from '../picture-reference.ts';
import { formatBlankSpan } from '../text/plain-html.ts';
import {
  type FileToRead,
  type FoundQuestion,
  type QuestionFormat,
  type ReadFile,
  type FormatRemark,
  UnreadableFileError,
} from '../question-format.ts';
import { listChildElements, findFirstChild, parseXml, getElementText, type XmlElement } from '../xml-tree.ts';

/** Reads Moodle XML: one `<quiz>` with a `<question>` element for each question, and embedded pictures. */
export const moodleFormat: QuestionFormat = {
  id: 'moodle',
  extensions: ['xml'],
  sniff: () => false,
  read: readMoodle,
};

export function readMoodle({ bytes }: FileToRead): ReadFile {
  const { text, notes } = decodeTextFile(bytes);
  return { ...readMoodleText(text), notes };
}

export function readMoodleText(text: string): Pick<ReadFile, 'questions' | 'pictures'> {
  const quiz = parseXml(text);
  if (quiz.name !== 'quiz') throw new UnreadableFileError(messages.notThisFormat('Moodle XML'));
  const pictures = new Map<string, Uint8Array>();
  const questions: FoundQuestion[] = [];
  let category = '';
  let row = 0;
  for (const question of listChildElements(quiz, 'question')) {
    const type = question.attributes['type'] ?? '';
    if (type === 'category') {
      category = toCategoryPath(getElementText(findFirstChild(findFirstChild(question, 'category'), 'text')));
      continue;
    }
    row += 1;
    questions.push(readQuestion(question, type, { row, category, pictures }));
  }
  return { questions, pictures };
}

interface Place {
  readonly row: number;
  readonly category: string;
  readonly pictures: Map<string, Uint8Array>;
}
interface MoodleQuestion {
  readonly draft: Partial<ImportedQuestionDraft>;
  readonly feedback?: readonly { readonly name: string; readonly html: string }[];
}
type Html = (element: XmlElement | undefined) => string;
type AddWarning = (field: string, reason: Message) => void;

const unsupported: Readonly<Record<string, string>> = {
  randomsamatch: 'random',
  description: 'description',
  ddwtos: 'drag',
  ddimageortext: 'drag',
  gapselect: 'drag',
  ddmarker: 'hotspot',
  calculated: 'calculated',
  calculatedsimple: 'calculated',
  calculatedmulti: 'calculated',
  random: 'random',
};

function readQuestion(question: XmlElement, type: string, place: Place): FoundQuestion {
  const warnings: FormatRemark[] = [];
  const warn: AddWarning = (field, reason) => void warnings.push({ field, reason });
  const html: Html = (element) => readHtml(element, place);
  const stem = html(findFirstChild(question, 'questiontext')) + readLegacyPicture(question, place);
  const tags = listChildElements(findFirstChild(question, 'tags') ?? question, 'tag').map(
    (tag) => `${getElementText(findFirstChild(tag, 'text')).trim()}\n`,
  );
  const classification = {
    category: place.category,
    tags: tags.filter((tag) => tag.trim() !== '').join(''),
    scoreHint: readGrade(question),
  };
  const where = {
    row: place.row,
    place: getElementText(findFirstChild(findFirstChild(question, 'name'), 'text'))
      .trim()
      .slice(0, 60),
  };
  const reader = readers[type];
  const extra = question.comments.map(parseCommentFields).find((found) => found !== undefined);
  if (!reader)
    return mergeCommentFields(
      {
        ...where,
        draft: { ...classification, stem },
        faults: [{ field: 'type', reason: messages.unsupported(unsupported[type] ?? type) }],
        warnings,
      },
      extra,
    );
  if (/^(?:1|true)$/.test(getElementText(findFirstChild(question, 'hidden')).trim())) warn('', messages.hiddenThere());
  const read = reader(question, { stem, html, warn });
  const feedback = read.feedback ?? [];
  if (feedback.some((one) => one.html !== '')) warn('analysis', messages.feedbackMoved());
  const analysis = joinAnalysis(html(findFirstChild(question, 'generalfeedback')), feedback);
  return mergeCommentFields({ ...where, draft: { stem, ...classification, ...read.draft, analysis }, faults: [], warnings }, extra);
}

/** Reads the default grade: "1.0000000" → "1". Drops a grade that is no multiple of half a point. */
function readGrade(question: XmlElement): string {
  const grade = Number(getElementText(findFirstChild(question, 'defaultgrade')).trim());
  return grade >= 0.5 && grade <= 1000 && (grade * 2) % 1 === 0 ? String(grade) : '';
}

interface Parts {
  readonly stem: string;
  readonly html: Html;
  readonly warn: AddWarning;
}

const readers: Readonly<Record<string, (question: XmlElement, parts: Parts) => MoodleQuestion>> = {
  multichoice(question, { html, warn }) {
    const answers = listAnswers(question);
    const single = !/^(?:false|0)$/i.test(getElementText(findFirstChild(question, 'single')).trim());
    const choices = answers.map(({ fraction }) =>
      single ? { right: fraction >= 100, weight: fraction >= 100 ? undefined : fraction } : { right: false, weight: fraction },
    );
    const { type, right } = readRightChoices(choices, warn);
    return {
      draft: {
        type: single ? type : 'multiple',
        options: answers.map(({ element }) => html(element)),
        answer: right.map(getOptionLetter).join(''),
      },
      feedback: answers.map(({ element }, at) => ({ name: getOptionLetter(at), html: html(findFirstChild(element, 'feedback')) })),
    };
  },
  truefalse(question, { html }) {
    const answers = listAnswers(question);
    const toJudgement = (element: XmlElement): string => (/^t/i.test(getElementText(findFirstChild(element, 'text')).trim()) ? '对' : '错');
    const rightAnswer = answers.find(({ fraction }) => fraction > 0);
    return {
      draft: { type: 'judgement', answer: rightAnswer ? toJudgement(rightAnswer.element) : '' },
      feedback: answers.map(({ element }) => ({ name: toJudgement(element), html: html(findFirstChild(element, 'feedback')) })),
    };
  },
  shortanswer(question, { stem, html, warn }) {
    const full = listFullAnswers(question, warn);
    const anyOf = [...new Set(full.map(({ text }) => text))].filter((text) => text !== '');
    for (const text of anyOf) if (text.includes('*')) warn('answer', messages.wildcard(text));
    const ignoreCase = !/^(?:1|true)$/.test(getElementText(findFirstChild(question, 'usecase')).trim());
    return {
      draft: {
        type: 'fillIn',
        stem: stem + formatBlankSpan(1),
        answer: anyOf.length === 0 ? '' : formatBlanks([{ mode: 'text', anyOf, ignoreCase, ignoreWidth: true }]),
      },
      feedback: listAnswers(question).map(({ element, text }) => ({ name: text, html: html(findFirstChild(element, 'feedback')) })),
    };
  },
  numerical(question, { stem, html, warn }) {
    const full = listFullAnswers(question, warn);
    if (full.length > 1) warn('answer', messages.severalNumbers());
    if (listChildElements(findFirstChild(question, 'units') ?? question, 'unit').length > 0) warn('answer', messages.unitsLeft());
    const first = full[0];
    const tolerance = first ? getElementText(findFirstChild(first.element, 'tolerance')).trim() : '';
    return {
      draft: { type: 'fillIn', stem: stem + formatBlankSpan(1), answer: first ? formatNumberTolerance(`${first.text}:${tolerance}`) : '' },
      feedback: listAnswers(question).map(({ element, text }) => ({ name: text, html: html(findFirstChild(element, 'feedback')) })),
    };
  },
  essay: (question, { html }) => ({ draft: { type: 'questionAnswer', reference: html(findFirstChild(question, 'graderinfo')) } }),
  matching: readPairs,
  ddmatch: readPairs,
  ordering(question, { html, warn }) {
    const answers = listAnswers(question).toSorted((one, two) => one.fraction - two.fraction);
    const readSetting = (name: string): string => getElementText(findFirstChild(question, name)).trim();
    if (/^(?:RANDOM|CONTIGUOUS|[12])$/.test(readSetting('selecttype'))) warn('options', messages.orderSubset());
    if (!/^(?:|-1|ALL_OR_NOTHING)$/.test(readSetting('gradingtype'))) warn('answer', messages.orderWhole());
    return { draft: toOrderingDraft(answers.map(({ element }) => html(element))) };
  },
  multianswer: readGaps,
  cloze: readGaps,
};

/** Reads the pairs of a matching question. A right side is plain text in Moodle's own matching type and HTML in its drag-and-drop type. */
function readPairs(question: XmlElement, { html }: Parts): MoodleQuestion {
  const pairs = listChildElements(question, 'subquestion').map((element) => {
    const answer = findFirstChild(element, 'answer');
    const isHtml = answer?.attributes['format'] === 'html';
    return {
      left: html(element),
      right: isHtml ? html(answer) : toHtmlFromForeign(getElementText(findFirstChild(answer, 'text')), 'plain'),
    };
  });
  return { draft: toMatchingDraft(pairs) };
}

function readGaps(_question: XmlElement, { stem, warn }: Parts): MoodleQuestion {
  const cloze = readCloze(stem, warn);
  return { draft: { type: 'fillIn', stem: cloze.stem, answer: cloze.answer } };
}

const listAnswers = (question: XmlElement) =>
  listChildElements(question, 'answer').map((element) => ({
    element,
    fraction: Number(element.attributes['fraction'] ?? 0),
    text: getElementText(findFirstChild(element, 'text')).trim(),
  }));

function listFullAnswers(question: XmlElement, warn: AddWarning) {
  const answers = listAnswers(question);
  for (const { fraction, text } of answers)
    if (fraction > 0 && fraction < 100) warn('answer', messages.partialCredit(`${fraction}% ${text}`));
  return answers.filter(({ fraction }) => fraction >= 100);
}

/** Reads the single picture of a question from before Moodle 2, stored beside its text. */
function readLegacyPicture(question: XmlElement, { row, pictures }: Place): string {
  const content = getElementText(findFirstChild(question, 'image_base64')).replace(/\s/g, '');
  const name = getElementText(findFirstChild(question, 'image')).trim();
  if (content === '') return name === '' ? '' : `<br><img src="${formatPictureMark(`${row}/${name}`)}">`;
  pictures.set(`${row}/image/${name}`, Buffer.from(content, 'base64'));
  return `<br><img src="${formatPictureMark(`${row}/image/${name}`)}">`;
}

/** Reads the HTML and the files of `<x format="html"><text>…</text><file name=… encoding="base64">…</file></x>`. */
function readHtml(element: XmlElement | undefined, { row, pictures }: Place): string {
  if (!element) return '';
  const text = getElementText(findFirstChild(element, 'text'));
  const decodedText = decodeAddress(text);
  let unshown = '';
  for (const file of listChildElements(element, 'file')) {
    const name = file.attributes['name'] ?? '';
    if (name === '') continue;
    const folder = (file.attributes['path'] ?? '/').replace(/^\/+|\/+$/g, '');
    const path = `${folder === '' ? '' : `${folder}/`}${name}`;
    pictures.set(`${row}/${path}`, Buffer.from(getElementText(file).replace(/\s/g, ''), 'base64'));
    // Add a mark for a file that the text does not mention, so that the import warns about it: a Moodle plugin may show the file. Skip pictures: a
    // picture without a reference is left over from an earlier version of the text.
    if (!pictureName.test(name) && !decodedText.includes(`${pluginFile}${path}`)) unshown += formatMediaMark(path);
  }
  const html = toHtmlFromForeign(text, element.attributes['format'] ?? 'html') + unshown;
  return replacePictureSources(html, (source) =>
    source.startsWith(pluginFile) ? `${row}/${decodeAddress(source.slice(pluginFile.length))}` : undefined,
  );
}

const pluginFile = '@@PLUGINFILE@@/';
const pictureName = /\.(?:png|jpe?g|gif|webp|svgz?|bmp|tiff?|wmf|emf|eps)$/i;
const decodeAddress = (text: string): string => decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'));
