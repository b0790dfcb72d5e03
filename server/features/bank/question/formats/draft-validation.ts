import { normaliseCategoryPath, removeEmptyPathSteps } from '../../../../../sync/contract/bank/category.ts';
import { sectionType } from '../../../../../sync/contract/codes.ts';
import { type AnswerKey, questionInput, type QuestionBody } from '../../../../../sync/contract/bank/question.ts';
import { type ImportedQuestionDraft, importedQuestionDraft } from '../../../../../sync/contract/bank/question-file.ts';
import { listBadFormulas } from '../formula-mathml.ts';
import { listBodyErrors } from '../question-check.ts';
import { questionMessages } from '../question-messages.ts';
import { parseBlanks, parseRubricItems, parseJudgement, parseAnswerLetters, parseVetoes } from './answer-text.ts';
import { cleanHtml, isEmptyHtml } from './text/clean-html.ts';
import { parseDifficulty, parseLevel, findTypeName, hasOptionsOfItsOwn } from './draft-words.ts';
import { formatMessages as messages } from './format-messages.ts';
import { parseLeftItems, parsePairs } from './matching-text.ts';
import { countBlanks, renumberBlanks } from './text/plain-html.ts';
import type { FormatRemark } from './question-format.ts';

const ids = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;
export const importedJudgementOptions = [
  { id: 'T', html: '正确' },
  { id: 'F', html: '错误' },
];

interface DraftVerdict {
  readonly question?: QuestionBody;
  readonly faults: readonly FormatRemark[];
  readonly warnings: readonly FormatRemark[];
}

/**
 * Converts a draft (a question as a file reader found it) to a question that may be stored, or returns all its faults with their fields. Drafts of
 * all file formats are checked here. Pure; never throws.
 */
export function validateDraft(
  partialDraft: Partial<ImportedQuestionDraft>,
  category: string,
  look: { readonly formulas: boolean } = { formulas: true },
): DraftVerdict {
  const faults: FormatRemark[] = [];
  const warnings: FormatRemark[] = [];
  const fault = (field: string, reason: FormatRemark['reason']): undefined => {
    faults.push({ field, reason });
    return undefined;
  };
  const draft = completeDraft(partialDraft, fault);
  const readHtml = (field: string, text: string, max: number): string => {
    if (text.length > max) fault(field, messages.stemTooLong(max));
    const clean = cleanHtml(text);
    if (clean.changed) warnings.push({ field, reason: messages.markupRemoved() });
    if (look.formulas && clean.html.includes('$'))
      warnings.push(...listBadFormulas(clean.html).map((source) => ({ field, reason: questionMessages.badFormula(source) })));
    return clean.html;
  };

  const typeWord = draft.type.trim();
  const typeName = findTypeName(typeWord);
  if (typeName === undefined) fault('type', typeWord === '' ? messages.typeMissing() : messages.typeUnknown(typeWord));
  const type = typeName && sectionType[typeName];

  const stem = renumberBlanks(readHtml('stem', draft.stem, 60_000));
  if (isEmptyHtml(stem)) fault('stem', questionMessages.emptyStem());

  const hasOptions = typeName !== undefined && hasOptionsOfItsOwn(typeName);
  if (hasOptions) warnings.push(...runTogether(draft.options));
  const options = hasOptions ? readOptions(draft.options, readHtml, fault) : type === sectionType.judgement ? importedJudgementOptions : [];
  const leftItems = type === sectionType.matching ? readLeftItems(draft.left, readHtml, fault) : [];
  const key = type === undefined ? undefined : readKey(type, draft, stem, options, readHtml, fault);

  const classification = readClassification(draft, category, fault);
  const material = readHtml('material', draft.material, 60_000);
  const analysis = readHtml('analysis', draft.analysis, 60_000);
  if (faults.length > 0) return { faults, warnings };
  const checked = questionInput.safeParse({ type, stem, material, options: [...leftItems, ...options], key, analysis, ...classification });
  if (checked.success) {
    warnings.push(...listQuestionWarnings(checked.data));
    for (const { path, message } of listBodyErrors(checked.data)) {
      // A question that people mark may be imported without a reference answer, because files of other systems seldom have one.
      if (path === 'key.reference') warnings.push({ field: 'reference', reason: messages.noRubric() });
      else fault(toDraftField(path), message);
    }
    return faults.length > 0 ? { faults, warnings } : { question: checked.data, faults, warnings };
  }
  for (const issue of checked.error.issues) fault(toDraftField(issue.path.join('.')), questionMessages.outOfRange(issue.message));
  return { faults, warnings };
}

/** Returns warnings about a question that may be stored but should be checked. */
function listQuestionWarnings({ type, stem, key }: QuestionBody): FormatRemark[] {
  if (type === sectionType.multiple && key.kind === 'choice' && key.right.length === 1)
    return [{ field: 'answer', reason: messages.oneRight() }];
  const isDoubled = /<span data-blank="\d{1,2}"><\/span>(?:\s|&nbsp;|[（(）)]){0,20}<span data-blank=/.test(stem);
  return key.kind === 'blanks' && isDoubled ? [{ field: 'stem', reason: messages.blankTwice() }] : [];
}

/** Warns about an option whose text seems to contain another option, with its letter: "180 / D. 240". */
function runTogether(options: readonly string[]): FormatRemark[] {
  return options.flatMap((html, at) => {
    const letter =
      /(?:\s|\/|<br>|;|；)[(（]?([A-HＡ-Ｈ])\s{0,3}[.．、:：)）](?=\s{0,9}[^\s\d])|(?:\s|\/|<br>|;|；)([A-HＡ-Ｈ])[.．、]\s{0,9}\d/.exec(
        html.replace(/&nbsp;/g, ' '),
      );
    const found = letter?.[1] ?? letter?.[2];
    return found === undefined ? [] : [{ field: `options.${at}`, reason: messages.optionWithin(found) }];
  });
}

/** Converts the path of a faulty field of a question to the name of the field in the import draft, for the message to the user. */
const toDraftField = (path: string): string => (path.startsWith('key') ? 'answer' : path.replace(/\.html$/, '') || 'stem');

/** Fills in the missing fields of an import draft. Reports a field that is too long and cuts it. */
function completeDraft(
  partialDraft: Partial<ImportedQuestionDraft>,
  fault: (field: string, reason: FormatRemark['reason']) => undefined,
): ImportedQuestionDraft {
  const parsed = importedQuestionDraft.safeParse(partialDraft);
  if (parsed.success) return parsed.data;
  const rest: Record<string, unknown> = { ...partialDraft };
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? 'stem');
    fault(
      issue.path.join('.') || 'stem',
      field === 'options' && issue.path.length === 1
        ? questionMessages.tooManyOptions(partialDraft.options?.length ?? 0)
        : questionMessages.outOfRange(issue.message),
    );
    delete rest[field];
  }
  return importedQuestionDraft.parse(rest);
}

type Html = (field: string, text: string, max: number) => string;
type Fault = (field: string, reason: FormatRemark['reason']) => undefined;

function readOptions(optionTexts: readonly string[], html: Html, fault: Fault): QuestionBody['options'] {
  const texts = optionTexts.length > 0 ? optionTexts.slice(0, optionTexts.findLastIndex((text) => !isEmptyHtml(text)) + 1) : [];
  if (texts.length < 2) fault('options', questionMessages.tooFewOptions(texts.length));
  if (texts.length > ids.length) fault('options', questionMessages.tooManyOptions(texts.length));
  const idsByHtml = new Map<string, string>();
  return texts.slice(0, ids.length).map((text, at) => {
    const id = ids[at] ?? 'A';
    const clean = html(`options.${at}`, text, 20_000);
    const other = idsByHtml.get(clean);
    if (isEmptyHtml(clean)) fault(`options.${at}`, questionMessages.emptyOption());
    else if (other !== undefined) fault(`options.${at}`, questionMessages.duplicateOption(other));
    idsByHtml.set(clean, id);
    return { id, html: clean };
  });
}

function readLeftItems(text: string, html: Html, fault: Fault): QuestionBody['options'] {
  const items = parseLeftItems(text);
  if (items.length > ids.length) fault('left', questionMessages.tooManyOptions(items.length));
  return items.slice(0, ids.length).map((item, at) => ({ id: String(at + 1), html: html('left', item, 20_000) }));
}

function readKey(
  type: QuestionBody['type'],
  draft: ImportedQuestionDraft,
  stem: string,
  options: QuestionBody['options'],
  html: Html,
  fault: Fault,
): AnswerKey | undefined {
  const answer = draft.answer.trim();
  if (type === sectionType.judgement) {
    if (answer === '') return fault('answer', messages.noAnswer());
    const right = parseJudgement(answer);
    return right ? { kind: 'choice', right: [right] } : fault('answer', messages.answerNotJudgement(answer));
  }
  if (type === sectionType.single || type === sectionType.multiple) {
    if (answer === '') return fault('answer', messages.noAnswer());
    const letters = parseAnswerLetters(answer);
    if (!letters) return fault('answer', messages.answerNotLetters(answer));
    const rightLetters = [...new Set(letters)].toSorted();
    const stray = rightLetters.find((letter) => !options.some((option) => option.id === letter));
    if (stray !== undefined) return fault('answer', questionMessages.labelNotOption(stray));
    if (type === sectionType.single && rightLetters.length > 1)
      return fault('answer', questionMessages.singleWithMany(rightLetters.length));
    return { kind: 'choice', right: rightLetters };
  }
  if (type === sectionType.ordering || type === sectionType.matching) {
    if (answer === '') return fault('answer', messages.noAnswer());
    const right = type === sectionType.ordering ? parseAnswerLetters(answer) : parsePairs(answer);
    if (!right) return fault('answer', messages.answerNotLetters(answer));
    return { kind: type === sectionType.ordering ? 'order' : 'match', right };
  }
  if (type === sectionType.fillIn) {
    const blanks = parseBlanks(draft.answer, fault);
    const count = countBlanks(stem);
    if (blanks && blanks.length !== count) return fault('answer', questionMessages.blankCount(count, blanks.length));
    return blanks && { kind: 'blanks', blanks };
  }
  const reference = html('reference', draft.reference, 60_000);
  const items = parseRubricItems(draft.items, fault);
  const veto = parseVetoes(draft.veto);
  const files = draft.files.trim();
  if (!/^[0-9]?$/.test(files)) return fault('files', messages.badFiles(files));
  return items && { kind: 'rubric', reference, items, veto, ...(Number(files) > 0 && { files: Number(files) }) };
}

/** Splits "12 6-31-01-03" into the id that a profession or trade has on this server and its code or name; either may be missing. */
export function parseNamedId(text: string): { readonly id: number | null; readonly name: string } {
  const [, number, name = ''] = /^\s*(?:(\d{1,15})(?=\s|$))?\s*([^]*?)\s*$/.exec(text) ?? [];
  return { id: number === undefined || Number(number) === 0 ? null : Number(number), name };
}

function readClassification(draft: ImportedQuestionDraft, category: string, fault: Fault) {
  const readLevel = (field: 'difficulty' | 'uniformity') => {
    const found = parseDifficulty(draft[field]);
    if (found === undefined) fault(field, messages.badDifficulty(draft[field]));
    return found;
  };
  const readNumber = (field: 'scoreHint' | 'level', good: (value: number) => boolean, reason: (text: string) => FormatRemark['reason']) => {
    const text = field === 'level' ? parseLevel(draft.level) : draft[field].trim();
    if (text === '') return null;
    const value = Number(text);
    if (!Number.isNaN(value) && good(value)) return value;
    fault(field, reason(text));
    return null;
  };
  const path = normaliseCategoryPath(draft.category) === '' ? category.trim() : removeEmptyPathSteps(draft.category);
  if (!/^[^/]{1,60}(?:\/[^/]{1,60}){0,5}$/.test(path) || path.length > 200) if (path !== '') fault('category', messages.badCategory(path));
  const tags = [...new Set(draft.tags.split(draft.tags.includes('\n') ? /\n/ : /[,，;；、]/).map((tag) => tag.trim()))].filter(
    (tag) => tag !== '',
  );
  if (tags.length > 20 || tags.some((tag) => tag.length > 30)) fault('tags', messages.badTags());
  const point = draft.pointCode.trim().toUpperCase();
  if (point !== '' && !/^[A-Z](?:-[A-Z]){2}-\d{3}$/.test(point)) fault('pointCode', messages.badPoint(point));
  return {
    difficulty: readLevel('difficulty'),
    uniformity: readLevel('uniformity'),
    category: path,
    tags,
    source: draft.source.trim(),
    scoreHint: readNumber('scoreHint', (value) => value >= 0.5 && value <= 1000 && (value * 2) % 1 === 0, messages.badScore),
    level: readNumber('level', (value) => [1, 2, 3, 4, 5].includes(value), messages.badLevel),
    pointCode: point,
    profId: parseNamedId(draft.profId).id,
    tradeId: parseNamedId(draft.tradeId).id,
  };
}
