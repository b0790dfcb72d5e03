import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, shortText } from '../scalars.ts';
import { professionLevel } from '../people/profession.ts';
import { defineResource } from '../resource.ts';
import { defineResourceCalls } from '../resource-calls.ts';

// Tables that a certification body (评价机构) hands in to its authority after each batch. Provinces want different columns, so that a table is
// described by data: a template.

/** Kinds of tables, each with the people that it lists: all examinees (roster, results), who passed, who hold a valid certificate. */
export const reportKinds = ['roster', 'results', 'passed', 'certificates'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Type of a cell in the spreadsheet. Numbers of ID cards and tickets are text, so that no digit is lost; a day is "2026-11-28". */
export type ReportCellType = 'text' | 'number' | 'day';

/** Facts about a person that a column may show. `coded`: one of few values, written by its Chinese name unless the column has a code for it. */
export const reportFacts = {
  serial: { words: ['序号', 'No.'], type: 'number' },
  name: { words: ['姓名', 'Name'], type: 'text' },
  idType: { words: ['证件类型', 'ID type'], type: 'text', coded: true },
  idNumber: { words: ['证件号码', 'ID number'], type: 'text' },
  sex: { words: ['性别', 'Sex'], type: 'text', coded: true },
  birthday: { words: ['出生日期', 'Birth date'], type: 'day' },
  ethnicity: { words: ['民族', 'Ethnic group'], type: 'text', coded: true },
  political: { words: ['政治面貌', 'Political status'], type: 'text', coded: true },
  education: { words: ['文化程度', 'Education'], type: 'text', coded: true },
  personSource: { words: ['考生来源', 'Source'], type: 'text', coded: true },
  employer: { words: ['工作单位', 'Employer'], type: 'text' },
  className: { words: ['班级', 'Class'], type: 'text' },
  studentNo: { words: ['学号', 'Student number'], type: 'text' },
  phone: { words: ['联系电话', 'Phone'], type: 'text' },
  ticketNo: { words: ['准考证号', 'Ticket number'], type: 'text' },
  professionCode: { words: ['职业编码', 'Occupation code'], type: 'text' },
  profession: { words: ['职业名称', 'Occupation'], type: 'text', coded: true },
  trade: { words: ['工种', 'Trade'], type: 'text', coded: true },
  level: { words: ['技能等级', 'Level'], type: 'text', coded: true },
  theory: { words: ['理论成绩', 'Theory score'], type: 'number' },
  practical: { words: ['技能成绩', 'Practical score'], type: 'number' },
  review: { words: ['综合评审成绩', 'Review score'], type: 'number' },
  result: { words: ['评价结果', 'Result'], type: 'text', coded: true },
  certificateNumber: { words: ['证书编号', 'Certificate number'], type: 'text' },
  issueDay: { words: ['发证日期', 'Issue date'], type: 'day' },
  school: { words: ['评价机构', 'Certification body'], type: 'text' },
  blank: { words: ['留空（手填）', 'Left empty'], type: 'text' },
} as const satisfies Record<string, { words: readonly [zh: string, en: string]; type: ReportCellType; coded?: true }>;
export type ReportFact = keyof typeof reportFacts;
const factNames = Object.keys(reportFacts) as [ReportFact, ...ReportFact[]];

export const reportColumn = z.object({
  fact: z.enum(factNames),
  heading: shortText.max(40),
  /** An empty cell of a required column is listed as missing before the table is handed in. */
  required: z.boolean(),
  /** Code table of the authority: writes `to` in place of `from`, such as 1 in place of 男. */
  codes: z.array(z.object({ from: shortText.max(40), to: shortText.max(40) })).max(60),
});
export type ReportColumn = z.output<typeof reportColumn>;

/** Makes a column with the fact's own heading. `facts` that end in "?" may be empty. */
const columnsOf = (...facts: (ReportFact | `${ReportFact}?`)[]): ReportColumn[] =>
  facts.map((each) => {
    const fact = each.replace('?', '') as ReportFact;
    return { fact, heading: reportFacts[fact].words[0], required: !each.endsWith('?'), codes: [] };
  });

/** Columns of each table for a school without a template of its own. */
export const defaultReportColumns: Readonly<Record<ReportKind, readonly ReportColumn[]>> = {
  roster: columnsOf(
    ...(['serial', 'name', 'sex', 'idType', 'idNumber', 'education', 'employer?', 'phone?'] as const),
    ...(['profession', 'level', 'ticketNo'] as const),
  ),
  results: columnsOf(
    ...(['serial', 'name', 'idNumber', 'ticketNo', 'profession', 'level'] as const),
    ...(['theory?', 'practical?', 'review?', 'result'] as const),
  ),
  passed: columnsOf(
    ...(['serial', 'name', 'sex', 'idNumber', 'profession', 'level', 'theory?', 'practical?', 'review?', 'certificateNumber'] as const),
  ),
  certificates: columnsOf(
    ...(['name', 'idType', 'idNumber', 'sex', 'professionCode', 'profession', 'trade?', 'level'] as const),
    ...(['theory', 'practical?', 'review?', 'result', 'certificateNumber', 'issueDay'] as const),
  ),
};

export const reportTemplateResource = defineResource({
  name: 'reportTemplate',
  module: 'report',
  words: ['上报模板', 'Report template'],
  of: 'school',
  title: 'name',
  fields: {
    name: {
      words: ['模板名称', 'Name'],
      is: shortText.max(60),
      blank: '',
      example: '省级证书数据上传表',
      search: true,
      sort: true,
      unique: true,
    },
    kind: { words: ['报表', 'Table'], is: z.enum(reportKinds), blank: 'certificates', example: 'certificates', filter: true },
    columns: {
      words: ['栏目', 'Columns'],
      is: z.array(reportColumn).min(1).max(60),
      blank: [],
      example: [...defaultReportColumns.certificates],
      kept: 'json',
    },
  },
  shown: {},
});

const staff = ['school', 'teacher'] as const;
const cell = z.union([z.string(), z.number(), z.null()]);

export const reportCalls = defineCalls('report', {
  ...defineResourceCalls(reportTemplateResource, { read: staff, change: ['school'] }),
  make: {
    summary: 'A table for the authority about one exam, with whole ID numbers, and the required values that are missing',
    input: z.object({
      planId: id,
      kind: z.enum(reportKinds),
      /** Null: the default columns of the kind. */
      templateId: id.nullable(),
      professionId: id,
      tradeId: id.nullable(),
      level: professionLevel,
    }),
    output: z.object({
      title: z.string(),
      columns: z.array(z.object({ heading: z.string(), type: z.enum(['text', 'number', 'day']) })),
      /** A cell is null where nothing is known. */
      rows: z.array(z.object({ userId: id, cells: z.array(cell) })),
      missing: z.array(z.object({ userId: id, name: z.string(), ticketNo: z.string(), headings: z.array(z.string()) })),
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'publish', at: 'planId' }],
    errors: ['notFound', 'refused'],
    // It changes nothing. It counts as a change so that the look at whole ID numbers is in the audit log.
    changes: true,
  },
});
