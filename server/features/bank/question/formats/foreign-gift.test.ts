import { expect, it } from 'vitest';
import { validateBytes } from '../../../../../tests/fixtures/questions/row-digest.ts';

/** A GIFT file with features that occur in other people's files. Its sentences are our own. */
const file = `// 一个注释
$CATEGORY: $course$/top/电工基础/安全

::题名::[html]<p>单相电压是 \\{\\= 多少\\}</p>{
  =220 V#对
  ~110 V#这是别国的
  ~%-25%380 V#那是线电压
}

[markdown]**多选**，按权重 {
~%50%甲
~%50%乙
~%-100%丙
}

[plain]判断 1 < 2 \\: 是的 {T#错了#对了}

::短答::电流的单位是 {=安培 =A =%50%安} 。

数值 {#3.14:0.005}

范围 {#1..5}

多个数值 {#=100:5 =%50%100:10#差一点}

匹配 {
=电压 -> 伏
=电流 -> 安
}

说明：以下两题看图回答。

论述：简述急救。{}

$CATEGORY: 第二类

缺词的选择 {~甲 =乙 ~丙} 在句中。####不是反馈

总反馈 {=是 ~否 ####<b>都看这里</b>}

没写完 {=甲 ~乙
`;

it('the GIFT reader reads every question of a sample file, or reports what it leaves out', async () => {
  const { format, rows } = await validateBytes('quiz.txt', new TextEncoder().encode(file));
  expect(format).toBe('gift');
  expect(
    rows.map(({ draft, question, faults, warnings }) => [
      draft.type,
      draft.stem,
      draft.answer,
      question?.category ?? null,
      [...faults, ...warnings].map(({ reason }) => reason.en.slice(0, 44)),
    ]),
  ).toEqual([
    [
      'single',
      '<p>单相电压是 {= 多少}</p>',
      'A',
      '电工基础/安全',
      ['The partial credit "-25%" is not supported a', 'Feedback of the options was put into the ana'],
    ],
    ['multiple', '<strong>多选</strong>，按权重', 'AB', '电工基础/安全', []],
    ['judgement', '判断 1 &lt; 2 : 是的', '对', '电工基础/安全', ['Feedback of the options was put into the ana']],
    [
      'fillIn',
      '电流的单位是 <span data-blank="1"></span> 。',
      '安培|A',
      '电工基础/安全',
      ['The partial credit "50% 安" is not supported '],
    ],
    ['fillIn', '数值 <span data-blank="1"></span>', '#3.14±0.005', '电工基础/安全', []],
    ['fillIn', '范围 <span data-blank="1"></span>', '#3±2', '电工基础/安全', []],
    [
      'fillIn',
      '多个数值 <span data-blank="1"></span>',
      '#100±5',
      '电工基础/安全',
      ['The partial credit "50% 100:10" is not supported', 'Feedback of the options was put into the ana'].map((text) => text.slice(0, 44)),
    ],
    ['matching', '匹配', 'AB', '电工基础/安全', []],
    ['', '说明：以下两题看图回答。', '', null, ['Questions of this type are not supported: de']],
    ['questionAnswer', '论述：简述急救。', '', '电工基础/安全', ['There is neither a reference answer nor a sc']],
    ['single', '缺词的选择 _____ 在句中。####不是反馈', 'B', '第二类', []],
    ['single', '总反馈', 'A', '第二类', []],
    ['', '没写完 {=甲 ~乙', '', null, ['The braces of the answer are not closed']],
  ]);
  expect(rows[11]?.question?.analysis).toBe('<b>都看这里</b>');
});
