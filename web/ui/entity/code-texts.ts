import type { Catalogue } from '../../lib/texts.ts';

/** Names of the specification's enumerations (section 4). */
const zh = {
  sectionType: {
    '0': '不限',
    '1': '单选题',
    '2': '多选题',
    '3': '判断题',
    '4': '填空题',
    '5': '问答题',
    '6': '实操题',
    '7': '论文答辩',
    '8': '综合评审',
  },
  professionLevel: { '1': '一级（高级技师）', '2': '二级（技师）', '3': '三级（高级工）', '4': '四级（中级工）', '5': '五级（初级工）' },
  detailTableStatus: { '0': '草稿', '1': '已发布', '2': '使用中' },
  difficulty: { '1': '易', '2': '中', '3': '难' },
  paperDifficulty: { '0': '全部', '1': '易', '2': '中', '3': '难' },
  enrolmentStatus: { '-1': '已撤回', '0': '审核中', '1': '审核通过', '2': '审核中（退回）' },
  declarationStatus: { '0': '未申报', '1': '未申报（已填写）', '2': '未申报（退回）', '3': '申报中', '4': '申报通过' },
  recordStatus: { '0': '正常', '1': '作弊', '2': '缺考' },
  questionStatus: { '0': '草稿', '1': '审核中', '2': '使用中', '3': '已停用' },
  paperStatus: { '0': '未创建', '1': '已创建，未组卷', '2': '已组卷', '3': '已安排考试' },
  examStatus: { '0': '未启用', '1': '已启用', '2': '即将开考', '3': '考试中', '4': '考试中·禁止入场', '5': '考试中·可交卷', '6': '已结束' },
  examUserStatus: { '-3': '作弊', '-2': '缺考', '-1': '待考', '0': '考试中', '1': '已交卷', '2': '阅卷中', '3': '阅卷完成' },
} as const;

export const codeTexts = {
  'zh-CN': zh,
  en: {
    sectionType: {
      '0': 'Any',
      '1': 'Single choice',
      '2': 'Multiple choice',
      '3': 'True or false',
      '4': 'Fill in the blank',
      '5': 'Short answer',
      '6': 'Practical',
      '7': 'Thesis defence',
      '8': 'Comprehensive review',
    },
    professionLevel: {
      '1': '1 Senior technician',
      '2': '2 Technician',
      '3': '3 Senior worker',
      '4': '4 Intermediate worker',
      '5': '5 Junior worker',
    },
    detailTableStatus: { '0': 'Draft', '1': 'Published', '2': 'In use' },
    difficulty: { '1': 'Easy', '2': 'Medium', '3': 'Hard' },
    paperDifficulty: { '0': 'All', '1': 'Easy', '2': 'Medium', '3': 'Hard' },
    enrolmentStatus: { '-1': 'Withdrawn', '0': 'Under review', '1': 'Approved', '2': 'Under review (returned)' },
    declarationStatus: {
      '0': 'Not submitted',
      '1': 'Not submitted (filled in)',
      '2': 'Not submitted (returned)',
      '3': 'Under review',
      '4': 'Approved',
    },
    recordStatus: { '0': 'Normal', '1': 'Cheating', '2': 'Absent' },
    questionStatus: { '0': 'Draft', '1': 'In review', '2': 'In use', '3': 'Disabled' },
    paperStatus: { '0': 'Not created', '1': 'Created, not assembled', '2': 'Assembled', '3': 'Exam scheduled' },
    examStatus: {
      '0': 'Not enabled',
      '1': 'Enabled',
      '2': 'Starting soon',
      '3': 'In progress',
      '4': 'In progress, entry closed',
      '5': 'In progress, hand-in allowed',
      '6': 'Ended',
    },
    examUserStatus: {
      '-3': 'Cheating',
      '-2': 'Absent',
      '-1': 'Not started',
      '0': 'In exam',
      '1': 'Handed in',
      '2': 'Being marked',
      '3': 'Marked',
    },
  },
} satisfies Catalogue<typeof zh>;

declare module '../../lib/i18n.ts' {
  interface Catalogues {
    codes: typeof zh;
  }
}
