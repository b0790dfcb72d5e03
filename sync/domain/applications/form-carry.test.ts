import { expect, test } from 'vitest';
import { copyMatchingAnswers } from './form-carry.ts';
import { listFormErrors } from './form-rules.ts';
import { createFormField, shippedForms } from './shipped-forms.ts';

const file = { url: `/uploads/${'0'.repeat(32)}.jpg`, name: '近照.jpg', sizeBytes: 1, type: 'image/jpeg' };
const from = [
  createFormField('text', 'text1', '学生姓名', { meaning: 'name' }),
  createFormField('choice', 'choice1', '有证书', { options: ['有', '无'] }),
  createFormField('date', 'date1', '取得日期', { meaning: 'certificateDate', shownWhen: [{ field: 'choice1', is: ['有'] }] }),
  createFormField('table', 'table1', '经历', {
    meaning: 'work',
    columns: [
      { key: 'begin', label: '开始', type: 'month', required: true, options: [] },
      { key: 'to', label: '到', type: 'month', required: true, options: [] },
    ],
  }),
  createFormField('picture', 'picture1', '近照', { meaning: 'photo' }),
  createFormField('text', 'text2', '备注'),
];
const answers = {
  text1: '林一鸣',
  choice1: '无',
  date1: '2020-01-01',
  table1: [{ begin: '2023-07', to: '至今' }],
  picture1: [file],
  text2: '住校',
};

test('copyMatchingAnswers matches fields by meaning, then by name, and skips answers of hidden fields', () => {
  const to = [
    createFormField('text', 'name', '姓名', { meaning: 'name' }),
    createFormField('date', 'certificateDate', '取得日期', { meaning: 'certificateDate' }),
    createFormField('table', 'work', '工作经历', {
      meaning: 'work',
      columns: [
        { key: 'from', label: '开始', type: 'month', required: true, options: [] },
        { key: 'to', label: '结束', type: 'month', required: true, options: [] },
        { key: 'what', label: '岗位', type: 'text', required: true, options: [] },
      ],
    }),
    createFormField('picture', 'photo', '证件照', { meaning: 'photo' }),
    createFormField('longText', 'note', '备注'),
    createFormField('choice', 'recognition', '认定类型', { options: ['首次认定'] }),
    createFormField('text', 'other', '学生姓名'),
  ];
  expect(copyMatchingAnswers(to, from, answers)).toEqual({
    name: '林一鸣',
    work: [{ from: '2023-07', to: '至今', what: '' }],
    photo: [file],
    note: '住校',
    recognition: '首次认定',
  });
  expect(listFormErrors(to, copyMatchingAnswers(to, from, answers), '2026-11-27').map(({ path }) => path)).toEqual([
    'certificateDate',
    'work.0.what',
    'other',
  ]);
});

test('copyMatchingAnswers copies all answers into a form of the same design', () => {
  const design = shippedForms[0]?.design ?? [];
  const filled = {
    name: '林一鸣',
    proofs: [file],
    school: [{ from: '2019-09', to: '2022-06', place: '校', what: '' }],
    signature: 'M1 1L2 2',
  };
  expect(copyMatchingAnswers(design, design, filled)).toMatchObject(filled);
});
