import { questionBody } from '../../../../sync/contract/bank/question-body.ts';
import type { AnswerKey } from '../../../../sync/contract/bank/question.ts';
import { homeworkStatus, variantNames, difficulty, sectionType } from '../../../../sync/contract/codes.ts';
import { noLockdown } from '../../../../sync/contract/exams/lockdown.ts';
import type { HeldQuestionsRefusal, AssignmentText } from '../../../../sync/contract/learning/assignment.ts';
import { type PaperVariant, paperRules } from '../../../../sync/contract/papers/paper.ts';
import { attemptRules, isAssignedKind, type AssignedKind } from '../../../../sync/domain/exams/attempt-kinds.ts';
import { runInScope } from '../../../db/lock-scope.ts';
import { runInPlanScope } from '../../../db/plan-scope.ts';
import { type Caller, type Handlers, type Message, refuse, refuseField } from '../../../http/handler.ts';
import { readListQuery } from '../../../http/input/list-query.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createQuestionReads } from '../../bank/question/question-reads.ts';
import { computeQuestionContent } from '../../bank/question/similarity/question-likeness-reads.ts';
import { type ExamDeps, preparePublication, createExamStore, type PlanSource } from '../../exams/exam/exam-plan-writes.ts';
import { createHeldQuestionReads } from '../../exams/exam/results/held-questions-reads.ts';
import { toCents, toPoints } from '../../marking/marking/marking-reads.ts';
import { createPaperReads, listVariantQuestionIds } from '../../papers/paper/paper-reads.ts';
import { createClassReads } from '../../people/class/class-reads.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { type AssignmentExaminee, createAssignmentBoard } from './assignment-board.ts';
import { insertAssignmentClasses } from './assignment-class-store.ts';
import { createAssignmentMarkHandlers } from './assignment-mark-handlers.ts';
import { assignmentMessages as messages } from './assignment-messages.ts';
import { createAssignmentOverviewHandlers } from './assignment-overview-handlers.ts';
import { createAssignmentQuestionHandlers } from './assignment-question-handlers.ts';
import { insertAssignment, assignmentSorts, type AssignmentRow, createAssignmentStore } from './assignment-store.ts';
import { createAssignmentStudentHandlers } from './assignment-student-handlers.ts';
import { sumItemCents, applyLateRule, deriveAssignmentWorkState, type AssignmentTimes } from './assignment-work-state.ts';

interface Rules {
  readonly startMs: number;
  readonly dueMs: number;
  readonly lateRule: 'refused' | 'marked' | 'shareOff';
  readonly lateMs: number;
  readonly latePercent: number;
  readonly analysisRule: 'never' | 'atOnce' | 'afterHandIn' | 'afterFinish' | 'afterWindow';
}

/** Question id of an assignment that consists of a text instead of a paper: it has no question of the bank. */
const noQuestion = 0;
const title = '作业任务';

/** Turns an assignment that consists of a text into content to freeze: one question, which students answer with text and files. */
function createTextSource({ html, points, files }: AssignmentText): PlanSource {
  const body = questionBody.parse({
    type: sectionType.questionAnswer,
    stem: html,
    options: [],
    key: { kind: 'rubric', reference: '', items: [], veto: [], files },
    analysis: '',
    difficulty: difficulty.medium,
    category: '',
    source: '',
  });
  const section = { title, type: sectionType.questionAnswer, count: 1, pointsEach: points, partial: false, categories: [], tags: [] };
  const passPoints = toPoints(Math.round(toCents(points) * 0.6));
  return {
    row: null,
    name: '',
    totalPoints: points,
    rules: paperRules.parse({ layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints }),
    sections: [{ ...section, difficulty: null, level: null }],
    variants: [{ sections: [[{ id: noQuestion, locked: false }]] }],
    questions: new Map([[noQuestion, { ...body, id: noQuestion, version: 1 }]]),
  };
}

/** Creates the calls that set homework and mock tests and manage them. */
export function createAssignmentHandlers(deps: ExamDeps): Handlers<'task'> {
  const { db, clock } = deps;
  const store = createAssignmentStore(db);
  const plans = createExamStore(db);
  const board = createAssignmentBoard(deps);
  const heldQuestions = createHeldQuestionReads(db);
  const toEditor = (caller: Caller) => ({ schoolId: caller.schoolId, userId: caller.userId, nowMs: clock.nowMs() });

  const buildSummaries = async (tasks: readonly AssignmentRow[], people: readonly AssignmentExaminee[]) => {
    const names = new Map((await store.packagesOf(tasks.map((task) => task.id))).map((row) => [row.plan_id, row]));
    const byTask = Map.groupBy(people, (person) => person.task.id);
    return tasks.map((task) => {
      const examinees = byTask.get(task.id) ?? [];
      const count = (status: number): number => examinees.filter(({ workState }) => workState.status === status).length;
      return {
        id: task.id,
        version: task.version,
        kind: task.kind,
        name: task.name,
        isPaper: task.paper_id !== null,
        paperId: task.paper_id,
        paperName: names.get(task.id)?.paper_name ?? '',
        startMs: task.start_ms,
        dueMs: task.due_ms,
        closeMs: task.start_ms + task.duration_ms,
        lateRule: task.late_rule,
        latePercent: task.late_percent,
        analysisRule: task.analysis_rule,
        minutes: task.minutes,
        tries: task.tries,
        total: examinees.length,
        counts: {
          notDone: count(homeworkStatus.notDone),
          done: count(homeworkStatus.done),
          returned: count(homeworkStatus.returned),
          awaitingMarking: count(homeworkStatus.awaitingMarking),
          finished: count(homeworkStatus.finished),
        },
        late: examinees.filter(({ workState }) => workState.isLate).length,
        withdrawn: task.withdrawn_ms === null ? null : { ms: task.withdrawn_ms, reason: task.withdraw_reason },
        updatedMs: task.updated_ms,
      };
    });
  };

  /** Reads the text of an assignment without a paper, as it was frozen at publication. */
  const readText = async (planId: number, variant: string): Promise<AssignmentText | null> => {
    const [item] = await store.wholeItems(planId, variant);
    if (!item) return null;
    const key = JSON.parse(item.answer_key) as AnswerKey;
    return { html: item.stem, points: item.points, files: key.kind === 'rubric' ? (key.files ?? 0) : 0 };
  };

  /** Finds the content of an assignment: either a paper (homework or mock test), or a text (`words`). Exactly one must be given. */
  const findContent = async (schoolId: number, { paperId, words }: { paperId: number | null; words: AssignmentText | null }) => {
    const refuseContent = (message: Message, error: 'notFound' | 'refused') =>
      refuseField(error, words === null ? 'paperId' : 'words', message);
    if ((paperId === null) === (words === null)) return refuseContent(messages.paperOrWords(), 'refused');
    if (words !== null) return { kind: 'homework' as const, variants: [], source: createTextSource(words), minutes: null };
    const paper = await createPaperReads(db).byId(schoolId, paperId ?? 0);
    if (!paper) return refuseContent(messages.paperNotFound(), 'notFound');
    const { kind } = paper.row;
    if (!isAssignedKind(kind)) return refuseContent(messages.otherKind(), 'refused');
    return { kind, variants: paper.variants, source: undefined, minutes: paper.rules.minutes };
  };

  /**
   * Finds the questions of a paper that an exam holds back (decision 038); undefined if there are none. The exam's name is shown only to callers who
   * may read the exam. Others see only a few of the questions at a time, so that nobody learns the content of a whole exam from one paper.
   */
  const findHeldQuestions = async (
    caller: Caller,
    paperId: number,
    variants: readonly PaperVariant[],
  ): Promise<HeldQuestionsRefusal | undefined> => {
    const { schoolId } = caller;
    const contents = [...(await createQuestionReads(db).byIds(schoolId, listVariantQuestionIds(variants))).values()].map((each) =>
      computeQuestionContent(each, schoolId),
    );
    const holdingsByQuestion = await heldQuestions.ofContents(contents, { schoolId, nowMs: clock.nowMs(), holderKind: 'exams' });
    if (holdingsByQuestion.size === 0) return undefined;
    const names = await heldQuestions.namesOf(
      [...holdingsByQuestion.values()].flatMap((holding) => holding.map(({ id }) => id)),
      caller,
    );
    const plainOf = new Map(contents.map(({ questionId, plain }) => [questionId, plain]));
    const listedIds = new Set<number>();
    const items = variants.flatMap(({ sections }, at) =>
      sections.flat().flatMap(({ id: questionId }, index) => {
        const holding = holdingsByQuestion.get(questionId);
        if (!holding || listedIds.has(questionId)) return [];
        listedIds.add(questionId);
        const stem = (plainOf.get(questionId) ?? '').slice(0, stemLength);
        const exams = holding.flatMap(({ id }) => names.get(id) ?? []);
        return [{ questionId, variant: variantNames[at] ?? '', number: index + 1, stem, exams }];
      }),
    );
    const [readable, others] = [items.filter(({ exams }) => exams.length > 0), items.filter(({ exams }) => exams.length === 0)];
    return { paperId, count: items.length, items: [...readable, ...others.slice(0, unreadableNamed)] };
  };

  return {
    ...createAssignmentMarkHandlers(deps, board),
    ...createAssignmentOverviewHandlers(deps, board),
    ...createAssignmentQuestionHandlers(deps, board),
    ...createAssignmentStudentHandlers(deps, board),

    async add(input, context) {
      const { caller, language } = context;
      const content = await findContent(caller.schoolId, input);
      const { kind, variants, source } = content;
      const faults = findRuleFaults(kind, input);
      if (input.dueMs <= clock.nowMs()) faults.push({ path: 'dueMs', message: messages.dueOver() });
      if (faults.length > 0) refuse('invalid', messages.invalidRules(), { fields: faults });
      for (const classId of input.classIds)
        if (!(await createClassReads(db).isOfSchool(classId, caller.schoolId))) refuse('notFound', messages.classNotFound());
      const userIds = [...new Set([...(await store.studentsOf(caller.schoolId, input.classIds)), ...input.userIds])];
      if (userIds.length === 0) refuseField('refused', 'classIds', messages.nobody());
      if (userIds.length > mostStudents) refuse('refused', messages.tooMany(mostStudents));
      const users = await createUserReads(db).examUsers(caller.schoolId, userIds);
      if (users.length < userIds.length) refuse('notFound', messages.studentNotFound(userIds.length - users.length));
      const heldRefusal = input.paperId === null ? undefined : await findHeldQuestions(caller, input.paperId, variants);
      if (heldRefusal) refuse('refused', messages.inExam(heldRefusal), { data: heldRefusal });

      const rules = attemptRules[kind];
      const tries = Math.min(input.tries, rules.mostTries);
      const minutes = rules.clock === 'fromBegin' ? (input.minutes ?? content.minutes) : null;
      const durationMs = input.dueMs + input.lateMs - input.startMs;
      const fields = {
        name: input.name,
        part: 'theory' as const,
        resit: false,
        signatureRequired: false,
        paperId: input.paperId,
        startMs: input.startMs,
        durationMs,
        entryLimitMs: durationMs,
        earliestHandInMs: 0,
        notice: input.notice,
        releaseRule: 'byHand' as const,
        roomIds: [],
        markerGroupIds: [],
        ticketPattern: '',
        lockdown: noLockdown,
      };
      const by = toEditor(caller);
      // The draft is saved in a unit of work of its own: audit entry and idempotent response belong to its publication.
      const savedDraft = await runUnitOfWork(db, caller.schoolId, {}, async (tx) => {
        const draft = await plans.add(tx, fields, users, by, kind);
        await insertAssignment(tx, draft.id, { ...input, tries, minutes });
        await insertAssignmentClasses(tx, draft.id, [...new Set(input.classIds)]);
        return draft;
      });
      const counts = { students: users.length };
      const after = { ...fields, dueMs: input.dueMs, ...counts };
      const publish = async () => {
        const people = await plans.examinees([savedDraft.id]);
        const plan = await plans.byId(caller.schoolId, savedDraft.id);
        if (!plan) refuse('notFound', messages.notFound());
        const { publication } = await preparePublication(deps, plan, people, { ...by, language, source });
        return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          const result = await plans.publish(tx, savedDraft, publication, by);
          await context.audit.noteIn(tx, { entity: 'task', id: savedDraft.id, name: input.name, before: null, after });
          return { ...result, ...counts };
        });
      };
      return publish().catch(async (error: unknown) => {
        await runInScope(caller.schoolId, () => store.dropDraft(savedDraft.id));
        throw error;
      });
    },

    modify: ({ id, version, ...input }, context) =>
      runInPlanScope(db, id, async () => {
        const { caller } = context;
        const task = await store.byId(caller.schoolId, id);
        if (!task) refuse('notFound', messages.notFound());
        if (task.withdrawn_ms !== null) refuse('refused', messages.withdrawn(task.withdraw_reason));
        const faults = findRuleFaults(task.kind, { ...input, startMs: task.start_ms });
        const closeMs = input.dueMs + input.lateMs;
        // Students who have begun rely on these times, so the closing time must not be moved to the past, or further into it.
        const earliestMs = Math.min(clock.nowMs(), task.start_ms + task.duration_ms);
        if (closeMs < earliestMs) faults.push({ path: 'dueMs', message: messages.dueOver() });
        if (faults.length > 0) refuse('invalid', messages.invalidRules(), { fields: faults });
        const to = { due_ms: input.dueMs, late_rule: input.lateRule, late_percent: input.latePercent };
        const fallen = (await board.people([task])).filter((person) => isScoreLowered(to, person)).length;
        if (fallen > 0) refuse('refused', messages.toldWouldFall(fallen));
        const after = { name: input.name, notice: input.notice, dueMs: input.dueMs, durationMs: closeMs - task.start_ms };
        const before = { name: task.name, notice: task.notice, dueMs: task.due_ms, durationMs: task.duration_ms };
        const fields = (Object.keys(after) as (keyof typeof after)[]).filter((field) => after[field] !== before[field]);
        return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          const result = await store.modify(tx, { id, version }, { ...after, rules: input }, fields, toEditor(caller));
          await context.audit.noteIn(tx, { entity: 'task', id, name: input.name, before, after });
          return result;
        });
      }),

    withdraw: ({ id, reason }, context) =>
      runInPlanScope(db, id, async () => {
        const { caller } = context;
        const task = await store.byId(caller.schoolId, id);
        if (!task) refuse('notFound', messages.notFound());
        // The call repeats one that has already withdrawn the assignment: a second click, or a retry after a lost response.
        if (task.withdrawn_by === caller.userId && task.withdraw_reason === reason) return { id, version: task.version };
        if (task.withdrawn_ms !== null) refuse('refused', messages.withdrawn(task.withdraw_reason));
        const finishedCount = (await board.people([task])).filter(({ workState }) => workState.finishedMs !== null).length;
        if (finishedCount > 0) refuse('refused', messages.finishedForSome(finishedCount));
        return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          const result = await store.withdraw(tx, id, reason, toEditor(caller));
          await context.audit.noteIn(tx, { entity: 'task', id, name: task.name, before: {}, after: { withdrawn: reason } });
          return result;
        });
      }),

    async getList(input, { caller }) {
      const order = readListQuery(input, assignmentSorts, '-startMs');
      const query = { viewer: caller, kind: input.filter?.kind, keyword: input.filter?.keyword ?? '' };
      const { items, total } = await store.list(query, order);
      const tasksById = new Map((await store.byIds(items.map((row) => row.id))).map((task) => [task.id, task]));
      const tasks = items.flatMap((row) => tasksById.get(row.id) ?? []);
      return { items: await buildSummaries(tasks, await board.people(tasks)), total };
    },

    async getById({ id }, { caller }) {
      const task = await store.byId(caller.schoolId, id);
      if (!task) refuse('notFound', messages.notFound());
      const people = await board.people([task]);
      const [summary] = await buildSummaries([task], people);
      const [paper] = await store.packagesOf([id]);
      if (!summary || !paper) refuse('notFound', messages.notFound());
      return {
        ...summary,
        notice: task.notice,
        totalPoints: paper.total_points,
        passPoints: paper.pass_points,
        questionCount: paper.question_count,
        words: task.paper_id === null ? await readText(id, paper.variant) : null,
        students: await board.students(people),
      };
    },
  };
}

const mostStudents = 2000;
/** Characters of a stem that a refusal shows. */
const stemLength = 24;
/** Maximum number of questions that a refusal names if the caller may not read the exam that holds them back. */
const unreadableNamed = 3;

/** Tells whether points that the student has already seen would fall under the new times. */
const isScoreLowered = (to: AssignmentTimes, { task, attempt, work, items, cents, workState }: AssignmentExaminee): boolean =>
  workState.finishedMs !== null &&
  cents !== null &&
  (applyLateRule(sumItemCents(items), to, deriveAssignmentWorkState({ ...task, ...to }, attempt, work).isLate) ?? 0) < cents;

function findRuleFaults(kind: AssignedKind, rules: Rules) {
  const allowed = attemptRules[kind];
  const faults = [];
  if (rules.dueMs - rules.startMs < 60_000) faults.push({ path: 'dueMs', message: messages.dueBeforeStart() });
  if (!allowed.lateRules.includes(rules.lateRule)) faults.push({ path: 'lateRule', message: messages.notForKind() });
  if (!allowed.analysis.includes(rules.analysisRule)) faults.push({ path: 'analysisRule', message: messages.notForKind() });
  if ((rules.lateRule === 'refused') !== (rules.lateMs === 0)) faults.push({ path: 'lateMs', message: messages.lateTime() });
  return faults;
}
