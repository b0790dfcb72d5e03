import { createCatalogue } from '../../lib/create-catalogue.ts';

export const reportTexts = createCatalogue({
  hint: [
    '生成交给主管部门的表格。表中有完整的证件号码，每次生成都会记入审计日志。',
    'Makes the tables that the authority asks for. They hold whole ID numbers, so the audit log records each time one is made.',
  ],
  toScores: ['返回成绩', 'Back to scores'],
  templatesHint: [
    '各省要求的栏目不同。在这里规定栏目、标题和顺序；没有模板时使用默认栏目。',
    'Provinces ask for different columns. Set them here with their headings and order. Without a template the default columns are used.',
  ],
  templateNone: [
    '还没有模板。先选报表，再按默认栏目修改。',
    'There are no templates yet. Choose a table and start from its default columns.',
  ],
  choose: ['选择报表', 'Choose a table'],
  table: ['报表', 'Table'],
  template: ['模板', 'Template'],
  defaultColumns: ['默认栏目', 'Default columns'],
  wholeProfession: ['不分工种', 'None'],
  make: ['生成', 'Make the table'],
  kind: {
    plan: ['计划申报表', 'Exam plan declaration'],
    roster: ['考生名册', 'Roster of examinees'],
    eligibility: ['资格审核汇总表', 'Summary of eligibility reviews'],
    results: ['评价结果汇总表', 'Summary of results'],
    passed: ['通过人员名册', 'Register of people who passed'],
    certificates: ['证书数据上传表', 'Certificate data for upload'],
  },
  download: ['下载 Excel', 'Download Excel'],
  downloadPhotos: ['下载照片包（{{n}} 张）', 'Download {{n}} {{n|photo|photos}}'],
  photosMissing: ['照片包缺 {{n}} 人', '{{n}} {{n|person is|people are}} missing from the photo package'],
  photosHint: [
    '照片以证件号码命名。在人员资料里补好照片和证件号码后重新生成。',
    'Photos are named by ID number. Add photos and ID numbers in the records of these people, then make the table again.',
  ],
  lacks: {
    photo: ['没有照片', 'no photo'],
    idNumber: ['没有证件号码', 'no ID number'],
    ownNumber: ['证件号码与他人相同', 'same ID number as another person'],
  },
  downloaded: ['已下载 {{n}} 行', 'Downloaded {{n}} {{n|row|rows}}'],
  nobody: ['没有人符合这张表', 'Nobody belongs in this table'],
  nobodyHint: {
    plan: ['这场考试没有科目。', 'This exam has no parts.'],
    roster: ['这场考试还没有考生。', 'This exam has no examinees yet.'],
    eligibility: ['这场考试还没有考生。', 'This exam has no examinees yet.'],
    results: ['这场考试还没有考生。', 'This exam has no examinees yet.'],
    passed: ['没有人通过全部科目。', 'Nobody has passed every part.'],
    certificates: ['这场考试还没有发证。', 'No certificates have been issued for this exam.'],
  },
  complete: ['共 {{n}} 行，必填内容齐全', '{{n}} {{n|row|rows}}, nothing required is missing'],
  missingCount: ['{{n}} 行缺少必填内容', '{{n}} {{n|row lacks|rows lack}} a required value'],
  missingHint: {
    plan: [
      '考场、监考和考生在考试计划里补。补好后重新生成。',
      'Add rooms, staff and examinees in the exam plan. Then make the table again.',
    ],
    person: [
      '证件、性别等在人员资料里补；申报和审核在报名页面处理；成绩和证书在成绩页处理。补好后重新生成。',
      'Add ID numbers and personal details in the records of these people. Handle applications on the enrolment pages, and scores and certificates on the score page. Then make the table again.',
    ],
  },
  missingOf: ['{{name}}：{{what}}', '{{name}}: {{what}}'],
  missingPerson: ['{{name}}（{{ticket}}）：{{what}}', '{{name}} ({{ticket}}): {{what}}'],
  empty: ['缺', 'Missing'],
  columns: ['栏目', 'Columns'],
  columnsHint: [
    '从上到下就是表里从左到右的顺序。对照写法如“男=1；女=2”，没有对照的照原样写。',
    'From top to bottom is from left to right in the table. Codes are written as “value=code; value=code”. Anything without a code is written as it is.',
  ],
  columnsMissing: ['至少要有一栏', 'Add at least one column'],
  useDefault: ['换成这张报表的默认栏目', 'Use the default columns of this table'],
  fact: ['第 {{n}} 栏的内容', 'Content of column {{n}}'],
  heading: ['第 {{n}} 栏的标题', 'Heading of column {{n}}'],
  required: ['必填', 'Required'],
  requiredOf: ['第 {{n}} 栏必填', 'Column {{n}} is required'],
  codes: ['第 {{n}} 栏的代码对照', 'Codes of column {{n}}'],
  codesPlaceholder: ['代码对照（可不填）', 'Codes (optional)'],
  codesWrong: ['写成“男=1；女=2”', 'Write codes as “value=code; value=code”'],
  addColumn: ['加一栏', 'Add a column'],
  removeColumn: ['删除第 {{n}} 栏', 'Remove column {{n}}'],
  moveUp: ['第 {{n}} 栏上移', 'Move column {{n}} up'],
  retentionHint: [
    '考试档案从考试结束算起保存：纸质 {{paperYears}} 年，电子 {{years}} 年。系统不会自动删除，也没有删除已公布成绩的考试的功能；下面是期满、可以按规定处理纸质材料的考试。',
    'Records are retained from the end of the exam: {{paperYears}} {{paperYears|year|years}} on paper and {{years}} {{years|year|years}} electronically. Nothing is deleted by itself, and exams with released scores cannot be deleted. The exams below are those whose paper records may now be disposed of by your rules.',
  ],
  retentionDue: ['期满的考试', 'Exams past their retention'],
  retentionNone: ['还没有期满的考试', 'No records have reached the end of their retention'],
  exam: ['考试', 'Exam'],
  ended: ['考试结束', 'Ended'],
  paperUntil: ['纸质保存至', 'Paper until'],
  electronicUntil: ['电子保存至', 'Electronic until'],
  state: ['状态', 'State'],
  paperOver: ['纸质期满', 'Paper due'],
  allOver: ['全部期满', 'All due'],
  columnCount: ['栏数', 'Columns'],
});

declare module '../../lib/i18n.ts' {
  interface Catalogues {
    report: (typeof reportTexts)['zh-CN'];
  }
}
