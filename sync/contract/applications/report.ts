import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { certificateLevels } from '../codes.ts';
import { epochMs, id, shortText } from '../scalars.ts';
import { defineResource } from '../resource.ts';
import { defineResourceCalls } from '../resource-calls.ts';
import { type ReportFact, reportFactNames, reportFacts } from './report-facts.ts';

// Tables that a certification body (评价机构) hands in to its supervising authority after each batch. Provinces want different columns, so that a table
// is described by data: a template.

/** Kinds of tables for the supervising authority, in the order in which an exam batch needs them. */
export const reportKinds = ['plan', 'roster', 'eligibility', 'results', 'passed', 'certificates'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Tells what a row of the table is: a plan of the exam, or a person. */
export const getReportRowKind = (kind: ReportKind): 'plan' | 'person' => (kind === 'plan' ? 'plan' : 'person');

/** Lists the facts that a table of this kind can show. */
export const listReportFacts = (kind: ReportKind): ReportFact[] =>
  reportFactNames.filter((name) => {
    const fact = reportFacts[name];
    return !('of' in fact) || fact.of === getReportRowKind(kind);
  });

export const reportColumn = z.object({
  fact: z.enum(reportFactNames),
  heading: shortText.max(40),
  /** An empty cell of a required column is listed as missing before the table is handed in. */
  required: z.boolean(),
  /** Code table of the supervising authority: writes `to` in place of `from`, such as 1 in place of 男. */
  codes: z.array(z.object({ from: shortText.max(40), to: shortText.max(40) })).max(60),
});
export type ReportColumn = z.output<typeof reportColumn>;

/** Makes a column with the fact's own heading. `facts` that end in "?" may be empty. */
const createColumns = (...facts: (ReportFact | `${ReportFact}?`)[]): ReportColumn[] =>
  facts.map((each) => {
    const fact = each.replace('?', '') as ReportFact;
    return { fact, heading: reportFacts[fact].words[0], required: !each.endsWith('?'), codes: [] };
  });

/** Columns of each kind of report, for a school that has uploaded no template for it. */
export const defaultReportColumns: Readonly<Record<ReportKind, readonly ReportColumn[]>> = {
  plan: createColumns(
    ...(['serial', 'planName', 'professionCode', 'profession', 'trade?', 'level', 'part', 'sitting', 'examinees'] as const),
    ...(['examDay', 'examTime', 'minutes', 'place', 'invigilators?', 'assessors?'] as const),
  ),
  roster: createColumns(
    ...(['serial', 'name', 'sex', 'idType', 'idNumber', 'education', 'employer?', 'phone?'] as const),
    ...(['profession', 'level', 'ticketNo'] as const),
  ),
  eligibility: createColumns(
    ...(['serial', 'name', 'sex', 'idNumber', 'education', 'employer?', 'profession', 'level', 'applicationDay'] as const),
    ...(['heldLevel?', 'workMonths?', 'condition', 'eligibility', 'reviewer', 'reviewDay'] as const),
  ),
  results: createColumns(
    ...(['serial', 'name', 'idNumber', 'ticketNo', 'profession', 'level'] as const),
    ...(['theory?', 'practical?', 'review?', 'result'] as const),
  ),
  passed: createColumns(
    ...(['serial', 'name', 'sex', 'idNumber', 'profession', 'level', 'theory?', 'practical?', 'review?', 'certificateNumber'] as const),
  ),
  certificates: createColumns(
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
      storedAs: 'json',
    },
  },
  shown: {},
});

const staff = ['school', 'teacher'] as const;
const cell = z.union([z.string(), z.number(), z.null()]);
/** The person or plan that a row of the table is about. `ticketNo` is '' for a plan. */
const listed = z.object({ id, name: z.string(), ticketNo: z.string() });

/**
 * A person without a usable photo in the photo package: the photo or the ID number is missing, or another account in the table has the same ID
 * number.
 */
export const missingPhoto = listed.extend({ lacks: z.enum(['photo', 'idNumber', 'ownNumber']) });

/** Identifies one table for the supervising authority: its kind, any plan of the exam, and the profession and level. */
export const reportTopic = z.object({
  planId: id,
  kind: z.enum(reportKinds),
  professionId: id,
  tradeId: id.nullable(),
  level: z.literal(certificateLevels),
});
export type ReportTopic = z.output<typeof reportTopic>;

export const reportCalls = defineCalls('report', {
  ...defineResourceCalls(reportTemplateResource, { read: staff, change: ['school'] }),
  make: {
    summary: 'A table for the authority about one exam, with whole ID numbers, and the required values that are missing',
    /** `templateId`: null means the default columns of the kind. */
    input: reportTopic.extend({ templateId: id.nullable() }),
    output: z.object({
      title: z.string(),
      planName: z.string(),
      columns: z.array(z.object({ heading: z.string(), type: z.enum(['text', 'number', 'day']) })),
      /** The cells of each row, one for each column. A cell is null if nothing is known. */
      rows: z.array(z.object({ id, cells: z.array(cell) })),
      missing: z.array(listed.extend({ headings: z.array(z.string()) })),
      /** People without a usable photo in the photo package. Always empty for a table whose rows are plans. */
      missingPhotos: z.array(missingPhoto),
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'publish', at: 'planId' }],
    errors: ['notFound', 'refused'],
    // The call changes nothing. It counts as a change so that the viewing of whole ID numbers is recorded in the audit log.
    changes: true,
  },
  packPhotos: {
    summary: 'The photos of the people in a table, each named by the ID number, as one zip. `url` gives it, for some minutes',
    input: reportTopic,
    output: z.object({ url: z.string(), untilMs: epochMs, photos: z.int() }),
    access: staff,
    rows: [{ of: 'plan', act: 'publish', at: 'planId' }],
    errors: ['notFound', 'refused'],
    // The call changes nothing. It counts as a change so that the viewing of ID numbers is recorded in the audit log.
    changes: true,
  },
});
