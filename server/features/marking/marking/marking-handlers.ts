import type { Transaction } from 'kysely';
import type { RubricKey } from '../../../../sync/contract/bank/question-body.ts';
import type { MarkerPoints } from '../../../../sync/contract/marking/marking.ts';
import { computeRemainingPoints, parseScorePoint, getSignatureState } from '../../../../sync/domain/marking/score-sheet.ts';
import { joinLongAnswer } from '../../../../sync/engine/ops/long-answer.ts';
import { runInPlanScope } from '../../../db/plan-scope.ts';
import type { Database } from '../../../db/schema.ts';
import { type Caller, type Handlers, refuse, refuseField } from '../../../http/handler.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { listAssessorSignIns, addAssessorSignIn } from './assessor-sign-in-store.ts';
import { hashAnswer, createItemMarkStore } from './item-mark-store.ts';
import { computeMarkerCents, isPerformedType, averageMarks } from './item-score.ts';
import { createMarkingLeaderHandlers } from './leader-handlers.ts';
import { type MarkedQuestion, createMarkerDutyStore } from './marker-duty-store.ts';
import { markingMessages as messages } from './marking-messages.ts';
import { type MarkingDeps, toPoints } from './marking-reads.ts';
import {
  hasMarked,
  hasWideSpread,
  isClaimed,
  createMarkingService,
  findMarkOfUser,
  computeRemainingQuota,
  type AnswerScript,
  type QuestionMarking,
  countTaskFigures,
} from './marking-service.ts';
import { createPaperEntryHandlers } from './paper-entry-handlers.ts';

/** Returns the points that count for a performed task: the leader's decision, else the mean once there are enough marks, else null. */
const computeFinalPoints = ({ question, rule }: QuestionMarking, { marks, decision }: AnswerScript): number | null => {
  const cent = decision?.cent ?? averageMarks(question, rule, marks, hashAnswer(undefined)).cent;
  return cent === null ? null : toPoints(cent);
};

/** Returns the state of an answer that the caller has marked, without revealing other marks. */
const getAnswerState = ({ isMarked, dispute }: AnswerScript) => dispute ?? (isMarked ? ('done' as const) : ('waits' as const));

/** Refuses points that the rubric does not allow. */
export function checkMarkerPoints(
  key: RubricKey,
  { type, points: full }: Pick<MarkedQuestion, 'type' | 'points'>,
  markerPoints: MarkerPoints,
): void {
  const maxPoints = key.items.length > 0 ? key.items.map((item) => item.points) : [full];
  const invalid = (path: string, message: ReturnType<typeof messages.pointsCount>) => refuseField('invalid', path, message);
  const { sheet, photos = [], notes = [] } = markerPoints;
  if (isPerformedType(type) ? notes.length > 0 : sheet !== undefined || photos.length > 0 || markerPoints.signature !== undefined)
    return invalid('given', messages.notOfThisKind());
  const invalidNote = notes.findIndex(({ from, to, point }) => from >= to || (point ?? 0) >= maxPoints.length);
  if (invalidNote >= 0) return invalid(`given.notes.${invalidNote}`, messages.noteNowhere());
  const strayPhoto = photos.findIndex(({ row }) => row >= maxPoints.length);
  if (strayPhoto >= 0) return invalid(`given.photos.${strayPhoto}`, messages.pointsCount());
  if (sheet !== undefined && sheet.length !== maxPoints.length) return invalid('given.sheet', messages.pointsCount());
  // The points must follow from the recorded deductions, so that they can be traced back.
  const differingRow = sheet?.findIndex((row, at) => {
    const point = parseScorePoint(key.items[at]?.text ?? '');
    return row.times.length > point.deductions.length || computeRemainingPoints(maxPoints[at] ?? 0, point, row) !== markerPoints.points[at];
  });
  if (differingRow !== undefined && differingRow >= 0) return invalid(`given.sheet.${differingRow}`, messages.sheetDiffers());
  if (markerPoints.points.length !== maxPoints.length) return invalid('given.points', messages.pointsCount());
  const excessivePoint = markerPoints.points.findIndex((points, at) => points > (maxPoints[at] ?? 0));
  if (excessivePoint >= 0) return invalid(`given.points.${excessivePoint}`, messages.pointsTooMany(maxPoints[excessivePoint] ?? 0));
  return markerPoints.veto.some((at) => at >= key.veto.length) ? invalid('given.veto', messages.noSuchVeto()) : undefined;
}

/** Assessors (people who mark performed tasks on the spot) can sign in from this long before the start of an exam. */
const assessorLeadMs = 2 * 60 * 60_000;

/** Creates the call by which an assessor signs in on the day of the exam. The first time counts. */
function createAssessorSignInHandlers({ db, clock }: MarkingDeps): Pick<Handlers<'marking'>, 'signIn'> {
  return {
    async signIn({ planId }, context) {
      const { caller, audit } = context;
      const [plan] = await createMarkerDutyStore(db).plans(caller, planId);
      if (plan === undefined) refuse('notFound', messages.notFound());
      if (plan.withdrawn_ms !== null) refuse('refused', messages.withdrawn());
      if (plan.released_ms !== null) refuse('refused', messages.released());
      const nowMs = clock.nowMs();
      if (nowMs < plan.start_ms - assessorLeadMs) refuse('refused', messages.signInEarly(plan.start_ms - assessorLeadMs));
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const known = (await listAssessorSignIns(tx, [planId])).get(planId)?.get(caller.userId);
        if (known !== undefined) return { signedInMs: known };
        await addAssessorSignIn(tx, { planId, userId: caller.userId, nowMs });
        await audit.noteIn(tx, { entity: 'examPlan', id: planId, name: plan.name, before: {}, after: { signedInMs: nowMs } });
        return { signedInMs: nowMs };
      });
    },
  };
}

/** Creates the calls of markers. */
export function createMarkingHandlers(deps: MarkingDeps): Handlers<'marking'> {
  const { db, clock } = deps;
  const service = createMarkingService(deps);
  const findOpenTask = async (caller: Caller, planId: number, questionId: number): Promise<QuestionMarking> => {
    const task = await service.task(caller, planId, questionId);
    return task.plan.released_ms === null ? task : refuse('refused', messages.released());
  };
  const findScript = (task: QuestionMarking, code: number) => task.scripts.find((script) => script.candidate.code === code);
  const takeIn = (tx: Transaction<Database>, planId: number, { candidate, itemId }: AnswerScript, caller: Caller) =>
    createItemMarkStore(tx).take(planId, candidate.attemptId, itemId, caller.userId, clock.nowMs());

  return {
    ...createMarkingLeaderHandlers(deps),
    ...createPaperEntryHandlers(deps),
    ...createAssessorSignInHandlers(deps),

    async getList({ kind }, { caller }) {
      const found = await service.tasks(caller, kind);
      const signedIn = await listAssessorSignIns(
        db,
        found.map(({ plan }) => plan.id),
      );
      const items = found.map(({ plan, tasks }) => ({
        planId: plan.id,
        name: plan.name,
        group: plan.group,
        endMs: plan.start_ms + plan.duration_ms,
        leads: plan.leads,
        disputes: plan.leads
          ? tasks.reduce((sum, task) => sum + task.scripts.filter((script) => script.dispute !== undefined).length, 0)
          : 0,
        released: plan.released_ms !== null,
        signedInMs: signedIn.get(plan.id)?.get(caller.userId) ?? null,
        tasks: tasks.map((task) => countTaskFigures(task, caller)),
      }));
      return { items };
    },

    async getTask({ planId, questionId }, { caller }) {
      const task = await service.task(caller, planId, questionId);
      const { plan, question, key, rule, scripts } = task;
      const performed = isPerformedType(question.type);
      const scriptRows = scripts.flatMap((script) => {
        const ownMark = findMarkOfUser(script, caller.userId);
        const isDone = hasMarked(script, caller);
        if (!performed && !isDone) return [];
        const { code, name, ticketNo } = script.candidate;
        const ownResult =
          isDone && ownMark !== undefined && ownMark.cent !== null
            ? { total: toPoints(ownMark.cent), markedMs: ownMark.markedMs }
            : undefined;
        const state = !isDone
          ? ('open' as const)
          : hasWideSpread(task, script) && !script.decision
            ? ('spread' as const)
            : getAnswerState(script);
        return [
          {
            code,
            state,
            total: ownResult?.total ?? null,
            markedMs: ownResult?.markedMs ?? null,
            person: performed ? { name, ticketNo } : null,
            given: performed ? (ownMark?.markerPoints ?? null) : null,
            mean: performed && isDone ? computeFinalPoints(task, script) : null,
          },
        ];
      });
      return {
        name: plan.name,
        released: plan.released_ms !== null,
        signatureRequired: plan.signature_required === 1,
        figures: countTaskFigures(task, caller),
        stem: question.stem,
        reference: key.reference,
        items: key.items,
        veto: key.veto,
        twice: rule.isDoubleMarked && !performed,
        leads: plan.leads,
        quotaLeft: computeRemainingQuota(task, caller) === Infinity ? null : Math.max(0, computeRemainingQuota(task, caller)),
        // Sort performed tasks by ticket number and written answers newest first.
        scripts: performed
          ? scriptRows.toSorted((a, b) => ((a.person?.ticketNo ?? '') < (b.person?.ticketNo ?? '') ? -1 : 1))
          : scriptRows.toSorted((a, b) => (b.markedMs ?? 0) - (a.markedMs ?? 0) || a.code - b.code),
        basis: performed ? hashAnswer(undefined) : '',
      };
    },

    /** Takes the plan's lock, so that two markers never get the same answer by accident. */
    take: ({ planId, questionId, code, except }, context) =>
      runInPlanScope(db, planId, async () => {
        const { caller, audit } = context;
        const task = await findOpenTask(caller, planId, questionId);
        const script = code === undefined ? service.next(task, caller, except ?? []) : findScript(task, code);
        if (script === undefined) return code === undefined ? { script: null } : refuse('notFound', messages.noScript());
        if (service.isOthers(script, task, caller)) refuse('refused', messages.notYours());
        // An answer that was requested by its number counts towards the quota too.
        if (findMarkOfUser(script, caller.userId) === undefined && computeRemainingQuota(task, caller) <= 0)
          refuse('refused', messages.quotaDone());
        const shownScript = await service.shown(task, script, caller);
        return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          if (!hasMarked(script, caller)) await takeIn(tx, planId, script, caller);
          await audit.noteIn(tx, { entity: 'script', id: planId, name: `${task.plan.name} ${script.candidate.code}` });
          return { script: shownScript };
        });
      }),

    takeWhole: ({ planId, code, except }, context) =>
      runInPlanScope(db, planId, async () => {
        const { caller, audit } = context;
        const plan = await createMarkerDutyStore(db).openPlan(caller, planId);
        if (plan.released_ms !== null) refuse('refused', messages.released());
        const tasks = await service.tasksOf(plan, caller, (question) => !isPerformedType(question.type));
        const answers = service.whole(tasks, caller, except ?? [], code);
        const of = answers[0]?.script.candidate.code;
        if (of === undefined) return code === undefined ? { paper: null } : refuse('refused', messages.notYours());
        const scripts = await Promise.all(
          answers.map(async ({ task, script }) => ({
            questionId: task.question.questionId,
            script: await service.shown(task, script, caller),
          })),
        );
        return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          for (const { script, isFree } of answers) if (isFree) await takeIn(tx, planId, script, caller);
          await audit.noteIn(tx, { entity: 'script', id: planId, name: `${plan.name} ${of}` });
          return { paper: { code: of, scripts } };
        });
      }),

    giveBack: ({ planId, questionId, code }, context) =>
      runInPlanScope(db, planId, async () => {
        const { caller, audit } = context;
        const task = await service.task(caller, planId, questionId);
        const script = findScript(task, code);
        if (script === undefined) refuse('notFound', messages.noScript());
        return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          await createItemMarkStore(tx).giveBack(script.candidate.attemptId, script.itemId, caller.userId);
          await audit.noteIn(tx, { entity: 'script', id: planId, name: `${task.plan.name} ${code}` });
          return {};
        });
      }),

    mark: ({ planId, questionId, code, basis, given }, context) =>
      runInPlanScope(db, planId, async () => {
        const { caller, audit } = context;
        const task = await findOpenTask(caller, planId, questionId);
        checkMarkerPoints(task.key, task.question, given);
        const script = findScript(task, code);
        if (script === undefined) refuse('notFound', messages.noScript());
        const ownMark = findMarkOfUser(script, caller.userId);
        const performed = isPerformedType(task.question.type);
        if (script.decision?.basis === basis) refuse('refused', messages.forLeader());
        if (script.box?.isEntered) refuse('refused', messages.cardEntered());
        if ((!isClaimed(ownMark) && !performed) || service.isOthers(script, task, caller))
          refuse('conflict', service.isOthers(script, task, caller) ? messages.notYours() : messages.notTaken());
        const { written: answer, basis: currentBasis } = await service.answerOf(task.question, script);
        if (currentBasis !== basis) refuse('conflict', messages.answerChanged());
        const beyond = (given.notes ?? []).findIndex(({ to }) => to > joinLongAnswer(answer ?? []).length);
        if (beyond >= 0) refuse('invalid', messages.noteNowhere());
        const cent = computeMarkerCents(task.question, task.key, given);
        const before = ownMark?.cent ?? null;
        // A changed mark needs a reason, as on paper it would be struck out and signed.
        if (performed && before !== null && before !== cent && given.comment === '') {
          const message = messages.reasonForChange();
          refuseField('invalid', 'given.comment', message);
        }
        const signed = getSignatureState(given);
        if (performed && task.plan.signature_required === 1 && signed !== 'current')
          refuseField('invalid', 'given.signature', signed === 'unsigned' ? messages.signatureMissing() : messages.signatureEarlier());
        const { attemptId } = script.candidate;
        return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          // A tablet without a network could not claim the task before; the mark itself proves that its assessor watched.
          if (!ownMark) await takeIn(tx, planId, script, caller);
          await createItemMarkStore(tx).mark(
            { attemptId, itemId: script.itemId, markerId: caller.userId },
            { cent, given, basis, answer, nowMs: clock.nowMs() },
          );
          await audit.noteIn(tx, {
            entity: 'script',
            id: planId,
            name: `${task.plan.name} ${code}`,
            before: before === null ? null : { points: toPoints(before), comment: ownMark?.markerPoints?.comment ?? '' },
            after: {
              points: toPoints(cent),
              comment: given.comment,
              ...(performed && { signature: signed }),
            },
          });
          return { total: toPoints(cent) };
        });
      }),
  };
}
