import { expect, test } from 'vitest';
import { faultReport, maskPathIds, redactPersonalData } from './fault-report.ts';

test.each([
  [`Cannot read properties of undefined (reading 'seat')`, `Cannot read properties of undefined (reading '…')`],
  ['Unexpected token \'张\', "张三的答案" is not valid JSON', `Unexpected token '…', "…" is not valid JSON`],
  ['no row 320102199001011234 for 王五', 'no row … for …'],
  ['Failed to fetch https://exam.school.cn/api/x?y=1 now', 'Failed to fetch … now'],
  ['mail of li@example.com', 'mail of …'],
  ['x is not a function', 'x is not a function'],
])('%s', (told, kept) => expect(redactPersonalData(told)).toBe(kept));

test('an address keeps its words and no id', () => {
  expect(maskPathIds('/student/exam/item/17/9f3c-1')).toBe('/student/exam/item/:id/:id');
});

test('a frame is a place in our own code and nothing else', () => {
  const report = { name: 'TypeError', message: 'x', engine: null, times: 1, page: '/', browser: '', frames: ['assets/a-1.js:1:20'] };
  expect(faultReport.safeParse(report).success).toBe(true);
  for (const bad of ['at 张三 (assets/a.js:1:2)', 'assets/a.js', 'https://elsewhere/x.js:1:2 '])
    expect(faultReport.safeParse({ ...report, frames: [bad] }).success).toBe(false);
});
