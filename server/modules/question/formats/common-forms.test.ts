import { describe, expect, it } from 'vitest';
import { digestOf, judgeBytes, judgeParagraphs } from '../../../../tests/fixtures/questions/row-digest.ts';

const word = async (text: string) => digestOf(await judgeParagraphs(text));
const file = async (name: string, text: string) => digestOf(await judgeBytes(name, new TextEncoder().encode(text)));

describe('25.27: nothing is turned into something else without a word', () => {
  it('the ordering questions of Moodle are named in GIFT', async () => {
    expect(await file('a.gift', '排列 {>7 RELATIVE_NEXT_EXCLUDE_LAST\n停电\n验电\n}')).toEqual(
      ['! type: Questions of this type are not supported: ordering'].map((fault) => `\n${fault}`),
    );
  });

  it('the gaps of Moodle are blanks, in GIFT and in a Word document', async () => {
    const text = '电压是{1:NUMERICAL:=220:5}V，单位是{1:SHORTANSWER:=伏特~=伏}。';
    expect(await file('a.gift', `::电压:: ${text}`)).toEqual(['fillIn #220±5\n伏特|伏']);
    expect(await word(`1. ${text}`)).toEqual(['1 fillIn #220±5\n伏特|伏']);
  });

  it('操作题 is a practical question', async () => {
    expect(await word('一、操作题\n1. 按图接线。\n评分要点：\n接线正确（5分）\n二、技能操作\n2. 焊接。')).toEqual([
      '一、1 practical',
      '二、2 practical\n? reference: There is neither a reference answer nor a scoring point',
    ]);
  });

  it('是 and 否 stay options, and are named where the type is told to be a judgement', async () => {
    const question = '1. 停电后是否需要验电？\nA. 是\nB. 否\n答案：A';
    expect(await word(question)).toEqual(['1 single A [是|否]']);
    expect(await word(`一、判断题\n${question}`)).toEqual([
      expect.stringMatching(/^一、1 judgement 是\n\? answer: The options are yes and no/),
    ]);
    expect(await file('a.csv', '题干,选项A,选项B,答案\n需要验电吗？,是,否,A')).toEqual(['single A [是|否]']);
    expect(await word('1. 停电后要验电。\nA. 正确\nB. 错误\n答案：A')).toEqual(['1 judgement 正确']);
  });

  it('the text of a case under （一） stands before each of its questions', async () => {
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

  it('the sign that parts options in their sentence is none of theirs', async () => {
    const options = '[停电|验电|接地]';
    expect(await word('1. 先（  ）\nA. 停电；\nB. 验电；\nC. 接地。\n答案：A')).toEqual([`1 single A ${options}`]);
    expect(await word('1. 先（  ）\nA. 停电； B. 验电； C. 接地\n答案：A')).toEqual([`1 single A ${options}`]);
    expect(await file('a.csv', '题干,选项A,选项B,选项C,答案\n先（ ）,停电；,验电；,接地。,A')).toEqual([`single A ${options}`]);
    expect(await word('1. 先（  ）\nA. 停电。\nB. 验电\n答案：A')).toEqual(['1 single A [停电。|验电]']);
  });
});
