import { questionDraft } from '../../../../sync/contract/question-file.ts';

/** The sheets that explain the template. */
export const templateRules: readonly (readonly [string, string, string])[] = [
  ['单选题', '2–8 个，从选项A起依次填写', '一个字母，如 B'],
  ['多选题', '2–8 个', '几个字母，如 ACD'],
  ['判断题', '不填', '对 或 错'],
  [
    '填空题',
    '不填；题干里每个空写 ____',
    '每空一行（Alt+Enter 换行）；同义答案用 | 分开，如 电压|U；数值写 #220±5；区分大小写在前面写 [区分大小写]',
  ],
  ['问答题', '不填', '答案列不填；写在“参考答案”和“评分点”里'],
  ['实操题', '不填', '评分点每行一点，如 (10) 正确使用万用表；否决项每行一项'],
  ['论文答辩', '不填', '同问答题'],
  ['综合评审', '不填', '同问答题'],
];

export const templateExamples = [
  questionDraft.parse({
    type: 'single',
    stem: '我国低压供电系统的单相标称电压是（　　）。',
    options: ['110 V', '220 V', '380 V', '1000 V'],
    answer: 'B',
    analysis: '低压单相标称电压为 220 V。',
    difficulty: '易',
    category: '电工基础/供电',
    tags: '供电；安全',
    scoreHint: '1',
  }),
  questionDraft.parse({
    type: 'multiple',
    stem: '下列属于基本安全用具的有（　　）。',
    options: ['绝缘棒', '绝缘夹钳', '绝缘手套', '验电器'],
    answer: 'ABD',
    category: '安全',
  }),
  questionDraft.parse({ type: 'judgement', stem: '停电检修前必须验电。', answer: '对', category: '安全' }),
  questionDraft.parse({
    type: 'fillIn',
    stem: '电压为 220 V、电阻为 $110\\,\\Omega$ 的电路，电流为 <span data-blank="1"></span> A，方向由 <span data-blank="2"></span> 指向负极。',
    answer: '#2±0.05\n正极|正',
    category: '电工基础',
  }),
  questionDraft.parse({
    type: 'questionAnswer',
    stem: '简述触电急救的步骤。',
    reference: '脱离电源，判断意识和呼吸，心肺复苏，呼救。',
    items: '(2) 脱离电源\n(3) 判断与心肺复苏',
    category: '安全',
  }),
];
