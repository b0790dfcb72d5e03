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

/** A marker loses the claim on an answer after this time without a mark. */
const leaseMs = 20 * 60_000;

/** One examinee's answer to one question that people mark. */
export interface Script {
  readonly candidate: Candidate;
  readonly itemId: string;
  readonly marks: readonly ItemMark[];
  readonly decision: ItemDecision | undefined;
  /** Set if the answer needs the leader's decision. */
  readonly dispute: Dispute | undefined;
  /** Tells whether a mark was given for the answer that counts now. */
  readonly isCurrent: (mark: ItemMark) => boolean;
  /** True if enough markers have marked the answer that counts now. */
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

/** Computes the tasks of a plan's markers from the answers that count now. Answers are not assigned in advance, so no assignment becomes outdated. */
export function markingDesk(deps: MarkingDeps) {
  const { db, clock, sync } = deps;
  const duties = markerDutyStore(db);
  const marks = itemMarkStore(db);
  const marking = markingReads(deps);

  /**
   * Tells whether any examinee may still be writing. Until then a marker who is an examinee of the plan must not see its questions and keys (SY23).
   */
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
    // People never mark themselves, their students, or people with the same employer.
    const conflicts = await duties.conflictsOf(userId, plan.id);
    const everybody = await duties.candidates(plan.id);
    if (everybody.some((one) => one.userId === userId) && (await maySitStill(plan, everybody))) return [];
    const mayBeMarked = ({ userId: of }: Candidate): boolean => !conflicts.has(of);
    const candidates = everybody.filter(mayBeMarked);
    // Assessors see who performs, so these numbers must differ from those of the written scripts. They follow the user ids, because ticket numbers
    // may change.
    const performers = everybody
      .toSorted((a, b) => a.userId - b.userId)
      .map((candidate, index) => ({ ...candidate, code: index + 1 }))
      .filter(mayBeMarked);
    const attemptIds = candidates.map(({ attemptId }) => attemptId);
    const scores = await marking.scoresOf(plan.id, await sync.summaries(attemptIds, collectAtMs(plan)));
    const [given, decisions, rule] = [await marks.ofAttempts(attemptIds), await marks.decisions(plan.id), await marks.rule(plan.id)];
    const titles = await duties.sectionTitles(plan.id);
    const begun = clock.nowMs() >= plan.start_ms;
    // Answers are read only for attempts with a mark but no score: only there it matters whether the answer has changed.
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
        // Performed tasks are marked during the exam; nothing has to be handed in.
        if (performed && score === undefined) {
          const basis = basisOf(undefined);
          const isMarked = decision?.basis === basis || scoreByPeople(question, rule, own, basis).cent !== null;
          return begun ? [{ candidate, itemId, marks: own, decision, dispute: undefined, isCurrent: () => true, isMarked }] : [];
        }
        // Scored without a marker: the answer was empty or was scored by its key.
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

  /** Reads the answer that counts now. `basis`: hash of the answer with its files. A performed task has no answer. */
  const answerOf = async (question: Pick<MarkedQuestion, 'type'>, script: Pick<Script, 'candidate' | 'itemId'>): Promise<MarkedAnswer> => {
    if (isPerformed(question.type)) return { written: undefined, basis: basisOf(undefined) };
    const counted = await sync.answers(script.candidate.attemptId);
    const written = counted.answers.find((each) => each.itemId === script.itemId)?.value;
    return { written, basis: basisOf(wholeAnswer(counted, script.itemId)) };
  };

  /** Finds a plan for a member of its marker groups; for other callers it does not exist. */
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

    /** Picks the next answer for a marker: one they have claimed already, else the free one with the lowest number. */
    next(task: Task, caller: Pick<Caller, 'userId'>, except: readonly number[]): Script | undefined {
      const isFree = freeFor(task, caller, clock.nowMs());
      const open = task.scripts.filter((script) => !except.includes(script.candidate.code) && isFree(script));
      return open.find((script) => isHeld(markOf(script, caller.userId), clock.nowMs())) ?? open[0];
    },

    /**
     * Picks all written answers of one examinee that this marker may mark: an examinee they have begun, else one nobody has begun, else one with some
     * answers left. `code`: this examinee, even if everything is marked.
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

    /**
     * Tells whether other markers have this answer, so that the caller may not mark it. Never true for performed tasks, which all assessors watch at
     * once.
     */
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

/** One answer of an examinee whose whole script is marked by one person. */
interface WholeAnswer {
  readonly task: Task;
  readonly script: Script;
  readonly isFree: boolean;
}

/** Lists the marks that an answer has (hundredths). */
export const centsOf = (script: Pick<Script, 'marks'>): number[] => script.marks.flatMap(({ cent }) => cent ?? []);

/** Share of the points of a performed task. */
const spreadShare = 0.15;
/**
 * Tells whether assessors of a performed task differ so much that the leader should check. The performance cannot be seen again, so the mean of
 * distant marks is not trusted.
 */
export const isSpread = ({ question, rule }: Pick<Task, 'question' | 'rule'>, script: Pick<Script, 'marks'>): boolean =>
  isPerformed(question.type) && spreadOf(centsOf(script)) > Math.max(rule.toleranceCent, centOf(question.points) * spreadShare);

export const markOf = (script: Script, userId: number): ItemMark | undefined => script.marks.find((mark) => mark.markerId === userId);

/** Tells whether a marker's claim still holds. It ends when the marker returns the answer or the leader reopens it; a mark sent later is refused. */
export const isTaken = (mark: ItemMark | undefined): boolean => mark !== undefined && mark.takenMs > 0;

const isHeld = (mark: ItemMark | undefined, nowMs: number): boolean =>
  mark !== undefined && mark.cent === null && nowMs - mark.takenMs < leaseMs;
/** Tells whether the marker has marked the answer or holds a current claim on it. */
const isTheirs = (mark: ItemMark | undefined, nowMs: number): boolean => mark?.cent != null || isHeld(mark, nowMs);

/** Returns how many more answers a member may claim; Infinity without a quota. */
export const quotaLeft = ({ plan, scripts, question }: Task, caller: Pick<Caller, 'userId'>): number =>
  plan.quota === 0 || isPerformed(question.type) ? Infinity : plan.quota - scripts.filter((script) => hasMarked(script, caller)).length;

/** Builds a test whether a marker may have an answer: they hold a claim, or one more marker is needed and their quota is not used up. */
function freeFor(task: Task, caller: Pick<Caller, 'userId'>, nowMs: number): (script: Script) => boolean {
  const mayTakeMore = quotaLeft(task, caller) > 0;
  const needed = markersNeeded(task.question.type, task.rule);
  return (script) =>
    !script.isMarked &&
    script.dispute === undefined &&
    !hasMarked(script, caller) &&
    (isHeld(markOf(script, caller.userId), nowMs) || (mayTakeMore && liveMarkers(script, nowMs) < needed));
}

/** Tells whether a person has marked an answer. After the answer has changed, the mark counts as given only while the leader still has to decide. */
export function hasMarked(script: Script, { userId }: Pick<Caller, 'userId'>): boolean {
  const own = markOf(script, userId);
  return own != null && own.cent !== null && (script.isMarked || script.dispute !== undefined || script.isCurrent(own));
}

/** Counts the markers who have marked an answer or hold a claim on it. */
const liveMarkers = (script: Script, nowMs: number): number =>
  script.marks.filter((mark) => hasMarked(script, { userId: mark.markerId }) || isHeld(mark, nowMs)).length;
