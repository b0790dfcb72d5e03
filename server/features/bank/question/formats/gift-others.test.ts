import fc from 'fast-check';
import { type GIFTQuestion, parse } from 'gift-pegjs';
import { expect, it } from 'vitest';
import { sectionType } from '../../../../../sync/contract/codes.ts';
import type { QuestionBody } from '../../../../../sync/contract/bank/question.ts';
import { sampleQuestion } from '../../../../../tests/fixtures/questions/sample-question.ts';
import { isExpressibleInGift, writeGift } from './gift/gift-write.ts';

/** Returns the type that the GIFT reader of another project (gift-pegjs) must find in a question that we write. */
const kindOf = ({ type, key, stem }: QuestionBody): string => {
  if (type === sectionType.judgement) return 'TF';
  if (type === sectionType.single || type === sectionType.multiple) return 'MC';
  if (key.kind === 'match') return 'Matching';
  // GIFT has no ordering questions. Other readers take Moodle's notation for them as a short answer.
  if (key.kind === 'order') return 'Short';
  if (key.kind !== 'blanks' || key.blanks.length > 1 || stem.split('data-blank').length !== 2) return 'Essay';
  if (key.blanks[0]?.mode === 'text' && !key.blanks[0].anyOf.every(isExpressibleInGift)) return 'Essay';
  return key.blanks[0]?.mode === 'number' ? 'Numerical' : 'Short';
};
function keyOf(question: GIFTQuestion): unknown {
  if (question.type === 'TF') return question.isTrue;
  if (question.type === 'MC') return question.choices.flatMap(({ isCorrect, weight }, at) => (isCorrect || (weight ?? 0) > 0 ? [at] : []));
  if (question.type === 'Matching') return question.matchPairs.filter(({ subquestion }) => subquestion.text !== '').length;
  if (question.type === 'Short') return question.choices.length;
  if (question.type === 'Numerical') {
    const [choice] = Array.isArray(question.choices) ? question.choices : [question.choices];
    return choice && 'number' in choice
      ? choice.number
      : choice && 'text' in choice
        ? (choice.text as { number?: number }).number
        : undefined;
  }
  return undefined;
}
function expectedKey({ type, key }: QuestionBody): unknown {
  if (type === sectionType.judgement) return key.kind === 'choice' && key.right[0] === 'T';
  if (key.kind === 'choice') return key.right.map((letter) => letter.charCodeAt(0) - 65);
  if (key.kind === 'match') return key.right.length;
  if (key.kind === 'order') return 1;
  if (key.kind !== 'blanks' || key.blanks.length > 1) return undefined;
  const [rule] = key.blanks;
  return rule?.mode === 'number' ? rule.value : rule?.anyOf.length;
}

it('gift-pegjs reads every question that writeGift writes, with its type and key', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.array(sampleQuestion, { minLength: 1, maxLength: 4 }), (questions) => {
      const read = parse(writeGift(questions)).filter(({ type }) => type !== 'Category');
      expect(read.map(({ type }) => type)).toEqual(questions.map(kindOf));
      expect(read.map(keyOf)).toEqual(questions.map((question) => (kindOf(question) === 'Essay' ? undefined : expectedKey(question))));
    }),
    { numRuns: 60, seed: 17 },
  );
});
