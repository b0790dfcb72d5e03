import { expect, it } from 'vitest';
import { joinToOneLine } from './rich-words.ts';

it('joinToOneLine joins a text into one line and keeps the space of an answer place', () => {
  expect(joinToOneLine(' 电压是（  ）V，\n 电流是( \u3000 ) ')).toBe('电压是（\u3000\u3000）V， 电流是(\u3000\u3000)');
  expect(joinToOneLine('（甲） （乙）')).toBe('（甲） （乙）');
});
