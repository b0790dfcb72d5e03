import {
  pastedAnalysisPattern,
  pastedAnswerPattern,
  pastedOptionPattern,
  pastedNumberPattern,
  judgementTexts,
} from './paste-marks-table.ts';
import { escapeMarkup } from '../../../../sync/domain/markup.ts';

/** A whole question copied from a document: "3. … A. … B. … 答案：B 解析：…". */
export interface PastedQuestion {
  readonly stem: string;
  readonly options: readonly string[];
  /** Letters of the right options; 'T' or 'F' for a judgement; empty if the text gives no answer. */
  readonly right: readonly string[];
  readonly analysis: string;
}

/** Splits pasted text into options at the marks A, B, C … in order; a mark out of order ("维生素 A、B") is text. */
function splitOptions(text: string): { before: string; options: string[] } {
  const marks: { from: number; to: number }[] = [];
  for (const found of text.matchAll(pastedOptionPattern))
    if (found[2] === String.fromCharCode(65 + marks.length))
      marks.push({ from: found.index + (found[1] ?? '').length, to: found.index + found[0].length });
  if (marks.length < 2) return { before: text, options: [] };
  const options = marks.map(({ to }, at) => text.slice(to, marks[at + 1]?.from).trim());
  return { before: text.slice(0, marks[0]?.from), options };
}

/** Reads a pasted question; returns null if no option and no answer is marked, so that the text is pasted as usual. */
export function parsePastedQuestion(text: string): PastedQuestion | null {
  const normalisedText = text.replaceAll(/\r\n?/g, '\n');
  const analysisAt = pastedAnalysisPattern.exec(normalisedText);
  const analysis = analysisAt === null ? '' : normalisedText.slice(analysisAt.index + analysisAt[0].length).trim();
  const body = analysisAt === null ? normalisedText : normalisedText.slice(0, analysisAt.index);
  const answer = pastedAnswerPattern.exec(body);
  const questionText = answer === null ? body : body.slice(0, answer.index);
  const { before, options } = splitOptions(questionText);
  const answerText = (answer?.[1] ?? '').trim().replace(/[。.；;]$/, '');
  const truth = judgementTexts[answerText];
  const letters = /^[A-H](?:[\s,，、]*[A-H])*$/.test(answerText) ? [...new Set(answerText.match(/[A-H]/g))] : [];
  const right = options.length > 0 ? letters : truth === undefined ? [] : [truth];
  if (options.length === 0 && right.length === 0) return null;
  return { stem: before.replace(pastedNumberPattern, '').trim(), options, right, analysis };
}

/** Converts plain text to paragraphs of the editor. */
export const toHtmlLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `<p>${escapeMarkup(line)}</p>`)
    .join('');

/** Converts plain text to one line of HTML, for an option. */
export const toHtmlLine = (text: string): string => escapeMarkup(text.replaceAll(/\s*\n\s*/g, ' ').trim());
