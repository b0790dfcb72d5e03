import { examStatus } from '../../../../sync/contract/codes.ts';
import { parseLockdown } from '../../../../sync/contract/exams/lockdown.ts';
import { getExamStatusAt, planState } from '../../../../sync/domain/exams/exam-machine.ts';
import { type Caller, type Handlers, refuse, refuseField } from '../../../http/handler.ts';
import { readListQuery } from '../../../http/input/list-query.ts';
import { createSharingHandlers } from '../../../http/routes/sharing-handlers.ts';
import { requireVersion } from '../../../http/stale-version.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createPaperReads } from '../../papers/paper/paper-reads.ts';
import { createRoomReads } from '../room/room-reads.ts';
import { type ExamUser, createUserReads } from '../../people/user/user-reads.ts';
import type { ExamDeps } from './exam-deps.ts';
import { examMessages as messages, planFieldNames } from './exam-messages.ts';
import { preparePublication } from './publishing/exam-publish.ts';
import { readPlanTimes } from './exam-reads.ts';
import {
  type PlanEditor,
  type ExamineeRow,
  createExamStore,
  getPlanPaperId,
  planHistoryKind,
  requirePlanState,
  type PlanTableRow,
  planSorts,
  derivePlanState,
} from './plan/exam-store.ts';
import type { PlanFields } from './plan/plan-fields.ts';
import { createSupervisionHandlers } from './supervision/supervision-handlers.ts';
import { createPaperRegisterHandlers } from './paper-register/paper-register-handlers.ts';
import { createStationDrawHandlers } from './draw/station-draw-handlers.ts';
import { createDecisionHandlers } from './results/decision-handlers.ts';
import { createDutyHandlers } from './examinees/duty-handlers.ts';
import { createExamineeHandlers, createOverlapHandlers, createPhotoHandlers } from './examinees/examinee-handlers.ts';
import { createAnswerCardHandlers, createOfflineHandlers } from './offline/offline-handlers.ts';
import { createSheetHandlers } from './offline/sheet-handlers.ts';
import { createPlanAccess } from './plan/plan-access.ts';
import { listPlans } from './plan/plan-list-store.ts';
import { createPlanPartReads } from './plan/plan-parts.ts';
import { BoardChanges } from './sitting/board-changes.ts';
import { createPlanBoard } from './sitting/plan-board.ts';
import { listTimeErrors } from './publishing/plan-checks.ts';
import { createReadinessHandlers } from './readiness/readiness-handlers.ts';
import { createRoomSetupHandlers } from './readiness/room-setup-handlers.ts';
import { createOpenWorkHandlers, createReleaseHandlers } from './results/release-handlers.ts';
import { createRevisionHandlers, createWithdrawHandlers } from './publishing/revision-handlers.ts';
import { createScoreRelease } from './results/score-release.ts';
import { createArrangementHandlers, createSeatingHandlers } from './publishing/seating-handlers.ts';
import { createSittingHandlers } from './sitting/sitting-handlers.ts';
import { createSpareHandlers } from './offline/spare-handlers.ts';
import { createWebhookWrites } from '../../platform/webhook/webhook-writes.ts';

export function createExamHandlers(deps: ExamDeps): Handlers<'exam'> {
  const { db, clock, chance, sync } = deps;
  const store = createExamStore(db);
  const papers = createPaperReads(db);
  const users = createUserReads(db);
  const access = createPlanAccess(db);
  const board = createPlanBoard(deps);
  const changes = new BoardChanges(deps.chance);
  const release = createScoreRelease(deps);
  const parts = createPlanPartReads(deps);
  const toEditor = (caller: { schoolId: number; userId: number }): PlanEditor => ({
    schoolId: caller.schoolId,
    userId: caller.userId,
    nowMs: clock.nowMs(),
  });

  /** Refuses a draft that cannot be saved. Returns the plan's examinees in the given order. */
  const checkDraft = async (draft: PlanFields & { examineeIds: readonly number[] }, schoolId: number): Promise<readonly ExamUser[]> => {
    const fields = listTimeErrors(draft);
    // A plan whose entry has closed could never be published.
    const entryEndsMs = draft.startMs + draft.entryLimitMs;
    if (entryEndsMs <= clock.nowMs()) fields.push({ path: 'startMs', message: messages.entryOver(entryEndsMs) });
    if (fields.length > 0) refuse('invalid', messages.invalidTimes(), { fields });
    const duplicateIndex = draft.examineeIds.findIndex((id, index) => draft.examineeIds.indexOf(id) !== index);
    if (duplicateIndex >= 0) refuseField('invalid', `examineeIds.${duplicateIndex}`, messages.examineeTwice());
    const kind = await papers.kindOf(schoolId, draft.paperId ?? 0);
    if (kind !== undefined && kind !== 'exam') refuseField('refused', 'paperId', messages.notForExams());
    if (kind === undefined) refuseField('notFound', 'paperId', messages.paperNotFound());
    const usersById = new Map((await users.examUsers(schoolId, draft.examineeIds)).map((user) => [user.id, user]));
    const missingIndexes = draft.examineeIds.flatMap((id, index) => (usersById.has(id) ? [] : [index]));
    if (missingIndexes.length > 0) {
      const message = messages.examineeNotFound(missingIndexes.length);
      refuse('notFound', message, { fields: missingIndexes.slice(0, 50).map((index) => ({ path: `examineeIds.${index}`, message })) });
    }
    const rooms = createRoomReads(db);
    const findUnknownIndex = async (ids: readonly number[], of: 'rooms' | 'groups'): Promise<number> => {
      const knownIds = new Set((await rooms[of](schoolId, ids)).map((one) => one.id));
      return ids.findIndex((id, at) => !knownIds.has(id) || ids.indexOf(id) !== at);
    };
    const room = await findUnknownIndex(draft.roomIds, 'rooms');
    if (room >= 0) refuseField('notFound', `roomIds.${room}`, messages.roomUnknown());
    const group = await findUnknownIndex(draft.markerGroupIds, 'groups');
    if (group >= 0) refuseField('notFound', `markerGroupIds.${group}`, messages.groupUnknown());
    return draft.examineeIds.flatMap((id) => usersById.get(id) ?? []);
  };

  // No attempt can be handed in before the start, so the list does not count hand-ins of a plan that has not begun.
  const hasBegun = (plan: PlanTableRow): boolean => clock.nowMs() >= plan.start_ms;

  const readWithdrawerNames = (plans: readonly PlanTableRow[]) => users.names(plans.flatMap((plan) => plan.withdrawn_by ?? []));

  const presentPlan = async (
    plan: PlanTableRow,
    { examinees, paperName, names }: { examinees: readonly ExamineeRow[]; paperName: string; names: ReadonlyMap<number, string> },
  ) => ({
    id: plan.id,
    version: plan.version,
    name: plan.name,
    part: plan.part,
    resit: plan.resit === 1,
    partOf: plan.part_of,
    paperId: getPlanPaperId(plan),
    paperName,
    status: getExamStatusAt(derivePlanState(plan) === planState.published, readPlanTimes(plan), clock.nowMs()),
    startMs: plan.start_ms,
    durationMs: plan.duration_ms,
    revision: plan.revision,
    examineeCount: examinees.length,
    handedInCount: hasBegun(plan) ? await sync.handedInCount(listAttemptIds(examinees)) : 0,
    withdrawn:
      plan.withdrawn_ms === null
        ? null
        : { ms: plan.withdrawn_ms, by: names.get(plan.withdrawn_by ?? 0) ?? '', reason: plan.withdraw_reason },
    updatedMs: plan.updated_ms,
  });

  const readPlan = async (id: number, caller: Caller) => {
    const storedPlan = await access.plan(caller, id);
    // A plan with automatic release may become due only when it is read; release it now.
    const plan = { ...storedPlan, released_ms: await release.releasedMs(storedPlan) };
    const rows = await store.examinees([id]);
    const paper = await papers.byId(caller.schoolId, getPlanPaperId(plan));
    const examinees = await board.examinees(plan, rows, paper?.rules.passPoints ?? 0, caller.userId);
    // Staff who sit this exam get its board (list of examinees with their states) without points. So changes of their board are tracked apart.
    const boardKey = `${id} ${rows.some((row) => row.user_id === caller.userId) ? caller.userId : 'staff'}`;
    const answer = {
      ...(await presentPlan(plan, { examinees: rows, paperName: paper?.row.name ?? '', names: await readWithdrawerNames([plan]) })),
      entryLimitMs: plan.entry_limit_ms,
      earliestHandInMs: plan.earliest_hand_in_ms,
      notice: plan.notice,
      release: await board.release(plan),
      ...(await store.readRoomsAndGroups(id)),
      ticketPattern: plan.ticket_pattern,
      lockdown: parseLockdown(plan.lockdown),
      signatureRequired: plan.signature_required === 1,
      parts: await parts.of(plan),
      cursor: changes.note(boardKey, examinees),
    };
    return { answer, examinees, boardKey };
  };

  return {
    ...createSittingHandlers(deps, release),
    ...createRevisionHandlers(deps),
    ...createReadinessHandlers(deps),
    ...createRoomSetupHandlers(deps),
    ...createReleaseHandlers(deps, release),
    ...createExamineeHandlers(deps),
    ...createDecisionHandlers(deps),
    ...createWithdrawHandlers(deps),
    ...createOfflineHandlers(deps),
    ...createSheetHandlers(deps),
    ...createAnswerCardHandlers(deps),
    ...createSpareHandlers(deps),
    ...createOverlapHandlers(deps),
    ...createOpenWorkHandlers(deps),
    ...createSeatingHandlers(deps),
    ...createDutyHandlers(deps),
    ...createStationDrawHandlers(deps, release),
    ...createPaperRegisterHandlers(deps),
    ...createSupervisionHandlers(deps),
    ...createPhotoHandlers(deps),
    ...createArrangementHandlers(deps),
    ...createSharingHandlers(db, 'plan', 'examPlan'),

    async add({ partOf, ...input }, context) {
      const { caller } = context;
      const examinees = await checkDraft(input, caller.schoolId);
      const mainPlan = partOf === null ? undefined : await parts.wholeFor(caller, partOf);
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const added = await store.add(tx, input, examinees, toEditor(caller), 'exam', mainPlan);
        await context.audit.noteIn(tx, { entity: 'examPlan', id: added.id, before: null, after: input });
        return added;
      });
    },

    async modify({ id, version, ...said }, context) {
      const { caller } = context;
      const plan = await access.plan(caller, id);
      const took = await store.readRoomsAndGroups(id);
      const draft = {
        ...said,
        part: said.part ?? plan.part,
        resit: said.resit ?? plan.resit === 1,
        signatureRequired: said.signatureRequired ?? plan.signature_required === 1,
        releaseRule: said.releaseRule ?? plan.release_rule,
        roomIds: said.roomIds ?? took.roomIds,
        markerGroupIds: said.markerGroupIds ?? took.markerGroupIds,
        ticketPattern: said.ticketPattern ?? plan.ticket_pattern,
        lockdown: said.lockdown ?? parseLockdown(plan.lockdown),
      };
      const examinees = await checkDraft(draft, caller.schoolId);
      const before = toPlanDraft(plan, await store.examinees([id]), took);
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const done = await store.modify(tx, { id, version }, draft, examinees, toEditor(caller));
        await context.audit.noteIn(tx, { entity: 'examPlan', id, name: draft.name, before, after: draft });
        return done;
      });
    },

    async getList(input, { caller }) {
      const order = readListQuery(input, planSorts, '-startMs');
      const { items, total } = await listPlans(
        db,
        { viewer: caller, ...input.filter, ...(input.filter?.ended && { endedMs: clock.nowMs() }) },
        order,
      );
      const byPlan = Map.groupBy(await store.examinees(items.map((plan) => plan.id)), (row) => row.plan_id);
      const paperNames = await papers.names(
        caller.schoolId,
        items.map((plan) => getPlanPaperId(plan)),
      );
      const names = await readWithdrawerNames(items);
      const summarise = (plan: PlanTableRow) =>
        presentPlan(plan, { examinees: byPlan.get(plan.id) ?? [], paperName: paperNames.get(getPlanPaperId(plan)) ?? '', names });
      return { items: await Promise.all(items.map(summarise)), total };
    },

    async getById({ id }, { caller }) {
      const read = await readPlan(id, caller);
      return { ...read.answer, examinees: read.examinees };
    },

    async getChanges({ id, cursor }, { caller }) {
      const read = await readPlan(id, caller);
      const changed = changes.since(read.boardKey, cursor, read.examinees);
      return { ...read.answer, whole: changed === null, examinees: [...(changed ?? read.examinees)] };
    },

    async publish({ id, version }, context) {
      const { caller, language } = context;
      const plan = await access.plan(caller, id);
      requirePlanState(plan, 'publish');
      await requireVersion(db, { ...plan, kind: planHistoryKind }, version, messages.called(), planFieldNames);
      const by = toEditor(caller);
      const { publication, warnings } = await preparePublication(deps, plan, await store.examinees([id]), { ...by, language });
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const done = await store.publish(tx, { id, version }, publication, by);
        const sides = { before: { status: examStatus.notEnabled }, after: { status: examStatus.enabled } };
        await context.audit.noteIn(tx, { entity: 'examPlan', id, name: plan.name, ...sides });
        const facts = { planId: id, planName: plan.name, startMs: plan.start_ms, durationMs: plan.duration_ms };
        const userIds = publication.attempts.map(({ user }) => user.id);
        await createWebhookWrites(tx, chance).write({ schoolId: caller.schoolId, event: 'planPublished', facts, nowMs: by.nowMs, userIds });
        return { ...done, warnings: [...warnings] };
      });
    },
  };
}

const listAttemptIds = (examinees: readonly ExamineeRow[]): string[] => examinees.flatMap((row) => row.attempt_id ?? []);

/** Returns a plan in the shape of its draft, for the audit log to compare with the next draft. */
const toPlanDraft = (plan: PlanTableRow, examinees: readonly ExamineeRow[], took: Pick<PlanFields, 'roomIds' | 'markerGroupIds'>) => ({
  name: plan.name,
  part: plan.part,
  resit: plan.resit === 1,
  signatureRequired: plan.signature_required === 1,
  paperId: getPlanPaperId(plan),
  startMs: plan.start_ms,
  durationMs: plan.duration_ms,
  entryLimitMs: plan.entry_limit_ms,
  earliestHandInMs: plan.earliest_hand_in_ms,
  notice: plan.notice,
  releaseRule: plan.release_rule,
  examineeIds: examinees.map((row) => row.user_id),
  ...took,
  ticketPattern: plan.ticket_pattern,
  lockdown: parseLockdown(plan.lockdown),
});
