import { expect, test } from 'vitest';
import { formatCssString, formatPageNumberContent } from './print-layout.tsx';

test('formatCssString escapes a name so that it cannot end the CSS string', () => {
  expect(formatCssString('电工 四级 A 卷')).toBe('"电工 四级 A 卷"');
  expect(formatCssString('a"} body { display: none')).toBe('"a\\22 \\7d  body \\7b  display: none"');
  expect(formatCssString('</style>\n\\')).toBe('"\\3c \\2f style\\3e \\a \\5c "');
});

test('formatPageNumberContent puts the page counters where the language wants them', () => {
  expect(formatPageNumberContent('第 \u0001 页 / 共 \u0002 页', '\u0001', '\u0002')).toBe(
    '"第 " counter(page) " 页 \\2f  共 " counter(pages) " 页"',
  );
  expect(formatPageNumberContent('\u0001 of \u0002', '\u0001', '\u0002')).toBe('counter(page) " of " counter(pages)');
});
