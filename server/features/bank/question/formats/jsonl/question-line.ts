import { difficulty, sectionType } from '../../../../../../sync/contract/codes.ts';
import {
  type AnswerKey,
  questionInput,
  defaultClassification,
  type QuestionBody,
} from '../../../../../../sync/contract/bank/question-body.ts';
import { toStoredText } from '../../../../../../sync/domain/plain-text.ts';
import type { Message } from '../../../../../http/handler.ts';
import { listBadFormulas } from '../../formula-mathml.ts';
import { listInvisibleWarnings } from '../visible-draft.ts';
import { type ReportKeyProblem, formatFileValue, parseJsonBlanks, readJudgementLabel, readOptionLabel } from '../../question-key.ts';
import { questionMessages as messages } from '../../question-messages.ts';
import { parseOptions } from '../../question-options.ts';
import { listTextDoubts, convertTablesToHtml, repairOption, repairStem } from './question-repair.ts';

export interface LineRemark {
  readonly field: string;
  readonly reason: Message;
}
export interface LineResult {
  readonly question?: QuestionBody;
  readonly faults: readonly LineRemark[];
  readonly warnings: readonly LineRemark[];
}

type QuestionRow = Record<string, unknown>;
type Warn = (field: string, reasons: readonly Message[]) => void;

interface LineReport {
  readonly faults: LineRemark[];
  readonly warnings: LineRemark[];
  readonly fault: ReportKeyProblem;
  readonly warn: Warn;
}

function createLineReport(): LineReport {
  const faults: LineRemark[] = [];
  const warnings: LineRemark[] = [];
  return {
    faults,
    warnings,
    fault(field, reason) {
      faults.push({ field, reason });
      return undefined;
    },
    warn: (field, reasons) => void warnings.push(...reasons.map((reason) => ({ field, reason }))),
  };
}

/** Parses a line as a JSON object with texts in their stored form; records a fault and returns undefined if it is none. */
function parseRow(line: string, { fault, warn }: LineReport): QuestionRow | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return fault('', messages.notObject());
    return toVisibleRow(parsed as QuestionRow, warn);
  } catch (error) {
    return fault('', messages.notJson(error instanceof Error ? error.message : String(error)));
  }
}

/** Reads a field that may be missing, trimmed; returns '' if it is missing, or not a text, which is recorded as a fault. */
function readOptionalText(row: QuestionRow, field: string, fault: ReportKeyProblem): string {
  const value = row[field];
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value.trim();
  fault(field, messages.mustBeText());
  return '';
}

function readStem(row: QuestionRow, fault: ReportKeyProblem): string {
  const stem = row['question'];
  if (stem === undefined) fault('question', messages.missing());
  else if (typeof stem !== 'string') fault('question', messages.mustBeText());
  else {
    if (stem.trim() === '') fault('question', messages.emptyStem());
    return stem;
  }
  return '';
}

function readRawOptions(row: QuestionRow, needsOptions: boolean, fault: ReportKeyProblem): string[] {
  const value = row['options'];
  if (Array.isArray(value) && value.every((option) => typeof option === 'string')) return value;
  if (value !== undefined && value !== null) fault('options', messages.mustBeList());
  else if (needsOptions && value === undefined) fault('options', messages.missing());
  return [];
}

/** Reads the options of a choice question and returns them with the stem, from which options that stand in it are removed. */
function readOptions(rawStem: string, rawOptions: string[], { faults, warnings, fault, warn }: LineReport) {
  const options: { id: string; html: string }[] = [];
  const read = parseOptions(rawStem, rawOptions);
  faults.push(...read.faults);
  warnings.push(...read.warnings);
  if (read.options.length < 2) fault('options', messages.tooFewOptions(read.options.length));
  const idsByText = new Map<string, string>();
  for (const [index, option] of read.options.entries()) {
    const field = `options.${index}`;
    const repaired = repairOption(option.text);
    if (repaired.text === '') {
      fault(field, messages.emptyOption());
      continue;
    }
    const plain = repaired.text.replace(/\s+/g, '');
    const other = idsByText.get(plain);
    if (other !== undefined) fault(field, messages.duplicateOption(other));
    idsByText.set(plain, option.id);
    const optionMarkup = convertTablesToHtml(repaired.text);
    warn(field, [
      ...repaired.notes,
      ...optionMarkup.notes,
      ...listTextDoubts(repaired.text, 'option'),
      ...listBadFormulas(optionMarkup.html).map(messages.badFormula),
    ]);
    options.push({ id: option.id, html: optionMarkup.html });
  }
  return { stem: read.stem, options };
}

/** Converts the passage and the stem of a row to HTML. */
function convertStem(passage: string, stem: string, { fault, warn }: LineReport): string {
  const repaired = repairStem(passage === '' ? stem : `${passage}\n${stem}`);
  if (stem.trim() !== '' && repaired.text === '') fault('question', messages.emptyStem());
  const stemMarkup = convertTablesToHtml(repaired.text);
  warn('question', [
    ...repaired.notes,
    ...stemMarkup.notes,
    ...listTextDoubts(repaired.text, 'stem'),
    ...listBadFormulas(stemMarkup.html).map(messages.badFormula),
  ]);
  return stemMarkup.html;
}

/** Replaces the underscores of a fill-in stem by marks of blanks and reads the rules of these blanks. */
function readBlanks(row: QuestionRow, stemHtml: string, fault: ReportKeyProblem): { stemHtml: string; key: AnswerKey | undefined } {
  const blanks = parseJsonBlanks(row['blanks'], fault);
  let count = 0;
  const marked = stemHtml.replace(/_{3,}/g, () => `<span data-blank="${++count}"></span>`);
  if (blanks && blanks.length !== count) fault('blanks', messages.blankCount(count, blanks.length));
  return { stemHtml: marked, key: blanks && { kind: 'blanks', blanks } };
}

/** Reads the right options of a choice question. Without `type` in the row, several right options make it a multiple-choice question. */
function readChoice(row: QuestionRow, type: QuestionBody['type'], optionIds: readonly string[], { fault, warn }: LineReport) {
  const right = readOptionLabel(row['label'], optionIds, fault, warn);
  if (!right) return { type, key: undefined };
  const hasMany = right.length > 1;
  if (hasMany && row['type'] !== undefined && type === sectionType.single) fault('label', messages.singleWithMany(right.length));
  return { type: hasMany && row['type'] === undefined ? sectionType.multiple : type, key: { kind: 'choice', right } satisfies AnswerKey };
}

function readOtherSource(other: unknown): string {
  return typeof other === 'object' && other !== null && 'source' in other && typeof other.source === 'string' ? other.source.trim() : '';
}

/**
 * Reads one line of a JSON-lines file as a question, or lists its faults. Accepts rows of AGIEval (`question`, `options` "(A)…", `label`,
 * `other.source`) and our own rows, which add `type` (single, multiple, judgement, fillIn), `blanks`, `analysis`, `difficulty`, `category`, `source`.
 * Pure; never throws. Reports every fault of a row, not only the first.
 */
export function parseQuestionLine(line: string, category: string): LineResult {
  const report = createLineReport();
  const { faults, warnings, fault } = report;
  const row = parseRow(line, report);
  if (row === undefined) return { faults, warnings };

  let type = readType(row, fault);
  let stem = readStem(row, fault);
  const isChoice = type === sectionType.single || type === sectionType.multiple;
  const rawOptions = readRawOptions(row, isChoice, fault);
  const passage = readOptionalText(row, 'passage', fault);
  let options: { id: string; html: string }[] = [];
  if (isChoice && !faults.some((known) => known.field === 'options')) ({ stem, options } = readOptions(stem, rawOptions, report));
  let stemHtml = convertStem(passage, stem, report);

  let key: AnswerKey | undefined;
  if (type === sectionType.fillIn) ({ stemHtml, key } = readBlanks(row, stemHtml, fault));
  else if (type === sectionType.judgement) {
    const right = readJudgementLabel(row['label'], fault);
    if (right) key = { kind: 'choice', right: [right] };
  } else if (type !== undefined) {
    const optionIds = options.map((option) => option.id);
    ({ type, key } = readChoice(row, type, optionIds, report));
  }

  const analysis = repairStem(readOptionalText(row, 'analysis', fault)).text;
  const level = readDifficulty(row['difficulty'], fault);
  const draft = {
    ...defaultClassification,
    type,
    stem: stemHtml,
    options:
      type === sectionType.judgement
        ? [
            { id: 'T', html: '正确' },
            { id: 'F', html: '错误' },
          ]
        : options,
    key,
    analysis: convertTablesToHtml(analysis).html,
    difficulty: level,
    category: readOptionalText(row, 'category', fault) || category,
    source: readOptionalText(row, 'source', fault) || readOtherSource(row['other']),
  };
  if (faults.length > 0) return { faults, warnings };
  const checked = questionInput.safeParse(draft);
  if (checked.success) return { question: checked.data, faults, warnings };
  for (const issue of checked.error.issues) fault(issue.path.join('.') || 'question', messages.outOfRange(issue.message));
  return { faults, warnings };
}

/** Returns a row with its texts in their stored form, with a warning for each field whose text changed. */
function toVisibleRow(row: QuestionRow, warn: Warn): QuestionRow {
  const toVisible = (field: string, value: unknown): unknown => {
    if (typeof value === 'string') {
      warn(
        field,
        listInvisibleWarnings(field, value).map(({ reason }) => reason),
      );
      return toStoredText(value);
    }
    if (Array.isArray(value)) return value.map((one, at) => toVisible(`${field}.${at}`, one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toVisible(field, one)]));
  };
  return Object.fromEntries(Object.entries(row).map(([field, value]) => [field, toVisible(field, value)]));
}

const typeNames: Readonly<Record<string, QuestionBody['type']>> = {
  single: sectionType.single,
  multiple: sectionType.multiple,
  judgement: sectionType.judgement,
  fillIn: sectionType.fillIn,
};

/**
 * Returns the question type; undefined for an unknown type, which is recorded as a fault. Without `type` a row is a choice question, and its label
 * distinguishes single from multiple choice.
 */
function readType(row: QuestionRow, fault: ReportKeyProblem): QuestionBody['type'] | undefined {
  const value = row['type'];
  if (value === undefined || value === null) return row['blanks'] === undefined ? sectionType.single : sectionType.fillIn;
  const type = typeof value === 'string' ? typeNames[value] : undefined;
  if (type === undefined) fault('type', messages.unknownType(formatFileValue(value)));
  return type;
}

const difficultyNames: Readonly<Record<string, QuestionBody['difficulty']>> = {
  easy: difficulty.easy,
  medium: difficulty.medium,
  hard: difficulty.hard,
  易: difficulty.easy,
  中: difficulty.medium,
  难: difficulty.hard,
  '1': difficulty.easy,
  '2': difficulty.medium,
  '3': difficulty.hard,
};

function readDifficulty(value: unknown, fault: ReportKeyProblem): QuestionBody['difficulty'] {
  if (value === undefined || value === null) return difficulty.medium;
  const level = typeof value === 'string' || typeof value === 'number' ? difficultyNames[String(value)] : undefined;
  if (level === undefined) fault('difficulty', messages.unknownDifficulty(formatFileValue(value)));
  return level ?? difficulty.medium;
}
