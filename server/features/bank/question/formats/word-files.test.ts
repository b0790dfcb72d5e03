import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validateFile, type ValidatedRow } from './file-validation.ts';

const read = (name: string) =>
  validateFile({
    name,
    bytes: readFileSync(new URL(`../../../../../tests/fixtures/questions/word/${name}`, import.meta.url)),
    category: '',
    fixes: new Map(),
    drop: new Set(),
    bankId: undefined,
  });
/** Summarises a row: place, type, number of options, key. */
const brief = ({ place, draft, question }: ValidatedRow): string => {
  if (question === undefined) return `${place} not a question`;
  const { key } = question;
  const right = key.kind === 'choice' ? key.right.join('') : key.kind === 'blanks' ? `${key.blanks.length} blanks` : 'marked';
  return `${place} ${draft.type} ${draft.options.length} ${right}`;
};
const optionsOf = (row: ValidatedRow | undefined) => row?.question?.options.map(({ html }) => html);

describe('the Word reader with files of schools', () => {
  it('reads options in a table or on one line, brackets before the number, and drawn blanks', async () => {
    const { rows } = await read('layout.docx');
    expect(rows.map(brief)).toEqual([
      '一、1 single 4 C',
      '一、2 single 4 B',
      '一、3 single 4 B',
      '二、4 multiple 4 ABD',
      '三、5 judgement 0 T',
      '三、6 judgement 0 F',
      '三、7 judgement 0 T',
      '四、8 fillIn 0 2 blanks',
      '五、9 questionAnswer 0 marked',
    ]);
    expect(optionsOf(rows[0])).toEqual(['1', '√2', '√3', '3']);
    expect(rows[0]?.question?.analysis).toBe('星形联结时线电压为相电压的√3倍。');
    expect(rows[4]?.question?.stem).toBe('H<sub>2</sub>SO<sub>4</sub> 电解液的密度用 g/cm<sup>3</sup> 表示。（　　）');
    expect(rows[5]?.question?.stem).toBe('兆欧表可以在设备带电时测量绝缘电阻。（　　）');
  });

  it('reads automatic numbers and letters, and answers gathered by section at the end', async () => {
    expect((await read('lists.docx')).rows.map(brief)).toEqual([
      '一、1 single 4 C',
      '一、2 single 4 A',
      '二、3 judgement 0 F',
      '二、4 judgement 0 T',
    ]);
  });

  it('reads pictures, answers within the stem or before the options, and changing number formats', async () => {
    const { rows, pictures } = await read('dense.docx');
    expect(rows.map(brief)).toEqual(['1 single 4 A', '2 single 3 B', '3 single 4 A', '4 single 4 C', '5 multiple 4 ABC', '6 single 4 A']);
    expect(pictures.size).toBe(1);
    expect(rows[0]?.question?.stem).toMatch(/<img src="\/uploads\/[0-9a-f]{32}\.png"/);
    expect(rows[3]?.question?.stem).toBe('关于电气火灾，正确的是（　　）');
    expect(optionsOf(rows[2])?.[0]).toBe('3.6×10<sup>6</sup> J');
  });

  it('reads tracked changes as accepted, text boxes, formulas, superscripts and a table of questions', async () => {
    const { rows } = await read('revised.docx');
    expect(rows.map(brief)).toEqual([
      '一、1 single 4 B',
      '一、2 single 3 B',
      '一、3 single 4 C',
      '一、4 judgement 0 T',
      '一、5 single 4 A',
      '一、6 single 4 A',
    ]);
    expect(rows[0]?.question?.stem).toContain('$\\frac{U}{R}$');
    expect(rows[0]?.question?.stem).not.toContain('C');
    expect(rows[1]?.question?.stem).toContain('铭牌：Y-112M-4');
    expect(rows[3]?.question?.stem).toBe('m<sup>2</sup> 是面积单位。（　　）');
    expect(optionsOf(rows[5])).toEqual(['低压电器', '高压电器', '仪表', '导线']);
  });
});
