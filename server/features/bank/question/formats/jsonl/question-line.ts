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

/**
 * Reads one line of a JSON-lines file as a question, or lists its faults. Accepts rows of AGIEval (`question`, `options` "(A)…", `label`,
 * `other.source`) and our own rows, which add `type` (single, multiple, judgement, fillIn), `blanks`, `analysis`, `difficulty`, `category`, `source`.
 * Pure; never throws. Reports every fault of a row, not only the first.
 */
export function parseQuestionLine(line: string, category: string): LineResult {
  const faults: LineRemark[] = [];
  const warnings: LineRemark[] = [];
  const fault: ReportKeyProblem = (field, reason) => {
    faults.push({ field, reason });
    return undefined;
  };
  const warn = (field: string, reasons: readonly Message[]): void => void warnings.push(...reasons.map((reason) => ({ field, reason })));

  let row: Record<string, unknown>;
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      return { faults: [{ field: '', reason: messages.notObject() }], warnings };
    row = toVisibleRow(parsed as Record<string, unknown>, warn);
  } catch (error) {
    return { faults: [{ field: '', reason: messages.notJson(error instanceof Error ? error.message : String(error)) }], warnings };
  }

  const readOptionalText = (field: string): string => {
    const value = row[field];
    if (value === undefined || value === null) return '';
    if (typeof value === 'string') return value.trim();
    fault(field, messages.mustBeText());
    return '';
  };

  const type = readType(row, fault);
  let stem = '';
  if (row['question'] === undefined) fault('question', messages.missing());
  else if (typeof row['question'] !== 'string') fault('question', messages.mustBeText());
  else {
    stem = row['question'];
    if (stem.trim() === '') fault('question', messages.emptyStem());
  }

  let rawOptions: string[] = [];
  const optionsValue = row['options'];
  const wantsOptions = type === sectionType.single || type === sectionType.multiple;
  if (Array.isArray(optionsValue) && optionsValue.every((option) => typeof option === 'string')) rawOptions = optionsValue;
  else if (optionsValue !== undefined && optionsValue !== null) fault('options', messages.mustBeList());
  else if (wantsOptions && optionsValue === undefined) fault('options', messages.missing());

  const passage = readOptionalText('passage');
  const options: { id: string; html: string }[] = [];
  if (wantsOptions && !faults.some((known) => known.field === 'options')) {
    const read = parseOptions(stem, rawOptions);
    stem = read.stem;
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
  }

  const repaired = repairStem(passage === '' ? stem : `${passage}\n${stem}`);
  if (stem.trim() !== '' && repaired.text === '') fault('question', messages.emptyStem());
  const stemMarkup = convertTablesToHtml(repaired.text);
  warn('question', [
    ...repaired.notes,
    ...stemMarkup.notes,
    ...listTextDoubts(repaired.text, 'stem'),
    ...listBadFormulas(stemMarkup.html).map(messages.badFormula),
  ]);
  let stemHtml = stemMarkup.html;

  let key: AnswerKey | undefined;
  let finalType = type;
  if (type === sectionType.fillIn) {
    const blanks = parseJsonBlanks(row['blanks'], fault);
    let count = 0;
    stemHtml = stemHtml.replace(/_{3,}/g, () => `<span data-blank="${++count}"></span>`);
    if (blanks && blanks.length !== count) fault('blanks', messages.blankCount(count, blanks.length));
    if (blanks) key = { kind: 'blanks', blanks };
  } else if (type === sectionType.judgement) {
    const right = readJudgementLabel(row['label'], fault);
    if (right) key = { kind: 'choice', right: [right] };
  } else if (type !== undefined) {
    const rightLetters = readOptionLabel(
      row['label'],
      options.map((option) => option.id),
      fault,
      warn,
    );
    if (rightLetters) {
      if (row['type'] === undefined && rightLetters.length > 1) finalType = sectionType.multiple;
      else if (finalType === sectionType.single && rightLetters.length > 1) fault('label', messages.singleWithMany(rightLetters.length));
      key = { kind: 'choice', right: rightLetters };
    }
  }

  const analysis = repairStem(readOptionalText('analysis')).text;
  const other = row['other'];
  const otherSource =
    typeof other === 'object' && other !== null && 'source' in other && typeof other.source === 'string' ? other.source : '';
  const level = readDifficulty(row['difficulty'], fault);
  const draft = {
    ...defaultClassification,
    type: finalType,
    stem: stemHtml,
    options:
      finalType === sectionType.judgement
        ? [
            { id: 'T', html: '正确' },
            { id: 'F', html: '错误' },
          ]
        : options,
    key,
    analysis: convertTablesToHtml(analysis).html,
    difficulty: level,
    category: readOptionalText('category') || category,
    source: readOptionalText('source') || otherSource.trim(),
  };
  if (faults.length > 0) return { faults, warnings };
  const checked = questionInput.safeParse(draft);
  if (checked.success) return { question: checked.data, faults, warnings };
  for (const issue of checked.error.issues) fault(issue.path.join('.') || 'question', messages.outOfRange(issue.message));
  return { faults, warnings };
}

/** Returns a row with its texts in their stored form, with a warning for each field whose text changed. */
function toVisibleRow(row: Record<string, unknown>, warn: (field: string, reasons: readonly Message[]) => void): Record<string, unknown> {
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
function readType(row: Record<string, unknown>, fault: ReportKeyProblem): QuestionBody['type'] | undefined {
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
