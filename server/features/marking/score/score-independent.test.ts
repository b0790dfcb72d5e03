import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sectionType, type SectionTypeCode } from '../../../../sync/contract/codes.ts';
import type { AnswerKey, BlankRule } from '../../../../sync/contract/bank/question.ts';
import type { KeyCorrection } from '../../../../sync/contract/marking/score.ts';
import {
  type HandDecision,
  type HandItem,
  createHandItem,
  createHandMark,
  type HandMark,
  type HandRule,
  computeHandTotal,
} from '../../../../tests/fixtures/server/scored-by-hand.ts';
import { hashAnswer } from '../marking/item-mark-store.ts';
import { computeMarkerCents, isPerformedType } from '../marking/item-score.ts';
import { markAttempt } from '../marking/marking-reads.ts';

const options = ['A', 'B', 'C', 'D'];
const rightIds = fc.subarray(options, { minLength: 1 });
const choice = rightIds.map((right): AnswerKey => ({ kind: 'choice', right }));
const judgement = fc.constantFrom('T', 'F').map((right): AnswerKey => ({ kind: 'choice', right: [right] }));
/** A few words in many spellings, so that right, half right and nearly right answers all occur. */
const words = ['abc', 'ABC', 'ａｂｃ', ' abc', 'a bc', '380', '３８０', '三百八十', 'x'];
const word = fc.constantFrom(...words);
const thousandth = (most: number) => fc.integer({ min: 0, max: most * 1000 }).map((n) => n / 1000);
const blank: fc.Arbitrary<BlankRule> = fc.oneof(
  fc.record({
    mode: fc.constant('text' as const),
    anyOf: fc.array(word, { minLength: 1, maxLength: 3 }),
    ignoreCase: fc.boolean(),
    ignoreWidth: fc.boolean(),
  }),
  fc.record({ mode: fc.constant('number' as const), value: fc.constantFrom(380, 3.14, 0.5, 50), tolerance: fc.constantFrom(0, 0.01, 0.5) }),
);
const blanks = fc.array(blank, { minLength: 1, maxLength: 4 }).map((all): AnswerKey => ({ kind: 'blanks', blanks: all }));
const halves = (most: number) => fc.integer({ min: 1, max: most * 2 }).map((n) => n / 2);
const rubric = fc.array(halves(6), { maxLength: 4 }).map((all): AnswerKey => ({
  kind: 'rubric',
  reference: '',
  items: all.map((points, at) => ({ text: `点${at}`, points })),
  veto: ['带电操作'],
}));
const corrected = (key: fc.Arbitrary<AnswerKey> | null): fc.Arbitrary<KeyCorrection | null> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    fc.constant({ kind: 'full' as const }),
    fc.constant({ kind: 'out' as const }),
    ...(key ? [fc.array(key, { minLength: 1, maxLength: 3 }).map((keys) => ({ kind: 'keys' as const, keys }))] : []),
  );

const number = fc.oneof(fc.constantFrom('380', '3.15', '3.14', '0.50', '５０', '49.5', '50.501', ''), thousandth(60).map(String));
const kinds: readonly { type: SectionTypeCode; key: fc.Arbitrary<AnswerKey>; answer: fc.Arbitrary<string[]> }[] = [
  { type: sectionType.single, key: choice, answer: fc.subarray(options, { maxLength: 1 }) },
  { type: sectionType.multiple, key: choice, answer: fc.subarray(options) },
  { type: sectionType.judgement, key: judgement, answer: fc.subarray(['T', 'F'], { maxLength: 1 }) },
  { type: sectionType.fillIn, key: blanks, answer: fc.array(fc.oneof(word, number), { maxLength: 5 }) },
  ...([sectionType.questionAnswer, sectionType.comprehensiveReview, sectionType.practical, sectionType.thesisDefence] as const).map(
    (type) => ({
      type,
      key: rubric,
      answer: fc.array(fc.constantFrom('', ' ', '先验电', '再接地'), { maxLength: 2 }),
    }),
  ),
];

interface Drawn {
  readonly item: HandItem;
  readonly answer: string[];
  readonly marks: HandMark[];
  readonly decision: HandDecision | undefined;
}
const mostly = (share: number) => fc.integer({ min: 0, max: 99 }).map((n) => n < share * 100);
const drawnItem: fc.Arbitrary<Drawn> = fc.constantFrom(...kinds).chain(({ type, key, answer }) =>
  fc
    .record({
      type: fc.constant(type),
      points: halves(10),
      partial: fc.boolean(),
      key,
      correction: corrected(type <= sectionType.fillIn ? key : null),
    })
    .chain((bare) => {
      const scoring = bare.key.kind === 'rubric' ? bare.key.items.map(({ points }) => points) : [];
      const maxPoints = scoring.length > 0 ? scoring : [bare.points];
      const mark = fc.record({
        itemId: fc.constant(''),
        current: mostly(0.9),
        points: fc.tuple(...maxPoints.map((points) => fc.integer({ min: 0, max: points * 2 }).map((n) => n / 2))),
        vetoes: mostly(0.1).map(Number),
      });
      const decision = fc.record({ itemId: fc.constant(''), current: mostly(0.8), cent: fc.integer({ min: 0, max: bare.points * 100 }) });
      return fc.record({
        item: fc.constant({ itemId: '', ...bare }),
        answer,
        marks: fc.array(mark, { maxLength: 4 }),
        decision: fc.option(decision, { freq: 8, nil: undefined }),
      });
    }),
);
const rule: fc.Arbitrary<HandRule> = fc.record({
  isDoubleMarked: fc.boolean(),
  toleranceCent: fc.constantFrom(0, 50, 100, 200),
  isLed: mostly(0.8),
});

it('markAttempt equals an independent computation for 10 000 generated attempts of all types', () => {
  const counts = { waiting: 0, scaled: 0, decided: 0, types: new Set<number>() };
  fc.assert(
    fc.property(fc.array(drawnItem, { minLength: 1, maxLength: 20 }), rule, (paper, how) => {
      const all = paper.map((one, at) => {
        const itemId = String(at + 1);
        const named = <T extends { itemId: string }>(thing: T): T => ({ ...thing, itemId });
        return { item: named(one.item), answer: one.answer, marks: one.marks.map(named), decision: one.decision && named(one.decision) };
      });
      const answers = all.filter(({ answer }) => answer.length > 0).map(({ item, answer }) => ({ itemId: item.itemId, value: answer }));
      /**
       * Returns the hash of the answer that a mark was given for, as it is stored with the mark. A mark that is not current gets the hash of another
       * answer.
       */
      const basis = ({ item, answer }: (typeof all)[number], current: boolean): string =>
        current ? hashAnswer(isPerformedType(item.type) || answer.length === 0 ? undefined : answer) : 'another';
      const marks = all.flatMap((one) =>
        one.marks.map((mark) => {
          const given = { points: mark.points, veto: Array.from({ length: mark.vetoes }, (_, at) => at) };
          const cent = one.item.key.kind === 'rubric' ? computeMarkerCents(one.item, one.item.key, given) : 0;
          if (one.item.key.kind === 'rubric') expect(cent).toBe(createHandMark(one.item, mark));
          return { itemId: mark.itemId, basis: basis(one, mark.current), cent };
        }),
      );
      const decisions = all.flatMap((one) =>
        one.decision ? [{ itemId: one.item.itemId, basis: basis(one, one.decision.current), cent: one.decision.cent }] : [],
      );
      const items = all.map(({ item }) => item);
      const score = markAttempt(items, { answers, files: [] }, { rule: how, marks, decisions });
      const byHand = all.map(({ item, answer, marks: given, decision }) => createHandItem(item, answer, how, given, decision));
      expect(score.items.map((item) => item.cent)).toEqual(byHand);
      expect(score.pointsCent).toBe(computeHandTotal(items, byHand));
      if (byHand.includes(null)) counts.waiting += 1;
      if (items.some((item) => item.correction?.kind === 'out')) counts.scaled += 1;
      if (all.some(({ decision }) => decision?.current)) counts.decided += 1;
      for (const item of items) counts.types.add(item.type);
    }),
    { numRuns: 10_000, seed: 13 },
  );
  // Every kind of case must have occurred often.
  expect(counts.types.size).toBe(8);
  expect(Math.min(counts.waiting, counts.scaled, counts.decided)).toBeGreaterThan(1_000);
});
