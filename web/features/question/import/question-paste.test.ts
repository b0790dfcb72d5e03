import { expect, test } from 'vitest';
import { toHtmlLine, toHtmlLines, parsePastedQuestion } from './question-paste.ts';

test('parsePastedQuestion reads a whole question with number, options, key and analysis', () => {
  expect(parsePastedQuestion('12. 安全电压的上限是（　）。\nA. 36 V\nB. 50 V\nC. 110 V\nD. 220 V\n答案：B\n解析：见 GB/T 3805。')).toEqual({
    stem: '安全电压的上限是（　）。',
    options: ['36 V', '50 V', '110 V', '220 V'],
    right: ['B'],
    analysis: '见 GB/T 3805。',
  });
});

test.each([
  ['A.36 V B.50 V C.110 V', ['36 V', '50 V', '110 V']],
  ['A、红  B、绿\nC、蓝', ['红', '绿', '蓝']],
  ['（A）红\n（B）绿', ['红', '绿']],
  ['A：红；B：绿', ['红；', '绿']],
  ['A  红\tB  绿', ['红', '绿']],
])('parsePastedQuestion reads options without a stem: %j', (text, options) => {
  expect(parsePastedQuestion(text)).toEqual({ stem: '', options, right: [], analysis: '' });
});

test.each([
  ['答案：ABD', ['A', 'B', 'D']],
  ['【答案】A、C', ['A', 'C']],
  ['正确答案: C。', ['C']],
  ['答案：略', []],
])('parsePastedQuestion reads the key line %s', (line, right) => {
  expect(parsePastedQuestion(`选哪些？\nA. 1\nB. 2\nC. 3\nD. 4\n${line}`)?.right).toEqual(right);
});

test('parsePastedQuestion reads a true-or-false question', () => {
  expect(parsePastedQuestion('3、电流的方向是正电荷移动的方向。\n答案：正确')).toEqual({
    stem: '电流的方向是正电荷移动的方向。',
    options: [],
    right: ['T'],
    analysis: '',
  });
});

test.each(['只是一段话。', '维生素 A、维生素 B 都是', 'A. 只有一项', '公式 $I = U / R$ 中'])(
  'parsePastedQuestion returns null for other text: %s',
  (text) => {
    expect(parsePastedQuestion(text)).toBeNull();
  },
);

test('toHtmlLines and toHtmlLine escape pasted markup', () => {
  expect(toHtmlLines('a < b\n\n c')).toBe('<p>a &lt; b</p><p>c</p>');
  expect(toHtmlLine('a &\n b')).toBe('a &amp; b');
});
