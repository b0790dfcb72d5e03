import { expect, it } from 'vitest';
import { parsePlayerAddress } from './player-address.ts';

it.each([
  ['/student/exam/item/12', { area: 'exam', planId: 12 }],
  ['/student/test/item/3', { area: 'test', planId: 3 }],
  ['/student/homework/item/4/', { area: 'homework', planId: 4 }],
  ['/Student/EXAM/item/12', { area: 'exam', planId: 12 }],
  ['/student/exam/item/', null],
  ['/student/exam/item/x1', null],
  ['/student/exam/item/1/2', null],
  ['/student/learn/item/1', null],
  ['/student/exam/index', null],
  ['/x/student/exam/item/1', null],
])('parsePlayerAddress reads %s', (path, address) => {
  expect(parsePlayerAddress(path)).toEqual(address);
});
