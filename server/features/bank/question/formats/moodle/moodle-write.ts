import { sectionType } from '../../../../../../sync/contract/codes.ts';
import { combineStemAndMaterial } from '../../../../../../sync/contract/bank/question-body.ts';
import type { QuestionBody } from '../../../../../../sync/contract/bank/question.ts';
import { toMediaWords, toTextFromHtml } from '../../question-markup.ts';
import { writeCloze } from '../cloze.ts';
import { writeWithComment } from '../extra-comment.ts';
import { readMoodleText } from './moodle-read.ts';
import { listPairs, optionHtml } from '../matching-text.ts';
import { htmlMark, toPlainFromHtml, toTexFormulas } from '../text/plain-html.ts';
import type { PicturesByUrl } from '../question-format.ts';
import { escapeXml } from '../xml-tree.ts';

const wrapQuiz = (parts: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${parts.join('\n')}\n</quiz>\n`;

/** Writes questions as Moodle XML with embedded pictures. */
export function writeMoodle(questions: readonly QuestionBody[], pictures: PicturesByUrl): string {
  let category: string | undefined = '';
  const parts = questions.flatMap((question, at) => {
    const heading = question.category === category ? [] : [writeCategory(question.category)];
    category = question.category;
    return [
      ...heading,
      writeWithComment(
        question,
        (comment) => writeQuestion(question, at + 1, comment, pictures),
        (written) => readBack(question, written),
      ),
    ];
  });
  return wrapQuiz(parts);
}

const readBack = (question: QuestionBody, written: string) =>
  readMoodleText(wrapQuiz([writeCategory(question.category), written])).questions[0];

const writeCategory = (path: string): string =>
  `<question type="category"><category><text>${escapeXml(`$course$/top${path === '' ? '' : `/${path}`}`)}</text></category></question>`;

function writeQuestion(question: QuestionBody, number: number, comment: string, pictures: PicturesByUrl): string {
  const { key } = question;
  const writeRich = (name: string, html: string, attributes = '', more = ''): string => {
    const used = [...html.matchAll(/\/uploads\/([0-9a-f]{32}\.[a-z0-9]{2,5})/g)].flatMap(([url, file = '']) => {
      const picture = pictures.get(url);
      return picture ? [`<file name="${file}" path="/" encoding="base64">${Buffer.from(picture.bytes).toString('base64')}</file>`] : [];
    });
    const text = toTexFormulas(toMediaWords(html)).replace(/src="\/uploads\/([0-9a-f]{32}\.[a-z0-9]{2,5})"/g, 'src="@@PLUGINFILE@@/$1"');
    return `<${name}${attributes} format="html"><text>${escapeXml(text)}</text>${[...new Set(used)].join('')}${more}</${name}>`;
  };
  /**
   * Writes the right side of a pair: as plain text, which Moodle's matching type expects, or as HTML (drag-and-drop type) if plain text would lose
   * something.
   */
  const writeRightSide = (html: string): string => {
    const text = toPlainFromHtml(html, false);
    return text.startsWith(htmlMark) ? writeRich('answer', html) : `<answer><text>${escapeXml(text)}</text></answer>`;
  };
  const writeAnswer = (html: string, fraction: number): string => writeRich('answer', html, ` fraction="${fraction}"`);
  const writeStem = (html: string): string => writeRich('questiontext', html);
  const fullStem = combineStemAndMaterial(question);
  const [type, body] = ((): [string, string] => {
    if (key.kind === 'rubric') return ['essay', `${writeStem(fullStem)}${writeRich('graderinfo', key.reference)}`];
    if (key.kind === 'blanks') return ['cloze', writeStem(writeCloze(fullStem, key.blanks))];
    if (question.type === sectionType.judgement) {
      const isTrueRight = key.right[0] === 'T';
      const writeTruthAnswer = (word: string, isRight: boolean) =>
        `<answer fraction="${isRight ? 100 : 0}" format="moodle_auto_format"><text>${word}</text></answer>`;
      return ['truefalse', `${writeStem(fullStem)}${writeTruthAnswer('true', isTrueRight)}${writeTruthAnswer('false', !isTrueRight)}`];
    }
    if (key.kind === 'order')
      return [
        'ordering',
        `${writeStem(fullStem)}<layouttype>VERTICAL</layouttype><selecttype>ALL</selecttype><selectcount>0</selectcount><gradingtype>ALL_OR_NOTHING</gradingtype><showgrading>SHOW</showgrading><numberingstyle>none</numberingstyle>${key.right
          .map((id, at) => writeAnswer(optionHtml(question, id), at + 1))
          .join('')}`,
      ];
    if (key.kind === 'match')
      return [
        'matching',
        `${writeStem(fullStem)}<shuffleanswers>true</shuffleanswers>${listPairs(question)
          .map(({ left, right }) => writeRich('subquestion', left, '', writeRightSide(right)))
          .join('')}`,
      ];
    const single = question.type === sectionType.single;
    const share = Number((100 / key.right.length).toFixed(5));
    const computeFraction = (id: string): number => (key.right.includes(id) ? (single ? 100 : share) : single ? 0 : -100);
    return [
      'multichoice',
      `${writeStem(fullStem)}<single>${single}</single><shuffleanswers>true</shuffleanswers><answernumbering>ABCD</answernumbering>${question.options
        .map((option) => writeAnswer(option.html, computeFraction(option.id)))
        .join('')}`,
    ];
  })();
  const name = `${number} ${toTextFromHtml(question.stem).slice(0, 40)}`;
  const tags = question.tags.map((tag) => `<tag><text>${escapeXml(tag)}</text></tag>`).join('');
  const grade = question.scoreHint === null ? '' : `<defaultgrade>${question.scoreHint}</defaultgrade>`;
  return `<question type="${type}">${comment === '' ? '' : `<!-- ${comment} -->`}<name><text>${escapeXml(name)}</text></name>${body}${
    question.analysis === '' ? '' : writeRich('generalfeedback', question.analysis)
  }${grade}<tags>${tags}</tags></question>`;
}
