import { z } from 'zod';
import { difficulty, sectionType } from '../../../sync/contract/codes.ts';
import { type AnswerKey, type BlankRule, type QuestionBody, questionBody } from '../../../sync/contract/question.ts';
import type { Message } from '../../http/handler.ts';
import { badFormulas } from './formula-mathml.ts';
import { questionMessages as messages } from './question-messages.ts';
import { readOptions } from './question-options.ts';
import { doubts, markUp, repairOption, repairStem } from './question-repair.ts';

export interface Remark {
  readonly field: string;
  readonly reason: Message;
}
export interface LineResult {
  readonly question?: QuestionBody;
  readonly faults: readonly Remark[];
  readonly warnings: readonly Remark[];
}

/**
 * One line of a JSON-lines file → a question, or what is wrong with it. Reads AGIEval's rows (`question`, `options` "(A)…", `label`,
 * `other.source`) and ours, which add `type` (single, multiple, judgement, fillIn), `blanks`, `analysis`, `difficulty`, `category`, `source`.
 * Pure; nothing throws. Every fault of a row is named, not only its first.
 */
export function readLine(line: string, category: string): LineResult {
  const faults: Remark[] = [];
  const warnings: Remark[] = [];
  const fault = (field: string, reason: Message): void => void faults.push({ field, reason });
  const warn = (field: string, reasons: readonly Message[]): void => void warnings.push(...reasons.map((reason) => ({ field, reason })));

  let row: Record<string, unknown>;
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      return { faults: [{ field: '', reason: messages.notObject() }], warnings };
    row = parsed as Record<string, unknown>;
  } catch (error) {
    return { faults: [{ field: '', reason: messages.notJson(error instanceof Error ? error.message : String(error)) }], warnings };
  }

  const optionalText = (field: string): string => {
    const value = row[field];
    if (value === undefined || value === null) return '';
    if (typeof value === 'string') return value.trim();
    fault(field, messages.mustBeText());
    return '';
  };

  const type = typeOf(row, fault);
  let stem = '';
  if (row['question'] === undefined) fault('question', messages.missing());
  else if (typeof row['question'] !== 'string') fault('question', messages.mustBeText());
  else {
    stem = row['question'];
    if (stem.trim() === '') fault('question', messages.emptyStem());
  }

  let rawOptions: string[] = [];
  const given = row['options'];
  const wantsOptions = type === sectionType.single || type === sectionType.multiple;
  if (Array.isArray(given) && given.every((option) => typeof option === 'string')) rawOptions = given;
  else if (given !== undefined && given !== null) fault('options', messages.mustBeList());
  else if (wantsOptions && given === undefined) fault('options', messages.missing());

  const passage = optionalText('passage');
  const options: { id: string; html: string }[] = [];
  if (wantsOptions && !faults.some((known) => known.field === 'options')) {
    const read = readOptions(stem, rawOptions);
    stem = read.stem;
    faults.push(...read.faults);
    warnings.push(...read.warnings);
    if (read.options.length < 2) fault('options', messages.tooFewOptions(read.options.length));
    const seen = new Map<string, string>();
    for (const [index, option] of read.options.entries()) {
      const field = `options.${index}`;
      const repaired = repairOption(option.text);
      if (repaired.text === '') {
        fault(field, messages.emptyOption());
        continue;
      }
      const plain = repaired.text.replace(/\s+/g, '');
      const other = seen.get(plain);
      if (other !== undefined) fault(field, messages.duplicateOption(other));
      seen.set(plain, option.id);
      const marked = markUp(repaired.text);
      warn(field, [
        ...repaired.notes,
        ...marked.notes,
        ...doubts(repaired.text, 'option'),
        ...badFormulas(marked.html).map(messages.badFormula),
      ]);
      options.push({ id: option.id, html: marked.html });
    }
  }

  const repaired = repairStem(passage === '' ? stem : `${passage}\n${stem}`);
  if (stem.trim() !== '' && repaired.text === '') fault('question', messages.emptyStem());
  const marked = markUp(repaired.text);
  warn('question', [
    ...repaired.notes,
    ...marked.notes,
    ...doubts(repaired.text, 'stem'),
    ...badFormulas(marked.html).map(messages.badFormula),
  ]);
  let stemHtml = marked.html;

  let key: AnswerKey | undefined;
  let finalType = type;
  if (type === sectionType.fillIn) {
    const blanks = readBlanks(row['blanks'], fault);
    let count = 0;
    stemHtml = stemHtml.replace(/_{3,}/g, () => `<span data-blank="${++count}"></span>`);
    if (blanks && blanks.length !== count) fault('blanks', messages.blankCount(count, blanks.length));
    if (blanks) key = { kind: 'blanks', blanks };
  } else if (type === sectionType.judgement) {
    const right = readJudgement(row['label'], fault);
    if (right) key = { kind: 'choice', right: [right] };
  } else if (type !== undefined) {
    const right = readLabel(
      row['label'],
      options.map((option) => option.id),
      fault,
      warn,
    );
    if (right) {
      if (row['type'] === undefined && right.length > 1) finalType = sectionType.multiple;
      else if (finalType === sectionType.single && right.length > 1) fault('label', messages.singleWithMany(right.length));
      key = { kind: 'choice', right };
    }
  }

  const analysis = repairStem(optionalText('analysis')).text;
  const other = row['other'];
  const otherSource =
    typeof other === 'object' && other !== null && 'source' in other && typeof other.source === 'string' ? other.source : '';
  const level = difficultyOf(row['difficulty'], fault);
  const draft = {
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
    analysis: markUp(analysis).html,
    difficulty: level,
    category: optionalText('category') || category,
    source: optionalText('source') || otherSource.trim(),
  };
  if (faults.length > 0) return { faults, warnings };
  const checked = questionBody.safeParse(draft);
  if (checked.success) return { question: checked.data, faults, warnings };
  for (const issue of checked.error.issues) fault(issue.path.join('.') || 'question', messages.outOfRange(issue.message));
  return { faults, warnings };
}

type Fault = (field: string, reason: Message) => void;

const typeNames: Readonly<Record<string, QuestionBody['type']>> = {
  single: sectionType.single,
  multiple: sectionType.multiple,
  judgement: sectionType.judgement,
  fillIn: sectionType.fillIn,
};

/** Undefined: unknown, named already. Without `type` a row is a choice question; its label tells single from multiple. */
function typeOf(row: Record<string, unknown>, fault: Fault): QuestionBody['type'] | undefined {
  const value = row['type'];
  if (value === undefined || value === null) return row['blanks'] === undefined ? sectionType.single : sectionType.fillIn;
  const type = typeof value === 'string' ? typeNames[value] : undefined;
  if (type === undefined) fault('type', messages.unknownType(printed(value)));
  return type;
}

const printed = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

function readLabel(
  label: unknown,
  ids: readonly string[],
  fault: Fault,
  warn: (field: string, reasons: readonly Message[]) => void,
): string[] | undefined {
  if (label === undefined || label === null) return void fault('label', messages.missing());
  let given: string[];
  if (typeof label === 'string') {
    const text = label.trim().toUpperCase();
    given = /^[A-H](?:\s*[,，、]?\s*[A-H])+$/.test(text) ? (text.match(/[A-H]/g) ?? []) : text === '' ? [] : [text];
    if (given.length > 1) warn('label', [messages.labelString(label)]);
  } else if (Array.isArray(label) && label.every((one) => typeof one === 'string')) given = label.map((one) => one.trim().toUpperCase());
  else return void fault('label', messages.labelType());
  if (given.length === 0) return void fault('label', messages.labelEmpty());
  let good = true;
  for (const [index, one] of given.entries()) {
    if (ids.length > 0 && !ids.includes(one)) fault('label', messages.labelNotOption(one));
    else if (given.indexOf(one) !== index) fault('label', messages.labelRepeated(one));
    else continue;
    good = false;
  }
  return good ? given.toSorted() : undefined;
}

const trueWords = new Set(['true', 't', '对', '正确', '√', '是']);
const falseWords = new Set(['false', 'f', '错', '错误', '×', '否']);

function readJudgement(label: unknown, fault: Fault): 'T' | 'F' | undefined {
  if (label === undefined || label === null) return void fault('label', messages.missing());
  const word = typeof label === 'boolean' ? String(label) : typeof label === 'string' ? label.trim().toLowerCase() : '';
  if (trueWords.has(word)) return 'T';
  if (falseWords.has(word)) return 'F';
  return void fault('label', messages.judgementLabel(printed(label)));
}

const blankText = z.string().trim().min(1).max(200);
const blankInput = z.union([
  blankText.transform((text): BlankRule => ({ mode: 'text', anyOf: [text], ignoreCase: true, ignoreWidth: true })),
  z
    .array(blankText)
    .min(1)
    .max(20)
    .transform((anyOf): BlankRule => ({ mode: 'text', anyOf, ignoreCase: true, ignoreWidth: true })),
  z
    .strictObject({
      anyOf: z.array(blankText).min(1).max(20),
      ignoreCase: z.boolean().default(true),
      ignoreWidth: z.boolean().default(true),
    })
    .transform((rule): BlankRule => ({ mode: 'text', ...rule })),
  z
    .strictObject({ value: z.number(), tolerance: z.number().min(0).default(0) })
    .transform((rule): BlankRule => ({ mode: 'number', ...rule })),
]);

function readBlanks(given: unknown, fault: Fault): BlankRule[] | undefined {
  if (given === undefined || given === null) return void fault('blanks', messages.missing());
  if (!Array.isArray(given) || given.length === 0) return void fault('blanks', messages.blankRule());
  const rules = given.map((one, index) => {
    const parsed = blankInput.safeParse(one);
    if (!parsed.success) fault(`blanks.${index}`, messages.blankRule());
    return parsed.data;
  });
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
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

function difficultyOf(value: unknown, fault: Fault): QuestionBody['difficulty'] {
  if (value === undefined || value === null) return difficulty.medium;
  const level = typeof value === 'string' || typeof value === 'number' ? difficultyNames[String(value)] : undefined;
  if (level === undefined) fault('difficulty', messages.unknownDifficulty(printed(value)));
  return level ?? difficulty.medium;
}
