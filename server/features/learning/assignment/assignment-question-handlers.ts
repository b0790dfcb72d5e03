import { joinLongAnswer } from '../../../../sync/engine/ops/long-answer.ts';
import { type Handlers, refuse } from '../../../http/handler.ts';
import type { ExamDeps } from '../../exams/exam/exam-plan-writes.ts';
import { toCents, toPoints } from '../../marking/marking/marking-reads.ts';
import type { createAssignmentBoard, AssignmentExaminee } from './assignment-board.ts';
import { listCurrentPictureMarks } from './picture-marks.ts';
import { listCurrentNotes } from './text-notes.ts';
import { type AssignmentItem, readAssignmentItems } from './assignment-items.ts';
import { assignmentMessages as messages } from './assignment-messages.ts';
import type { AssignmentMarkedItem } from './assignment-work-state.ts';
import { createAssignmentStore } from './assignment-store.ts';

type QuestionCalls = Pick<Handlers<'task'>, 'getByQuestion' | 'getFigures'>;

/** One student's answer to a question; each variant numbers the question differently. */
interface Place {
  readonly person: AssignmentExaminee;
  readonly item: AssignmentItem;
  readonly marked: AssignmentMarkedItem;
}

/** Creates the calls that show an assignment question by question: for marking, and as statistics. */
export function createAssignmentQuestionHandlers(deps: ExamDeps, board: ReturnType<typeof createAssignmentBoard>): QuestionCalls {
  const { db, sync } = deps;
  const store = createAssignmentStore(db);

  const loadQuestions = async (caller: { schoolId: number }, planId: number) => {
    const task = await store.byId(caller.schoolId, planId);
    if (!task) refuse('notFound', messages.notFound());
    const people = await board.people([task]);
    const packages = await store.packagesOf([planId]);
    const ofVariant = new Map<string, AssignmentItem[]>();
    for (const { variant } of packages) ofVariant.set(variant, await readAssignmentItems(store, planId, variant));
    /** Each question once, numbered as in the first variant that has it. */
    const questions = new Map<number, AssignmentItem>();
    for (const items of ofVariant.values())
      for (const item of items) if (!questions.has(item.questionId)) questions.set(item.questionId, item);
    const places = new Map<number, Place[]>();
    for (const person of people) {
      const marked = new Map(person.items.map((item) => [item.itemId, item]));
      for (const item of ofVariant.get(person.row.variant) ?? []) {
        const markedItem = marked.get(item.content.itemId);
        const all = places.get(item.questionId) ?? [];
        places.set(item.questionId, all);
        if (markedItem) all.push({ person, item, marked: markedItem });
      }
    }
    return { task, people, packages, questions, places };
  };

  return {
    async getByQuestion({ planId, questionId }, { caller }) {
      const questionData = await loadQuestions(caller, planId);
      const { task, questions, places } = questionData;
      const countUnmarked = (id: number): number => (places.get(id) ?? []).filter(({ marked }) => marked.cent === null).length;
      const first = [...questions.keys()].find((id) => countUnmarked(id) > 0) ?? [...questions.keys()][0];
      const selectedId = questionId !== null && questions.has(questionId) ? questionId : first;
      const question = selectedId === undefined ? undefined : questions.get(selectedId);
      const questionPlaces = selectedId === undefined ? [] : (places.get(selectedId) ?? []);
      const students = await board.students(questionPlaces.map(({ person }) => person));
      const answers = [];
      for (const [n, { person, item, marked }] of questionPlaces.entries()) {
        const { row, attempt, workState, marks } = person;
        const student = students[n];
        if (!student) continue;
        const { itemId } = item.content;
        const itemMark = marks.find((mark) => mark.item_id === itemId);
        const files = (await sync.shownFiles(row.attempt_id, caller.userId)).get(itemId) ?? [];
        const value = (await sync.answers(row.attempt_id)).answers.find((each) => each.itemId === itemId)?.value ?? [];
        answers.push({
          userId: row.user_id,
          student: row.name,
          className: student.className,
          itemId,
          late: workState.isLate,
          answersVersion: attempt?.answersVersion ?? 0,
          finished: workState.finishedMs !== null,
          answer: [...value],
          files,
          autoPoints: marked.autoCent === null ? null : toPoints(marked.autoCent),
          points: itemMark === undefined || itemMark.cent === null ? null : toPoints(itemMark.cent),
          comment: itemMark?.comment ?? '',
          pictures: listCurrentPictureMarks(itemMark, files),
          notes: listCurrentNotes(itemMark, joinLongAnswer(value)),
          right: marked.right,
        });
      }
      return {
        planId,
        name: task.name,
        kind: task.kind,
        questions: [...questions].map(
          ([
            id,
            {
              content: { itemId, section, max },
            },
          ]) => ({
            questionId: id,
            itemId,
            section,
            max,
            waiting: countUnmarked(id),
            answers: places.get(id)?.length ?? 0,
          }),
        ),
        question:
          question && selectedId !== undefined
            ? { questionId: selectedId, ...pickShownContent(question), key: question.key, analysis: question.analysis }
            : null,
        answers,
      };
    },

    async getFigures({ planId }, { caller }) {
      const questionData = await loadQuestions(caller, planId);
      const { task, people, packages, questions, places } = questionData;
      const students = await board.students(people);
      const classOf = new Map(students.map((student) => [student.userId, student.className]));
      const names = [...new Set(classOf.values())].toSorted((a, b) => a.localeCompare(b, 'zh-CN'));
      // The first group is the total. Add one group for each class, unless a single class would only repeat the total.
      const groups = names.length < 2 ? [null] : [null, ...names];
      const isInClass = (name: string | null, userId: number): boolean => name === null || classOf.get(userId) === name;
      const passPoints = packages[0]?.pass_points ?? 0;
      return {
        planId,
        name: task.name,
        kind: task.kind,
        totalPoints: packages[0]?.total_points ?? 0,
        passPoints,
        classes: groups.map((name) => {
          const classPeople = people.filter(({ row }) => isInClass(name, row.user_id));
          const cents = classPeople.flatMap((person) => person.cents ?? []);
          return {
            name: name ?? '',
            students: classPeople.length,
            handedIn: classPeople.filter(({ workState }) => workState.markable).length,
            late: classPeople.filter(({ workState }) => workState.isLate).length,
            finished: classPeople.filter(({ workState }) => workState.finishedMs !== null).length,
            scored: cents.length,
            average: computeAverage(cents),
            highest: cents.length === 0 ? null : toPoints(Math.max(...cents)),
            lowest: cents.length === 0 ? null : toPoints(Math.min(...cents)),
            passed: cents.filter((cent) => cent >= toCents(passPoints)).length,
          };
        }),
        items: [...questions].map(([id, item]) => ({
          questionId: id,
          itemId: item.content.itemId,
          section: item.content.section,
          stem: item.content.stem,
          max: item.content.max,
          byClass: groups.map((name) => {
            const cents = (places.get(id) ?? []).flatMap(({ person, marked }) =>
              marked.cent !== null && isInClass(name, person.row.user_id) ? [marked.cent] : [],
            );
            return { scored: cents.length, average: computeAverage(cents) };
          }),
        })),
      };
    },
  };
}

const pickShownContent = ({ content: { section, type, stem, options, max } }: AssignmentItem) => ({ section, type, stem, options, max });

const computeAverage = (cents: readonly number[]): number | null =>
  cents.length === 0 ? null : toPoints(Math.round(cents.reduce((sum, cent) => sum + cent, 0) / cents.length));
