import { describe, expect, it } from 'vitest';
import type { DetailLine } from '../../sync/contract/bank/detail.ts';
import { questionBody } from '../../sync/contract/bank/question-body.ts';
import { listBadFormulas } from '../features/bank/question/formula-mathml.ts';
import { listBodyErrors } from '../features/bank/question/question-check.ts';
import { sanitiseStoredHtml } from '../rich-text/sanitise-html.ts';
import { readElectricianDetailLines, readElectricianQuestions } from './demo-data.ts';
import { isIdNumber } from '../../sync/contract/people/id-number.ts';
import { listDetailErrors, listDetailWarnings } from '../../sync/domain/papers/detail-rules.ts';
import { listDemoPeople } from './demo-people.ts';

const electricianQuestions = readElectricianQuestions();
const electricianDetailLines = readElectricianDetailLines();

/** Returns the full codes of the assessment points, such as A-B-C-001, as the server makes them from the lines. */
function pointCodes(lines: readonly DetailLine[]): string[] {
  const codes: string[] = [];
  return lines.flatMap((line) => {
    codes.length = line.depth - 1;
    codes.push(line.code);
    return line.depth === 4 ? [codes.join('-')] : [];
  });
}

describe('demo questions', () => {
  const points = new Set(pointCodes(electricianDetailLines));

  it.each(electricianQuestions.map((body) => [body.stem.slice(0, 40), body] as const))(
    'the body, formulas and detail point are valid: %s',
    (_stem, body) => {
      expect(questionBody.parse(body)).toEqual(body);
      expect(listBodyErrors(body)).toEqual([]);
      expect(points.has(body.pointCode), body.pointCode).toBe(true);
      const { key } = body;
      const texts = [body.stem, body.analysis, ...body.options.map((option) => option.html), key.kind === 'rubric' ? key.reference : ''];
      // An unpaired dollar sign would turn the rest of the sentence into a formula.
      for (const text of texts) {
        expect(text.split('$').length % 2).toBe(1);
        expect(listBadFormulas(text)).toEqual([]);
        expect(sanitiseStoredHtml(text)).toBe(text);
      }
    },
  );

  it('suffice for a usual theory paper of 160 single choice questions and 40 judgements', () => {
    const of = (type: number) => electricianQuestions.filter((body) => body.type === type);
    expect(of(1).length).toBeGreaterThanOrEqual(190);
    expect(of(3).length).toBeGreaterThanOrEqual(56);
    // No option letter is right so often that guessing it pays.
    const letters = Map.groupBy(of(1), (body) => (body.key.kind === 'choice' ? body.key.right.join('') : ''));
    for (const [letter, own] of letters) expect([letter, own.length < of(1).length * 0.38]).toEqual([letter, true]);
  });

  it('are at least 160 different questions of all eight types that cover 85 % of the detail points', () => {
    const counts = Map.groupBy(electricianQuestions, (body) => body.type);
    expect(electricianQuestions.length).toBeGreaterThanOrEqual(160);
    expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect([1, 2, 3, 4].map((type) => (counts.get(type as 1)?.length ?? 0) >= 20)).toEqual([true, true, true, true]);
    expect(new Set(electricianQuestions.map((body) => body.stem)).size).toBe(electricianQuestions.length);
    expect(new Set(electricianQuestions.map((body) => body.pointCode)).size).toBeGreaterThanOrEqual(points.size * 0.85);
  });
});

describe('demo people', () => {
  it('have valid ID numbers and unique ID numbers, ticket numbers and login names', () => {
    const people = [...listDemoPeople(0), ...listDemoPeople(1)];
    const examinees = people.filter((person) => person.userType === 7 || person.userType === 8);
    expect(examinees).toHaveLength(32 + 2);
    for (const { idNumber } of examinees) expect(isIdNumber(idNumber ?? '')).toBe(true);
    expect(new Set(examinees.map((person) => person.idNumber)).size).toBe(examinees.length);
    expect(new Set(examinees.map((person) => person.ticketNo)).size).toBe(examinees.length);
    expect(new Set(listDemoPeople(0).map((person) => person.loginName)).size).toBe(listDemoPeople(0).length);
  });
});

it('the demo detail table can be published without errors or warnings', () => {
  expect(listDetailErrors(electricianDetailLines)).toEqual([]);
  expect(listDetailWarnings(electricianDetailLines)).toEqual([]);
  const points = electricianDetailLines.filter((line) => line.depth === 4);
  expect(points.length).toBeGreaterThanOrEqual(60);
  expect(new Set(points.map((point) => point.name)).size).toBe(points.length);
});
