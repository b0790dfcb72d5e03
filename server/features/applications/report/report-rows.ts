import {
  educationLevels,
  ethnicGroups,
  idTypes,
  personSources,
  politicalStatuses,
  sexNames,
} from '../../../../sync/contract/code-lists.ts';
import type { CertificateLevel } from '../../../../sync/contract/codes.ts';
import type { ExamPart } from '../../../../sync/contract/exams/exam-part.ts';
import type { ReportColumn } from '../../../../sync/contract/applications/report.ts';
import type { ReportFact } from '../../../../sync/contract/applications/report-facts.ts';
import { formatWallTime } from '../../../../sync/contract/zone-time.ts';
import { getCallZone } from '../../../http/input/call-zone.ts';
import type { EligibilityReview } from '../application/eligibility-reads.ts';
import type { ReportedPerson } from '../../people/user/examinee-facts-reads.ts';
import type { ReportedPlan } from './report-reads.ts';

/** Facts that a table for the authority may show about one examinee or one exam plan. */
export interface ReportSubject {
  /** User id of the examinee, or id of the plan. */
  readonly id: number;
  readonly name: string;
  /** Admission ticket number of the examinee; '' if the subject is a plan. */
  readonly ticketNo: string;
  /** The examinee; undefined if the subject is a plan, or an examinee whose account was removed. */
  readonly person: ReportedPerson | undefined;
  /** The plan; undefined if the subject is a person. */
  readonly plan: ReportedPlan | undefined;
  /** Decision on the person's application; undefined if they have none for this profession and level. */
  readonly eligibility: EligibilityReview | undefined;
  readonly profession: { readonly code: string; readonly name: string; readonly trade: string; readonly level: CertificateLevel };
  /** Points of each part that has a released result. */
  readonly points: Readonly<Partial<Record<ExamPart, number>>>;
  /** Whether the examinee passed every part; null if no part has a released result. */
  readonly passed: boolean | null;
  readonly certificate: { readonly number: string; readonly issueDay: string } | undefined;
  readonly school: string;
}

type ReportCell = string | number | null;

const levelNames: Readonly<Record<CertificateLevel, string>> = {
  1: '一级/高级技师',
  2: '二级/技师',
  3: '三级/高级工',
  4: '四级/中级工',
  5: '五级/初级工',
  6: '特级技师',
  7: '首席技师',
};
const partNames: Readonly<Record<ExamPart, string>> = { theory: '理论知识', practical: '技能操作', review: '综合评审' };
const decisionNames: Readonly<Record<EligibilityReview['decision'], string>> = { approved: '通过', returned: '退回', pending: '待审核' };

/** Returns the Chinese name for a code of the list, where codes count from 1; null for 0. */
const findCodeName = (list: readonly (readonly [string, string])[], code: number | undefined): string | null =>
  list[(code ?? 0) - 1]?.[0] ?? null;
const toNullableText = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

const facts: Readonly<Record<ReportFact, (subject: ReportSubject, at: number) => ReportCell | undefined>> = {
  planName: ({ plan }) => toNullableText(plan?.name),
  part: ({ plan }) => plan && partNames[plan.part],
  sitting: ({ plan }) => plan && (plan.isResit ? '补考' : '正考'),
  examDay: ({ plan }) => plan && formatWallTime(plan.startMs, getCallZone()).slice(0, 10),
  examTime: ({ plan }) => plan && formatWallTime(plan.startMs, getCallZone()).slice(11, 16),
  minutes: ({ plan }) => plan && plan.durationMs / 60_000,
  place: ({ plan }) => toNullableText(plan?.rooms.join('、')),
  rooms: ({ plan }) => plan?.rooms.length,
  examinees: ({ plan }) => plan?.examinees,
  invigilators: ({ plan }) => toNullableText(plan?.invigilators.join('、')),
  assessors: ({ plan }) => toNullableText(plan?.assessors.join('、')),
  offer: ({ eligibility }) => toNullableText(eligibility?.offer),
  applicationDay: ({ eligibility }) => toNullableText(eligibility?.applicationDay),
  heldLevel: ({ eligibility }) => toNullableText(eligibility?.heldLevel),
  workMonths: ({ eligibility }) => eligibility?.workMonths,
  condition: ({ eligibility }) => toNullableText(eligibility?.condition),
  eligibility: ({ eligibility }) => eligibility && decisionNames[eligibility.decision],
  reviewer: ({ eligibility }) => toNullableText(eligibility?.reviewer),
  reviewDay: ({ eligibility }) => toNullableText(eligibility?.reviewDay),
  serial: (_subject, at) => at + 1,
  name: ({ name }) => toNullableText(name),
  idType: ({ person }) => (person?.idNumber === '' ? null : findCodeName(idTypes, person?.idType)),
  idNumber: ({ person }) => toNullableText(person?.idNumber),
  sex: ({ person }) => findCodeName(sexNames, person?.sex),
  birthday: ({ person }) => toNullableText(person?.birthday),
  ethnicity: ({ person }) => findCodeName(ethnicGroups, person?.ethnicity),
  political: ({ person }) => findCodeName(politicalStatuses, person?.political),
  education: ({ person }) => findCodeName(educationLevels, person?.education),
  personSource: ({ person }) => findCodeName(personSources, person?.source),
  employer: ({ person }) => toNullableText(person?.employer),
  className: ({ person }) => toNullableText(person?.className),
  studentNo: ({ person }) => toNullableText(person?.studentNo),
  phone: ({ person }) => toNullableText(person?.phone),
  ticketNo: ({ ticketNo }) => toNullableText(ticketNo),
  professionCode: ({ profession }) => toNullableText(profession.code),
  profession: ({ profession }) => toNullableText(profession.name),
  trade: ({ profession }) => toNullableText(profession.trade),
  level: ({ profession }) => levelNames[profession.level],
  theory: ({ points }) => points.theory ?? null,
  practical: ({ points }) => points.practical ?? null,
  review: ({ points }) => points.review ?? null,
  result: ({ passed }) => (passed === null ? null : passed ? '合格' : '不合格'),
  certificateNumber: ({ certificate }) => toNullableText(certificate?.number),
  issueDay: ({ certificate }) => toNullableText(certificate?.issueDay),
  school: ({ school }) => toNullableText(school),
  blank: () => null,
};

/** Builds one row of a table for the authority. A value for which the column has a code is replaced by the code. */
export const fillRow = (columns: readonly ReportColumn[], subject: ReportSubject, at: number): ReportCell[] =>
  columns.map(({ fact, codes }) => {
    const value = facts[fact](subject, at) ?? null;
    return codes.find(({ from }) => from === String(value))?.to ?? value;
  });

/** Lists the headings of the required columns that are empty in a row. A column that is meant to be filled in by hand is never listed. */
export const listMissing = (columns: readonly ReportColumn[], cells: readonly ReportCell[]): string[] =>
  columns.flatMap(({ fact, heading, required }, at) => (required && fact !== 'blank' && cells[at] === null ? [heading] : []));
