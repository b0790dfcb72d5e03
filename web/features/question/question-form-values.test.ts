import { expect, test } from 'vitest';
import type { QuestionBody } from '../../../sync/contract/bank/question-body.ts';
import { listBlankNumbers, fromFormValues, createEmptyForm, toFormValues, createNextForm } from './question-form-values.ts';

const classification = {
  material: '',
  analysis: '因为',
  difficulty: 3 as const,
  uniformity: 1 as const,
  category: '电工/直流',
  tags: ['易错'],
  source: '自编',
  scoreHint: 0.5,
  profId: 1,
  tradeId: null,
  level: 4 as const,
  pointCode: 'A-B-A-001',
};
const bodies: QuestionBody[] = [
  {
    ...classification,
    type: 2,
    stem: '下列',
    options: ['甲', '乙', '丙'].map((html, at) => ({ id: 'ABC'.charAt(at), html })),
    key: { kind: 'choice', right: ['A', 'C'] },
  },
  {
    ...classification,
    type: 3,
    stem: '对吗',
    options: [
      { id: 'T', html: '正确' },
      { id: 'F', html: '错误' },
    ],
    key: { kind: 'choice', right: ['F'] },
  },
  {
    ...classification,
    scoreHint: null,
    type: 4,
    stem: '<span data-blank="1"></span>和<span data-blank="2"></span>',
    options: [],
    key: {
      kind: 'blanks',
      blanks: [
        { mode: 'text', anyOf: ['电压', 'U'], ignoreCase: false, ignoreWidth: true },
        { mode: 'number', value: 2.5, tolerance: 0.1 },
      ],
    },
  },
  {
    ...classification,
    type: 6,
    stem: '接线',
    options: [],
    key: { kind: 'rubric', reference: '<p>按图</p>', items: [{ text: '接线正确', points: 20 }], veto: ['带电操作'] },
  },
];

test.each(bodies.map((body) => [body.type, body] as const))(
  'a question of type %i is unchanged after a trip through the form',
  (_type, body) => {
    expect(fromFormValues(toFormValues(body))).toEqual(body);
  },
);

test('removing a blank removes its answer and renumbers the other blanks', () => {
  const values = {
    ...createEmptyForm({ type: 4 }),
    stem: '<span data-blank="3"></span>，<span data-blank="1"></span>',
    blanks: Object.fromEntries(
      ['1', '2', '3'].map((n) => [
        n,
        { mode: 'text' as const, answers: `答${n}`, ignoreCase: true, ignoreWidth: true, value: '', tolerance: '' },
      ]),
    ),
  };
  expect(listBlankNumbers(values.stem)).toEqual(['3', '1']);
  expect(fromFormValues(values)).toMatchObject({
    stem: '<span data-blank="1"></span>，<span data-blank="2"></span>',
    key: { blanks: [{ anyOf: ['答3'] }, { anyOf: ['答1'] }] },
  });
});

test('changing the type keeps the values typed for the earlier type', () => {
  const values = { ...toFormValues(bodies[0] as QuestionBody), type: 3 as const, truth: 'T' as const };
  expect(fromFormValues(values).options).toHaveLength(2);
  expect(fromFormValues({ ...values, type: 2 })).toEqual(bodies[0]);
});

test('spare slashes and spaces are removed from a category path', () => {
  expect(fromFormValues({ ...createEmptyForm({}), category: ' /电工 / 直流// ' }).category).toBe('电工/直流');
});

test('createNextForm keeps type, category, tags and source of the last question, with empty texts', () => {
  const values = { ...toFormValues(bodies[0] as QuestionBody), tags: ['安全'], source: '教材', scoreHint: '2' };
  const next = createNextForm(values);
  expect(next).toMatchObject({ type: values.type, category: values.category, tags: ['安全'], source: '教材', scoreHint: '2' });
  expect(next).toMatchObject({ stem: '', analysis: '', options: createEmptyForm({}).options, reference: '', veto: '' });
});
