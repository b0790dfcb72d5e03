import { describe, expect, it } from 'vitest';
import { formatRowDigests, validateBytes, validateParagraphs } from '../../../../../../tests/fixtures/questions/row-digest.ts';
import { expectLinear } from '../../../../../../tests/fixtures/expect-linear.ts';
import { convertMarkdownParagraphs } from './markdown-lines.ts';

const pasted = (text: string) =>
  validateBytes(
    'a.txt',
    new TextEncoder().encode(
      text
        .split('\n')
        .map((line) => line.trim())
        .join('\n'),
    ),
  );

const emphasised = `
  ## 一、单项选择题
  **1. 安全电压是（  ）**
  - A. 36 V
  - B. 220 V

  **答案：** A
  **解析：** 低于 36 V。
  ---
  2. **人体电阻约为（  ）**
  - **A.** 1 Ω
  - **B.** 1000 Ω
  - **答案：B**
  ## 二、判断题
  **3.** 停电后应验电。
  > **答案：** √
  4\\. 湿手可以操作开关。
  **答案：错误**
  ## 三、填空题
  5. 电压的单位是 \\_\\_\\_\\_。
  ✅ **答案：** 伏特`;

describe('Markdown as language models write it', () => {
  it('is read through emphasis, lists, headings, quotes and escapes, pasted and in a Word document', async () => {
    const rows = [
      '一、1 single A [36 V|220 V]',
      '一、2 single B [1 Ω|1000 Ω]',
      '二、3 judgement √',
      '二、4 judgement 错误',
      '三、5 fillIn 伏特',
    ];
    const file = await pasted(emphasised);
    expect(formatRowDigests(file)).toEqual(rows);
    expect(file.rows.map(({ draft }) => draft.stem)).toContain('安全电压是（\u00a0\u00a0）');
    expect(formatRowDigests(await validateParagraphs(emphasised))).toEqual(rows);
  });

  it('counts headings such as "### 第 1 题（单选题）" and "**Q2:**" as questions', async () => {
    const file = await pasted(
      '### 第 1 题（单选题）\n安全电压是：\nA) 36 V\nB) 220 V\n**正确答案：A**\n**Q2: 人体电阻？**\nA) 一\nB) 二\n**正确答案：B**',
    );
    expect(formatRowDigests(file)).toEqual(['1 single A [36 V|220 V]', '2 single B [一|二]']);
  });

  it('a line that begins with the steel grade Q235 is not counted as a question', async () => {
    const { rows } = await validateParagraphs('1. 下列说明正确的是（ ）\nQ235：碳素结构钢\nA. 一\nB. 二\n答案：A');
    expect(formatRowDigests({ rows })).toEqual(['1 single A [一|二]']);
  });

  it('a table of answers is read as the key', async () => {
    const file = await pasted(
      '**1. 甲（ ）**\n- A. 一\n- B. 二\n**2. 乙（ ）**\n- A. 一\n- B. 二\n### 参考答案\n| 题号 | 答案 |\n|---|:-:|\n| 1 | A |\n| 2 | B |',
    );
    expect(formatRowDigests(file)).toEqual(['1 single A [一|二]', '2 single B [一|二]']);
  });

  it('question numbers behind other characters are counted and reported', async () => {
    const file = await pasted('1. 甲（ ）\nA. 一\nB. 二\n答案：A\n★2. 乙（ ）\nA. 一\nB. 二\n答案：B');
    expect(file.notes[0]?.en).toContain('By their numbers there are 2 questions, only 1 were read');
    expect(formatRowDigests(file)[0]).toContain('! : "★2. 乙（ ）" looks like a question');
    const outside = await pasted('◆1. 甲（ ）\nA. 一\n2. 乙（ ）\nA. 一\nB. 二\n答案：B');
    expect(formatRowDigests(outside)[1]).toContain('! : "◆1. 甲（ ）" looks like a question');
  });

  it('takes linear time', async () => {
    for (const worst of ['**', '__a', '- ', '> ', '# ', '1. **', '|', '\\_', '```'])
      await expectLinear(
        (size) => `**1. ${worst.repeat(size)}x`,
        1_000,
        (text) => convertMarkdownParagraphs([{ html: text, isTable: false }]),
      );
  });
});
