import { expect, test } from 'vitest';
import { toDraftHtml, toDraftText } from './draft-text.ts';

test.each([
  ['a &lt; b<br>二', 'a < b\n二'],
  ['电压 <span data-blank="1"></span> V', '电压 ____ V'],
  ['<p>一</p>', '[html]<p>一</p>'],
  ['&#36;5', '&#36;5'],
])('%s converts to editable text and back unchanged', (html, text) => {
  expect(toDraftText(html, true)).toBe(text);
  expect(toDraftHtml(text, true)).toBe(html);
});
