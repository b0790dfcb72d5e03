import { sectionType } from '../../../sync/contract/codes.ts';
import { type QuestionBody, rubricTypes } from '../../../sync/contract/bank/question-body.ts';
import type { Message } from '../../http/handler.ts';
import { questionMessages as messages } from './question-messages.ts';
import { optionLetters } from './question-options.ts';
import { toTextFromHtml } from './question-markup.ts';

export interface QuestionBodyError {
  /** Path of the field as in the input: "options.1.html". */
  readonly path: string;
  readonly message: Message;
}

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
  const wanted = rubricTypes.includes(body.type) ? 'rubric' : body.type === sectionType.fillIn ? 'blanks' : 'choice';
  const hasOptions = wanted === 'choice';
  if (!hasOptions && body.options.length > 0) fault('options', messages.optionsNotOfType());
  if (body.key.kind !== wanted) {
    fault('key', messages.keyNotOfType());
    return faults;
  }
  switch (body.key.kind) {
    case 'choice':
      faults.push(...choiceFaults(body, body.key.right));
      break;
    case 'blanks': {
      const marks = blankMarks(body.stem);
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

function choiceFaults(body: QuestionBody, right: readonly string[]): QuestionBodyError[] {
  const faults: QuestionBodyError[] = [];
  const ids = body.options.map((option) => option.id);
  const isJudgement = body.type === sectionType.judgement;
  const expected = isJudgement ? ['T', 'F'] : optionLetters.slice(0, ids.length);
  if (ids.join() !== expected.join()) faults.push({ path: 'options', message: messages.optionIds(expected.join(' ')) });
  if (!isJudgement && ids.length < 2) faults.push({ path: 'options', message: messages.tooFewOptions(ids.length) });
  const seen = new Map<string, string>();
  for (const [at, option] of body.options.entries()) {
    const path = `options.${at}.html`;
    if (isBlank(option.html)) faults.push({ path, message: messages.emptyOption() });
    // Compare the markup, not the text: "x" and "<sup>x</sup>" are two different options.
    const other = seen.get(option.html.trim());
    if (other !== undefined) faults.push({ path, message: messages.duplicateOption(other) });
    seen.set(option.html.trim(), option.id);
  }
  const strange = right.find((id) => !ids.includes(id));
  if (strange !== undefined) faults.push({ path: 'key.right', message: messages.labelNotOption(strange) });
  else if (new Set(right).size < right.length) faults.push({ path: 'key.right', message: messages.labelRepeated(right.join('')) });
  else if (body.type !== sectionType.multiple && right.length !== 1)
    faults.push({ path: 'key.right', message: messages.singleWithMany(right.length) });
  return faults;
}

const isBlank = (html: string): boolean => toTextFromHtml(html) === '' && !/<(?:img|math)\b/.test(html);

/** Numbers of the blanks in the order in which they occur in the stem. */
const blankMarks = (stem: string): number[] => [...stem.matchAll(/data-blank="(\d+)"/g)].map((match) => Number(match[1]));
