import { type RubricKey, rubricTypes } from '../../../../sync/contract/bank/question-body.ts';
import type { MarkingScript, MarkingTaskKind } from '../../../../sync/contract/marking/marking.ts';
import type { AnswerKey } from '../../../../sync/contract/bank/question.ts';
import type { AnswerValue } from '../../../../sync/engine/ops/ops.ts';
import { joinLongAnswer } from '../../../../sync/engine/ops/long-answer.ts';
import { type Caller, refuse } from '../../../http/handler.ts';
import { computeCollectMs } from '../../exams/exam/exam-reads.ts';
import { hashAnswer, type ItemDecision, type ItemMark, createItemMarkStore } from './item-mark-store.ts';
import { toCents, type MarkingDeps, createMarkingReads } from './marking-reads.ts';
import {
  type MarkDispute,
  findDispute,
  isPerformedType,
  countMarkersNeeded,
  type MarkingRule,
  averageMarks,
  computeSpread,
} from './item-score.ts';
import { type MarkingCandidate, type MarkedPlan, type MarkedQuestion, createMarkerDutyStore } from './marker-duty-store.ts';
import { markingMessages as messages } from './marking-messages.ts';
import { type CountedAnswers, combineAnswerWithFiles } from '../../../answer-log/calls/sync-reads.ts';
import { boxFileName, readCardBoxes } from '../card-reading/scans/card-box-reads.ts';
import { hashBox, scoreBox } from './box-mark-reads.ts';
import { excerptHtml } from '../../../rich-text/excerpt-html.ts';

interface MarkedAnswer {
  readonly written: AnswerValue | undefined;
  readonly basis: string;
}

/** A marker loses the claim on an answer after this time without a mark. */
const leaseMs = 20 * 60_000;

/** One examinee's answer to one question that people mark. */
export interface AnswerScript {
  readonly candidate: MarkingCandidate;
  readonly itemId: string;
  readonly marks: readonly ItemMark[];
  readonly decision: ItemDecision | undefined;
  /** Set if the answer needs the leader's decision. */
  readonly dispute: MarkDispute | undefined;
  /** Tells whether a mark was given for the answer that counts now. */
  readonly isCurrent: (mark: ItemMark) => boolean;
  /** True if enough markers have marked the answer that counts now. */
  readonly isMarked: boolean;
  /** Set if the answer is a box of a scanned card. `isEntered`: its points are part of an entry and can't change any more. */
  readonly box?: { readonly url: string; readonly bytes: number; readonly isEntered: boolean };
}

export interface QuestionMarking {
  readonly plan: MarkedPlan;
  readonly question: MarkedQuestion;
  readonly key: RubricKey;
  readonly section: string;
  readonly rule: MarkingRule;
  readonly scripts: readonly AnswerScript[];
}

const parseRubric = (question: MarkedQuestion): RubricKey => {
  const key = JSON.parse(question.answerKey) as AnswerKey;
  return key.kind === 'rubric' ? key : { kind: 'rubric', reference: '', items: [], veto: [] };
};

/** Computes from the answers that count now (SY15) what markers have to mark. Answers are not assigned in advance, so no assignment gets outdated. */
export function createMarkingService(deps: MarkingDeps) {
  const { db, clock, sync } = deps;
  const duties = createMarkerDutyStore(db);
  const marks = createItemMarkStore(db);
  const marking = createMarkingReads(deps);

  /**
   * Tells whether any examinee may still be writing. Until then a marker who is an examinee of the plan must not see its questions and keys (SY23).
   */
  const canSitStill = async (plan: MarkedPlan, everybody: readonly MarkingCandidate[]): Promise<boolean> => {
    const overMs = computeCollectMs(plan);
    const attempts = await sync.summaries(
      everybody.map(({ attemptId }) => attemptId),
      overMs,
    );
    return clock.nowMs() < overMs + Math.max(0, ...attempts.map(({ extensionMs }) => extensionMs));
  };

  const tasksOf = async (
    plan: MarkedPlan,
    { userId }: Pick<Caller, 'userId'>,
    isWanted: (question: MarkedQuestion) => boolean,
  ): Promise<QuestionMarking[]> => {
    const hasStarted = clock.nowMs() >= plan.start_ms;
    // Before the start there is no written answer to mark, so markers see no written question and no key. Assessors prepare the performed tasks.
    const questions = (await duties.questions(plan.id, rubricTypes)).filter(
      (question) => isWanted(question) && (hasStarted || isPerformedType(question.type)),
    );
    if (questions.length === 0) return [];
    await sync.waitUntilProjected();
    // People never mark themselves, their students, or people with the same employer.
    const conflicts = await duties.conflictsOf(userId, plan.id);
    const everybody = await duties.candidates(plan.id);
    if (everybody.some((one) => one.userId === userId) && (await canSitStill(plan, everybody))) return [];
    const canBeMarked = ({ userId: of }: MarkingCandidate): boolean => !conflicts.has(of);
    const candidates = everybody.filter(canBeMarked);
    // Assessors see who performs, so the number (`code`) of a performer must differ from that of the person's anonymous written script. The numbers
    // follow the user ids, because ticket numbers may change.
    const performers = everybody
      .toSorted((a, b) => a.userId - b.userId)
      .map((candidate, index) => ({ ...candidate, code: index + 1 }))
      .filter(canBeMarked);
    const attemptIds = candidates.map(({ attemptId }) => attemptId);
    const summaries = await sync.summaries(attemptIds, computeCollectMs(plan));
    const scores = await marking.scoresOf(plan.id, summaries);
    const onPc = new Set(summaries.flatMap(({ attemptId, receivedOps }) => (receivedOps > 0 ? attemptId : [])));
    const cards = await readCardBoxes(db, plan.id);
    const [marksByAttempt, decisions, rule] = [
      await marks.ofAttempts(attemptIds),
      await marks.decisions(plan.id),
      await marks.rule(plan.id),
    ];
    const titles = await duties.sectionTitles(plan.id);
    // Answers are read only for attempts with a mark but no score: only there it matters whether the answer has changed.
    const answersByAttempt = new Map<string, CountedAnswers>();
    for (const [attemptId, attemptMarks] of marksByAttempt)
      if (attemptMarks.some((mark) => mark.cent !== null) && scores.get(attemptId)?.items.some((item) => item.cent === null))
        answersByAttempt.set(attemptId, await sync.answers(attemptId));
    return questions.map((question) => {
      const scripts = (isPerformedType(question.type) ? performers : candidates).flatMap((candidate): AnswerScript[] => {
        const itemId = question.items.get(candidate.variant);
        const score = scores.get(candidate.attemptId)?.items.find((item) => item.itemId === itemId);
        const ownMarks = marksByAttempt.get(candidate.attemptId)?.filter((mark) => mark.itemId === itemId) ?? [];
        if (itemId === undefined) return [];
        const decision = decisions.get(candidate.attemptId)?.find((each) => each.itemId === itemId);
        const performed = isPerformedType(question.type);
        const card = performed || onPc.has(candidate.attemptId) ? undefined : cards.get(candidate.userId);
        const cut = card?.boxes.get(itemId);
        if (card && cut) {
          const basis = hashBox(cut.url);
          const isMarked = scoreBox(question, rule, ownMarks, decision, basis) !== null;
          const dispute = isMarked ? undefined : findDispute(question.type, rule, ownMarks, basis);
          const box = { url: cut.url, bytes: cut.bytes, isEntered: card.isEntered };
          return [{ candidate, itemId, marks: ownMarks, decision, dispute, isCurrent: (mark) => mark.basis === basis, isMarked, box }];
        }
        // Performed tasks are marked during the exam; nothing has to be handed in.
        if (performed && score === undefined) {
          const basis = hashAnswer(undefined);
          const isMarked = decision?.basis === basis || averageMarks(question, rule, ownMarks, basis).cent !== null;
          return hasStarted ? [{ candidate, itemId, marks: ownMarks, decision, dispute: undefined, isCurrent: () => true, isMarked }] : [];
        }
        // Skip an answer that was scored without a marker: it is empty, or its key scored it.
        if (score === undefined || (score.cent !== null && ownMarks.every((mark) => mark.cent === null))) return [];
        const isMarked = score.cent !== null;
        const countedAnswers = answersByAttempt.get(candidate.attemptId);
        const basis = hashAnswer(performed ? undefined : countedAnswers && combineAnswerWithFiles(countedAnswers, itemId));
        const dispute = isMarked ? undefined : findDispute(question.type, rule, ownMarks, basis);
        return [{ candidate, itemId, marks: ownMarks, decision, dispute, isCurrent: (mark) => mark.basis === basis, isMarked }];
      });
      return { plan, question, key: parseRubric(question), section: titles[question.section] ?? '', rule, scripts };
    });
  };

  /** Reads the answer that counts now. `basis`: hash of the answer with its files. A performed task has no answer. */
  const answerOf = async (
    question: Pick<MarkedQuestion, 'type'>,
    script: Pick<AnswerScript, 'candidate' | 'itemId' | 'box'>,
  ): Promise<MarkedAnswer> => {
    if (isPerformedType(question.type)) return { written: undefined, basis: hashAnswer(undefined) };
    if (script.box) return { written: undefined, basis: hashBox(script.box.url) };
    const counted = await sync.answers(script.candidate.attemptId);
    const written = counted.answers.find((each) => each.itemId === script.itemId)?.value;
    return { written, basis: hashAnswer(combineAnswerWithFiles(counted, script.itemId)) };
  };

  return {
    tasksOf,
    answerOf,

    async tasks(caller: Caller, kind: MarkingTaskKind): Promise<{ plan: MarkedPlan; tasks: QuestionMarking[] }[]> {
      const found = [];
      for (const plan of await duties.plans(caller)) {
        const tasks = await tasksOf(plan, caller, (question) => isPerformedType(question.type) === (kind === 'performed'));
        if (tasks.length > 0) found.push({ plan, tasks });
      }
      return found;
    },

    async task(caller: Caller, planId: number, questionId: number): Promise<QuestionMarking> {
      const plan = await duties.openPlan(caller, planId);
      const [task] = await tasksOf(plan, caller, (question) => question.questionId === questionId);
      return task ?? refuse('notFound', messages.notFound());
    },

    /** Picks the next answer for a marker: one they have claimed already, else the free one with the lowest number. */
    next(task: QuestionMarking, caller: Pick<Caller, 'userId'>, except: readonly number[]): AnswerScript | undefined {
      const isFree = createFreeCheck(task, caller, clock.nowMs());
      const open = task.scripts.filter((script) => !except.includes(script.candidate.code) && isFree(script));
      return open.find((script) => isHeld(findMarkOfUser(script, caller.userId), clock.nowMs())) ?? open[0];
    },

    /**
     * Picks all written answers of one examinee that this marker may mark: an examinee they have begun, else one nobody has begun, else one with some
     * answers left. `code`: this examinee, even if everything is marked.
     */
    whole(tasks: readonly QuestionMarking[], caller: Pick<Caller, 'userId'>, except: readonly number[], code?: number): WholeAnswer[] {
      const nowMs = clock.nowMs();
      const all = tasks.flatMap((task) => {
        const isFree = createFreeCheck(task, caller, nowMs);
        return task.scripts.map((script) => ({ task, script, isFree: isFree(script), isOwn: hasMarked(script, caller) }));
      });
      const papers = [...Map.groupBy(all, ({ script }) => script.candidate.code)].map(([of, answers]) => {
        const free = answers.filter(({ isFree }) => isFree);
        const isBegun =
          free.some(({ script }) => isHeld(findMarkOfUser(script, caller.userId), nowMs)) || answers.some(({ isOwn }) => isOwn);
        return { of, answers, isOpen: free.length > 0, turn: isBegun ? 0 : free.length === answers.length ? 1 : 2 };
      });
      const open = papers.filter((paper) => (code === undefined ? paper.isOpen && !except.includes(paper.of) : paper.of === code));
      const [first] = open.toSorted((a, b) => a.turn - b.turn || a.of - b.of);
      return first?.answers.filter(({ isFree, isOwn }) => isFree || isOwn) ?? [];
    },

    /**
     * Tells whether enough other markers have marked or claimed this answer, so that the caller may not mark it. Never true for performed tasks,
     * which all assessors watch at once.
     */
    isOthers: (script: AnswerScript, task: QuestionMarking, { userId }: Pick<Caller, 'userId'>): boolean =>
      !isPerformedType(task.question.type) &&
      !isTheirs(findMarkOfUser(script, userId), clock.nowMs()) &&
      (script.isMarked || countLiveMarkers(script, clock.nowMs()) >= countMarkersNeeded(task.question.type, task.rule)),

    async shown({ question }: QuestionMarking, script: AnswerScript, { userId }: Pick<Caller, 'userId'>): Promise<MarkingScript> {
      const performed = isPerformedType(question.type);
      const { written, basis } = await answerOf(question, script);
      const ownMark = findMarkOfUser(script, userId);
      const { name, ticketNo } = script.candidate;
      return {
        code: script.candidate.code,
        answer: joinLongAnswer(written ?? []),
        files: performed
          ? []
          : script.box
            ? [{ name: boxFileName, bytes: script.box.bytes, url: script.box.url }]
            : ((await sync.shownFiles(script.candidate.attemptId, userId)).get(script.itemId) ?? []),
        basis,
        given: ownMark?.markerPoints ?? null,
        person: performed ? { name, ticketNo } : null,
      };
    },
  };
}

/** One answer of an examinee whose whole script is marked by one person. */
interface WholeAnswer {
  readonly task: QuestionMarking;
  readonly script: AnswerScript;
  readonly isFree: boolean;
}

/** Lists the points (hundredths) that markers gave for an answer. */
export const listScriptCents = (script: Pick<AnswerScript, 'marks'>): number[] => script.marks.flatMap(({ cent }) => cent ?? []);

/** Marks of a performed task that differ by more than this share of its points are too far apart. */
const spreadShare = 0.15;
/**
 * Tells whether assessors of a performed task differ so much that the leader should check. The performance cannot be seen again, so the mean of
 * distant marks is not trusted.
 */
export const hasWideSpread = (
  { question, rule }: Pick<QuestionMarking, 'question' | 'rule'>,
  script: Pick<AnswerScript, 'marks'>,
): boolean =>
  isPerformedType(question.type) &&
  computeSpread(listScriptCents(script)) > Math.max(rule.toleranceCent, toCents(question.points) * spreadShare);

export const findMarkOfUser = (script: AnswerScript, userId: number): ItemMark | undefined =>
  script.marks.find((mark) => mark.markerId === userId);

/** Tells whether a marker's claim still holds. It ends when the marker returns the answer or the leader reopens it; a mark sent later is refused. */
export const isClaimed = (mark: ItemMark | undefined): boolean => mark !== undefined && mark.takenMs > 0;

const isHeld = (mark: ItemMark | undefined, nowMs: number): boolean =>
  mark !== undefined && mark.cent === null && nowMs - mark.takenMs < leaseMs;
/** Tells whether the marker has marked the answer or holds a current claim on it. */
const isTheirs = (mark: ItemMark | undefined, nowMs: number): boolean => mark?.cent != null || isHeld(mark, nowMs);

/** Returns how many more answers a member may claim; Infinity without a quota. */
export const computeRemainingQuota = ({ plan, scripts, question }: QuestionMarking, caller: Pick<Caller, 'userId'>): number =>
  plan.quota === 0 || isPerformedType(question.type) ? Infinity : plan.quota - scripts.filter((script) => hasMarked(script, caller)).length;

/** Builds a test whether a marker may have an answer: they hold a claim, or one more marker is needed and their quota is not used up. */
function createFreeCheck(task: QuestionMarking, caller: Pick<Caller, 'userId'>, nowMs: number): (script: AnswerScript) => boolean {
  const mayTakeMore = computeRemainingQuota(task, caller) > 0;
  const needed = countMarkersNeeded(task.question.type, task.rule);
  return (script) =>
    !script.isMarked &&
    script.dispute === undefined &&
    !hasMarked(script, caller) &&
    (isHeld(findMarkOfUser(script, caller.userId), nowMs) || (mayTakeMore && countLiveMarkers(script, nowMs) < needed));
}

/** Tells whether a person has marked an answer. After the answer has changed, the mark counts as given only while the leader still has to decide. */
export function hasMarked(script: AnswerScript, { userId }: Pick<Caller, 'userId'>): boolean {
  const own = findMarkOfUser(script, userId);
  return own != null && own.cent !== null && (script.isMarked || script.dispute !== undefined || script.isCurrent(own));
}

/** Counts the markers who have marked an answer or hold a claim on it. */
const countLiveMarkers = (script: AnswerScript, nowMs: number): number =>
  script.marks.filter((mark) => hasMarked(script, { userId: mark.markerId }) || isHeld(mark, nowMs)).length;

/** Counts the answers to a question: all, marked, and marked by the caller. `text`: first 80 characters of the question. */
export const countTaskFigures = ({ question, section, scripts }: QuestionMarking, { userId }: Pick<Caller, 'userId'>) => ({
  questionId: question.questionId,
  section,
  type: question.type,
  text: excerptHtml(question.stem),
  points: question.points,
  scripts: scripts.length,
  marked: scripts.filter((script) => script.isMarked).length,
  mine: scripts.filter((script) => hasMarked(script, { userId })).length,
});
