import { createHash } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import type { QuestionBody } from '../../../../sync/contract/question.ts';
import type { QuestionDraft } from '../../../../sync/contract/question-file.ts';
import { escapeHtml } from '../question-markup.ts';
import { draftOf } from './draft-write.ts';
import { typeWords } from './draft-words.ts';
import type { PicturesByUrl } from './question-format.ts';
import { type WordPictures, wordOfHtml } from './word-html.ts';
import { escapeXml } from './xml-tree.ts';

/** Beside the document: what its words can't say, for as long as nobody has changed them. */
export const wordExtraPart = 'wenkao/questions.json';
export const hashOfDocument = (xml: Uint8Array): string => createHash('sha256').update(xml).digest('base64url');

const names =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const counts = '一二三四五六七八九十';
const countOf = (at: number): string =>
  at <= 10
    ? (counts[at - 1] ?? '')
    : `${at < 20 ? '' : (counts[Math.floor(at / 10) - 1] ?? '')}十${at % 10 === 0 ? '' : (counts[(at % 10) - 1] ?? '')}`;

/** Questions as a Word document that people read and print, and that our own import reads again: numbers, options, answers, analyses. */
export function writeWord(questions: readonly QuestionBody[], known: PicturesByUrl): Uint8Array {
  const pictures: WordPictures = { relations: new Map(), known };
  const drafts = questions.map(draftOf);
  const body: string[] = [];
  let [section, number] = [0, 0];
  for (const [at, draft] of drafts.entries()) {
    if (draft.type !== drafts[at - 1]?.type) {
      section += 1;
      number = 0;
      const word = draft.type in typeWords ? (typeWords[draft.type as keyof typeof typeWords][0] ?? '') : draft.type;
      body.push(
        `<w:p><w:pPr><w:spacing w:before="240"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>${escapeXml(`${countOf(section)}、${word}`)}</w:t></w:r></w:p>`,
      );
    }
    number += 1;
    if (draft.material !== '' && (number === 1 || draft.material !== drafts[at - 1]?.material)) {
      let last = 0;
      while (drafts[at + last + 1]?.material === draft.material && drafts[at + last + 1]?.type === draft.type) last += 1;
      body.push(wordOfHtml(`阅读下面的材料，回答 ${number}～${number + last} 题。`, pictures), wordOfHtml(draft.material, pictures));
    }
    body.push(questionOf(draft, number, pictures));
  }
  const document = strToU8(`${head}<w:document ${names}><w:body>${body.join('')}<w:sectPr/></w:body></w:document>`);
  const media = [...pictures.relations.values()];
  const relations = media.map(({ id, name }) => `<Relationship Id="${id}" Type="${kinds}/image" Target="media/${name}"/>`).join('');
  const types = [
    'png:image/png',
    'jpg:image/jpeg',
    'gif:image/gif',
    'webp:image/webp',
    'json:application/json',
    'rels:application/vnd.openxmlformats-package.relationships+xml',
    'xml:application/xml',
  ]
    .map((each) => each.split(':'))
    .map(([extension, mime]) => `<Default Extension="${extension}" ContentType="${mime}"/>`)
    .join('');
  return zipSync(
    {
      '[Content_Types].xml': strToU8(
        `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${types}<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
      ),
      '_rels/.rels': strToU8(
        `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${kinds}/officeDocument" Target="word/document.xml"/></Relationships>`,
      ),
      'word/_rels/document.xml.rels': strToU8(
        `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations}</Relationships>`,
      ),
      'word/document.xml': document,
      ...Object.fromEntries(media.map(({ name, bytes }) => [`word/media/${name}`, bytes])),
      [wordExtraPart]: strToU8(JSON.stringify({ document: hashOfDocument(document), drafts })),
    },
    { level: 6 },
  );
}

/** What is said of a question on lines of their own, where it isn't what it would be anyway. */
const lines: readonly (readonly [keyof QuestionDraft, string])[] = [
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

function questionOf(draft: QuestionDraft, number: number, pictures: WordPictures): string {
  const line = (word: string, html: string): string => (html === '' ? '' : wordOfHtml(html, pictures, `${word}：`));
  const plain = (text: string): string => escapeHtml(text).replace(/\$/g, '&#36;').replace(/\n/g, '<br>');
  const answer = draft.type === 'fillIn' ? draft.answer.split('\n').join('；') : draft.answer;
  return [
    wordOfHtml(draft.stem, pictures, `${number}. `),
    ...draft.options.map((html, at) => wordOfHtml(html, pictures, `${String.fromCharCode(65 + at)}. `)),
    line('答案', answer === '' ? draft.reference : plain(answer)),
    line('解析', draft.analysis),
    ...lines.map(([field, word]) => {
      const text = String(draft[field]).trim();
      return text === '' || ((field === 'difficulty' || field === 'uniformity') && text === '中') ? '' : line(word, plain(text));
    }),
  ].join('');
}
