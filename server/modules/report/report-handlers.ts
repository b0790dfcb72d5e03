import { defaultReportColumns, type ReportKind, reportFacts, reportTemplateResource } from '../../../sync/contract/marking/report.ts';
import { formatZoneDay } from '../../../sync/contract/zone-time.ts';
import { type Handlers, refuse } from '../../http/handler.ts';
import { getCallZone } from '../../http/input/call-zone.ts';
import type { ChangeDeps } from '../../resources/change.ts';
import { addNoValues, createResourceHandlers } from '../../resources/resource-handlers.ts';
import { createResourceStore } from '../../resources/resource-store.ts';
import { createCertificateReads } from '../certificate/certificate-reads.ts';
import { createProfessionReads } from '../profession/profession-reads.ts';
import { type ExamPartPlans, findStanding, groupByPart, listExaminees } from '../score/exam-standing-reads.ts';
import { createScoreReads, type ScoreReadsDeps } from '../score/score-reads.ts';
import { type PersonalKeys, readReportedPeople } from '../user/examinee-facts-reads.ts';
import { createSchoolReads } from '../school/school-reads.ts';
import { reportMessages as messages } from './report-messages.ts';
import { fillRow, listMissing, type ReportSubject } from './report-rows.ts';

export interface ReportDeps extends ScoreReadsDeps, ChangeDeps {
  readonly keys: { readonly personal: PersonalKeys };
}

/** Tables that need released scores: without them nobody has passed and no result can be named. */
const needsScores: ReadonlySet<ReportKind> = new Set(['results', 'passed']);

const isListed: Readonly<Record<ReportKind, (subject: ReportSubject) => boolean>> = {
  roster: () => true,
  results: () => true,
  passed: ({ passed }) => passed === true,
  certificates: ({ certificate }) => certificate !== undefined,
};

/** Returns the points of each part with a released result, and whether every part is passed. */
function resultsOf(parts: readonly ExamPartPlans[], userId: number): Pick<ReportSubject, 'points' | 'passed'> {
  const own = parts.map((each) => ({ part: each.part, standing: findStanding(each, userId) }));
  const points = Object.fromEntries(own.flatMap(({ part, standing }) => (standing?.points == null ? [] : [[part, standing.points]])));
  return { points, passed: parts.some(({ released }) => released) ? own.every(({ standing }) => standing?.passed === true) : null };
}

export function createReportHandlers(deps: ReportDeps): Handlers<'report'> {
  const { db } = deps;
  const templates = createResourceStore(db, reportTemplateResource, null);
  const scores = createScoreReads(deps);

  const columnsOf = async (schoolId: number, kind: ReportKind, templateId: number | null) => {
    if (templateId === null) return { name: '', columns: defaultReportColumns[kind] };
    const found = await templates.byId(schoolId, templateId);
    if (found === undefined) refuse('notFound', messages.noTemplate());
    if (found.kind !== kind) refuse('refused', messages.otherKind());
    return found;
  };
  const professionOf = async (schoolId: number, professionId: number, tradeId: number | null) => {
    const reads = createProfessionReads(db);
    const profession = await reads.byId(professionId);
    if (profession === undefined || !(await reads.isTaught(schoolId, professionId)))
      refuse('notFound', messages.noProfession(), { fields: [{ path: 'professionId', message: messages.noProfession() }] });
    const trade = profession.trades.find(({ id }) => id === tradeId);
    if (tradeId !== null && trade === undefined)
      refuse('notFound', messages.noTrade(), { fields: [{ path: 'tradeId', message: messages.noTrade() }] });
    return { code: profession.code, name: profession.name, trade: trade?.name ?? '' };
  };

  return {
    ...createResourceHandlers(deps, templates, { shown: addNoValues }),

    async make({ planId, kind, templateId, professionId, tradeId, level }, { caller, audit }) {
      const plans = await scores.wholeOf(caller, planId);
      const plan = plans.find(({ id }) => id === planId);
      if (plan === undefined) refuse('notFound', messages.noPlan());
      const parts = groupByPart(plans);
      const early = parts.find(({ released }) => !released)?.plans[0];
      if (early !== undefined && needsScores.has(kind)) refuse('refused', messages.notReleased(early.name));
      const template = await columnsOf(caller.schoolId, kind, templateId);
      const profession = await professionOf(caller.schoolId, professionId, tradeId);
      const issued = await createCertificateReads(db).validOfPlans(plans.map(({ id }) => id));
      const school = await createSchoolReads(db).titleOf(caller.schoolId);
      const examinees = listExaminees(plans);
      const people = await readReportedPeople(
        db,
        deps.keys.personal,
        examinees.map(({ userId }) => userId),
      );
      const subjects = examinees
        .map(({ userId, name, ticketNo }): ReportSubject => {
          const row = issued.get(userId);
          return {
            userId,
            name,
            ticketNo,
            person: people.get(userId),
            // A certificate says for which profession and level it was issued.
            profession: {
              ...(row === undefined || row.profession === profession.name ? profession : { code: '', name: row.profession, trade: '' }),
              level: row?.level ?? level,
            },
            ...resultsOf(parts, userId),
            certificate: row && { number: row.number, issueDay: formatZoneDay(row.issuedMs, getCallZone()) },
            school,
          };
        })
        .filter(isListed[kind]);
      const { columns } = template;
      const rows = subjects.map((subject, at) => ({ userId: subject.userId, cells: fillRow(columns, subject, at) }));
      const missing = subjects.flatMap(({ userId, name, ticketNo }, at) => {
        const headings = listMissing(columns, rows[at]?.cells ?? []);
        return headings.length === 0 ? [] : [{ userId, name, ticketNo, headings }];
      });
      audit.note({ entity: 'examPlan', id: planId, name: plan.name });
      return {
        title: template.name,
        columns: columns.map(({ fact, heading }) => ({ heading, type: reportFacts[fact].type })),
        rows,
        missing,
      };
    },
  };
}
