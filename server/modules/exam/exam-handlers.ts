import type { VersionNote } from '../../db/version-note-store.ts';
import { examStatus } from '../../../sync/contract/codes.ts';
import { examStatusAt } from '../../../sync/machines/exam-machine.ts';
import { type Handlers, Refusal, refuse } from '../../http/handler.ts';
import { readListQuery } from '../../http/list-query.ts';
import { sharingHandlers } from '../../http/sharing-handlers.ts';
import { refuseStale } from '../../http/stale-version.ts';
import { paperReads } from '../paper/paper-reads.ts';
import { type ExamUser, userReads } from '../user/user-reads.ts';
import type { ExamDeps } from './exam-deps.ts';
import { examMessages as messages, planFieldNames } from './exam-messages.ts';
import { publishPlan } from './exam-publish.ts';
import { timesOf } from './exam-reads.ts';
import { type ExamineeRow, examStore, type PlanChange, type PlanFields, type PlanRow, planSorts } from './exam-store.ts';
import { decisionHandlers } from './decision-handlers.ts';
import { examineeHandlers } from './examinee-handlers.ts';
import { planAccess } from './plan-access.ts';
import { planBoard } from './plan-board.ts';
import { releaseHandlers } from './release-handlers.ts';
import { scoreRelease } from './score-release.ts';
import { sittingHandlers } from './sitting-handlers.ts';

export function examHandlers(deps: ExamDeps): Handlers<'exam'> {
  const { db, clock, sync } = deps;
  const store = examStore(db);
  const papers = paperReads(db);
  const users = userReads(db);
  const access = planAccess(db);
  const board = planBoard(deps);
  const release = scoreRelease(deps);
  const editor = (caller: { schoolId: number; userId: number }) => ({
    schoolId: caller.schoolId,
    userId: caller.userId,
    nowMs: clock.nowMs(),
  });

  const stale = (note: VersionNote): Refusal => refuseStale(messages.thing(), note, planFieldNames);

  const answer = (change: PlanChange, id: number): { id: number; version: number } | Refusal => {
    switch (change.kind) {
      case 'done':
        return { id, version: change.version };
      case 'notFound':
        return refuse('notFound', messages.notFound());
      case 'published':
        return refuse('refused', messages.published());
      case 'paperChanged':
        return refuse('refused', messages.paperChanged());
      case 'stale':
        return stale(change.note);
    }
  };

  /** The plan's examinees in the order given, or why the draft can't be kept. */
  const checked = async (
    draft: PlanFields & { examineeIds: readonly number[] },
    schoolId: number,
  ): Promise<readonly ExamUser[] | Refusal> => {
    const fields = timeFaults(draft);
    if (fields.length > 0) return refuse('invalid', messages.invalidTimes(), { fields });
    const twice = draft.examineeIds.findIndex((id, index) => draft.examineeIds.indexOf(id) !== index);
    if (twice >= 0)
      return refuse('invalid', messages.examineeTwice(), { fields: [{ path: `examineeIds.${twice}`, message: messages.examineeTwice() }] });
    if (!(await papers.names(schoolId, [draft.paperId])).has(draft.paperId))
      return refuse('notFound', messages.paperNotFound(), { fields: [{ path: 'paperId', message: messages.paperNotFound() }] });
    const found = new Map((await users.examUsers(schoolId, draft.examineeIds)).map((user) => [user.id, user]));
    const missing = draft.examineeIds.flatMap((id, index) => (found.has(id) ? [] : [index]));
    if (missing.length > 0) {
      const message = messages.examineeNotFound(missing.length);
      return refuse('notFound', message, { fields: missing.slice(0, 50).map((index) => ({ path: `examineeIds.${index}`, message })) });
    }
    return draft.examineeIds.flatMap((id) => found.get(id) ?? []);
  };

  // Nobody hands in before the start: a list of coming exams needs no attempt of theirs.
  const hasBegun = (plan: PlanRow): boolean => clock.nowMs() >= plan.start_ms;

  const summary = (plan: PlanRow, examinees: readonly ExamineeRow[], paperName: string) => ({
    id: plan.id,
    version: plan.version,
    name: plan.name,
    paperId: plan.paper_id,
    paperName,
    status: examStatusAt(plan.published_ms !== null, timesOf(plan), clock.nowMs()),
    startMs: plan.start_ms,
    durationMs: plan.duration_ms,
    examineeCount: examinees.length,
    handedInCount: hasBegun(plan) ? sync.handedInCount(attemptIds(examinees)) : 0,
    updatedMs: plan.updated_ms,
  });

  return {
    ...sittingHandlers(deps, release),
    ...releaseHandlers(deps, release),
    ...examineeHandlers(deps),
    ...decisionHandlers(deps),
    ...sharingHandlers(db, 'plan', 'examPlan'),

    async add(input, { caller, audit }) {
      const examinees = await checked(input, caller.schoolId);
      if (examinees instanceof Refusal) return examinees;
      const made = await store.add(input, examinees, editor(caller));
      audit.note({ entity: 'examPlan', id: made.id, before: null, after: input });
      return made;
    },

    async modify({ id, version, ...draft }, { caller, audit }) {
      const examinees = await checked(draft, caller.schoolId);
      if (examinees instanceof Refusal) return examinees;
      const plan = await store.byId(caller.schoolId, id);
      const before = plan && draftOf(plan, await store.examinees([id]));
      audit.note({ entity: 'examPlan', id, name: draft.name, before: before ?? null, after: draft });
      return answer(await store.modify({ id, version }, draft, examinees, editor(caller)), id);
    },

    async getList(input, { caller }) {
      const order = readListQuery(input, planSorts, '-startMs');
      if (order instanceof Refusal) return order;
      const { items, total } = await store.list({ viewer: caller, keyword: input.filter?.keyword ?? '' }, order);
      const byPlan = Map.groupBy(await store.examinees(items.map((plan) => plan.id)), (row) => row.plan_id);
      const names = await papers.names(
        caller.schoolId,
        items.map((plan) => plan.paper_id),
      );
      return { items: items.map((plan) => summary(plan, byPlan.get(plan.id) ?? [], names.get(plan.paper_id) ?? '')), total };
    },

    async getById({ id }, { caller }) {
      const seen = await access.plan(caller, id);
      if (seen instanceof Refusal) return seen;
      // A plan that releases by its rule does so when it is looked at, too.
      const plan = { ...seen, released_ms: await release.releasedMs(seen) };
      const examinees = await store.examinees([id]);
      const paper = await papers.byId(caller.schoolId, plan.paper_id);
      return {
        ...summary(plan, examinees, paper?.row.name ?? ''),
        entryLimitMs: plan.entry_limit_ms,
        earliestHandInMs: plan.earliest_hand_in_ms,
        notice: plan.notice,
        release: await board.release(plan),
        examinees: await board.examinees(plan, examinees, paper?.rules.passPoints ?? 0, caller.userId),
      };
    },

    async publish({ id, version }, { caller, language, audit }) {
      const plan = await access.plan(caller, id);
      if (plan instanceof Refusal) return plan;
      // The same click again, or its repeat after a lost reply: it is published, and nothing is sealed twice.
      if (plan.published_ms !== null && plan.version === version + 1) return { id, version: plan.version, warnings: [] };
      if (plan.published_ms !== null) return refuse('refused', messages.published());
      if (plan.version !== version) return stale(await store.changesSince(id, version));
      const status = examStatus.enabled;
      audit.note({ entity: 'examPlan', id, name: plan.name, before: { status: examStatus.notEnabled }, after: { status } });
      const done = await publishPlan(deps, plan, await store.examinees([id]), version, editor(caller), language);
      if (done instanceof Refusal) return done;
      if (done.change.kind === 'published') {
        const now = await store.byId(caller.schoolId, id);
        if (now?.version === version + 1) return { id, version: now.version, warnings: [...done.warnings] };
      }
      const answered = answer(done.change, id);
      return answered instanceof Refusal ? answered : { ...answered, warnings: [...done.warnings] };
    },
  };
}

const attemptIds = (examinees: readonly ExamineeRow[]): string[] => examinees.flatMap((row) => row.attempt_id ?? []);

/** A plan as it was drafted: what the audit log holds against the next draft. */
const draftOf = (plan: PlanRow, examinees: readonly ExamineeRow[]) => ({
  name: plan.name,
  paperId: plan.paper_id,
  startMs: plan.start_ms,
  durationMs: plan.duration_ms,
  entryLimitMs: plan.entry_limit_ms,
  earliestHandInMs: plan.earliest_hand_in_ms,
  notice: plan.notice,
  releaseRule: plan.release_rule,
  examineeIds: examinees.map((row) => row.user_id),
});

function timeFaults(draft: PlanFields) {
  const faults = [];
  if (draft.entryLimitMs > draft.durationMs) faults.push({ path: 'entryLimitMs', message: messages.entryLimitTooLong() });
  if (draft.earliestHandInMs > draft.durationMs) faults.push({ path: 'earliestHandInMs', message: messages.handInTooLate() });
  return faults;
}
