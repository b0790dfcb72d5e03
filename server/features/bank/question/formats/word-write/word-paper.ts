import { splitLeftItems } from '../../../../../../sync/domain/papers/left-items.ts';
import { sectionType } from '../../../../../../sync/contract/codes.ts';
import type { QuestionBody } from '../../../../../../sync/contract/bank/question.ts';
import type { ImportedQuestionDraft } from '../../../../../../sync/contract/bank/question-file.ts';
import { hasAnswerPlace, countOptionColumns, countWritingLines } from '../../../../../../sync/domain/papers/paper-layout.ts';
import type { Language } from '../../../../../http/handler.ts';
import { toHtmlFromProse } from '../../question-markup.ts';
import { toImportDraft } from '../draft-write.ts';
import { getWrittenTypeName } from '../draft-words.ts';
import type { PicturesByUrl } from '../question-format.ts';
import { type WordPictures, toWordXml, wordTabMark } from './word-html.ts';
import { parseHeading } from '../word/word-lines.ts';
import { buildWordPackage } from './word-package.ts';

interface PaperWords {
  readonly variant: (letter: string) => string;
  readonly keyed: string;
  readonly figures: (minutes: number, total: number, pass: number) => string;
  readonly fields: string;
  readonly notes: string;
  readonly section: (from: number, to: number, each: number, count: number) => string;
  readonly material: (from: number, to: number) => string;
  readonly end: string;
}

/** Texts on a printed paper besides its questions. No line may begin with a digit, because the import counts questions by digits. */
const printedPaperTexts: Readonly<Record<Language, PaperWords>> = {
  'zh-CN': {
    variant: (letter) => `（${letter} 卷）`,
    keyed: '（含答案）',
    figures: (minutes, total, pass) => `考试时间：${minutes} 分钟　满分：${total} 分　合格：${pass} 分`,
    fields: '姓名：______________　准考证号：____________________　单位：__________________',
    notes: '注意事项：请先填写姓名、准考证号和单位；仔细阅读各大题的答题要求，在规定的位置作答；不要在试卷上乱写乱画。',
    section: (from, to, each, count) =>
      count === 0 ? '' : `（第 ${from === to ? from : `${from}～${to}`} 题，每题 ${each} 分，共 ${count * each} 分）`,
    material: (from, to) => (from === to ? `阅读下面的材料，回答第 ${from} 题。` : `阅读下面的材料，回答 ${from}～${to} 题。`),
    end: '（试卷结束）',
  },
  en: {
    variant: (letter) => ` (${letter})`,
    keyed: ' with answers',
    figures: (minutes, total, pass) => `Time: ${minutes} minutes   Points: ${total}   To pass: ${pass}`,
    fields: 'Name: ______________   Ticket number: ____________________   Employer: __________________',
    notes: 'Notes: fill in name, ticket number and employer first; read what each section asks for, and answer in the place given.',
    section: (from, to, each, count) =>
      count === 0 ? '' : ` (${from === to ? from : `${from}–${to}`}, ${each} points each, ${count * each} in all)`,
    material: (from, to) => `Read the following and answer ${from === to ? `question ${from}` : `questions ${from}–${to}`}.`,
    end: '(end of the paper)',
  },
};

/** One variant of a paper, with everything that the Word document shows. */
export interface PaperDocument {
  readonly school: string;
  readonly name: string;
  /** Letter of the variant; '' if there is only one. */
  readonly variant: string;
  readonly minutes: number;
  readonly totalPoints: number;
  readonly passPoints: number;
  /** If true, writes answers, scoring points, analyses and the data for our import; if false, nothing in the file reveals a key. */
  readonly keys: boolean;
  readonly language: Language;
  readonly sections: readonly {
    readonly title: string;
    readonly pointsEach: number;
    readonly questions: readonly QuestionBody[];
  }[];
}

const centred = '<w:jc w:val="center"/>';
const headLook = '<w:keepNext/><w:spacing w:before="240"/>';
const keepTogether = '<w:keepNext/><w:keepLines/>';
const stops = { 1: [], 2: [4819], 4: [2410, 4819, 7229] } as const;

/** Writes a paper as a Word document: its head, sections with their points, each material once before its questions, pictures and formulas. */
export function writePaper(paper: PaperDocument, picturesByUrl: PicturesByUrl): Uint8Array {
  const pictures: WordPictures = { relations: new Map(), picturesByUrl };
  const words = printedPaperTexts[paper.language];
  const writeLine = (html: string, look = ''): string => toWordXml(html, pictures, '', look);
  const title = [paper.name, paper.variant === '' ? '' : words.variant(paper.variant), paper.keys ? words.keyed : ''].join('');
  const body = [
    paper.school === '' ? '' : writeLine(toHtmlFromProse(paper.school), centred),
    writeLine(`<b>${toHtmlFromProse(title)}</b>`, `${centred}<w:spacing w:after="120"/>`),
    writeLine(toHtmlFromProse(words.figures(paper.minutes, paper.totalPoints, paper.passPoints)), centred),
    ...(paper.keys
      ? []
      : [
          writeLine(words.fields, `${centred}<w:spacing w:before="120"/>`),
          writeLine(toHtmlFromProse(words.notes), '<w:spacing w:before="120"/>'),
        ]),
  ];
  const drafts: ImportedQuestionDraft[] = [];
  let number = 0;
  for (const { title: heading, pointsEach, questions } of paper.sections) {
    const sectionText = words.section(number + 1, number + questions.length, pointsEach, questions.length);
    body.push(writeLine(`<b>${toHtmlFromProse(heading)}</b>${toHtmlFromProse(sectionText)}`, headLook));
    for (const [at, question] of questions.entries()) {
      number += 1;
      const { material } = question;
      if (material !== '' && (at === 0 || questions[at - 1]?.material !== material)) {
        let lastIndex = at;
        while (questions[lastIndex + 1]?.material === material) lastIndex += 1;
        body.push(writeLine(toHtmlFromProse(words.material(number, number + lastIndex - at)), keepTogether), writeLine(material));
      }
      const draft = toImportDraft(question);
      drafts.push(draft);
      body.push(writeQuestion(question, number, pictures));
      body.push(paper.keys ? writeKey(draft, pictures) : writeEmptyLines(question, pointsEach));
    }
  }
  if (!paper.keys) body.push(writeLine(words.end, `${centred}<w:spacing w:before="240"/>`));
  return buildWordPackage(body.join(''), pictures, paper.keys ? drafts : undefined);

  function writeQuestion(question: QuestionBody, questionNumber: number, wordPictures: WordPictures): string {
    const { type } = question;
    const { left, options } = splitLeftItems(question.options);
    const hasLetters = type !== sectionType.judgement && options.length > 0;
    const isAnsweredAtStem = left.length === 0 && (hasLetters || type === sectionType.judgement);
    const bracket = type === sectionType.ordering ? '（　　　　　　）' : '（　　）';
    const room = !paper.keys && isAnsweredAtStem && !hasAnswerPlace(question.stem) ? bracket : '';
    // If the heading does not name the type, each question does, so that an edited document is read correctly.
    const mark = paper.keys && !hasTypeInHeading(question, questionNumber) ? `【${getWrittenTypeName(toImportDraft(question).type)}】` : '';
    const stem = toWordXml(
      question.stem.replace(/(<\/p>\s*)?$/, (close) => room + close),
      wordPictures,
      `${questionNumber}. ${mark}`,
      hasLetters ? keepTogether : '',
    );
    if (!hasLetters) return stem;
    const leftLines = left.map(({ html }, at) =>
      toWordXml(
        paper.keys ? html : `${html}（　　）`,
        wordPictures,
        paper.keys ? (at === 0 ? '左项：' : '') : `(${at + 1}) `,
        keepTogether,
      ),
    );
    const columns = options.some(({ html }) => /<(?:p|div|ul|ol|table|blockquote|pre|h\d|br|img)\b|\$\$/.test(html))
      ? 1
      : countOptionColumns(options);
    const rows = Array.from({ length: Math.ceil(options.length / columns) }, (_, row) =>
      options.slice(row * columns, row * columns + columns),
    );
    const tabs = stops[columns].map((place) => `<w:tab w:val="left" w:pos="${place}"/>`).join('');
    const look = `<w:keepLines/>${tabs === '' ? '' : `<w:tabs>${tabs}</w:tabs>`}`;
    return [
      stem,
      ...leftLines,
      ...rows.map((row) => toWordXml(row.map(({ id, html }) => `${id}. ${html}`).join(wordTabMark), wordPictures, '', look)),
    ].join('');
  }

  function hasTypeInHeading(question: QuestionBody, at: number): boolean {
    let before = 0;
    const section = paper.sections.find(({ questions }) => at <= (before += questions.length));
    return (
      section !== undefined && parseHeading({ html: toHtmlFromProse(section.title), isTable: false })?.type === toImportDraft(question).type
    );
  }
}

/** Key fields (scoring points, errors that fail the whole question) with the labels by which our import recognises their lines. */
const keyLines: readonly (readonly [keyof ImportedQuestionDraft, string])[] = [
  ['items', '评分点'],
  ['veto', '否决项'],
];
function writeKey(draft: ImportedQuestionDraft, pictures: WordPictures): string {
  const writeKeyLine = (word: string, html: string): string => (html === '' ? '' : toWordXml(html, pictures, `${word}：`));
  const answer = draft.type === 'fillIn' ? draft.answer.split('\n').join('；') : draft.answer;
  return [
    writeKeyLine('答案', answer === '' ? draft.reference : toHtmlFromProse(answer)),
    ...keyLines.map(([field, word]) => writeKeyLine(word, toHtmlFromProse(String(draft[field])))),
    writeKeyLine('解析', draft.analysis),
  ].join('');
}

/** Returns empty lines on which examinees write their answers to questions that people mark. */
const writeEmptyLines = ({ key }: QuestionBody, points: number): string =>
  key.kind === 'rubric' ? '<w:p/>'.repeat(countWritingLines(points)) : '';
