import { certificateNumber } from '../../../sync/contract/certificate.ts';
import { examUserStatus } from '../../../sync/contract/codes.ts';
import { placeOf } from '../../http/client-address.ts';
import { floodGate } from '../../http/flood-gate.ts';
import { type Caller, type Handlers, refuse, Refusal } from '../../http/handler.ts';
import { profReads } from '../prof/prof-reads.ts';
import { scoreReads, type ScoreReadsDeps, type ScoredSitter } from '../score/score-reads.ts';
import { type PersonalKeys, sittersOf } from '../user/sitter-reads.ts';
import { type CertificateRow, certificateStore, type Holder } from './certificate-store.ts';
import { certificateMessages as messages } from './certificate-messages.ts';

export interface CertificateDeps extends ScoreReadsDeps {
  readonly keys: { readonly personal: PersonalKeys };
}

/** Of one place, where an office of many may ask; numbers follow each other, and nobody shall walk through them all. */
const asksAnHour = 600;

/** "沈嘉禾" → "沈*禾", "沈嘉" → "沈*": enough to know one's own. */
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
  parts: JSON.parse(row.parts) as { name: string; points: number; passPoints: number }[],
  issuedMs: row.issued_ms,
  revokedMs: row.revoked_ms,
  revokeReason: row.revoke_reason,
});

export function certificateHandlers(deps: CertificateDeps): Handlers<'certificate'> {
  const { db, clock } = deps;
  const store = certificateStore(db);
  const scores = scoreReads(deps);
  const asks = floodGate(clock, { limit: asksAnHour, everyMs: 3_600_000 });

  /** Each part's results, the first that of the plan itself. */
  const partsOf = async (caller: Caller, planIds: readonly number[]) => {
    const parts = [];
    for (const planId of new Set(planIds)) {
      const part = await scores.resultsOf(caller, planId);
      if (!part) return refuse('notFound', messages.noPlan());
      parts.push(part);
    }
    return parts;
  };
  type Part = Exclude<Awaited<ReturnType<typeof partsOf>>, Refusal>[number];
  const passes = ({ passPoints, releasedMs }: Part, sitter: ScoredSitter | undefined): boolean =>
    releasedMs !== null &&
    sitter?.points != null &&
    sitter.points >= passPoints &&
    sitter.status !== examUserStatus.cheating &&
    sitter.status !== examUserStatus.absent;

  return {
    async getCandidates({ planId, partIds }, { caller }) {
      const parts = await partsOf(caller, [planId, ...partIds]);
      if (parts instanceof Refusal) return parts;
      const [first] = parts;
      const released = parts.every((part) => part.releasedMs !== null);
      const have = new Map((await store.ofPlan(planId)).map((row) => [row.user_id, row]));
      return {
        released,
        items: (first?.sitters ?? []).map(({ userId, name, ticketNo }) => {
          const own = parts.map((part) => part.sitters.find((sitter) => sitter.userId === userId));
          const row = have.get(userId);
          return {
            userId,
            name,
            ticketNo,
            points: parts.map((part, at) => (part.releasedMs === null ? null : (own[at]?.points ?? null))),
            passed: parts.every((part, at) => passes(part, own[at])),
            certificate: row ? { id: row.id, number: row.number, revokedMs: row.revoked_ms } : null,
          };
        }),
      };
    },

    async issue({ planId, partIds, professionId, level, kind, body, province, site }, { caller, audit }) {
      const parts = await partsOf(caller, [planId, ...partIds]);
      if (parts instanceof Refusal) return parts;
      const early = parts.find((part) => part.releasedMs === null);
      if (early) return refuse('refused', messages.notReleased(early.name));
      const profession = await profReads(db).byId(professionId);
      if (!profession || !(await profReads(db).isTaught(caller.schoolId, professionId)))
        return refuse('notFound', messages.noProfession(), { fields: [{ path: 'professionId', message: messages.noProfession() }] });
      const holders = (parts[0]?.sitters ?? []).flatMap(({ userId, name }): Holder[] => {
        const own = parts.map((part) => part.sitters.find((sitter) => sitter.userId === userId));
        if (!parts.every((part, at) => passes(part, own[at]))) return [];
        return [
          {
            userId,
            name,
            parts: parts.map((part, at) => ({ name: part.name, points: own[at]?.points ?? 0, passPoints: part.passPoints })),
          },
        ];
      });
      const nowMs = clock.nowMs();
      const year = new Date(nowMs + 8 * 3_600_000).getUTCFullYear() % 100;
      const prefix = `${kind}${body}${province}${site}${String(year).padStart(2, '0')}${level}`;
      const numbers = await store.issue(
        prefix,
        { schoolId: caller.schoolId, planId, profession: profession.name, level, by: caller.userId, nowMs },
        holders,
      );
      audit.note({
        entity: 'examPlan',
        id: planId,
        name: parts[0]?.name ?? '',
        before: { certificates: [] },
        after: { certificates: numbers },
      });
      return { issued: numbers.length };
    },

    async revoke({ planId, id, reason }, { caller, audit }) {
      const row = await store.byId(caller.schoolId, id);
      if (row?.plan_id !== planId) return refuse('notFound', messages.notFound());
      audit.note({
        entity: 'examPlan',
        id: planId,
        name: row.number,
        before: { revoked: row.revoked_ms !== null },
        after: { revoked: true, reason },
      });
      await store.revoke(id, reason, clock.nowMs());
      return {};
    },

    async getMine(_input, { caller }) {
      return { items: (await store.ofUser(caller.userId)).map(shown) };
    },

    async getById({ id }, { caller }) {
      const row = await store.byId(caller.schoolId, id);
      const isStaff = caller.roles.includes('school') || caller.roles.includes('teacher');
      // A teacher sees those of exams they may see.
      const may = row && (row.user_id === caller.userId || (isStaff && (await scores.mayRead(caller, row.plan_id))));
      if (!row || !may) return refuse('notFound', messages.notFound());
      const sitter = (await sittersOf(db, deps.keys.personal, [row.user_id])).get(row.user_id);
      return {
        ...shown(row),
        school: await store.schoolName(row.school_id),
        sex: sitter?.sex ?? 0,
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
