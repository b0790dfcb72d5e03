import { toHtmlFromText } from '../../question-markup.ts';
import { parseQuestionLine } from './question-line.ts';
import { toImportDraft } from '../draft-write.ts';
import { findTypeName } from '../draft-words.ts';
import { decodeTextFile } from '../text/file-text.ts';
import { formatMessages as messages } from '../format-messages.ts';
import {
  type FileToRead,
  type FoundQuestion,
  type QuestionFormat,
  type ReadFile,
  type FormatRemark,
  UnreadableFileError,
} from '../question-format.ts';

/** Reads JSON lines in our own and AGIEval's form through `question-line.ts`, which repairs the defects of real files. */
export const jsonlFormat: QuestionFormat = {
  id: 'jsonl',
  extensions: ['jsonl', 'json', 'ndjson'],
  sniff: () => false,
  read: readJsonLines,
};

export function readJsonLines({ bytes, category }: FileToRead): ReadFile {
  const { text, notes } = decodeTextFile(bytes);
  const questions: FoundQuestion[] = [];
  for (const { row, line } of listJsonLines(text.replace(/^\ufeff/, ''))) {
    const { question, faults, warnings } = parseQuestionLine(line, category);
    const draft = question ? toImportDraft(question) : extractDraft(line);
    questions.push({ row, place: '', draft, faults: faults.map(toDraftRemark), warnings: warnings.map(toDraftRemark), question });
  }
  return { questions, notes, pictures: new Map() };
}

/**
 * Returns the objects of a JSON text, one a line. Accepts one object a line, an array, and an array within an object. Throws `UnreadableFileError` if no
 * object is a question.
 */
function listJsonLines(text: string): readonly { readonly row: number; readonly line: string }[] {
  const lines = text.split(/\r\n|\n|\r/).flatMap((line, at) => (line.trim() === '' ? [] : [{ row: at + 1, line }]));
  if (lines.length === 0) return [];
  const firstValue = tryParseJson(lines[0]?.line ?? '');
  if (isObject(firstValue) && findList(firstValue) === undefined) return lines;
  const parsedText = tryParseJson(text);
  if (parsedText instanceof SyntaxError) {
    // The file as a whole is no JSON, but some line is an object. Return all lines, so that the reader reports each broken line by itself.
    if (lines.some(({ line }) => isObject(tryParseJson(line)))) return lines;
    throw new UnreadableFileError(messages.jsonBroken(parsedText.message));
  }
  const rows: readonly unknown[] = Array.isArray(parsedText)
    ? parsedText
    : isObject(parsedText)
      ? (findList(parsedText) ?? [parsedText])
      : [];
  if (!rows.some((row) => isObject(row) && typeof row['question'] === 'string')) throw new UnreadableFileError(messages.jsonShape());
  return rows.map((row, at) => ({ row: at + 1, line: JSON.stringify(isObject(row) ? normaliseRow(row) : row) }));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof SyntaxError);
const findList = (value: Record<string, unknown>): readonly unknown[] | undefined =>
  Object.values(value).find((each): each is unknown[] => Array.isArray(each) && each.some(isObject));

/** Parses a JSON text; returns the error instead of throwing it. */
function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    return error;
  }
}

/** Renames "answer" to "label" and converts type names that other programs use. */
function normaliseRow(row: Record<string, unknown>): Record<string, unknown> {
  const type = typeof row['type'] === 'string' ? findTypeName(row['type']) : undefined;
  return { ...row, ...(row['label'] === undefined && { label: row['answer'] }), ...(type !== undefined && { type }) };
}

/**
 * Field of the draft for each field name of a JSON line. A fault is reported under the draft's name, so that the user sees it once, at a field to
 * edit.
 */
const draftNames: Readonly<Record<string, string>> = { question: 'stem', passage: 'stem', label: 'answer', blanks: 'answer' };
const toDraftRemark = ({ field, reason }: FormatRemark): FormatRemark => {
  const [base = '', ...part] = field.split('.');
  return { field: [draftNames[base] ?? base, ...part].join('.'), reason };
};

/** Extracts a draft from a faulty line, so that the user can correct it. */
function extractDraft(line: string): FoundQuestion['draft'] {
  try {
    const row = JSON.parse(line) as Record<string, unknown>;
    const readText = (name: string): string => (typeof row[name] === 'string' ? row[name] : '');
    const list = (name: string): string[] => (Array.isArray(row[name]) ? row[name].filter((one) => typeof one === 'string') : []);
    const options = list('options').map((option) => toHtmlFromText(option.replace(/^\s*[(（]?[A-H][)）.．、]\s*/, '').trim()));
    const label =
      typeof row['label'] === 'string'
        ? row['label']
        : typeof row['label'] === 'boolean'
          ? row['label']
            ? '对'
            : '错'
          : list('label').join('');
    return {
      type: readText('type') || (label.length > 1 && options.length > 0 ? 'multiple' : 'single'),
      stem: toHtmlFromText(readText('question')),
      options: options.slice(0, 20),
      answer: label,
      analysis: toHtmlFromText(readText('analysis')),
      category: readText('category'),
      source: readText('source'),
    };
  } catch {
    return { stem: toHtmlFromText(line.slice(0, 2000)) };
  }
}
