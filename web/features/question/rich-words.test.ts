import { expect, it } from 'vitest';
import { joinToOneLine } from './rich-words.ts';

it('brings a text onto one line, with the room for an answer left open', () => {
  expect(joinToOneLine(' 电压是（  ）V，\n 电流是( \u3000 ) ')).toBe('电压是（\u3000\u3000）V， 电流是(\u3000\u3000)');
  expect(joinToOneLine('（甲） （乙）')).toBe('（甲） （乙）');
});
