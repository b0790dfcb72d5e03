import type { ImportedQuestionDraft } from '../../../../../../sync/contract/bank/question-file.ts';
import { questionTypeNames } from '../../../../../../sync/contract/codes.ts';
import { toMatchText } from '../../../../../../sync/domain/plain-text.ts';

import { getWrittenTypeName } from '../draft-words.ts';

/** A column of our spreadsheet. Files may use any of its names and any order of columns. */
export interface QuestionSheetColumn {
  readonly field: keyof ImportedQuestionDraft;
  /** Index of the option; -1 for a column that holds all options. */
  readonly option?: number;
  readonly names: readonly string[];
  readonly width: number;
  readonly hint: string;
}

const options: readonly QuestionSheetColumn[] = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((letter, option) => ({
  field: 'options' as const,
  option,
  names: [
    `选项${letter}`,
    `选项 ${letter}`,
    `选项${option + 1}`,
    `选项${'一二三四五六七八'[option]}`,
    `备选项${letter}`,
    `备选${letter}`,
    `备选答案${letter}`,
    `备选答案${option + 1}`,
    `答案选项${letter}`,
    `${letter}选项`,
    `${letter}项`,
    `答案${letter}`,
    `option ${letter.toLowerCase()}`,
    `option ${option + 1}`,
    letter.toLowerCase(),
  ],
  width: 20,
  hint: option === 0 ? '选择、排序、匹配题的选项，从 A 起不留空；判断、填空、问答不填' : '',
}));

export const questionSheetColumns: readonly QuestionSheetColumn[] = [
  {
    field: 'type',
    names: ['题型', '类型', '题目类型', '试题类型', '题型名称', '题类', 'type'],
    width: 10,
    hint: questionTypeNames.map(getWrittenTypeName).join('、'),
  },
  {
    field: 'material',
    names: ['材料', '阅读材料', '共用题干', '题干材料', '案例', 'passage', 'material'],
    width: 30,
    hint: '几道题共用的阅读材料或案例；每道题都写同样的内容',
  },
  {
    field: 'stem',
    names: [
      '题干',
      '题目',
      '试题',
      '题面',
      '题目内容',
      '试题内容',
      '题干内容',
      '题目题干',
      '试题题干',
      '题目名称',
      '试题名称',
      '题目描述',
      '题目标题',
      '问题',
      '题目正文',
      'question',
      'stem',
    ],
    width: 50,
    hint: '公式写在 $ 之间；填空题用三个以上下划线 ____ 表示一个空',
  },
  ...options,
  {
    field: 'left',
    names: ['左项', '左列', '左侧', '左侧选项', 'left items', 'left'],
    width: 20,
    hint: '只用于匹配题：左边的各项，每行一项（Alt+Enter）；右边的写在选项里',
  },
  {
    field: 'answer',
    names: ['答案', '正确答案', '标准答案', '正确选项', '正确答案选项', '试题答案', '题目答案', '答案内容', 'correct answer', 'answer'],
    width: 18,
    hint: '单选 A；多选 ACD；判断 对/错；排序 CABD；匹配按左项顺序写选项字母，如 BAC；填空每空一行（Alt+Enter），同义答案用 | 分开，数值写 #3.14±0.01',
  },
  { field: 'reference', names: ['参考答案', 'reference'], width: 30, hint: '问答、实操、答辩、评审的参考答案' },
  { field: 'items', names: ['评分点', '评分标准', 'scoring points'], width: 30, hint: '每行一点，写作“(2) 内容”，括号里是分数' },
  { field: 'veto', names: ['否决项', 'veto'], width: 20, hint: '每行一项；出现任一项整题不得分' },
  { field: 'files', names: ['作答附件数', '附件数', 'files'], width: 8, hint: '问答、实操等作答可附几个照片或文件，1–9；不填即不收' },
  {
    field: 'analysis',
    names: ['解析', '答案解析', '试题解析', '题目解析', '解析说明', '答案分析', 'explanation', 'analysis'],
    width: 30,
    hint: '',
  },
  {
    field: 'difficulty',
    names: ['难度', '难易', '难易度', '难易程度', '难度系数', '难度等级', '题目难度', '试题难度', 'difficulty'],
    width: 8,
    hint: '易、中、难；不填为中',
  },
  { field: 'uniformity', names: ['一致性', 'uniformity'], width: 8, hint: '易、中、难；不填为中' },
  {
    field: 'category',
    names: ['分类', '知识点分类', '知识点', '章节', '所属章节', '所属分类', '题目分类', '试题分类', 'category'],
    width: 20,
    hint: '最多六级，用 / 分开，如 电工基础/直流电路',
  },
  { field: 'tags', names: ['标签', 'tags'], width: 16, hint: '用；分开' },
  { field: 'source', names: ['来源', 'source'], width: 16, hint: '' },
  { field: 'scoreHint', names: ['建议分值', '分值', '分数', '得分', '题目分值', '默认分值', 'score'], width: 8, hint: '0.5 的倍数' },
  { field: 'level', names: ['等级', '鉴定等级', '技能等级', 'level'], width: 8, hint: '1 高级技师、2 技师、3 高级、4 中级、5 初级' },
  { field: 'pointCode', names: ['鉴定点', '鉴定点代码', 'point'], width: 12, hint: '如 A-B-C-001' },
  {
    field: 'profId',
    names: ['职业编号', '职业代码', 'profession id', 'profession code'],
    width: 8,
    hint: '本平台职业的编号或代码；一般留空',
  },
  { field: 'tradeId', names: ['工种编号', '工种名称', 'trade id', 'trade'], width: 8, hint: '本平台工种的编号或名称；一般留空' },
];

/** A single column with all options: one on each line, or separated by their letters or by `|`. */
const wholeOptions: QuestionSheetColumn = {
  field: 'options',
  option: -1,
  names: ['选项', '选项内容', '备选项', '备选答案', '候选答案', 'options'],
  width: 30,
  hint: '',
};

const byName = new Map(
  [...questionSheetColumns, wholeOptions].flatMap((column) => column.names.map((name) => [name.toLowerCase(), column] as const)),
);

/** Returns the column of a heading and its part: "题干 2" continues a text that does not fit one cell. */
export function findColumnByHeading(heading: string): { readonly column: QuestionSheetColumn; readonly part: number } | undefined {
  const text = toMatchText(heading)
    // "题干（必填）", "选项A(不超过 200 字)": remarks in brackets are not part of the name.
    .replace(/\([^()]*\)\s*$/, '')
    .replace(/[*\s]+/g, ' ')
    .trim()
    .toLowerCase();
  const exactColumn = byName.get(text) ?? byName.get(text.replace(/ /g, ''));
  if (exactColumn) return { column: exactColumn, part: 1 };
  const partMatch = /^(.+) ([2-9])$/.exec(text);
  const column = partMatch && byName.get(partMatch[1] ?? '');
  return column ? { column, part: Number(partMatch[2]) } : undefined;
}

/** Returns the key by which a user's manual mapping of headings names a column: "stem", "options.2". */
export const getColumnKey = ({ field, option }: QuestionSheetColumn): string =>
  option === undefined || option < 0 ? field : `${field}.${option}`;
const byKey = new Map([...questionSheetColumns, wholeOptions].map((column) => [getColumnKey(column), column] as const));
export const findColumnByKey = (key: string): QuestionSheetColumn | undefined => byKey.get(key);

/** Fields of an import draft that hold HTML. They are written to the spreadsheet as plain text if that loses nothing. */
export const htmlFields: ReadonlySet<keyof ImportedQuestionDraft> = new Set(['material', 'stem', 'options', 'reference', 'analysis']);
