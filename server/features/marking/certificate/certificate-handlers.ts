import type { ExamPart } from '../../../../sync/contract/exams/exam-part.ts';
import { certificateNumber, createCertificateNumbers, listPatternCodes } from '../../../../sync/contract/certificate-number.ts';
import { findMissingParts, type PartResult, listPartsOfLevel } from '../../../../sync/contract/marking/certificate.ts';
import { formatZoneDay } from '../../../../sync/contract/zone-time.ts';
import { createRowOwnerStore } from '../../../db/row-owner-store.ts';
import { getRateLimitUnit } from '../../../http/client-address.ts';
import { type Caller, type Handlers, refuse, refuseField, say } from '../../../http/handler.ts';
import { getCallZone } from '../../../http/input/call-zone.ts';
import { createSharedRateLimiter, type SharedLimitDeps } from '../../../http/limits/rate-limiter.ts';
import { listRowActions } from '../../../http/limits/row-access.ts';
import type { ServerRandom } from '../../../ports.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createProfessionReads } from '../../people/profession/profession-reads.ts';
import { createSchoolReads } from '../../people/school/school-reads.ts';
import { type IdNumberKeys, readPrintedIdentity, readExamineeFacts } from '../../people/user/examinee-facts-reads.ts';
import { createSystemReads } from '../../platform/system/system-reads.ts';
import { createWebhookWrites } from '../../platform/webhook/webhook-writes.ts';
import { type ExamPartPlans, findPartResult, groupByPart, listExaminees } from '../score/exam-standing-reads.ts';
import { createScoreReads, type ScoreReadsDeps } from '../score/score-reads.ts';
import { type CertificateRow, createCertificateStore, type CertificateHolder } from './certificate-store.ts';

export interface CertificateDeps extends ScoreReadsDeps, SharedLimitDeps {
  readonly keys: { readonly personal: IdNumberKeys };
  readonly chance: ServerRandom;
}

/**
 * Maximum number of checks per hour and IP address. Many people of one office may share an address, but numbers are sequential and must not be
 * enumerated.
 */
const asksAnHour = 600;

/** Masks a name: "沈嘉禾" becomes "沈*禾", "沈嘉" becomes "沈*"; the holder can still recognise it. */
export function maskHolderName(name: string): string {
  const letters = [...name];
  return letters.length <= 2 ? `${letters[0] ?? ''}*` : `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.at(-1)}`;
}

const parseResults = (row: CertificateRow) =>
  (JSON.parse(row.parts) as { part?: ExamPart; name: string; points: number; passPoints: number }[]).map(
    ({ part = null, ...ownParts }) => ({
      part,
      ...ownParts,
    }),
  );

/**
 * Returns the parts of the exam for which a certificate has no result. Returns none for an old certificate, whose results do not name their parts.
 */
function listMissingParts(row: CertificateRow): ExamPart[] {
  const own = parseResults(row).map(({ part }) => part);
  return own.includes(null) ? [] : listPartsOfLevel(row.level).filter((part) => !own.includes(part));
}

const presentCertificate = (row: CertificateRow) => ({
  id: row.id,
  number: row.number,
  name: row.name,
  profession: row.profession,
  level: row.level,
  parts: parseResults(row),
  missing: listMissingParts(row),
  issuedMs: row.issued_ms,
  revokedMs: row.revoked_ms,
  revokeReason: row.revoke_reason,
});

const messages = {
  notFound: () => say('没有这张证书', 'This certificate does not exist'),
  tooMany: () => say('核验太频繁，请一小时后再试', 'Too many verifications. Try again in an hour'),
  noPlan: () => say('没有这场考试', 'This exam does not exist'),
  notReleased: (name: string) => say(`“${name}”的成绩还没有公布`, `The scores of “${name}” are not released yet`),
  notPrintable: () => say('只有持证人和可以发证的人员能打印这张证书', 'Only the holder and staff who may issue can print this certificate'),
  partMissing: (count: number) =>
    say(
      `有 ${count} 人缺少一部分的成绩；请在发证页面核对名单并确认`,
      `${count} ${count === 1 ? 'person has' : 'people have'} no result in a part. Check the names on the page of certificates and confirm`,
    ),
  codesMissing: () =>
    say(
      '学校设置里没有填全编号要用的机构代码、省代码或站点代码，不能编号；请平台管理员补齐',
      'The school’s settings lack a body, province or site code that certificate numbers need. Ask the platform administrator to add it',
    ),
  seriesFull: () =>
    say(
      '这一序列的证书编号已用完；请平台管理员在学校设置里增加序号位数',
      'This series of certificate numbers is used up. Ask the platform administrator for a pattern with more digits in the serial number',
    ),
  noProfession: () => say('本校没有这个职业', 'The school does not offer this profession'),
} as const;

export function createCertificateHandlers(deps: CertificateDeps): Handlers<'certificate'> {
  const { db, clock, chance } = deps;
  const store = createCertificateStore(db);
  const scores = createScoreReads(deps);
  const verifyLimiter = createSharedRateLimiter(deps, 'certificateAsks', { limit: asksAnHour, everyMs: 3_600_000 });

  const toPartResult = (part: ExamPartPlans, userId: number): PartResult => ({
    part: part.part,
    listed: part.plans.some((plan) => plan.examinees.some((each) => each.userId === userId)),
    passed: findPartResult(part, userId)?.passed === true,
  });

  /** Finds a certificate for its holder, and for staff who may read its exam. */
  const findReadable = async (caller: Caller, id: number): Promise<CertificateRow | undefined> => {
    const row = await store.byId(caller.schoolId, id);
    const isStaff = caller.roles.includes('school') || caller.roles.includes('teacher');
    const may = row && (row.user_id === caller.userId || (isStaff && (await scores.mayRead(caller, row.plan_id))));
    return may ? row : undefined;
  };
  /** Tells whether the caller may see the holder's whole ID number on the certificate: the holder, and staff who may issue it. */
  const canPrint = async (caller: Caller, row: CertificateRow): Promise<boolean> =>
    row.user_id === caller.userId || (await listRowActions(createRowOwnerStore(db), 'plan', row.plan_id, caller)).includes('publish');

  return {
    async getCandidates({ planId }, { caller }) {
      const plans = await scores.readAllParts(caller, planId);
      if (!plans.some((plan) => plan.id === planId)) refuse('notFound', messages.noPlan());
      const parts = groupByPart(plans);
      const have = new Map((await store.ofPlans(plans.map(({ id }) => id))).map((row) => [row.user_id, row]));
      return {
        parts: parts.map(({ part, released }) => ({ part, released })),
        codes: await createSchoolReads(db).certificateCodes(caller.schoolId),
        items: listExaminees(plans).map(({ userId, name, ticketNo }) => {
          const partResults = parts.map((part) => findPartResult(part, userId));
          const row = have.get(userId);
          return {
            userId,
            name,
            ticketNo,
            parts: partResults.map((standing, at) => ({
              points: standing?.points ?? null,
              passed: standing?.passed ?? false,
              listed: parts[at] !== undefined && toPartResult(parts[at], userId).listed,
            })),
            passed: partResults.every((standing) => standing?.passed === true),
            certificate: row ? { id: row.id, number: row.number, revokedMs: row.revoked_ms } : null,
          };
        }),
      };
    },

    issue: ({ planId, professionId, level, kind, incomplete }, context) =>
      scores.runWithScoresLocked(context.caller, planId, async () => {
        const { caller, audit } = context;
        const plans = await scores.readAllParts(caller, planId);
        const [first] = plans;
        if (!first || !plans.some((plan) => plan.id === planId)) refuse('notFound', messages.noPlan());
        const parts = groupByPart(plans);
        const early = parts.find(({ released }) => !released)?.plans[0];
        if (early) refuse('refused', messages.notReleased(early.name));
        const { pattern, ...codes } = await createSchoolReads(db).certificateCodes(caller.schoolId);
        if (listPatternCodes(pattern).some((code) => codes[code] === '')) refuse('refused', messages.codesMissing());
        const profession = await createProfessionReads(db).byId(professionId);
        if (!profession || !(await createProfessionReads(db).isTaught(caller.schoolId, professionId)))
          refuseField('notFound', 'professionId', messages.noProfession());
        const certifiedUserIds = new Set((await store.ofPlans(plans.map(({ id }) => id))).map((row) => row.user_id));
        const agreed = new Set(incomplete);
        let notAgreed = 0;
        const holders = listExaminees(plans).flatMap(({ userId, name }): CertificateHolder[] => {
          const missingParts = findMissingParts(
            level,
            parts.map((part) => toPartResult(part, userId)),
          );
          if (certifiedUserIds.has(userId) || missingParts === null) return [];
          if (missingParts.length > 0 && !agreed.has(userId)) {
            notAgreed += 1;
            return [];
          }
          const ownParts = parts.flatMap((part) => {
            const own = findPartResult(part, userId);
            return own ? [{ part: part.part, name: own.plan.name, points: own.points ?? 0, passPoints: own.plan.passPoints }] : [];
          });
          return [{ userId, name, parts: ownParts }];
        });
        if (holders.length === 0 && notAgreed > 0) refuse('refused', messages.partMissing(notAgreed));
        const nowMs = clock.nowMs();
        const year = formatZoneDay(nowMs, getCallZone()).slice(0, 4);
        const series = createCertificateNumbers(pattern, { ...codes, kind, year, profession: profession.code, level });
        // Several schools may make numbers of one series, so lock the whole platform.
        return runUnitOfWork(db, 'everything', context, async (tx) => {
          const of = { schoolId: caller.schoolId, planId: first.id, profession: profession.name, level, pattern, by: caller.userId, nowMs };
          const issued = await createCertificateStore(tx).issue(series, of, holders);
          if (issued === null) refuse('refused', messages.seriesFull());
          await audit.noteIn(tx, {
            entity: 'examPlan',
            id: planId,
            name: first.name,
            before: { certificates: [] },
            after: { certificates: issued.map(({ number }) => number) },
          });
          const facts = { planId: first.id, planName: first.name, certificates: issued };
          if (issued.length > 0)
            await createWebhookWrites(tx, chance).write({ schoolId: caller.schoolId, event: 'certificateIssued', facts, nowMs });
          return { issued: issued.length };
        });
      }),

    async revoke({ planId, id, reason }, context) {
      const { caller, audit } = context;
      const row = await store.byId(caller.schoolId, id);
      // A certificate belongs to the whole exam, and `planId` may be the plan of any of its parts.
      const plans = row ? await scores.readAllParts(caller, planId) : [];
      if (!plans.some((plan) => plan.id === row?.plan_id)) refuse('notFound', messages.notFound());
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        await createCertificateStore(tx).revoke(id, reason, clock.nowMs());
        await audit.noteIn(tx, {
          entity: 'examPlan',
          id: planId,
          name: row?.number ?? '',
          before: { revoked: row?.revoked_ms != null },
          after: { revoked: true, reason },
        });
        return {};
      });
    },

    async getById({ id }, { caller }) {
      const row = await findReadable(caller, id);
      if (!row) refuse('notFound', messages.notFound());
      const examinee = (await readExamineeFacts(db, deps.keys.personal, [row.user_id])).get(row.user_id);
      return {
        ...presentCertificate(row),
        pattern: row.pattern,
        school: await store.school(row.school_id),
        sex: examinee?.sex ?? 0,
        idType: examinee?.idType ?? 0,
        idNumber: examinee?.idNumber ?? '',
        photo: examinee?.photo ?? '',
        publicAddress: (await createSystemReads(db).settings()).publicAddress,
        mayPrint: await canPrint(caller, row),
      };
    },

    async getPrinted({ id }, { caller, audit }) {
      const row = await findReadable(caller, id);
      if (!row) refuse('notFound', messages.notFound());
      if (!(await canPrint(caller, row))) refuse('forbidden', messages.notPrintable());
      audit.note({ entity: 'user', id: row.user_id, name: row.name });
      return readPrintedIdentity(db, deps.keys.personal, row.user_id);
    },

    async verify({ number }, { ip }) {
      if (!(await verifyLimiter.admit(getRateLimitUnit(ip)))) refuse('tooMany', messages.tooMany());
      const plain = number.replaceAll(/\s/g, '').toUpperCase();
      const row = certificateNumber.test(plain) ? await store.byNumber(plain) : undefined;
      if (!row) return { found: false, valid: false, name: '', profession: '', level: null, missing: [], issuedMs: null };
      return {
        found: true,
        valid: row.revoked_ms === null,
        name: maskHolderName(row.name),
        profession: row.profession,
        level: row.level,
        missing: listMissingParts(row),
        issuedMs: row.issued_ms,
      };
    },
  };
}
