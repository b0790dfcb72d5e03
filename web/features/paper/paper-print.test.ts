import { expect, test } from 'vitest';
import { hasAnswerPlace, countOptionColumns, countWritingLines } from '../../../sync/domain/papers/paper-layout.ts';
import { groupByFive } from './paper-print.ts';

const columns = (...texts: string[]) => countOptionColumns(texts.map((html) => ({ html })));

test('short options are printed four to a line, longer ones two, sentences one', () => {
  expect(columns('$10\\,\\Omega$', '$30\\,\\Omega$', '$60\\,\\Omega$', '$90\\,\\Omega$')).toBe(4);
  expect(columns('星形联结', '三角形联结', '串联', '并联')).toBe(4);
  expect(columns('短', '短', '短')).toBe(2);
  expect(columns('按下启动按钮后接触器吸合', '短', '短', '短')).toBe(2);
  expect(columns('断电后要用验电器确认无电，再挂接地线并悬挂标示牌', '短', '短', '短')).toBe(1);
  expect(columns('<img src="/uploads/a.png">', '短', '短', '短')).toBe(2);
});

test('hasAnswerPlace finds a place for the answer in any notation', () => {
  for (const stem of [
    '阻值为（　　）。',
    '阻值为(  )',
    '<p>阻值为（&nbsp;）</p>',
    '阻值为（<u> </u>）',
    '阻值为____',
    '正确的是( $\\quad$ ）',
  ])
    expect(hasAnswerPlace(stem), stem).toBe(true);
  for (const stem of ['下列说法正确的是', '电压（单位 V）是多少']) expect(hasAnswerPlace(stem), stem).toBe(false);
});

test('hasAnswerPlace tells a blank of 5 000 characters from text that begins like one', () => {
  for (const space of ['　', ' ', '&nbsp;', '_']) {
    expect(hasAnswerPlace(`（${space.repeat(5000)}甲）`), space).toBe(space === '_');
    expect(hasAnswerPlace(`（${space.repeat(5000)}）`), space).toBe(true);
  }
});

test('countWritingLines gives more lines for more points, up to one page', () => {
  expect([1, 5, 10, 100].map(countWritingLines)).toEqual([4, 6, 12, 18]);
});

test('groupByFive groups the questions of an answer sheet', () => {
  expect(groupByFive([1, 2, 3, 4, 5, 6, 7])).toEqual([
    [1, 2, 3, 4, 5],
    [6, 7],
  ]);
});
