import { expect, it } from 'vitest';
import { listPasswordProblems } from './password-rule.ts';

it.each([
  ['Wenkao-2026', []],
  ['正确的密码是这个8', []],
  ['abcdefg', ['short', 'plain']],
  ['20080808', ['plain']],
  ['zhangsan-1', ['likeName']],
  ['Password123', ['common']],
  [`a1${'x'.repeat(63)}`, ['long']],
])('listPasswordProblems finds in %s the problems %s', (password, problems) => {
  expect(listPasswordProblems(password, 'ZhangSan')).toEqual(problems);
});
