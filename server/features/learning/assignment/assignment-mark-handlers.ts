import { attemptRules } from '../../../../sync/domain/exams/attempt-kinds.ts';
import { joinLongAnswer } from '../../../../sync/engine/ops/long-answer.ts';
import { type Handlers, refuse, refuseField } from '../../../http/handler.ts';
import { hashAnswer, toCents, toPoints } from '../../marking/marking/marking-reads.ts';
import { createDecisionCalls, type ExamDeps } from '../../exams/exam/exam-plan-writes.ts';
import { runInPlanScope } from '../../../db/plan-scope.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import type { createAssignmentBoard, AssignmentExaminee } from './assignment-board.ts';
import { serialisePictureMarks, listCurrentPictureMarks } from './picture-marks.ts';
import { serialiseTextNotes, updateNotesBasis, listCurrentNotes } from './text-notes.ts';
import { combineAnswerWithFiles } from '../../../answer-log/calls/sync-reads.ts';
import { readAssignmentItems } from './assignment-items.ts';
import { assignmentMessages as messages } from './assignment-messages.ts';
import { type AssignmentMarkRow, createAssignmentStore } from './assignment-store.ts';
import { type ItemMarkInput, createAssignmentWorkStore } from './assignment-work-store.ts';
import { sliceValues } from '../../../db/slice-values.ts';

type MarkCalls = Pick<Handlers<'task'>, 'getWork' | 'mark' | 'giveBack' | 'finish' | 'getEvidence' | 'decide'>;

/** Creates the calls that mark students' work: points, comments, return for correction, finish. */
export function createAssignmentMarkHandlers(deps: ExamDeps, board: ReturnType<typeof createAssignmentBoard>): MarkCalls {
  const { db, clock, sync, chance } = deps;
  const store = createAssignmentStore(db);

  const find = async (caller: { schoolId: number }, planId: number, userId: number): Promise<AssignmentExaminee> => {
    const task = await store.byId(caller.schoolId, planId);
    if (!task) refuse('notFound', messages.notFound());
    return (await board.person(task, userId)) ?? refuse('notFound', messages.studentUnknown());
  };
  /** Finds work that may be marked: handed in, not finished, and with the answers that the caller has seen. */
  const open = async (
    caller: { schoolId: number },
    planId: number,
    userId: number,
    answersVersion: number,
  ): Promise<AssignmentExaminee> => {
    const person = await find(caller, planId, userId);
    if (person.task.withdrawn_ms !== null) refuse('refused', messages.withdrawn(person.task.withdraw_reason));
    if (person.workState.finishedMs !== null) refuse('refused', messages.finished());
    if ((person.attempt?.answersVersion ?? 0) !== answersVersion) refuse('conflict', messages.answersChanged());
    if (!person.workState.markable) refuse('refused', messages.notHandedIn());
    return person;
  };
  const note = ({ row, task }: AssignmentExaminee, after: object) => ({
    entity: 'task',
    id: task.id,
    name: `${task.name} · ${row.name}`,
    before: {},
    after,
  });

  const decisions = createDecisionCalls(deps, async (caller, planId, userIds) => {
    const task = await store.byId(caller.schoolId, planId);
    if (!task) refuse('notFound', messages.notFound());
    if (task.withdrawn_ms !== null) refuse('refused', messages.withdrawn(task.withdraw_reason));
    const people = await board.people([task], new Set(userIds));
    if (people.length < userIds.length) refuse('notFound', messages.studentUnknown());
    return { plan: task, examinees: people.map(({ row }) => row) };
  });

  return {
    getEvidence: (input, context) => decisions.getEvidence(input, context),

    decide: (input, context) =>
      runInPlanScope(db, input.planId, async () => {
        const person = await find(context.caller, input.planId, input.userId);
        if (person.workState.finishedMs !== null) refuse('refused', messages.finished());
        return decisions.decide(input, context);
      }),

    async getWork({ planId, userId }, { caller }) {
      const person = await find(caller, planId, userId);
      const { task, row, workState, attempt } = person;
      const [student] = await board.students([person]);
      if (!student) refuse('notFound', messages.studentUnknown());
      const answers = new Map((await sync.answers(row.attempt_id)).answers.map((answer) => [answer.itemId, answer.value]));
      const files = await sync.shownFiles(row.attempt_id, caller.userId);
      const [paper] = await store.packagesOf([planId]);
      const marked = new Map(person.items.map((item) => [item.itemId, item]));
      const markOf = new Map(person.marks.map((mark) => [mark.item_id, mark]));
      return {
        planId,
        name: task.name,
        kind: task.kind,
        student,
        dueMs: task.due_ms,
        closeMs: task.start_ms + task.duration_ms + (attempt?.extensionMs ?? 0),
        answersVersion: attempt?.answersVersion ?? 0,
        markable: workState.markable,
        returnReason: person.work?.return_reason ?? '',
        totalPoints: paper?.total_points ?? 0,
        items: (await readAssignmentItems(store, planId, row.variant)).map((item) => {
          const markedItem = marked.get(item.itemId);
          const mark = markOf.get(item.itemId);
          return {
            ...item.content,
            answer: [...(answers.get(item.itemId) ?? [])],
            files: files.get(item.itemId) ?? [],
            autoPoints: markedItem?.autoCent === null || markedItem === undefined ? null : toPoints(markedItem.autoCent),
            points: mark?.cent === null || mark === undefined ? null : toPoints(mark.cent),
            comment: mark?.comment ?? '',
            pictures: listCurrentPictureMarks(mark, files.get(item.itemId) ?? []),
            notes: listCurrentNotes(mark, joinLongAnswer(answers.get(item.itemId) ?? [])),
            right: markedItem?.right ?? null,
            key: item.key,
            analysis: item.analysis,
          };
        }),
      };
    },

    mark: ({ planId, userId, answersVersion, items }, context) =>
      runInPlanScope(db, planId, async () => {
        const { caller, audit } = context;
        const person = await open(caller, planId, userId, answersVersion);
        const maxByItem = new Map(
          (await readAssignmentItems(store, planId, person.row.variant)).map((item) => [item.itemId, item.content.max]),
        );
        const files = await sync.shownFiles(person.row.attempt_id, caller.userId);
        const countedAnswers = await sync.answers(person.row.attempt_id);
        const answers = new Map(countedAnswers.answers.map((answer) => [answer.itemId, answer.value]));
        const before = new Map(person.marks.map((row) => [row.item_id, row]));
        const marks: ItemMarkInput[] = [];
        for (const [at, { itemId, points, comment, pictures, notes }] of items.entries()) {
          const max = maxByItem.get(itemId);
          if (max === undefined) refuse('notFound', messages.itemUnknown());
          if (points !== null && points > max) refuseField('invalid', `items.${at}.points`, messages.tooManyPoints(max));
          const storedPictures = pictures && serialisePictureMarks(pictures, files.get(itemId) ?? [], person.workState.returns);
          if (typeof storedPictures === 'number')
            refuseField('invalid', `items.${at}.pictures.${storedPictures}.file`, messages.noSuchPicture());
          const value = answers.get(itemId) ?? [];
          const basis = points === null ? undefined : hashAnswer(combineAnswerWithFiles(countedAnswers, itemId));
          const { returns } = person.workState;
          const storedNotes = notes
            ? serialiseTextNotes(notes, joinLongAnswer(value), returns, basis)
            : updateNotesBasis(before.get(itemId), basis);
          if (typeof storedNotes === 'number') refuseField('invalid', `items.${at}.notes.${storedNotes}.to`, messages.noteNowhere());
          marks.push({ itemId, cent: points === null ? null : toCents(points), comment, pictures: storedPictures, notes: storedNotes });
        }
        return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          await createAssignmentWorkStore(tx).saveMarks(person.row.attempt_id, marks, { userId: caller.userId, nowMs: clock.nowMs() });
          await audit.noteIn(tx, note(person, { marked: items }));
          return { marked: items.length };
        });
      }),

    giveBack: ({ planId, userId, answersVersion, reason, untilMs }, context) =>
      runInPlanScope(db, planId, async () => {
        const { caller, audit } = context;
        const person = await find(caller, planId, userId);
        const { task, row, attempt } = person;
        if (attemptRules[task.kind].handIn !== 'afterReturn') refuse('refused', messages.notGivenBack());
        // The call repeats one that has already returned the work: a second click, or a retry after a lost response.
        if (person.workState.isReturned && person.work?.return_reason === reason) return { returns: person.workState.returns };
        await open(caller, planId, userId, answersVersion);
        const nowMs = clock.nowMs();
        if (untilMs <= nowMs) refuse('refused', messages.untilOver());
        const by = { reason, firstMs: person.workState.handedInMs, userId: caller.userId, nowMs };
        const result = await runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          const { returns } = await createAssignmentWorkStore(tx).noteReturn(row, by);
          await audit.noteIn(tx, note(person, { returned: returns, reason, untilMs }));
          return { returns };
        });
        // Extend the time before reopening: a player that received only the reopening would find its time over and hand in again.
        const endMs = task.start_ms + task.duration_ms + (attempt?.extensionMs ?? 0);
        if (untilMs > endMs)
          await sync.append(row.attempt_id, {
            type: 'time.extend@1',
            actor: caller.userId,
            payload: { incidentId: chance.uuid(), ms: untilMs - endMs },
          });
        const handIns = await sync.listValidHandIns(row.attempt_id);
        for (const slice of sliceValues(handIns, namedAtOnce))
          await sync.append(row.attempt_id, {
            type: 'handIn.reopen@1',
            actor: caller.userId,
            payload: { handIns: slice, reason },
          });
        return result;
      }),

    finish: ({ planId, userIds, fullForRest, takeLate }, context) =>
      runInPlanScope(db, planId, async () => {
        const { caller, audit } = context;
        const task = await store.byId(caller.schoolId, planId);
        if (!task) refuse('notFound', messages.notFound());
        if (task.withdrawn_ms !== null) refuse('refused', messages.withdrawn(task.withdraw_reason));
        const uniqueUserIds = new Set(userIds);
        const people = await board.people([task], uniqueUserIds);
        if (people.length < uniqueUserIds.size) refuse('notFound', messages.studentUnknown());
        const skippedStudents: { userId: number; name: string; why: 'notHandedIn' | 'unmarked' | 'afterClose' }[] = [];
        const ready: AssignmentExaminee[] = [];
        for (const person of people) {
          if (person.workState.finishedMs !== null) continue;
          const { user_id: userId, name } = person.row;
          const unmarked = person.items.some(({ cent }) => cent === null);
          if (!person.workState.markable) skippedStudents.push({ userId, name, why: 'notHandedIn' });
          // The late rule excludes answers that arrived after the close, so staff must confirm that they count all the same.
          else if (person.workState.lateAnswerCount > 0 && !takeLate) skippedStudents.push({ userId, name, why: 'afterClose' });
          else if (unmarked && !fullForRest) skippedStudents.push({ userId, name, why: 'unmarked' });
          else ready.push(person);
        }
        const by = { userId: caller.userId, nowMs: clock.nowMs() };
        const fullMarks: ItemMarkInput[][] = [];
        const marksByAttempt = await createAssignmentWorkStore(db).marksOf(ready.map(({ row }) => row.attempt_id));
        for (const { row, items, marks } of ready) {
          const maxByItem = new Map((await readAssignmentItems(store, planId, row.variant)).map((item) => [item.itemId, item.content.max]));
          const unmarkedItems = items.filter(({ cent }) => cent === null);
          // Remove points given before the answer was changed: once the work is finished, points count without a check of the answer they belong to.
          const lapsedMarks = marks.filter(
            ({ item_id: itemId, cent }) => cent === null && hasEarlierPoints(marksByAttempt.get(row.attempt_id), itemId),
          );
          fullMarks.push([
            ...lapsedMarks.map(({ item_id: itemId, comment }) => ({ itemId, cent: null, comment })),
            ...unmarkedItems.map(({ itemId, comment }) => ({ itemId, cent: toCents(maxByItem.get(itemId) ?? 0), comment })),
          ]);
        }
        // SY23, for each attempt: the log records what the server has before any of its points are shown.
        await sync.recordDisclosure(
          ready.map(({ row }) => row.attempt_id),
          caller.userId,
        );
        return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          const works = createAssignmentWorkStore(tx);
          for (const [at, { row }] of ready.entries()) {
            await works.saveMarks(row.attempt_id, fullMarks[at] ?? [], by);
            await works.noteFinished(row, by);
          }
          await audit.noteIn(tx, {
            entity: 'task',
            id: planId,
            name: task.name,
            before: {},
            after: { finished: ready.map(({ row }) => row.name), takeLate },
          });
          return { finished: ready.length, left: skippedStudents };
        });
      }),
  };
}

const hasEarlierPoints = (marks: readonly AssignmentMarkRow[] | undefined, itemId: string): boolean =>
  marks?.some((mark) => mark.item_id === itemId && mark.cent !== null) ?? false;

/** Maximum number of hand-ins that one op can reopen; see `opPayloads`. */
const namedAtOnce = 20;
