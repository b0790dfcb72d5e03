import { expect, test } from 'vitest';
import { faultReport, maskPathIds, redactPersonalData } from './fault-report.ts';

test.each([
  [`Cannot read properties of undefined (reading 'seat')`, `Cannot read properties of undefined (reading '…')`],
  ['Unexpected token \'张\', "张三的答案" is not valid JSON', `Unexpected token '…', "…" is not valid JSON`],
  ['no row 320102199001011234 for 王五', 'no row … for …'],
  ['Failed to fetch https://exam.school.cn/api/x?y=1 now', 'Failed to fetch … now'],
  ['mail of li@example.com', 'mail of …'],
  ['x is not a function', 'x is not a function'],
])('redactPersonalData removes names, numbers and addresses from the message: %s', (told, kept) =>
  expect(redactPersonalData(told)).toBe(kept),
);

test('maskPathIds replaces the ids in a path and keeps its words', () => {
  expect(maskPathIds('/student/exam/item/17/9f3c-1')).toBe('/student/exam/item/:id/:id');
});

test('a fault report accepts only stack frames in the application’s own files', () => {
  const report = { name: 'TypeError', message: 'x', engine: null, times: 1, page: '/', browser: '', frames: ['assets/a-1.js:1:20'] };
  expect(faultReport.safeParse(report).success).toBe(true);
  for (const bad of ['at 张三 (assets/a.js:1:2)', 'assets/a.js', 'https://elsewhere/x.js:1:2 '])
    expect(faultReport.safeParse({ ...report, frames: [bad] }).success).toBe(false);
});
