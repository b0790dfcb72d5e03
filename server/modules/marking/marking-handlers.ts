import type { GivenPoints } from '../../../sync/contract/marking.ts';
import type { RubricKey } from '../../../sync/contract/question-body.ts';
import type { Transaction } from 'kysely';
import { wholeText } from '../../../sync/engine/long-answer.ts';
import { leftOf, readScorePoint } from '../../../sync/machines/score-sheet.ts';
import { type Caller, type Handlers, refuse, Refusal } from '../../http/handler.ts';
import { inPlanTurn } from '../../db/plan-turns.ts';
import { oneChange } from '../../things/one-change.ts';
import type { Database } from '../../db/schema.ts';
import { basisOf, itemMarkStore } from './item-mark-store.ts';
import { centGiven, isPerformed, scoreByPeople } from './item-score.ts';
import type { MarkedQuestion } from './marker-duty-store.ts';
import { hasMarked, isSpread, isTaken, markingDesk, markOf, quotaLeft, type Script, type Task } from './marking-desk.ts';
import { paperEntryHandlers } from './paper-entry-handlers.ts';
import { leaderHandlers } from './leader-handlers.ts';
import { figuresOf } from './task-figures.ts';
import { markingMessages as messages } from './marking-messages.ts';
import { type MarkingDeps, pointsOf } from './marking-reads.ts';

/** Returns the points that count for a performed task: the leader's decision, else the mean once there are enough marks, else null. */
const meanOf = ({ question, rule }: Task, { marks, decision }: Script): number | null => {
  const cent = decision?.cent ?? scoreByPeople(question, rule, marks, basisOf(undefined)).cent;
  return cent === null ? null : pointsOf(cent);
};

/** Returns the state of an answer that the caller has marked, without revealing other marks. */
const stateOf = ({ isMarked, dispute }: Script) => dispute ?? (isMarked ? ('done' as const) : ('waits' as const));

/** Checks points against the rubric; returns the refusal, or undefined if they are valid. */
export function faultOf(
  key: RubricKey,
  { type, points: full }: Pick<MarkedQuestion, 'type' | 'points'>,
  given: GivenPoints,
): Refusal | undefined {
  const most = key.items.length > 0 ? key.items.map((item) => item.points) : [full];
  const invalid = (path: string, message: ReturnType<typeof messages.pointsCount>) =>
    refuse('invalid', message, { fields: [{ path, message }] });
  const { sheet, photos = [], notes = [] } = given;
  if (isPerformed(type) ? notes.length > 0 : sheet !== undefined || photos.length > 0) return invalid('given', messages.notOfThisKind());
  const wrong = notes.findIndex(({ from, to, point }) => from >= to || (point ?? 0) >= most.length);
  if (wrong >= 0) return invalid(`given.notes.${wrong}`, messages.noteNowhere());
  const stray = photos.findIndex(({ row }) => row >= most.length);
  if (stray >= 0) return invalid(`given.photos.${stray}`, messages.pointsCount());
  if (sheet !== undefined && sheet.length !== most.length) return invalid('given.sheet', messages.pointsCount());
  // The points must follow from the recorded deductions, so that they can be traced back.
  const differs = sheet?.findIndex((row, at) => {
    const point = readScorePoint(key.items[at]?.text ?? '');
    return row.times.length > point.deductions.length || leftOf(most[at] ?? 0, point, row) !== given.points[at];
  });
  if (differs !== undefined && differs >= 0) return invalid(`given.sheet.${differs}`, messages.sheetDiffers());
  if (given.points.length !== most.length) return invalid('given.points', messages.pointsCount());
  const over = given.points.findIndex((points, at) => points > (most[at] ?? 0));
  if (over >= 0) return invalid(`given.points.${over}`, messages.pointsTooMany(most[over] ?? 0));
  return given.veto.some((at) => at >= key.veto.length) ? invalid('given.veto', messages.noSuchVeto()) : undefined;
}

/** Creates the calls of markers. */
export function markingHandlers(deps: MarkingDeps): Handlers<'marking'> {
  const { db, clock } = deps;
  const desk = markingDesk(deps);
  const open = async (caller: Caller, planId: number, questionId: number): Promise<Task | Refusal> => {
    const task = await desk.task(caller, planId, questionId);
    return task instanceof Refusal || task.plan.released_ms === null ? task : refuse('refused', messages.released());
  };
  const scriptOf = (task: Task, code: number) => task.scripts.find((script) => script.candidate.code === code);
  const takeIn = (tx: Transaction<Database>, planId: number, { candidate, itemId }: Script, caller: Caller) =>
    itemMarkStore(tx).take(planId, candidate.attemptId, itemId, caller.userId, clock.nowMs());

  return {
    ...leaderHandlers(deps),
    ...paperEntryHandlers(deps),

    async getList({ kind }, { caller }) {
      const items = (await desk.tasks(caller, kind)).map(({ plan, tasks }) => ({
        planId: plan.id,
        name: plan.name,
        group: plan.group,
        endMs: plan.start_ms + plan.duration_ms,
        leads: plan.leads,
        disputes: plan.leads
          ? tasks.reduce((sum, task) => sum + task.scripts.filter((script) => script.dispute !== undefined).length, 0)
          : 0,
        released: plan.released_ms !== null,
        tasks: tasks.map((task) => figuresOf(task, caller)),
      }));
      return { items };
    },

    async getTask({ planId, questionId }, { caller }) {
      const task = await desk.task(caller, planId, questionId);
      if (task instanceof Refusal) return task;
      const { plan, question, key, rule, scripts } = task;
      const performed = isPerformed(question.type);
      const shown = scripts.flatMap((script) => {
        const own = markOf(script, caller.userId);
        const isDone = hasMarked(script, caller);
        if (!performed && !isDone) return [];
        const { code, name, ticketNo } = script.candidate;
        const done = isDone && own !== undefined && own.cent !== null ? { total: pointsOf(own.cent), markedMs: own.markedMs } : undefined;
        const state = !isDone ? ('open' as const) : isSpread(task, script) && !script.decision ? ('spread' as const) : stateOf(script);
        return [
          {
            code,
            state,
            total: done?.total ?? null,
            markedMs: done?.markedMs ?? null,
            person: performed ? { name, ticketNo } : null,
            given: performed ? (own?.given ?? null) : null,
            mean: performed && isDone ? meanOf(task, script) : null,
          },
        ];
      });
      return {
        name: plan.name,
        released: plan.released_ms !== null,
        figures: figuresOf(task, caller),
        stem: question.stem,
        reference: key.reference,
        items: key.items,
        veto: key.veto,
        twice: rule.twice && !performed,
        leads: plan.leads,
        quotaLeft: quotaLeft(task, caller) === Infinity ? null : Math.max(0, quotaLeft(task, caller)),
        // Performed tasks in the order of ticket numbers, written answers newest first.
        scripts: performed
          ? shown.toSorted((a, b) => ((a.person?.ticketNo ?? '') < (b.person?.ticketNo ?? '') ? -1 : 1))
          : shown.toSorted((a, b) => (b.markedMs ?? 0) - (a.markedMs ?? 0) || a.code - b.code),
        basis: performed ? basisOf(undefined) : '',
      };
    },

    /** Takes the plan's lock, so that two markers never get the same answer by accident. */
    take: ({ planId, questionId, code, except }, context) =>
      inPlanTurn(db, planId, async () => {
        const { caller, audit } = context;
        const task = await open(caller, planId, questionId);
        if (task instanceof Refusal) return task;
        const script = code === undefined ? desk.next(task, caller, except ?? []) : scriptOf(task, code);
        if (script === undefined) return code === undefined ? { script: null } : refuse('notFound', messages.noScript());
        if (desk.isOthers(script, task, caller)) return refuse('refused', messages.notYours());
        // An answer claimed by its number counts towards the quota too.
        if (markOf(script, caller.userId) === undefined && quotaLeft(task, caller) <= 0) return refuse('refused', messages.quotaDone());
        const shown = await desk.shown(task, script, caller);
        return oneChange(db, caller.schoolId, context, async (tx) => {
          if (!hasMarked(script, caller)) await takeIn(tx, planId, script, caller);
          await audit.noteIn(tx, { entity: 'script', id: planId, name: `${task.plan.name} ${script.candidate.code}` });
          return { script: shown };
        });
      }),

    takeWhole: ({ planId, code, except }, context) =>
      inPlanTurn(db, planId, async () => {
        const { caller, audit } = context;
        const plan = await desk.plan(caller, planId);
        if (plan instanceof Refusal) return plan;
        if (plan.released_ms !== null) return refuse('refused', messages.released());
        const tasks = await desk.tasksOf(plan, caller, (question) => !isPerformed(question.type));
        const answers = desk.whole(tasks, caller, except ?? [], code);
        const of = answers[0]?.script.candidate.code;
        if (of === undefined) return code === undefined ? { paper: null } : refuse('refused', messages.notYours());
        const scripts = await Promise.all(
          answers.map(async ({ task, script }) => ({
            questionId: task.question.questionId,
            script: await desk.shown(task, script, caller),
          })),
        );
        return oneChange(db, caller.schoolId, context, async (tx) => {
          for (const { script, isFree } of answers) if (isFree) await takeIn(tx, planId, script, caller);
          await audit.noteIn(tx, { entity: 'script', id: planId, name: `${plan.name} ${of}` });
          return { paper: { code: of, scripts } };
        });
      }),

    giveBack: ({ planId, questionId, code }, context) =>
      inPlanTurn(db, planId, async () => {
        const { caller, audit } = context;
        const task = await desk.task(caller, planId, questionId);
        if (task instanceof Refusal) return task;
        const script = scriptOf(task, code);
        if (script === undefined) return refuse('notFound', messages.noScript());
        return oneChange(db, caller.schoolId, context, async (tx) => {
          await itemMarkStore(tx).giveBack(script.candidate.attemptId, script.itemId, caller.userId);
          await audit.noteIn(tx, { entity: 'script', id: planId, name: `${task.plan.name} ${code}` });
          return {};
        });
      }),

    mark: ({ planId, questionId, code, basis, given }, context) =>
      inPlanTurn(db, planId, async () => {
        const { caller, audit } = context;
        const task = await open(caller, planId, questionId);
        if (task instanceof Refusal) return task;
        const fault = faultOf(task.key, task.question, given);
        if (fault) return fault;
        const script = scriptOf(task, code);
        if (script === undefined) return refuse('notFound', messages.noScript());
        const own = markOf(script, caller.userId);
        const performed = isPerformed(task.question.type);
        if (script.decision?.basis === basis) return refuse('refused', messages.forLeader());
        if ((!isTaken(own) && !performed) || desk.isOthers(script, task, caller))
          return refuse('conflict', desk.isOthers(script, task, caller) ? messages.notYours() : messages.notTaken());
        const { written: answer, basis: now } = await desk.answerOf(task.question, script);
        if (now !== basis) return refuse('conflict', messages.answerChanged());
        const beyond = (given.notes ?? []).findIndex(({ to }) => to > wholeText(answer ?? []).length);
        if (beyond >= 0) return refuse('invalid', messages.noteNowhere());
        const cent = centGiven(task.question, task.key, given);
        const before = own?.cent ?? null;
        // A changed mark needs a reason, as on paper it would be struck out and signed.
        if (performed && before !== null && before !== cent && given.comment === '') {
          const message = messages.reasonForChange();
          return refuse('invalid', message, { fields: [{ path: 'given.comment', message }] });
        }
        const { attemptId } = script.candidate;
        return oneChange(db, caller.schoolId, context, async (tx) => {
          // A tablet without a network could not claim the task before; the mark itself proves that its assessor watched.
          if (!own) await takeIn(tx, planId, script, caller);
          await itemMarkStore(tx).mark(
            { attemptId, itemId: script.itemId, markerId: caller.userId },
            { cent, given, basis, answer, nowMs: clock.nowMs() },
          );
          await audit.noteIn(tx, {
            entity: 'script',
            id: planId,
            name: `${task.plan.name} ${code}`,
            before: before === null ? null : { points: pointsOf(before), comment: own?.given?.comment ?? '' },
            after: { points: pointsOf(cent), comment: given.comment },
          });
          return { total: pointsOf(cent) };
        });
      }),
  };
}
