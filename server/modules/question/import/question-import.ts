import { setImmediate as nextTurn } from 'node:timers/promises';
import type { QuestionBody } from '../../../../sync/contract/bank/question.ts';
import { hashQuestion } from '../similarity/question-hash.ts';
import { type LineResult, parseQuestionLine } from './question-line.ts';

export interface JsonLineRow extends LineResult {
  /** Line number in the file, from 1. Blank lines are counted but yield no row. */
  readonly row: number;
  /** Set if the row holds a valid question. */
  readonly hash?: string;
  /** Number of an earlier row of this file with the same question. */
  readonly sameAsRow?: number;
}

/**
 * Reads a whole JSON-lines file without looking at the bank. A big file takes seconds, so it yields to the event loop between slices: an exam may be
 * running.
 */
export async function readJsonLinesFile(text: string, category: string): Promise<JsonLineRow[]> {
  const firstRow = new Map<string, number>();
  const rows: JsonLineRow[] = [];
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (line.trim() === '') continue;
    if (rows.length % rowsPerTurn === rowsPerTurn - 1) await nextTurn();
    const row = index + 1;
    const result = parseQuestionLine(line, category);
    const hash = result.question && hashQuestion(result.question);
    const sameAsRow = hash === undefined ? undefined : firstRow.get(hash);
    if (hash !== undefined && sameAsRow === undefined) firstRow.set(hash, row);
    rows.push({ row, ...result, ...(hash === undefined ? {} : { hash }), ...(sameAsRow === undefined ? {} : { sameAsRow }) });
  }
  return rows;
}

const rowsPerTurn = 25;

export const isValidJsonRow = (row: JsonLineRow): row is JsonLineRow & { question: QuestionBody; hash: string } => row.hash !== undefined;
