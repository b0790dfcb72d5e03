/** Type of a cell in the spreadsheet. Numbers of ID cards and admission tickets are text, so that no digit is lost; a day is "2026-11-28". */
export type ReportCellType = 'text' | 'number' | 'day';
interface ReportFactSpec {
  readonly words: readonly [zh: string, en: string];
  readonly type: ReportCellType;
  /** True if the fact takes one of a fixed list of values. A cell shows the value's Chinese name, unless the column defines a code for it. */
  readonly coded?: true;
  /** Kind of tables that can show the fact: tables whose rows are plans, or tables whose rows are people. Absent means both. */
  readonly of?: 'plan' | 'person';
}

const shared = {
  serial: { words: ['序号', 'No.'], type: 'number' },
  professionCode: { words: ['职业编码', 'Occupation code'], type: 'text' },
  profession: { words: ['职业名称', 'Occupation'], type: 'text', coded: true },
  trade: { words: ['工种', 'Trade'], type: 'text', coded: true },
  level: { words: ['技能等级', 'Level'], type: 'text', coded: true },
  school: { words: ['评价机构', 'Certification body'], type: 'text' },
  blank: { words: ['留空（手填）', 'Left empty'], type: 'text' },
} as const satisfies Record<string, ReportFactSpec>;

const ofPlan = {
  planName: { words: ['计划名称', 'Plan'], type: 'text', of: 'plan' },
  part: { words: ['考核科目', 'Part'], type: 'text', coded: true, of: 'plan' },
  sitting: { words: ['考试性质', 'First exam or resit'], type: 'text', coded: true, of: 'plan' },
  examDay: { words: ['考试日期', 'Exam date'], type: 'day', of: 'plan' },
  examTime: { words: ['开考时间', 'Starting time'], type: 'text', of: 'plan' },
  minutes: { words: ['考试时长（分钟）', 'Duration in minutes'], type: 'number', of: 'plan' },
  place: { words: ['考试地点', 'Place'], type: 'text', of: 'plan' },
  rooms: { words: ['考场数', 'Rooms'], type: 'number', of: 'plan' },
  examinees: { words: ['考生人数', 'Examinees'], type: 'number', of: 'plan' },
  invigilators: { words: ['监考人员', 'Invigilators'], type: 'text', of: 'plan' },
  assessors: { words: ['考评人员', 'Assessors'], type: 'text', of: 'plan' },
} as const satisfies Record<string, ReportFactSpec>;

const ofPerson = {
  name: { words: ['姓名', 'Name'], type: 'text', of: 'person' },
  idType: { words: ['证件类型', 'ID type'], type: 'text', coded: true, of: 'person' },
  idNumber: { words: ['证件号码', 'ID number'], type: 'text', of: 'person' },
  sex: { words: ['性别', 'Sex'], type: 'text', coded: true, of: 'person' },
  birthday: { words: ['出生日期', 'Birth date'], type: 'day', of: 'person' },
  ethnicity: { words: ['民族', 'Ethnic group'], type: 'text', coded: true, of: 'person' },
  political: { words: ['政治面貌', 'Political status'], type: 'text', coded: true, of: 'person' },
  education: { words: ['文化程度', 'Education'], type: 'text', coded: true, of: 'person' },
  personSource: { words: ['考生来源', 'Source'], type: 'text', coded: true, of: 'person' },
  employer: { words: ['工作单位', 'Employer'], type: 'text', of: 'person' },
  className: { words: ['班级', 'Class'], type: 'text', of: 'person' },
  studentNo: { words: ['学号', 'Student number'], type: 'text', of: 'person' },
  phone: { words: ['联系电话', 'Phone'], type: 'text', of: 'person' },
  ticketNo: { words: ['准考证号', 'Ticket number'], type: 'text', of: 'person' },
  offer: { words: ['申报批次', 'Batch applied for'], type: 'text', of: 'person' },
  applicationDay: { words: ['申报日期', 'Application date'], type: 'day', of: 'person' },
  heldLevel: { words: ['现有技能等级', 'Level held'], type: 'text', coded: true, of: 'person' },
  workMonths: { words: ['从业月数', 'Months of work'], type: 'number', of: 'person' },
  condition: { words: ['符合的申报条件', 'Requirement met'], type: 'text', of: 'person' },
  eligibility: { words: ['审核结果', 'Decision'], type: 'text', coded: true, of: 'person' },
  reviewer: { words: ['审核人', 'Reviewer'], type: 'text', of: 'person' },
  reviewDay: { words: ['审核日期', 'Date of the decision'], type: 'day', of: 'person' },
  theory: { words: ['理论成绩', 'Theory score'], type: 'number', of: 'person' },
  practical: { words: ['技能成绩', 'Practical score'], type: 'number', of: 'person' },
  review: { words: ['综合评审成绩', 'Review score'], type: 'number', of: 'person' },
  result: { words: ['评价结果', 'Result'], type: 'text', coded: true, of: 'person' },
  certificateNumber: { words: ['证书编号', 'Certificate number'], type: 'text', of: 'person' },
  issueDay: { words: ['发证日期', 'Issue date'], type: 'day', of: 'person' },
} as const satisfies Record<string, ReportFactSpec>;

/** Facts that a column of a table for the supervising authority may show. */
export const reportFacts = { ...shared, ...ofPlan, ...ofPerson };
export type ReportFact = keyof typeof reportFacts;
export const reportFactNames = Object.keys(reportFacts) as [ReportFact, ...ReportFact[]];
