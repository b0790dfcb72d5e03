import { createCatalogue } from '../../lib/create-catalogue.ts';

/** Names of the specification's enumerations (section 4): Chinese and English, by code. */
export const codeNames = {
  sectionType: {
    '0': ['不限', 'Any'],
    '1': ['单选题', 'Single choice'],
    '2': ['多选题', 'Multiple choice'],
    '3': ['判断题', 'True or false'],
    '4': ['填空题', 'Fill in the blank'],
    '5': ['问答题', 'Short answer'],
    '6': ['实操题', 'Practical'],
    '7': ['论文答辩', 'Thesis defence'],
    '8': ['综合评审', 'Comprehensive review'],
    '9': ['排序题', 'Ordering'],
    '10': ['匹配题', 'Matching'],
  },
  professionLevel: {
    '1': ['一级（高级技师）', '1 Senior technician'],
    '2': ['二级（技师）', '2 Technician'],
    '3': ['三级（高级工）', '3 Senior worker'],
    '4': ['四级（中级工）', '4 Intermediate worker'],
    '5': ['五级（初级工）', '5 Junior worker'],
  },
  detailTableStatus: {
    '0': ['草稿', 'Draft'],
    '1': ['已发布', 'Published'],
    '2': ['使用中', 'In use'],
  },
  difficulty: {
    '1': ['易', 'Easy'],
    '2': ['中', 'Medium'],
    '3': ['难', 'Hard'],
  },
  paperDifficulty: {
    '0': ['全部', 'All'],
    '1': ['易', 'Easy'],
    '2': ['中', 'Medium'],
    '3': ['难', 'Hard'],
  },
  enrolmentStatus: {
    '-1': ['已撤回', 'Withdrawn'],
    '0': ['审核中', 'Under review'],
    '1': ['审核通过', 'Approved'],
    '2': ['审核中（退回）', 'Under review (returned)'],
  },
  declarationStatus: {
    '0': ['未申报', 'Not submitted'],
    '1': ['未申报（已填写）', 'Not submitted (filled in)'],
    '2': ['未申报（退回）', 'Not submitted (returned)'],
    '3': ['申报中', 'Under review'],
    '4': ['申报通过', 'Approved'],
  },
  recordStatus: {
    '0': ['正常', 'Normal'],
    '1': ['作弊', 'Cheating'],
    '2': ['缺考', 'Absent'],
  },
  questionStatus: {
    '0': ['草稿', 'Draft'],
    '1': ['审核中', 'In review'],
    '2': ['使用中', 'In use'],
    '3': ['已停用', 'Disabled'],
  },
  paperStatus: {
    '0': ['未创建', 'Not created'],
    '1': ['已创建，未组卷', 'Created, not assembled'],
    '2': ['已组卷', 'Assembled'],
    '3': ['已安排考试', 'Exam scheduled'],
  },
  examStatus: {
    '0': ['未启用', 'Not enabled'],
    '1': ['已启用', 'Enabled'],
    '2': ['即将开考', 'Starting soon'],
    '3': ['考试中', 'In progress'],
    '4': ['考试中·禁止入场', 'In progress, entry closed'],
    '5': ['考试中·可交卷', 'In progress, hand-in allowed'],
    '6': ['已结束', 'Ended'],
  },
  examUserStatus: {
    '-3': ['作弊', 'Cheating'],
    '-2': ['缺考', 'Absent'],
    '-1': ['待考', 'Not started'],
    '0': ['考试中', 'In exam'],
    '1': ['已交卷', 'Handed in'],
    '2': ['阅卷中', 'Being marked'],
    '3': ['阅卷完成', 'Marked'],
  },
} as const;

export const codeTexts = createCatalogue(codeNames);
