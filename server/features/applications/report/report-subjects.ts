import type { ReportKind, ReportTopic } from '../../../../sync/contract/applications/report.ts';
import { formatZoneDay } from '../../../../sync/contract/zone-time.ts';
import { type Caller, refuse, refuseField, say } from '../../../http/handler.ts';
import { getCallZone } from '../../../http/input/call-zone.ts';
import type { ServerRandom } from '../../../ports.ts';
import { createCertificateReads } from '../../marking/certificate/certificate-reads.ts';
import { type ExamPartPlans, findPartResult, groupByPart } from '../../marking/score/exam-standing-reads.ts';
import { createScoreReads, type ScoreReadsDeps } from '../../marking/score/score-reads.ts';
import { createProfessionReads } from '../../people/profession/profession-reads.ts';
import { createSchoolReads } from '../../people/school/school-reads.ts';
import { type IdNumberKeys, readReportedPeople } from '../../people/user/examinee-facts-reads.ts';
import { readEligibilityReviews } from '../application/eligibility-reads.ts';
import { createReportReads } from './report-reads.ts';
import type { ReportSubject } from './report-rows.ts';

export interface ReportSubjectDeps extends ScoreReadsDeps {
  readonly chance: ServerRandom;
  readonly keys: { readonly personal: IdNumberKeys };
}
/** Kinds of tables for the authority that need released scores. Before the release no person has passed and no result may be named. */
const needsScores: ReadonlySet<ReportKind> = new Set(['results', 'passed']);

const isListed: Readonly<Record<Exclude<ReportKind, 'plan'>, (subject: ReportSubject) => boolean>> = {
  roster: () => true,
  eligibility: () => true,
  results: () => true,
  passed: ({ passed }) => passed === true,
  certificates: ({ certificate }) => certificate !== undefined,
};

/** Returns the examinee's points in each part of the exam with a released result, and whether every part is passed. */
function collectResults(parts: readonly ExamPartPlans[], userId: number): Pick<ReportSubject, 'points' | 'passed'> {
  const partStandings = parts.map((each) => ({ part: each.part, standing: findPartResult(each, userId) }));
  const points = Object.fromEntries(
    partStandings.flatMap(({ part, standing }) => (standing?.points == null ? [] : [[part, standing.points]])),
  );
  return {
    points,
    passed: parts.some(({ released }) => released) ? partStandings.every(({ standing }) => standing?.passed === true) : null,
  };
}

export const reportMessages = {
  noPlan: () => say('没有这场考试', 'This exam does not exist'),
  noTemplate: () => say('没有这个模板，可能已被删除', 'This template does not exist. It may have been deleted'),
  otherKind: () => say('这个模板用于另一种报表', 'This template is for another table'),
  otherFact: () => say('这张报表没有这项内容，请换一项或删除这一栏', 'This table has no such content. Choose another or remove the column'),
  noPhotos: () => say('计划申报表不列人员，没有照片', 'The plan declaration lists no people, so it has no photos'),
  noProfession: () => say('没有这个职业，或本校没有开设', 'This profession does not exist, or the school does not offer it'),
  noTrade: () => say('这个职业没有这个工种', 'This profession has no such trade'),
  notReleased: (name: string) => say(`“${name}”的成绩还没有公布`, `The scores of “${name}” are not released yet`),
};

async function readProfession(
  { db }: ReportSubjectDeps,
  schoolId: number,
  { professionId, tradeId, level }: ReportTopic,
): Promise<ReportSubject['profession']> {
  const reads = createProfessionReads(db);
  const profession = await reads.byId(professionId);
  if (profession === undefined || !(await reads.isTaught(schoolId, professionId)))
    refuseField('notFound', 'professionId', reportMessages.noProfession());
  const trade = profession.trades.find(({ id }) => id === tradeId);
  if (tradeId !== null && trade === undefined) refuseField('notFound', 'tradeId', reportMessages.noTrade());
  return { code: profession.code, name: profession.name, trade: trade?.name ?? '', level };
}

/**
 * Reads the people or plans that a table for the authority lists. Refuses if the exam, profession or trade does not exist, or if the table needs
 * scores that are not released.
 */
export async function readReportSubjects(
  deps: ReportSubjectDeps,
  caller: Pick<Caller, 'schoolId'>,
  topic: ReportTopic,
): Promise<{ plan: { id: number; name: string }; subjects: ReportSubject[] }> {
  const { db } = deps;
  const plans = await createScoreReads(deps).readAllParts(caller, topic.planId);
  const plan = plans.find(({ id }) => id === topic.planId);
  if (plan === undefined) refuse('notFound', reportMessages.noPlan());
  const parts = groupByPart(plans);
  const early = parts.find(({ released }) => !released)?.plans[0];
  if (early !== undefined && needsScores.has(topic.kind)) refuse('refused', reportMessages.notReleased(early.name));
  const profession = await readProfession(deps, caller.schoolId, topic);
  const school = await createSchoolReads(db).titleOf(caller.schoolId);
  const reads = createReportReads(db);
  const planIds = plans.map(({ id }) => id);
  const about = {
    person: undefined,
    plan: undefined,
    eligibility: undefined,
    profession,
    points: {},
    passed: null,
    certificate: undefined,
    school,
  };
  if (topic.kind === 'plan') {
    const subjects: ReportSubject[] = [];
    for (const id of planIds) {
      const each = await reads.plan(id);
      subjects.push({ ...about, id, name: each.name, ticketNo: '', plan: each });
    }
    return { plan, subjects };
  }
  const listed = await reads.people(planIds);
  const userIds = listed.map(({ userId }) => userId);
  const issued = await createCertificateReads(db).validOfPlans(planIds);
  const people = await readReportedPeople(db, deps.keys.personal, userIds);
  const reviews = topic.kind === 'eligibility' ? await readEligibilityReviews(deps, caller.schoolId, userIds, topic) : undefined;
  const subjects = listed.map(({ userId, name, ticketNo }): ReportSubject => {
    const row = issued.get(userId);
    return {
      ...about,
      id: userId,
      name,
      ticketNo,
      person: people.get(userId),
      eligibility: reviews?.get(userId),
      // Take profession and level from the certificate, which says for which it was issued.
      profession: {
        ...(row === undefined || row.profession === profession.name ? profession : { code: '', name: row.profession, trade: '' }),
        level: row?.level ?? topic.level,
      },
      ...collectResults(parts, userId),
      certificate: row && { number: row.number, issueDay: formatZoneDay(row.issuedMs, getCallZone()) },
    };
  });
  return { plan, subjects: subjects.filter(isListed[topic.kind]) };
}
