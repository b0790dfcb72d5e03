import { type RubricKey, rubricTypes } from '../../../sync/contract/question-body.ts';
import type { MarkingScript, TaskKind } from '../../../sync/contract/marking.ts';
import type { AnswerKey } from '../../../sync/contract/question.ts';
import type { AnswerValue } from '../../../sync/engine/ops.ts';
import { wholeText } from '../../../sync/engine/long-answer.ts';
import { type Caller, refuse, Refusal } from '../../http/handler.ts';
import { collectAtMs } from '../exam/exam-reads.ts';
import { basisOf, type ItemDecision, type ItemMark, itemMarkStore } from './item-mark-store.ts';
import { centOf, type MarkingDeps, markingReads } from './marking-reads.ts';
import { type Dispute, disputeOf, isPerformed, markersNeeded, type MarkingRule, scoreByPeople, spreadOf } from './item-score.ts';
import { type Candidate, type MarkedPlan, type MarkedQuestion, markerDutyStore } from './marker-duty-store.ts';
import { markingMessages as messages } from './marking-messages.ts';
import { type CountedAnswers, wholeAnswer } from '../sync/sync-reads.ts';

interface MarkedAnswer {
  readonly written: AnswerValue | undefined;
  readonly basis: string;
}

/** A script nobody marks for so long may be taken by somebody else. */
const leaseMs = 20 * 60_000;

/** One examinee's answer to one question, that people mark. */
export interface Script {
  readonly candidate: Candidate;
  readonly itemId: string;
  readonly marks: readonly ItemMark[];
  readonly decision: ItemDecision | undefined;
  /** Waits for the leader. */
  readonly dispute: Dispute | undefined;
  /** Of a mark of a script that isn't marked: was it given for the answer that counts now? */
  readonly isCurrent: (mark: ItemMark) => boolean;
  /** By as many markers as it takes, and for the answer that counts now. */
  readonly isMarked: boolean;
}

export interface Task {
  readonly plan: MarkedPlan;
  readonly question: MarkedQuestion;
  readonly key: RubricKey;
  readonly section: string;
  readonly rule: MarkingRule;
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

  /** SY23: as long as it is so, a marker who is an examinee of the plan too is told nothing of its questions and their keys. */
  const maySitStill = async (plan: MarkedPlan, everybody: readonly Candidate[]): Promise<boolean> => {
    const overMs = collectAtMs(plan);
    const attempts = await sync.summaries(
      everybody.map(({ attemptId }) => attemptId),
      overMs,
    );
    return clock.nowMs() < overMs + Math.max(0, ...attempts.map(({ extensionMs }) => extensionMs));
  };

  const tasksOf = async (
    plan: MarkedPlan,
    { userId }: Pick<Caller, 'userId'>,
    wanted: (question: MarkedQuestion) => boolean,
  ): Promise<Task[]> => {
    const questions = (await duties.questions(plan.id, rubricTypes)).filter(wanted);
    if (questions.length === 0) return [];
    await sync.untilProjected();
    // Nobody marks themselves, their students, or whom they work with.
    const conflicts = await duties.conflictsOf(userId, plan.id);
    const everybody = await duties.candidates(plan.id);
    if (everybody.some((one) => one.userId === userId) && (await maySitStill(plan, everybody))) return [];
    const mayBeMarked = ({ userId: of }: Candidate): boolean => !conflicts.has(of);
    const candidates = everybody.filter(mayBeMarked);
    // Assessors see who performs: the numbers there are not those of the written scripts, and stay what they are whatever is printed on a ticket.
    const performers = everybody
      .toSorted((a, b) => a.userId - b.userId)
      .map((candidate, index) => ({ ...candidate, code: index + 1 }))
      .filter(mayBeMarked);
    const attemptIds = candidates.map(({ attemptId }) => attemptId);
    const scores = await marking.scoresOf(plan.id, await sync.summaries(attemptIds, collectAtMs(plan)));
    const [given, decisions, rule] = [await marks.ofAttempts(attemptIds), await marks.decisions(plan.id), await marks.rule(plan.id)];
    const titles = await duties.sectionTitles(plan.id);
    const begun = clock.nowMs() >= plan.start_ms;
    // Which answers those are that were marked and have no score: only of these does it matter here.
    const now = new Map<string, CountedAnswers>();
    for (const [attemptId, own] of given)
      if (own.some((mark) => mark.cent !== null) && scores.get(attemptId)?.items.some((item) => item.cent === null))
        now.set(attemptId, await sync.answers(attemptId));
    return questions.map((question) => {
      const scripts = (isPerformed(question.type) ? performers : candidates).flatMap((candidate): Script[] => {
        const itemId = question.items.get(candidate.variant);
        const score = scores.get(candidate.attemptId)?.items.find((item) => item.itemId === itemId);
        const own = given.get(candidate.attemptId)?.filter((mark) => mark.itemId === itemId) ?? [];
        if (itemId === undefined) return [];
        const decision = decisions.get(candidate.attemptId)?.find((each) => each.itemId === itemId);
        const performed = isPerformed(question.type);
        // Assessors mark while it is being done: nothing has to be handed in for it.
        if (performed && score === undefined) {
          const basis = basisOf(undefined);
          const isMarked = decision?.basis === basis || scoreByPeople(question, rule, own, basis).cent !== null;
          return begun ? [{ candidate, itemId, marks: own, decision, dispute: undefined, isCurrent: () => true, isMarked }] : [];
        }
        // Scored, and by nobody: there was nothing to mark.
        if (score === undefined || (score.cent !== null && own.every((mark) => mark.cent === null))) return [];
        const isMarked = score.cent !== null;
        const counted = now.get(candidate.attemptId);
        const basis = basisOf(performed ? undefined : counted && wholeAnswer(counted, itemId));
        const dispute = isMarked ? undefined : disputeOf(question.type, rule, own, basis);
        return [{ candidate, itemId, marks: own, decision, dispute, isCurrent: (mark) => mark.basis === basis, isMarked }];
      });
      return { plan, question, key: rubricOf(question), section: titles[question.section] ?? '', rule, scripts };
    });
  };

  /** What counts right now as the answer; `basis`: of it with its files. Of what is performed there is none. */
  const answerOf = async (question: Pick<MarkedQuestion, 'type'>, script: Pick<Script, 'candidate' | 'itemId'>): Promise<MarkedAnswer> => {
    if (isPerformed(question.type)) return { written: undefined, basis: basisOf(undefined) };
    const counted = await sync.answers(script.candidate.attemptId);
    const written = counted.answers.find((each) => each.itemId === script.itemId)?.value;
    return { written, basis: basisOf(wholeAnswer(counted, script.itemId)) };
  };

  /** Whoever isn't in a marker group of the plan is told that there is no such thing. */
  const planOf = async (caller: Caller, planId: number): Promise<MarkedPlan | Refusal> => {
    const [plan] = await duties.plans(caller, planId);
    if (!plan) return refuse('notFound', messages.notFound());
    return plan.withdrawn_ms === null ? plan : refuse('refused', messages.withdrawn());
  };

  return {
    tasksOf,
    answerOf,

    async tasks(caller: Caller, kind: TaskKind): Promise<{ plan: MarkedPlan; tasks: Task[] }[]> {
      const found = [];
      for (const plan of await duties.plans(caller)) {
        const tasks = await tasksOf(plan, caller, (question) => isPerformed(question.type) === (kind === 'performed'));
        if (tasks.length > 0) found.push({ plan, tasks });
      }
      return found;
    },

    plan: planOf,

    async task(caller: Caller, planId: number, questionId: number): Promise<Task | Refusal> {
      const plan = await planOf(caller, planId);
      if (plan instanceof Refusal) return plan;
      const [task] = await tasksOf(plan, caller, (question) => question.questionId === questionId);
      return task ?? refuse('notFound', messages.notFound());
    },

    /** The next one nobody has: first what lies before this marker already, then what waits longest by number. */
    next(task: Task, caller: Pick<Caller, 'userId'>, except: readonly number[]): Script | undefined {
      const isFree = freeFor(task, caller, clock.nowMs());
      const open = task.scripts.filter((script) => !except.includes(script.candidate.code) && isFree(script));
      return open.find((script) => isHeld(markOf(script, caller.userId), clock.nowMs())) ?? open[0];
    },

    /**
     * One examinee's written answers, as far as this marker may have them: whom they have begun, then whom nobody has begun, then what is left
     * over of somebody. `code`: that one, also where it is all marked.
     */
    whole(tasks: readonly Task[], caller: Pick<Caller, 'userId'>, except: readonly number[], code?: number): WholeAnswer[] {
      const nowMs = clock.nowMs();
      const all = tasks.flatMap((task) => {
        const isFree = freeFor(task, caller, nowMs);
        return task.scripts.map((script) => ({ task, script, isFree: isFree(script), isOwn: hasMarked(script, caller) }));
      });
      const papers = [...Map.groupBy(all, ({ script }) => script.candidate.code)].map(([of, answers]) => {
        const free = answers.filter(({ isFree }) => isFree);
        const isBegun = free.some(({ script }) => isHeld(markOf(script, caller.userId), nowMs)) || answers.some(({ isOwn }) => isOwn);
        return { of, answers, isOpen: free.length > 0, turn: isBegun ? 0 : free.length === answers.length ? 1 : 2 };
      });
      const open = papers.filter((paper) => (code === undefined ? paper.isOpen && !except.includes(paper.of) : paper.of === code));
      const [first] = open.toSorted((a, b) => a.turn - b.turn || a.of - b.of);
      return first?.answers.filter(({ isFree, isOwn }) => isFree || isOwn) ?? [];
    },

    /** Has somebody else this very script, so that this marker may not? Whoever performs is before all assessors at once. */
    isOthers: (script: Script, task: Task, { userId }: Pick<Caller, 'userId'>): boolean =>
      !isPerformed(task.question.type) &&
      !isTheirs(markOf(script, userId), clock.nowMs()) &&
      (script.isMarked || liveMarkers(script, clock.nowMs()) >= markersNeeded(task.question.type, task.rule)),

    async shown({ question }: Task, script: Script, { userId }: Pick<Caller, 'userId'>): Promise<MarkingScript> {
      const performed = isPerformed(question.type);
      const { written, basis } = await answerOf(question, script);
      const own = markOf(script, userId);
      const { name, ticketNo } = script.candidate;
      return {
        code: script.candidate.code,
        answer: wholeText(written ?? []),
        files: performed ? [] : ((await sync.shownFiles(script.candidate.attemptId, userId)).get(script.itemId) ?? []),
        basis,
        given: own?.given ?? null,
        person: performed ? { name, ticketNo } : null,
      };
    },
  };
}

/** One answer of an examinee that is marked whole. */
interface WholeAnswer {
  readonly task: Task;
  readonly script: Script;
  readonly isFree: boolean;
}

export const centsOf = (script: Pick<Script, 'marks'>): number[] => script.marks.flatMap(({ cent }) => cent ?? []);

/** Of the points of what was performed. */
const spreadShare = 0.15;
/** What was performed is nobody's alone to see again: a mean of assessors far apart is looked at. */
export const isSpread = ({ question, rule }: Pick<Task, 'question' | 'rule'>, script: Pick<Script, 'marks'>): boolean =>
  isPerformed(question.type) && spreadOf(centsOf(script)) > Math.max(rule.toleranceCent, centOf(question.points) * spreadShare);

export const markOf = (script: Script, userId: number): ItemMark | undefined => script.marks.find((mark) => mark.markerId === userId);

/** Given back to the pool it is not, nor where a leader has it marked anew: what was under way was given before that. */
export const isTaken = (mark: ItemMark | undefined): boolean => mark !== undefined && mark.takenMs > 0;

const isHeld = (mark: ItemMark | undefined, nowMs: number): boolean =>
  mark !== undefined && mark.cent === null && nowMs - mark.takenMs < leaseMs;
/** Marked by them, or lying before them, however long: nobody else took it. */
const isTheirs = (mark: ItemMark | undefined, nowMs: number): boolean => mark?.cent != null || isHeld(mark, nowMs);

/** How many more scripts of a plan a member takes by themselves. */
export const quotaLeft = ({ plan, scripts, question }: Task, caller: Pick<Caller, 'userId'>): number =>
  plan.quota === 0 || isPerformed(question.type) ? Infinity : plan.quota - scripts.filter((script) => hasMarked(script, caller)).length;

/** May this marker have it: it lies before them, or one more is needed and they have not had their share. */
function freeFor(task: Task, caller: Pick<Caller, 'userId'>, nowMs: number): (script: Script) => boolean {
  const mayTakeMore = quotaLeft(task, caller) > 0;
  const needed = markersNeeded(task.question.type, task.rule);
  return (script) =>
    !script.isMarked &&
    script.dispute === undefined &&
    !hasMarked(script, caller) &&
    (isHeld(markOf(script, caller.userId), nowMs) || (mayTakeMore && liveMarkers(script, nowMs) < needed));
}

/** An answer that has changed since leaves only marks that count no more, unless the leader is still to say so. */
export function hasMarked(script: Script, { userId }: Pick<Caller, 'userId'>): boolean {
  const own = markOf(script, userId);
  return own != null && own.cent !== null && (script.isMarked || script.dispute !== undefined || script.isCurrent(own));
}

/** Who has marked it, or has it before them. */
const liveMarkers = (script: Script, nowMs: number): number =>
  script.marks.filter((mark) => hasMarked(script, { userId: mark.markerId }) || isHeld(mark, nowMs)).length;
