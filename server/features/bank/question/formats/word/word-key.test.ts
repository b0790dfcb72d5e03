import { describe, expect, it } from 'vitest';
import { formatRowDigests, validateParagraphs } from '../../../../../../tests/fixtures/questions/row-digest.ts';

const read = async (text: string) => formatRowDigests(await validateParagraphs(text));
const notesOf = async (text: string) => (await validateParagraphs(text)).notes.map((note) => note.en);

const paper = `
  一、单项选择题
  1. 甲（  ）
  A. 一  B. 二
  2. 乙（  ）
  A. 一  B. 二
  二、判断题
  3. 丙（√）
  三、简答题
  4. 简述急救。
  5. 简述灭火。`;

describe('a key at the end of a Word document', () => {
  it('is read where it lists only the questions without an answer of their own', async () => {
    const key = '\n参考答案\n1. A 2. B\n4. 先断电，再救人。\n5. 先断电，再灭火。';
    expect(await read(paper + key)).toEqual([
      '一、1 single A [一|二]',
      '一、2 single B [一|二]',
      '二、3 judgement √',
      '三、4 questionAnswer 先断电，再救人。',
      '三、5 questionAnswer 先断电，再灭火。',
    ]);
  });

  it('is read where a section and its first number share a line', async () => {
    const rows = await read(`${paper}\n答案\n一、1.A 2.B\n三、4. 先断电，再救人。\n5. 先断电，再灭火。`);
    expect(rows.at(-2)).toBe('三、4 questionAnswer 先断电，再救人。');
    expect(rows.at(-1)).toBe('三、5 questionAnswer 先断电，再灭火。');
    expect(rows).toHaveLength(5);
  });

  it('is reported as an error of the question that contains it if it cannot be read', async () => {
    const rows = await read(`${paper}参考答案\n略`);
    expect(rows.at(-1)).toContain('! stem: The question contains answers: "简述灭火。参考答案"');
    const [option] = await read('1. 甲（  ）\nA. 一\nB. 二\n参考答案 7-8 AB');
    expect(option).toContain('! options.1: The question contains answers: "参考答案 7-8 AB"');
    const [untitled] = await read('1. 甲（  ）\nA. 一\nB. 二\n7. A  8. B');
    expect(untitled).toContain('! options.1: The question contains answers: "7. A 8. B"');
  });

  it('has answers without a question reported', async () => {
    const key = '\n参考答案\n1. A 2. B\n4. 先断电。\n5. 再灭火。\n8. C';
    expect(await notesOf(paper + key)).toContain('Paragraphs that belong to no question and were not read: 1. The first is "8. 答案：C"');
  });

  it('is read without taking the numbered lines of an answer for answers', async () => {
    const rows = await read(`${paper}\n答案：\n1-2 AB\n三、简答题\n4. 答：步骤如下：\n1. 断电\n2. 救人\n5. 断电`);
    expect(rows.slice(3)).toEqual(['三、4 questionAnswer 步骤如下：<br>1. 断电<br>2. 救人', '三、5 questionAnswer 断电']);
  });

  it('belongs to the paper above it if a document holds two papers', async () => {
    const choice = (name: string) => `一、单选题\n1. ${name}一（  ）\nA. 一  B. 二\n2. ${name}二（  ）\nA. 一  B. 二\n`;
    const rows = await read(`${choice('甲')}卷一答案\n1-2 AB\n卷二\n${choice('乙')}卷二答案\n1-2 BA`);
    expect(rows).toEqual(['一、1 single A [一|二]', '一、2 single B [一|二]', '一、1 single B [一|二]', '一、2 single A [一|二]']);
  });
});

describe('a key at the end of a Word document, in common notations', () => {
  const choice = (number: number) => `${number}. 题${number}（  ）\nA. 一  B. 二`;
  const exam = `一、单选题\n${[1, 2, 3].map(choice).join('\n')}\n二、判断题\n4. 丙\n5. 丁`;
  const answers = ['一、1 single A [一|二]', '一、2 single B [一|二]', '一、3 single A [一|二]', '二、4 judgement √', '二、5 judgement ×'];

  it.each([
    ['a heading in brackets and full-width points', '【参考答案】\n1．A\n2．B\n3．A\n4．√\n5．×'],
    ['ranges behind 答案：', '答案：1-3 ABA 4-5 √×'],
    ['ranges of words', '参考答案：\n1～3：A B A\n4～5：√，×'],
    ['sections on one line, with their points', '参考答案\n一、单选题（每题 2 分）1-3 ABA 二、判断题（每题 1 分）4.√ 5.×'],
    ['a title of the paper', '电工理论试卷（A）参考答案及评分标准\n(1)A (2)B (3)A\n4、√；5、×'],
  ])('is read with %s', async (_, key) => {
    expect(await read(`${exam}\n${key}`)).toEqual(answers);
    expect(await read(`${key}\n电工试卷\n${exam}`)).toEqual(answers);
  });

  it('is read behind each section, and by question type where sections have no numbers', async () => {
    expect(await read(exam.replace('二、判断题', '答案：1-3 ABA\n二、判断题').concat('\n答案：4.√ 5.×'))).toEqual(answers);
    const uncounted =
      '单选题\n1. 甲（ ）\nA. 一  B. 二\n2. 乙（ ）\nA. 一  B. 二\n判断题\n1. 丙\n2. 丁\n参考答案\n单选题：1-2 BA\n判断题：1-2 ×√';
    expect(await read(uncounted)).toEqual(['1 single B [一|二]', '2 single A [一|二]', '1 judgement ×', '2 judgement √']);
  });

  it('is read with written answers', async () => {
    const rows = await read(
      '一、填空题\n1. 电压____V，频率____Hz。\n2. 电流的单位是____。\n二、名词解释\n1. 短路\n2. 断路\n三、简答题\n1. 简述停电。\n2. 简述急救。\n' +
        '答案：\n一、填空题\n1. 220 50\n2. 安培\n二、名词解释\n1. 短路：两端直接相连。\n2. 断路：电路断开。\n三、简答题\n1. 答：步骤如下：\n1. 断电\n2. 验电\n2. 答：（1）断电（2）呼救',
    );
    expect(rows).toEqual([
      '一、1 fillIn 220\n50',
      '一、2 fillIn 安培',
      '二、1 questionAnswer 短路：两端直接相连。',
      '二、2 questionAnswer 断路：电路断开。',
      '三、1 questionAnswer 步骤如下：<br>1. 断电<br>2. 验电',
      '三、2 questionAnswer （1）断电（2）呼救',
    ]);
  });
});

describe('an answer in a Word question that contradicts the key at the end', () => {
  const question = (stem: string) => `1. ${stem}\nA. 一\nB. 二\nC. 三\n2. 乙（  ）\nA. 一\nB. 二\n参考答案\n1. C 2. A`;

  it('is reported as an error and removed from the stem', async () => {
    const { rows } = await validateParagraphs(question('甲（ AB ）'));
    expect(formatRowDigests({ rows })[0]).toBe(
      '1 single C [一|二|三]\n! answer: The question gives the answer "AB", but elsewhere it is "C". Check which one is right',
    );
    expect(rows[0]?.draft.stem).toBe('甲（　　）');
  });

  it('is reported as a doubt if it may be a unit, and not at all behind a number', async () => {
    expect((await read(question('电流的单位是安培(A)。')))[0]).toContain('? stem: The question gives the answer "A"');
    expect((await read(question('额定电流 10(A)的是')))[0]).toBe('1 single C [一|二|三]');
  });

  it('is reported as an error also if it stands after the question', async () => {
    const rows = await read('1. 甲（  ）\nA. 一\nB. 二\n答案：B\n2. 乙（  ）\nA. 一\nB. 二\n参考答案\n1. A 2. A');
    expect(rows).toEqual([
      '1 single B [一|二]\n! answer: The question gives the answer "B", but elsewhere it is "A". Check which one is right',
      '2 single A [一|二]',
    ]);
  });
});
