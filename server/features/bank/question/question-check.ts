import { splitLeftItems } from '../../../../sync/domain/papers/left-items.ts';
import { optionLetters, sectionType } from '../../../../sync/contract/codes.ts';
import { type AnswerKey, type QuestionBody, rubricTypes } from '../../../../sync/contract/bank/question-body.ts';
import type { Message } from '../../../http/handler.ts';
import { questionMessages as messages } from './question-messages.ts';
import { toTextFromHtml } from './question-markup.ts';

export interface QuestionBodyError {
  /** Path of the faulty field, as in the input: "options.1.html". */
  readonly path: string;
  readonly message: Message;
}

/** Kind of key that each of these types needs. Choice questions and types that people mark are checked elsewhere. */
const keyKinds: Readonly<Record<number, AnswerKey['kind']>> = {
  [sectionType.fillIn]: 'blanks',
  [sectionType.ordering]: 'order',
  [sectionType.matching]: 'match',
};

/**
 * Checks what no schema can: the question has readable text, and the key fits the type and the options or blanks. Returns all faults, not only the
 * first.
 */
export function listBodyErrors(body: QuestionBody): QuestionBodyError[] {
  const faults: QuestionBodyError[] = [];
  const fault = (path: string, message: Message): void => void faults.push({ path, message });
  if (body.type === sectionType.unlimited) fault('type', messages.typeMissing());
  if (isBlank(body.stem)) fault('stem', messages.emptyStem());
  if (new Set(body.tags).size < body.tags.length) fault('tags', messages.tagTwice());
  const expectedKind = rubricTypes.includes(body.type) ? 'rubric' : (keyKinds[body.type] ?? 'choice');
  const hasNoOptions = expectedKind === 'rubric' || expectedKind === 'blanks';
  if (hasNoOptions && body.options.length > 0) fault('options', messages.optionsNotOfType());
  if (body.key.kind !== expectedKind) {
    fault('key', messages.keyNotOfType());
    return faults;
  }
  switch (body.key.kind) {
    case 'choice':
      faults.push(...listOptionFaults(body), ...listChoiceFaults(body, body.key.right));
      break;
    case 'order':
    case 'match':
      faults.push(...listOptionFaults(body), ...listPlaceFaults(body, body.key));
      break;
    case 'blanks': {
      const marks = listBlankNumbers(body.stem);
      const count = body.key.blanks.length;
      if (marks.length !== count) fault('key.blanks', messages.blanksDiffer(marks.length, count));
      else if (marks.some((mark, at) => mark !== at + 1)) fault('stem', messages.blanksOutOfOrder());
      for (const [at, rule] of body.key.blanks.entries())
        if (rule.mode === 'text' && rule.anyOf.some((text) => text.trim() === '')) fault(`key.blanks.${at}.anyOf`, messages.emptyAnswer());
      break;
    }
    case 'rubric':
      if (isBlank(body.key.reference) && body.key.items.length === 0) fault('key.reference', messages.noReference());
  }
  return faults;
}

/** Finds faults of options and left items: their ids, their number, empty and equal ones. */
function listOptionFaults(body: QuestionBody): QuestionBodyError[] {
  const faults: QuestionBodyError[] = [];
  const isJudgement = body.type === sectionType.judgement;
  const { left, options } = splitLeftItems(body.options);
  const expected = [...left.map((_, at) => String(at + 1)), ...(isJudgement ? ['T', 'F'] : optionLetters.slice(0, options.length))];
  if (body.options.map(({ id }) => id).join() !== expected.join())
    faults.push({ path: 'options', message: messages.optionIds(expected.join(' ')) });
  if (!isJudgement && options.length < 2) faults.push({ path: 'options', message: messages.tooFewOptions(options.length) });
  if (options.length > optionLetters.length) faults.push({ path: 'options', message: messages.tooManyOptions(options.length) });
  const idsBySide = new Map<string, string>();
  for (const [at, option] of body.options.entries()) {
    const path = `options.${at}.html`;
    if (isBlank(option.html)) faults.push({ path, message: messages.emptyOption() });
    // Compare the markup, not the text: "x" and "<sup>x</sup>" are two different options. A left item may say the same as an option.
    const side = `${at < left.length ? 'left' : 'option'} ${option.html.trim()}`;
    const other = idsBySide.get(side);
    if (other !== undefined) faults.push({ path, message: messages.duplicateOption(other) });
    idsBySide.set(side, option.id);
  }
  return faults;
}

function listChoiceFaults(body: QuestionBody, rightIds: readonly string[]): QuestionBodyError[] {
  const fault = (message: Message): QuestionBodyError[] => [{ path: 'key.right', message }];
  const unknownId = rightIds.find((id) => !body.options.some((option) => option.id === id));
  if (splitLeftItems(body.options).left.length > 0) return [{ path: 'options', message: messages.leftNotOfType() }];
  if (unknownId !== undefined) return fault(messages.labelNotOption(unknownId));
  if (new Set(rightIds).size < rightIds.length) return fault(messages.labelRepeated(rightIds.join('')));
  return body.type !== sectionType.multiple && rightIds.length !== 1 ? fault(messages.singleWithMany(rightIds.length)) : [];
}

/** Finds faults of a key that gives an option to each place: to each left item, or to each place of the order. */
function listPlaceFaults(body: QuestionBody, { kind, right }: Extract<AnswerKey, { kind: 'order' | 'match' }>): QuestionBodyError[] {
  const fault = (message: Message): QuestionBodyError[] => [{ path: 'key.right', message }];
  const { left, options } = splitLeftItems(body.options);
  const strange = right.find((id) => !options.some((option) => option.id === id));
  if (strange !== undefined) return fault(messages.labelNotOption(strange));
  if (kind === 'match') {
    if (left.length < 2) return [{ path: 'options', message: messages.tooFewLeft(left.length) }];
    return left.length === right.length ? [] : fault(messages.pairsDiffer(left.length, right.length));
  }
  if (left.length > 0) return [{ path: 'options', message: messages.leftNotOfType() }];
  return new Set(right).size === options.length && right.length === options.length ? [] : fault(messages.orderIncomplete());
}

const isBlank = (html: string): boolean => toTextFromHtml(html) === '' && !/<(?:img|math)\b/.test(html);

/** Numbers of the blanks in the order in which they occur in the stem. */
const listBlankNumbers = (stem: string): number[] => [...stem.matchAll(/data-blank="(\d+)"/g)].map((match) => Number(match[1]));
