import { expect, test } from 'vitest';
import { parseQuestionAddress } from './question-address.ts';

test.each([
  ['/teacher/test/questions', '/teacher/test/questions', 'school', null],
  ['/teacher/homework/questions/create/7', '/teacher/homework/questions', 'school', null],
  ['/teacher/exam/category-question', '/teacher/exam/questions', 'school', null],
  ['/question/list', '/question/list', 'certified', null],
  ['/question/list/create', '/question/list', 'certified', null],
  ['/question/list/item/7', '/question/list', 'certified', null],
  ['/question/list/import', '/question/list', 'certified', null],
  ['/question/List/6-31-01-03', '/question/List/6-31-01-03', 'certified', '6-31-01-03'],
  ['/question/List/6-31-01-03/item/7', '/question/List/6-31-01-03', 'certified', '6-31-01-03'],
])('the address %s belongs to the question list %s', (path, base, bank, profCode) => {
  expect(parseQuestionAddress(path)).toEqual({ base, bank, profCode });
});
