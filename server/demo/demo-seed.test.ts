import { describe, expect, it } from 'vitest';
import { sectionType } from '../../sync/contract/codes.ts';
import { questionBody, type QuestionBody } from '../../sync/contract/question.ts';
import { isIdNumber } from '../modules/user/id-number.ts';
import { detailFaults, detailWarnings } from '../../sync/machines/detail-rules.ts';
import { electricianDetailLines } from './data/electrician-detail-table.ts';
import { electricianFillIn } from './data/electrician-fill-in.ts';
import { electricianJudgement } from './data/electrician-judgement.ts';
import { electricianMultiple } from './data/electrician-multiple.ts';
import { electricianSingle } from './data/electrician-single.ts';
import { demoPeople } from './demo-people.ts';
import { choiceQuestion, fillInQuestion, judgementQuestion } from './question-seed.ts';

/** What no schema can see: keys that answer the question as it stands. */
function faultsOf({ type, stem, options, key }: QuestionBody): string[] {
  if (key.kind === 'blanks') return key.blanks.length === [...stem.matchAll(/data-blank="\d+"/g)].length ? [] : ['blanks'];
  if (key.kind === 'rubric') return [];
  const ids = new Set(options.map((option) => option.id));
  return [
    ...(key.right.every((id) => ids.has(id)) ? [] : ['a key without its option']),
    ...(new Set(options.map((option) => option.html)).size === options.length ? [] : ['two options alike']),
    ...((type === sectionType.multiple ? key.right.length > 1 : key.right.length === 1) ? [] : ['number of right options']),
  ];
}

describe('demo questions', () => {
  const all = [
    ...electricianSingle.map((seed) => choiceQuestion(1, seed)),
    ...electricianMultiple.map((seed) => choiceQuestion(2, seed)),
    ...electricianJudgement.map(judgementQuestion),
    ...electricianFillIn.map(fillInQuestion),
  ];

  it.each(all.map((body) => [body.stem.slice(0, 40), body] as const))('%s', (_stem, body) => {
    expect(questionBody.parse(body)).toEqual(body);
    expect(faultsOf(body)).toEqual([]);
    // Dollar signs come in pairs, or the formula swallows the sentence.
    for (const text of [body.stem, body.analysis, ...body.options.map((option) => option.html)]) expect(text.split('$').length % 2).toBe(1);
  });

  it('has enough of each kind, no two alike, and answers spread over the letters', () => {
    expect(electricianSingle.length).toBeGreaterThanOrEqual(40);
    expect(electricianJudgement.length).toBeGreaterThanOrEqual(20);
    expect(electricianFillIn.length).toBeGreaterThanOrEqual(20);
    expect(new Set(all.map((body) => body.stem)).size).toBe(all.length);
  });
});

describe('demo people', () => {
  it('have right ID numbers, and nobody shares a name, ticket or number', () => {
    const people = [...demoPeople(0), ...demoPeople(1)];
    const sitters = people.filter((person) => person.userType === 7 || person.userType === 8);
    expect(sitters).toHaveLength(32 + 2);
    for (const { idNumber } of sitters) expect(isIdNumber(idNumber ?? '')).toBe(true);
    expect(new Set(sitters.map((person) => person.idNumber)).size).toBe(sitters.length);
    expect(new Set(sitters.map((person) => person.ticketNo)).size).toBe(sitters.length);
    expect(new Set(demoPeople(0).map((person) => person.loginName)).size).toBe(demoPeople(0).length);
  });
});

it('has a detail table that could be published as it is', () => {
  expect(detailFaults(electricianDetailLines)).toEqual([]);
  expect(detailWarnings(electricianDetailLines)).toEqual([]);
  const points = electricianDetailLines.filter((line) => line.depth === 4);
  expect(points.length).toBeGreaterThanOrEqual(60);
  expect(new Set(points.map((point) => point.name)).size).toBe(points.length);
});
