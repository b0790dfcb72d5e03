import { expect, it } from 'vitest';
import { chineseNumber, seatLabel } from './seat-label.ts';

it('fills rooms of thirty', () => {
  expect([0, 29, 30, 1999].map(seatLabel)).toEqual(['第一考场 01 号', '第一考场 30 号', '第二考场 01 号', '第六十七考场 20 号']);
  expect([1, 10, 11, 20, 21, 99].map(chineseNumber)).toEqual(['一', '十', '十一', '二十', '二十一', '九十九']);
});
