import { type RubricKey, rubricTypes } from '../../../sync/contract/question-body.ts';
import type { MarkingScript, TaskKind } from '../../../sync/contract/marking.ts';
import type { AnswerKey } from '../../../sync/contract/question.ts';
import { wholeText } from '../../../sync/engine/long-answer.ts';
import { type Caller, refuse, type Refusal } from '../../http/handler.ts';
import { collectAtMs } from '../exam/exam-reads.ts';
import { basisOf, type ItemMark, itemMarkStore } from './item-mark-store.ts';
import { isPerformed, markersNeeded } from './item-score.ts';
import { type Candidate, type MarkedPlan, type MarkedQuestion, markerDutyStore } from './marker-duty-store.ts';
import { markingMessages as messages } from './marking-messages.ts';
import { type MarkingDeps, markingReads } from './marking-reads.ts';

/** A script nobody marks for so long may be taken by somebody else. */
const leaseMs = 20 * 60_000;

/** One examinee's answer to one question, that people mark. */
export interface Script {
  readonly candidate: Candidate;
  readonly itemId: string;
  readonly marks: readonly ItemMark[];
  /** By as many markers as it takes, and for the answer that counts now. */
  readonly isMarked: boolean;
}

export interface Task {
  readonly plan: MarkedPlan;
  readonly question: MarkedQuestion;
  readonly key: RubricKey;
  readonly section: string;
  readonly scripts: readonly Script[];
}

const rubricOf = (question: MarkedQuestion): RubricKey => {
  const key = JSON.parse(question.answerKey) as AnswerKey;
  return key.kind === 'rubric' ? key : { kind: 'rubric', reference: '', items: [], veto: [] };
};

/** What a plan has for its markers. Computed from what counts now: nothing is dealt out ahead, so nothing goes stale. */
export function markingDesk(deps: MarkingDeps) {
  const { db, clock, sync } = deps;
  const duties = markerDutyStore(db);
  const marks = itemMarkStore(db);
  const marking = markingReads(deps);

  const tasksOf = async (
    plan: MarkedPlan,
    { userId }: Pick<Caller, 'userId'>,
    wanted: (question: MarkedQuestion) => boolean,
  ): Promise<Task[]> => {
    const questions = (await duties.questions(plan.id, rubricTypes)).filter(wanted);
    if (questions.length === 0) return [];
    await sync.untilProjected();
    // Nobody marks themselves.
    const candidates = (await duties.candidates(plan.id)).filter((candidate) => candidate.userId !== userId);
    const attemptIds = candidates.map(({ attemptId }) => attemptId);
    const scores = await marking.scoresOf(plan.id, await sync.summaries(attemptIds, collectAtMs(plan)));
    const given = await marks.ofAttempts(attemptIds);
    const titles = await duties.sectionTitles(plan.id);
    return questions.map((question) => {
      const scripts = candidates.flatMap((candidate): Script[] => {
        const itemId = question.items.get(candidate.variant);
        const score = scores.get(candidate.attemptId)?.items.find((item) => item.itemId === itemId);
        const own = given.get(candidate.attemptId)?.filter((mark) => mark.itemId === itemId) ?? [];
        // Scored, and by nobody: there was nothing to mark.
        if (itemId === undefined || score === undefined || (score.cent !== null && own.every((mark) => mark.cent === null))) return [];
        return [{ candidate, itemId, marks: own, isMarked: score.cent !== null }];
      });
      return { plan, question, key: rubricOf(question), section: titles[question.section] ?? '', scripts };
    });
  };

  return {
    async tasks(caller: Caller, kind: TaskKind): Promise<{ plan: MarkedPlan; tasks: Task[] }[]> {
      const found = [];
      for (const plan of await duties.plans(caller)) {
        const tasks = await tasksOf(plan, caller, (question) => isPerformed(question.type) === (kind === 'performed'));
        if (tasks.length > 0) found.push({ plan, tasks });
      }
      return found;
    },

    /** Whoever isn't in a marker group of the plan is told that there is no such task. */
    async task(caller: Caller, planId: number, questionId: number): Promise<Task | Refusal> {
      const [plan] = await duties.plans(caller, planId);
      const [task] = plan ? await tasksOf(plan, caller, (question) => question.questionId === questionId) : [];
      return task ?? refuse('notFound', messages.notFound());
    },

    /** The next one nobody has: first what lies before this marker already, then what waits longest by number. */
    next({ scripts, question }: Task, { userId }: Pick<Caller, 'userId'>): Script | undefined {
      const open = scripts.filter((script) => !script.isMarked && !hasMarked(script, question, { userId }));
      return (
        open.find((script) => markOf(script, userId)) ??
        open.find((script) => liveMarkers(script, question, clock.nowMs()) < markersNeeded(question.type))
      );
    },

    /** Has somebody else this very script, so that this marker may not? */
    isOthers: (script: Script, question: MarkedQuestion, { userId }: Pick<Caller, 'userId'>): boolean =>
      !markOf(script, userId) && liveMarkers(script, question, clock.nowMs()) >= markersNeeded(question.type),

    async shown({ question }: Task, script: Script, { userId }: Pick<Caller, 'userId'>): Promise<MarkingScript> {
      const performed = isPerformed(question.type);
      const answer = performed
        ? undefined
        : (await sync.answers(script.candidate.attemptId)).answers.find((each) => each.itemId === script.itemId)?.value;
      const own = markOf(script, userId);
      const { name, ticketNo } = script.candidate;
      return {
        code: script.candidate.code,
        answer: wholeText(answer ?? []),
        basis: basisOf(answer),
        given: own?.given ?? null,
        person: performed ? { name, ticketNo } : null,
      };
    },
  };
}

export const markOf = (script: Script, userId: number): ItemMark | undefined => script.marks.find((mark) => mark.markerId === userId);

/** An answer that has changed since leaves only marks that count no more; what was performed stays as it was seen. */
const stands = (mark: ItemMark, script: Script, question: MarkedQuestion): boolean =>
  mark.cent !== null && (script.isMarked || isPerformed(question.type));

export function hasMarked(script: Script, question: MarkedQuestion, { userId }: Pick<Caller, 'userId'>): boolean {
  const own = markOf(script, userId);
  return own !== undefined && stands(own, script, question);
}

/** Who has marked it, or has it before them. */
const liveMarkers = (script: Script, question: MarkedQuestion, nowMs: number): number =>
  script.marks.filter((mark) => stands(mark, script, question) || (mark.cent === null && nowMs - mark.takenMs < leaseMs)).length;
