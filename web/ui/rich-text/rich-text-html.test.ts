import { expect, test } from 'vitest';
import { toEditorHtml, fromEditorHtml } from './rich-text-html.ts';

test.each(['<p>价格 &#36;5，若 $x$</p>', '<p>一</p><p></p>', '<p><img src="/uploads/a.png"></p>'])(
  '%s is unchanged by the editor',
  (html) => {
    expect(fromEditorHtml(toEditorHtml(html))).toBe(html);
  },
);

test.each(['', '<p></p>', '<p><br></p>', '<p></p><p> </p>'])('“%s” is saved as an empty text', (html) => {
  expect(fromEditorHtml(html)).toBe('');
});

test.each(['<ul><li><p>一</p></li></ul>', '<table><tbody><tr><td>1</td></tr></tbody></table>'])(
  'the empty line that the editor adds below %s is not saved',
  (html) => {
    expect(fromEditorHtml(`${html}<p></p>`)).toBe(html);
  },
);

test('a recording and its play limit are unchanged by the editor', () => {
  const html = '<p>听</p><audio src="/uploads/a.mp3" data-plays="2"></audio>';
  expect(fromEditorHtml(toEditorHtml(html))).toBe(html);
  expect(fromEditorHtml(`${html}<p></p>`)).toBe(html);
});
