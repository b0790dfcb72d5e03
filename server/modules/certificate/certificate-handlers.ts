import { certificateNumber } from '../../../sync/contract/certificate.ts';
import { type ExamPart, examParts } from '../../../sync/contract/exam-part.ts';
import { zoneDay } from '../../../sync/contract/zone-time.ts';
import { zoneOfCall } from '../../http/call-zone.ts';
import { placeOf } from '../../http/client-address.ts';
import { floodGate } from '../../http/flood-gate.ts';
import { type Handlers, refuse } from '../../http/handler.ts';
import { oneChange } from '../../things/one-change.ts';
import { profReads } from '../prof/prof-reads.ts';
import { hasPassed, type PlanResults, scoreReads, type ScoreReadsDeps, type ScoredSitter } from '../score/score-reads.ts';
import { type PersonalKeys, sittersOf } from '../user/sitter-reads.ts';
import { type CertificateRow, certificateStore, type Holder } from './certificate-store.ts';
import { certificateMessages as messages } from './certificate-messages.ts';

export interface CertificateDeps extends ScoreReadsDeps {
  readonly keys: { readonly personal: PersonalKeys };
}

/**
 * Maximum number of checks per hour and address. An office of many may share one address, but numbers are sequential and must not be enumerated.
 */
const asksAnHour = 600;

/** Masks a name: "沈嘉禾" becomes "沈*禾", "沈嘉" becomes "沈*"; the holder can still recognise it. */
export function maskedName(name: string): string {
  const letters = [...name];
  return letters.length <= 2 ? `${letters[0] ?? ''}*` : `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.at(-1)}`;
}

const shown = (row: CertificateRow) => ({
  id: row.id,
  number: row.number,
  name: row.name,
  profession: row.profession,
  level: row.level,
  parts: (JSON.parse(row.parts) as { part?: ExamPart; name: string; points: number; passPoints: number }[]).map(
    ({ part = null, ...told }) => ({
      part,
      ...told,
    }),
  ),
  issuedMs: row.issued_ms,
  revokedMs: row.revoked_ms,
  revokeReason: row.revoke_reason,
});

const passes = ({ passPoints }: PlanResults, { points, status }: ScoredSitter): boolean =>
  points !== null && hasPassed(points, passPoints, status);

export function certificateHandlers(deps: CertificateDeps): Handlers<'certificate'> {
  const { db, clock } = deps;
  const store = certificateStore(db);
  const scores = scoreReads(deps);
  const asks = floodGate(clock, { limit: asksAnHour, everyMs: 3_600_000 });

  /** Returns the parts of the exam in order, each with its plans (first sitting and resits). */
  const partsOf = (plans: readonly PlanResults[]) =>
    examParts.flatMap((part) => {
      const own = plans.filter((plan) => plan.part === part);
      return own.length === 0 ? [] : [{ part, plans: own, released: own.some((plan) => plan.releasedMs !== null) }];
    });
  type Part = ReturnType<typeof partsOf>[number];
  /** Returns the passed result in a part, or else the last one: a failed part may be sat again. */
  const standingIn = ({ plans }: Part, userId: number) => {
    const own = plans.flatMap((plan) => {
      const sitter = plan.releasedMs === null ? undefined : plan.sitters.find((each) => each.userId === userId);
      return sitter ? [{ plan, points: sitter.points, passed: passes(plan, sitter) }] : [];
    });
    return own.find(({ passed }) => passed) ?? own.findLast(({ points }) => points !== null);
  };
  const peopleOf = (plans: readonly PlanResults[]): ScoredSitter[] => [
    ...new Map(plans.flatMap((plan) => plan.sitters).map((sitter) => [sitter.userId, sitter])).values(),
  ];

  return {
    async getCandidates({ planId }, { caller }) {
      const plans = await scores.wholeOf(caller, planId);
      if (!plans.some((plan) => plan.id === planId)) return refuse('notFound', messages.noPlan());
      const parts = partsOf(plans);
      const have = new Map((await store.ofPlans(plans.map(({ id }) => id))).map((row) => [row.user_id, row]));
      return {
        parts: parts.map(({ part, released }) => ({ part, released })),
        items: peopleOf(plans).map(({ userId, name, ticketNo }) => {
          const own = parts.map((part) => standingIn(part, userId));
          const row = have.get(userId);
          return {
            userId,
            name,
            ticketNo,
            parts: own.map((standing) => ({ points: standing?.points ?? null, passed: standing?.passed ?? false })),
            passed: own.every((standing) => standing?.passed === true),
            certificate: row ? { id: row.id, number: row.number, revokedMs: row.revoked_ms } : null,
          };
        }),
      };
    },

    issue: ({ planId, professionId, level, kind, body, province, site }, context) =>
      scores.heldStill(context.caller, planId, async () => {
        const { caller, audit } = context;
        const plans = await scores.wholeOf(caller, planId);
        const [first] = plans;
        if (!first || !plans.some((plan) => plan.id === planId)) return refuse('notFound', messages.noPlan());
        const parts = partsOf(plans);
        const early = parts.find(({ released }) => !released)?.plans[0];
        if (early) return refuse('refused', messages.notReleased(early.name));
        const profession = await profReads(db).byId(professionId);
        if (!profession || !(await profReads(db).isTaught(caller.schoolId, professionId)))
          return refuse('notFound', messages.noProfession(), { fields: [{ path: 'professionId', message: messages.noProfession() }] });
        const had = new Set((await store.ofPlans(plans.map(({ id }) => id))).map((row) => row.user_id));
        const holders = peopleOf(plans).flatMap(({ userId, name }): Holder[] => {
          const own = parts.flatMap((part) => standingIn(part, userId) ?? []);
          if (had.has(userId) || own.length < parts.length || own.some(({ passed }) => !passed)) return [];
          const told = own.map(({ plan, points }) => ({
            part: plan.part,
            name: plan.name,
            points: points ?? 0,
            passPoints: plan.passPoints,
          }));
          return [{ userId, name, parts: told }];
        });
        const nowMs = clock.nowMs();
        const year = zoneDay(nowMs, zoneOfCall()).slice(2, 4);
        const prefix = `${kind}${body}${province}${site}${year}${level}`;
        // The number's prefix contains the issuing body, which several schools may share, so lock the whole platform.
        return oneChange(db, 'everything', context, async (tx) => {
          const of = { schoolId: caller.schoolId, planId: first.id, profession: profession.name, level, by: caller.userId, nowMs };
          const numbers = await certificateStore(tx).issue(prefix, of, holders);
          await audit.noteIn(tx, {
            entity: 'examPlan',
            id: planId,
            name: first.name,
            before: { certificates: [] },
            after: { certificates: numbers },
          });
          return { issued: numbers.length };
        });
      }),

    async revoke({ planId, id, reason }, context) {
      const { caller, audit } = context;
      const row = await store.byId(caller.schoolId, id);
      // A certificate belongs to the whole exam, and the page may be that of any part.
      const plans = row ? await scores.wholeOf(caller, planId) : [];
      if (!plans.some((plan) => plan.id === row?.plan_id)) return refuse('notFound', messages.notFound());
      return oneChange(db, caller.schoolId, context, async (tx) => {
        await certificateStore(tx).revoke(id, reason, clock.nowMs());
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
      const row = await store.byId(caller.schoolId, id);
      const isStaff = caller.roles.includes('school') || caller.roles.includes('teacher');
      // Teachers see certificates of exams that they may read.
      const may = row && (row.user_id === caller.userId || (isStaff && (await scores.mayRead(caller, row.plan_id))));
      if (!row || !may) return refuse('notFound', messages.notFound());
      const sitter = (await sittersOf(db, deps.keys.personal, [row.user_id])).get(row.user_id);
      return {
        ...shown(row),
        school: await store.school(row.school_id),
        sex: sitter?.sex ?? 0,
        idType: sitter?.idType ?? 0,
        idNumber: sitter?.idNumber ?? '',
        photo: sitter?.photo ?? '',
      };
    },

    async verify({ number }, { ip }) {
      if (!asks.admit(placeOf(ip))) return refuse('tooMany', messages.tooMany());
      const plain = number.replaceAll(/\s/g, '').toUpperCase();
      const row = certificateNumber.test(plain) ? await store.byNumber(plain) : undefined;
      if (!row) return { found: false, valid: false, name: '', profession: '', level: null, issuedMs: null };
      return {
        found: true,
        valid: row.revoked_ms === null,
        name: maskedName(row.name),
        profession: row.profession,
        level: row.level,
        issuedMs: row.issued_ms,
      };
    },
  };
}
