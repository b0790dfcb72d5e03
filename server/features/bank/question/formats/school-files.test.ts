import { describe, expect, it } from 'vitest';
import { formatRowDigests, validateBytes, validateParagraphs } from '../../../../../tests/fixtures/questions/row-digest.ts';

const word = async (text: string) => formatRowDigests(await validateParagraphs(text));
const file = async (name: string, text: string) => formatRowDigests(await validateBytes(name, new TextEncoder().encode(text)));

describe('question files whose questions need a conversion', () => {
  it('ordering questions of Moodle in GIFT keep their order, and differences in scoring are reported', async () => {
    expect(await file('a.gift', '排列 {>7 RANDOM RELATIVE_NEXT_EXCLUDE_LAST\n停电\n验电\n}')).toEqual([
      [
        'ordering AB [停电|验电]',
        '? options: The other system asked for only some of the items. Here all of them have to be ordered',
        '? answer: The other system gave partial points. Here only the complete order scores',
      ].join('\n'),
    ]);
    expect(await file('a.gift', '排列 {>2 ALL VERTICAL ALL_OR_NOTHING\n停电\n验电\n}')).toEqual(['ordering AB [停电|验电]']);
  });

  it('gaps of a Moodle cloze become blanks, in GIFT and in a Word document', async () => {
    const text = '电压是{1:NUMERICAL:=220:5}V，单位是{1:SHORTANSWER:=伏特~=伏}。';
    expect(await file('a.gift', `::电压:: ${text}`)).toEqual(['fillIn #220±5\n伏特|伏']);
    expect(await word(`1. ${text}`)).toEqual(['1 fillIn #220±5\n伏特|伏']);
  });

  it('操作题 is read as a practical question', async () => {
    expect(await word('一、操作题\n1. 按图接线。\n评分要点：\n接线正确（5分）\n二、技能操作\n2. 焊接。')).toEqual([
      '一、1 practical',
      '二、2 practical\n? reference: There is neither a reference answer nor a scoring point',
    ]);
  });

  it('是 and 否 stay options, and are reported if the section says judgement', async () => {
    const question = '1. 停电后是否需要验电？\nA. 是\nB. 否\n答案：A';
    expect(await word(question)).toEqual(['1 single A [是|否]']);
    expect(await word(`一、判断题\n${question}`)).toEqual([
      expect.stringMatching(/^一、1 judgement 是\n\? answer: The options are yes and no/),
    ]);
    expect(await file('a.csv', '题干,选项A,选项B,答案\n需要验电吗？,是,否,A')).toEqual(['single A [是|否]']);
    expect(await word('1. 停电后要验电。\nA. 正确\nB. 错误\n答案：A')).toEqual(['1 judgement 正确']);
  });

  it('the text of a case under （一） becomes the material of each of its questions', async () => {
    const choice = (number: number) => `${number}. 应先（  ）\nA. 断电\nB. 浇水\n答案：A`;
    const rows = await word(
      `一、案例分析题\n（一）某厂电工检修时未停电，也未验电。\n${choice(1)}\n${choice(2)}\n（二）某厂变压器着火。\n${choice(3)}\n二、单选题\n${choice(4)}`,
    );
    expect(rows).toEqual([
      '“（一）某厂电工检修时未停电，也未验电。”\n一、1 single A [断电|浇水]',
      '“（一）某厂电工检修时未停电，也未验电。”\n一、2 single A [断电|浇水]',
      '“（二）某厂变压器着火。”\n一、3 single A [断电|浇水]',
      '二、4 single A [断电|浇水]',
    ]);
  });

  it('punctuation that separates options is not part of the options', async () => {
    const options = '[停电|验电|接地]';
    expect(await word('1. 先（  ）\nA. 停电；\nB. 验电；\nC. 接地。\n答案：A')).toEqual([`1 single A ${options}`]);
    expect(await word('1. 先（  ）\nA. 停电； B. 验电； C. 接地\n答案：A')).toEqual([`1 single A ${options}`]);
    expect(await file('a.csv', '题干,选项A,选项B,选项C,答案\n先（ ）,停电；,验电；,接地。,A')).toEqual([`single A ${options}`]);
    expect(await word('1. 先（  ）\nA. 停电。\nB. 验电\n答案：A')).toEqual(['1 single A [停电。|验电]']);
  });

  it.each([
    ['题干,选项A,选项B,选项C,答案\n声明整数（ ）,int a;,a int;,int a,A', 'single A [int a;|a int;|int a]'],
    ['题干,选项A,选项B,答案\n声明整数（ ）,int a;,a int;,A', 'single A [int a;|a int;]'],
    ['题干,选项,答案\n声明整数（ ）,"A.int a;\nB.a int;",A', 'single A [int a;|a int;]'],
    ['题干,选项,答案\n声明整数（ ）,int a;|a int;|int a,A', 'single A [int a;|a int;|int a]'],
    ['题干,选项,答案\n先（ ）,A.停电；B.验电；,A', 'single A [停电|验电]'],
    ['题干,选项,答案\n先（ ）,"A.停电； B.验电；\tC.接地",A', 'single A [停电|验电|接地]'],
    ['题干,选项,答案\n先（ ）,A.停电 B.验电；,A', 'single A [停电|验电；]'],
  ])('a semicolon of an option is text unless it separates the options of one line: %s', async (table, row) => {
    expect(await file('a.csv', table)).toEqual([row]);
  });
});

describe('question files in common notations', () => {
  it('难易程度, 分数 and 得分 are read as difficulty and points, also with a unit', async () => {
    const { rows } = await validateParagraphs(
      '1. 甲（ ）\nA. 一  B. 二\n答案：A\n难易程度：难\n分数：2分\n2. 乙（ ）\nA. 一  B. 二\n答案：B 得分：3',
    );
    expect(rows.map(({ draft }) => [draft.difficulty, draft.scoreHint])).toEqual([
      ['难', '2'],
      ['', '3'],
    ]);
    const [sheet] = (await validateBytes('a.csv', new TextEncoder().encode('题干,答案,得分,难易程度\n停电后应验电。,对,2,难'))).rows;
    expect(sheet?.question).toMatchObject({ scoreHint: 2, difficulty: 3 });
  });

  it.each(['选B', '应选B', '故选：B。', 'B 项', '答案为B'])('the answer %s is read as option B', async (answer) => {
    const { rows } = await validateParagraphs(`1. 甲（ ）\nA. 一  B. 二\n答案：${answer}`);
    expect(rows[0]?.question?.key).toEqual({ kind: 'choice', right: ['B'] });
  });

  it('numbers are read as option letters with a warning, unless an option is such a number', async () => {
    const options = 'A. 一\nB. 二\nC. 三\nD. 四\n答案：1,2,4';
    expect(await word(`1. 甲（ ）\n${options}`)).toEqual([
      expect.stringMatching(/^1 multiple ABD .*\n\? answer: .* was read as ABD. Please check$/),
    ]);
    expect(await word('1. 甲（ ）\nA. 2\nB. 1\n答案：2')).toEqual([expect.stringContaining('! answer')]);
    expect(await file('a.csv', '题型,题干,选项A,选项B,选项C,答案\n2,甲,一,二,三,"1,3"')).toEqual([
      expect.stringMatching(/^multiple AC .*\n\? answer: .* was read as AC. Please check$/),
    ]);
  });

  it('numbers are read as question types, with a warning for written questions', async () => {
    const rows = await file('a.csv', '题型,题干,选项A,选项B,答案\n1,甲,一,二,B\n3,乙,,,对\n5,简述丙,,,略');
    expect(rows).toEqual([
      'single B [一|二]',
      'judgement 对',
      expect.stringMatching(/^questionAnswer 略\n\? type: The type is the number 5/),
    ]);
  });

  it('名词解释 is read as a question with a written answer', async () => {
    expect(await word('一、名词解释\n1. 短路\n答案：直接相连。')).toEqual(['一、1 questionAnswer 直接相连。']);
    expect(await file('a.csv', '题型,题干,答案\n名词解释,短路,直接相连。')).toEqual(['questionAnswer 直接相连。']);
  });

  it('Aiken and questions without numbers are read', async () => {
    const aiken = 'Which one?\nA. This\nB) That\nANSWER: B\n\nAnd now?\nA. This\nB. That\nANSWER: A';
    expect(await file('a.txt', aiken)).toEqual(['1 single B [This|That]', '2 single A [This|That]']);
    const { rows, notes } = await validateParagraphs(
      '题库\n安全电压是（ ）\nA. 36 V\nB. 220 V\n答案：A\n解析：低。\n停电后应验电。\n答案：对',
    );
    expect(formatRowDigests({ rows })).toEqual(['1 single A [36 V|220 V]', '2 judgement 对']);
    expect(notes.map((note) => note.en)).toEqual([
      expect.stringContaining('The file has no question numbers'),
      expect.stringContaining('"题库"'),
    ]);
  });

  it('a JSON array is read, and a malformed array is refused as a whole', async () => {
    const array = JSON.stringify(
      [
        { question: '甲？', options: ['(A)一', '(B)二'], label: 'B' },
        { question: '乙。', type: '判断题', answer: true },
      ],
      null,
      2,
    );
    expect((await file('a.json', array)).map((row) => row.split('\n')[0])).toEqual(['single B [一|二]', 'judgement 对']);
    expect(await file('a.json', `{"questions": ${array}}`)).toHaveLength(2);
    for (const bad of ['[\n{"a": 1}\n]', '[\n{"question": "甲"},\n'.padEnd(3_106, '\n{')])
      await expect(file('a.json', bad)).rejects.toThrow(/JSON/);
    expect(await file('a.jsonl', '{"question": "甲？", "options": ["(A)一", "(B)二"], "label": "B"}\n{"question"')).toHaveLength(2);
  });

  it('注意事项 above the first section are not read as questions', async () => {
    const { rows, notes } = await validateParagraphs(
      '电工试卷\n注意事项：\n1. 填写姓名。\n2. 不得作弊。\n一、判断题\n1. 停电后应验电。\n答案：对',
    );
    expect(formatRowDigests({ rows })).toEqual(['一、1 judgement 对']);
    expect(notes.map((note) => note.en)).toContain('Paragraphs that belong to no question and were not read: 4. The first is "电工试卷"');
  });
});
