import { type ImportedQuestionDraft, importedQuestionDraft } from '../../../../../../sync/contract/bank/question-file.ts';

/** Rows of the template's sheet that explains the question types, in Chinese: type, options, answer. */
const rulesZh: readonly (readonly [string, string, string])[] = [
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
  ['排序题', '2–8 个，随意排列', '全部选项的字母，按正确顺序，如 CABD'],
  ['匹配题', '右边的各项，2–8 个，可以有多余的；左边的写在“左项”列', '每个左项对应的字母，按左项顺序，如 BAC'],
];

export const templateExamples = [
  importedQuestionDraft.parse({
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
  importedQuestionDraft.parse({
    type: 'multiple',
    stem: '下列属于基本安全用具的有（　　）。',
    options: ['绝缘棒', '绝缘夹钳', '绝缘手套', '验电器'],
    answer: 'ABD',
    category: '安全',
  }),
  importedQuestionDraft.parse({ type: 'judgement', stem: '停电检修前必须验电。', answer: '对', category: '安全' }),
  importedQuestionDraft.parse({
    type: 'fillIn',
    stem: '电压为 220 V、电阻为 $110\\,\\Omega$ 的电路，电流为 <span data-blank="1"></span> A，方向由 <span data-blank="2"></span> 指向负极。',
    answer: '#2±0.05\n正极|正',
    category: '电工基础',
  }),
  importedQuestionDraft.parse({
    type: 'ordering',
    stem: '把停电检修的步骤排成正确的顺序。',
    options: ['装设接地线', '停电', '悬挂标示牌', '验电'],
    answer: 'BDAC',
    category: '安全',
  }),
  importedQuestionDraft.parse({
    type: 'matching',
    stem: '把各物理量与其单位对应起来。',
    left: '电压\n电流\n电阻',
    options: ['安培', '欧姆', '伏特', '瓦特'],
    answer: 'CAB',
    category: '电工基础',
  }),
  importedQuestionDraft.parse({
    type: 'questionAnswer',
    stem: '简述触电急救的步骤。',
    reference: '脱离电源，判断意识和呼吸，心肺复苏，呼救。',
    items: '(2) 脱离电源\n(3) 判断与心肺复苏',
    category: '安全',
  }),
];

const rulesEn: typeof rulesZh = [
  ['single choice', '2 to 8, from Option A on without a gap', 'One letter: B'],
  ['multiple choice', '2 to 8', 'Letters: ACD'],
  ['judgement', 'none', 'true or false'],
  [
    'fill-in',
    'none; each blank of the stem is written ____',
    'A blank a line (Alt+Enter); alternatives between |, as in volt|V; numbers as #220±5; [case] in front where capitals count',
  ],
  ['Q&A', 'none', 'Left empty; goes to Reference and Scoring points'],
  ['practical', 'none', 'Scoring points one a line: (10) right use of the meter; veto items one a line'],
  ['thesis defence', 'none', 'As Q&A'],
  ['comprehensive review', 'none', 'As Q&A'],
  ['ordering', '2 to 8, in any order', 'The letters of all options in the right order: CABD'],
  [
    'matching',
    'The right side, 2 to 8, with extra ones if you like; the left side goes to Left items',
    'The letter for each left item, in their order: BAC',
  ],
];

/** Headings and hints of the English template, by field. The reader knows all of these headings. */
const headingsEn: Readonly<Record<Exclude<keyof ImportedQuestionDraft, 'options'>, readonly [string, string]>> = {
  type: ['Type', rulesEn.map(([type]) => type).join(', ')],
  material: ['Material', 'What several questions ask about; the same text in each of them'],
  stem: ['Question', 'Formulas between $; a blank of a fill-in question is three underscores or more: ____'],
  left: ['Left items', 'For matching only: the left side, one a line (Alt+Enter); the right side goes to the options'],
  answer: [
    'Answer',
    'Single: A. Multiple: ACD. Judgement: true or false. Ordering: CABD. Matching: a letter for each left item, BAC. Fill-in: a blank a line, alternatives between |, numbers as #3.14±0.01',
  ],
  reference: ['Reference', 'The reference answer of Q&A, practical, defence and review'],
  items: ['Scoring points', 'One a line: (2) text, with the points in the brackets'],
  veto: ['Veto', 'One a line; any of them makes the question worth nothing'],
  files: ['Files', 'How many photos or documents an answer may come with, 1 to 9; none where it is empty'],
  analysis: ['Analysis', ''],
  difficulty: ['Difficulty', 'easy, medium or hard; medium where it is empty'],
  uniformity: ['Uniformity', 'easy, medium or hard; medium where it is empty'],
  category: ['Category', 'Up to six steps between /: Electrics/Direct current'],
  tags: ['Tags', 'Between ;'],
  source: ['Source', ''],
  scoreHint: ['Score', 'In steps of 0.5'],
  level: ['Level', '1 senior technician, 2 technician, 3 senior, 4 intermediate, 5 junior'],
  pointCode: ['Point', 'Such as A-B-C-001'],
  profId: ['Profession ID', 'The number or code of a profession here; usually left empty'],
  tradeId: ['Trade ID', 'The number or name of a trade here; usually left empty'],
};

/** Texts of the template in each language: names of its sheets, headings of its columns, and the rules of the question types. */
export const templateTexts = {
  'zh-CN': {
    file: '题目导入模板',
    sheets: ['题目', '填写说明', '题型与答案', '示例'],
    columnHead: ['列', '怎样填写'],
    typeHead: ['题型', '选项', '答案'],
    rules: rulesZh,
    headings: undefined,
    option: '',
    optionHint: '',
  },
  en: {
    file: 'Template for importing questions',
    sheets: ['Questions', 'How to fill in', 'Types and answers', 'Examples'],
    columnHead: ['Column', 'What to put there'],
    typeHead: ['Type', 'Options', 'Answer'],
    rules: rulesEn,
    headings: headingsEn,
    option: 'Option',
    optionHint: 'Options of a choice, an ordering or a matching question, from A on without a gap; none for the other types',
  },
} as const;
