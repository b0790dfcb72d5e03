import { joinLongAnswer } from '../../../../sync/engine/ops/long-answer.ts';
import { getSignatureState } from '../../../../sync/domain/marking/score-sheet.ts';
import { runInPlanScope } from '../../../db/plan-scope.ts';
import { type Caller, type Handlers, refuse, refuseField } from '../../../http/handler.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { listAssessorSignIns } from './assessor-sign-in-store.ts';
import { createItemMarkStore } from './item-mark-store.ts';
import { isPerformedType, averageMarks } from './item-score.ts';
import { type MarkedPlan, createMarkerDutyStore } from './marker-duty-store.ts';
import {
  listScriptCents,
  hasWideSpread,
  createMarkingService,
  type AnswerScript,
  type QuestionMarking,
  countTaskFigures,
} from './marking-service.ts';
import { markingMessages as messages } from './marking-messages.ts';
import { toCents, type MarkingDeps, toPoints } from './marking-reads.ts';

type LeaderCalls = Pick<Handlers<'marking'>, 'getOverview' | 'getScript' | 'getTotals' | 'arbitrate'>;

/** Number of marked answers of each marker that are shown for spot checks. */
const samplesEach = 3;

const findMedian = (numbers: readonly number[]): number | undefined => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/**
 * Creates the calls of the leader of a plan's marker groups. The leader sees the points of all markers, but no names of examinees on written answers.
 */
export function createMarkingLeaderHandlers(deps: MarkingDeps): LeaderCalls {
  const { db, clock } = deps;
  const service = createMarkingService(deps);
  const duties = createMarkerDutyStore(db);
  const store = createItemMarkStore(db);
  const readNames = (ids: readonly number[]) => createUserReads(db).names(ids);

  const findLedPlan = async (caller: Caller, planId: number): Promise<MarkedPlan> => {
    const plan = await duties.openPlan(caller, planId);
    return plan.leads ? plan : refuse('refused', messages.notLeader());
  };
  const findScript = async (caller: Caller, at: { planId: number; questionId: number; code: number }) => {
    const plan = await findLedPlan(caller, at.planId);
    const [task] = await service.tasksOf(plan, caller, (question) => question.questionId === at.questionId);
    if (!task) refuse('notFound', messages.notFound());
    const script = task.scripts.find((each) => each.candidate.code === at.code);
    return script ? { task, script } : refuse('notFound', messages.noScript());
  };
  const presentScript = (task: QuestionMarking, script: AnswerScript) => ({
    questionId: task.question.questionId,
    code: script.candidate.code,
    section: task.section,
    state: script.dispute ?? (hasWideSpread(task, script) ? ('spread' as const) : ('done' as const)),
    totals: listScriptCents(script).map(toPoints),
    decided: script.decision ? toPoints(script.decision.cent) : null,
  });

  return {
    async getOverview({ planId }, { caller }) {
      const plan = await findLedPlan(caller, planId);
      const tasks = await service.tasksOf(plan, caller, () => true);
      const rule = await store.rule(planId);
      const taskScripts = tasks.flatMap((task) => task.scripts.map((script) => ({ task, script })));
      const marks = taskScripts.flatMap(({ task, script }) => script.marks.map((mark) => ({ mark, full: toCents(task.question.points) })));
      const byMarker = Map.groupBy(marks, ({ mark }) => mark.markerId);
      const people = new Map(plan.markers.map((one) => [one.userId, one]));
      const namesByUser = await readNames([...people.keys(), ...byMarker.keys()]);
      const waiting = taskScripts.filter(
        ({ task, script }) => script.dispute !== undefined || (hasWideSpread(task, script) && !script.decision),
      );
      const sampled = new Map<number, number>();
      const samples = taskScripts.filter(({ script }) => {
        const [first] = script.marks;
        const seen = sampled.get(first?.markerId ?? 0) ?? 0;
        if (!script.isMarked || !first || seen >= samplesEach) return false;
        sampled.set(first.markerId, seen + 1);
        return true;
      });
      return {
        name: plan.name,
        released: plan.released_ms !== null,
        twice: rule.isDoubleMarked,
        tolerance: toPoints(rule.toleranceCent),
        tasks: tasks.map((task) => countTaskFigures(task, caller)),
        markers: [...new Set([...people.keys(), ...byMarker.keys()])].map((userId) => {
          const ownMarks = byMarker.get(userId) ?? [];
          const doneMarks = ownMarks.filter(({ mark }) => mark.cent !== null);
          const paces = doneMarks.map(({ mark }) => Math.max(0, Math.round(((mark.markedMs ?? 0) - mark.takenMs) / 1000)));
          const maxCents = doneMarks.reduce((sum, { full }) => sum + full, 0);
          return {
            userId,
            name: namesByUser.get(userId) ?? '',
            leads: people.get(userId)?.leads ?? false,
            quota: people.get(userId)?.quota ?? 0,
            marked: doneMarks.length,
            held: ownMarks.length - doneMarks.length,
            share: maxCents === 0 ? null : doneMarks.reduce((sum, { mark }) => sum + (mark.cent ?? 0), 0) / maxCents,
            seconds: findMedian(paces) ?? null,
            lastMs: doneMarks.length === 0 ? null : Math.max(...doneMarks.map(({ mark }) => mark.markedMs ?? 0)),
          };
        }),
        disputes: waiting.map(({ task, script }) => presentScript(task, script)),
        samples: samples.map(({ task, script }) => presentScript(task, script)),
      };
    },

    async getScript(at, { caller }) {
      const found = await findScript(caller, at);
      const { task, script } = found;
      const called = await readNames([...script.marks.map((mark) => mark.markerId), ...(script.decision ? [script.decision.by] : [])]);
      const { answer, files, basis } = await service.shown(task, script, caller);
      const { decision } = script;
      return {
        name: task.plan.name,
        released: task.plan.released_ms !== null,
        stem: task.question.stem,
        reference: task.key.reference,
        items: task.key.items,
        veto: task.key.veto,
        points: task.question.points,
        code: script.candidate.code,
        answer,
        files,
        basis,
        state: script.dispute ?? (script.isMarked ? ('done' as const) : ('open' as const)),
        marks: script.marks
          .filter((mark) => mark.markerPoints !== null)
          .map((mark) => ({
            marker: called.get(mark.markerId) ?? '',
            total: mark.cent === null ? null : toPoints(mark.cent),
            given: mark.markerPoints,
            answer: joinLongAnswer(mark.answer),
            isCurrent: mark.basis === basis,
            markedMs: mark.markedMs,
          })),
        decision: decision
          ? {
              total: toPoints(decision.cent),
              reason: decision.reason,
              by: called.get(decision.by) ?? '',
              ms: decision.decidedMs,
              isCurrent: decision.basis === basis,
            }
          : null,
      };
    },

    async getTotals({ planId }, { caller }) {
      const plan = await findLedPlan(caller, planId);
      const tasks = await service.tasksOf(plan, caller, (question) => isPerformedType(question.type));
      const scripts = tasks.map((task) => new Map(task.scripts.map((script) => [script.candidate.attemptId, script])));
      const assessors = [
        ...new Set(
          tasks.flatMap((task) => task.scripts.flatMap(({ marks }) => marks.flatMap((mark) => (mark.cent === null ? [] : mark.markerId)))),
        ),
      ].toSorted((a, b) => a - b);
      const called = await readNames(assessors);
      const signedIn = (await listAssessorSignIns(db, [planId])).get(planId);
      const candidates = new Map(tasks.flatMap((task) => task.scripts.map(({ candidate }) => [candidate.attemptId, candidate])));
      const rows = [...candidates.values()].map(({ attemptId, name, ticketNo }) => {
        const cells = tasks.map((task, at) => createCell(task, scripts[at]?.get(attemptId), assessors));
        const sum = cells.reduce<number | null>((all, { cent }) => (all === null || cent === null ? null : all + cent), 0);
        return {
          name,
          ticketNo,
          cells: cells.map(({ cent, ...cell }) => ({ ...cell, points: cent === null ? null : toPoints(cent) })),
          total: sum === null ? null : toPoints(sum),
        };
      });
      return {
        name: plan.name,
        group: plan.group,
        startMs: plan.start_ms,
        endMs: plan.start_ms + plan.duration_ms,
        released: plan.released_ms !== null,
        assessors: assessors.map((id) => called.get(id) ?? ''),
        signatures: assessors.map((id) => ({ signedInMs: signedIn?.get(id) ?? null, ...countSignatures(tasks, id) })),
        tasks: tasks.map((task) => {
          const { questionId, section, text, points } = countTaskFigures(task, caller);
          return { questionId, section, text, points };
        }),
        rows: rows.toSorted((a, b) => (a.ticketNo < b.ticketNo ? -1 : 1)),
      };
    },

    arbitrate: ({ points, reason, basis, ...at }, context) =>
      runInPlanScope(db, at.planId, async () => {
        const { caller, audit } = context;
        const found = await findScript(caller, at);
        const { task, script } = found;
        if (task.plan.released_ms !== null) refuse('refused', messages.released());
        if (script.box?.isEntered) refuse('refused', messages.cardEntered());
        if ((await service.shown(task, script, caller)).basis !== basis) refuse('conflict', messages.answerChanged());
        const { attemptId } = script.candidate;
        const message = messages.pointsTooMany(task.question.points);
        if (points !== null && points > task.question.points) refuseField('invalid', 'points', message);
        return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          const { itemId } = script;
          const by = { by: caller.userId, decidedMs: clock.nowMs() };
          if (points === null) await createItemMarkStore(tx).reopen(attemptId, itemId);
          else await createItemMarkStore(tx).decide(at.planId, { attemptId, itemId, cent: Math.round(points * 100), basis, reason, ...by });
          await audit.noteIn(tx, {
            entity: 'script',
            id: at.planId,
            name: `${task.plan.name} ${at.code}`,
            before: { points: script.decision ? toPoints(script.decision.cent) : null, given: listScriptCents(script).map(toPoints) },
            after: { points, reason },
          });
          return { total: points };
        });
      }),
  };
}

/** Counts the score sheets of one assessor by the state of their signature, and finds the newest signature that is valid. */
function countSignatures(tasks: readonly QuestionMarking[], markerId: number) {
  const marks = tasks.flatMap((task) => task.scripts.flatMap((script) => script.marks));
  const sheets = marks.flatMap(({ markerPoints, ...mark }) =>
    mark.markerId === markerId && mark.cent !== null && markerPoints != null ? markerPoints : [],
  );
  const byState = Map.groupBy(sheets, getSignatureState);
  const newest = (byState.get('current') ?? []).toSorted((a, b) => (b.signature?.signedMs ?? 0) - (a.signature?.signedMs ?? 0))[0];
  return {
    current: byState.get('current')?.length ?? 0,
    earlier: byState.get('earlier')?.length ?? 0,
    unsigned: byState.get('unsigned')?.length ?? 0,
    strokes: newest?.signature?.strokes ?? null,
  };
}

function createCell(task: QuestionMarking, script: AnswerScript | undefined, assessors: readonly number[]) {
  const givenMarks = script?.marks.filter(({ cent }) => cent !== null) ?? [];
  const basis = givenMarks[0]?.basis ?? '';
  const decision = script?.decision;
  return {
    totals: assessors.map((id) => {
      const cent = givenMarks.find((mark) => mark.markerId === id)?.cent;
      return cent == null ? null : toPoints(cent);
    }),
    cent: decision?.cent ?? averageMarks(task.question, task.rule, givenMarks, basis).cent,
    spread: script !== undefined && decision === undefined && hasWideSpread(task, script),
    decided: decision !== undefined,
    veto: givenMarks.some((mark) => (mark.markerPoints?.veto.length ?? 0) > 0),
  };
}
