import type { QuestionBody } from '../../../../../../sync/contract/bank/question.ts';
import type { ImportedQuestionDraft } from '../../../../../../sync/contract/bank/question-file.ts';
import { toHtmlFromProse } from '../../question-markup.ts';
import { toImportDraft } from '../draft-write.ts';
import { getWrittenTypeName } from '../draft-words.ts';
import { parseLeftItems } from '../matching-text.ts';
import type { PicturesByUrl } from '../question-format.ts';
import { type WordPictures, toWordXml } from './word-html.ts';
import { buildWordPackage } from './word-package.ts';
import { escapeXml } from '../xml-tree.ts';

const counts = '一二三四五六七八九十';
const formatCount = (at: number): string =>
  at <= 10
    ? (counts[at - 1] ?? '')
    : `${at < 20 ? '' : (counts[Math.floor(at / 10) - 1] ?? '')}十${at % 10 === 0 ? '' : (counts[(at % 10) - 1] ?? '')}`;

/** Writes questions as a Word document for people and for our own import: numbers, options, answers, analyses. */
export function writeWordDocument(questions: readonly QuestionBody[], picturesByUrl: PicturesByUrl): Uint8Array {
  const pictures: WordPictures = { relations: new Map(), picturesByUrl };
  const drafts = questions.map(toImportDraft);
  const body: string[] = [];
  let [section, number] = [0, 0];
  for (const [at, draft] of drafts.entries()) {
    if (draft.type !== drafts[at - 1]?.type) {
      section += 1;
      number = 0;
      body.push(
        `<w:p><w:pPr><w:spacing w:before="240"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>${escapeXml(`${formatCount(section)}、${getWrittenTypeName(draft.type)}`)}</w:t></w:r></w:p>`,
      );
    }
    number += 1;
    if (draft.material !== '' && (number === 1 || draft.material !== drafts[at - 1]?.material)) {
      let last = 0;
      while (drafts[at + last + 1]?.material === draft.material && drafts[at + last + 1]?.type === draft.type) last += 1;
      body.push(toWordXml(`阅读下面的材料，回答 ${number}～${number + last} 题。`, pictures), toWordXml(draft.material, pictures));
    }
    body.push(writeQuestion(draft, number, pictures));
  }
  return buildWordPackage(body.join(''), pictures, drafts);
}

/** Labels of the fields that are written on lines of their own if they differ from the default. */
const lines: readonly (readonly [keyof ImportedQuestionDraft, string])[] = [
  ['items', '评分点'],
  ['veto', '否决项'],
  ['files', '作答附件数'],
  ['difficulty', '难度'],
  ['uniformity', '一致性'],
  ['category', '分类'],
  ['tags', '标签'],
  ['source', '来源'],
  ['scoreHint', '分值'],
  ['level', '等级'],
  ['pointCode', '鉴定点'],
];

function writeQuestion(draft: ImportedQuestionDraft, number: number, pictures: WordPictures): string {
  const writeLine = (word: string, html: string): string => (html === '' ? '' : toWordXml(html, pictures, `${word}：`));
  const answer = draft.type === 'fillIn' ? draft.answer.split('\n').join('；') : draft.answer;
  return [
    toWordXml(draft.stem, pictures, `${number}. `),
    ...parseLeftItems(draft.left).map((html, at) => toWordXml(html, pictures, at === 0 ? '左项：' : '')),
    ...draft.options.map((html, at) => toWordXml(html, pictures, `${String.fromCharCode(65 + at)}. `)),
    writeLine('答案', answer === '' ? draft.reference : toHtmlFromProse(answer)),
    writeLine('解析', draft.analysis),
    ...lines.map(([field, word]) => {
      const text = String(draft[field]).trim();
      return text === '' || ((field === 'difficulty' || field === 'uniformity') && text === '中')
        ? ''
        : writeLine(word, toHtmlFromProse(text));
    }),
  ].join('');
}
