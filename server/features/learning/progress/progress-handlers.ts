import type { Selectable } from 'kysely';
import type { UserStatusCode } from '../../../../sync/contract/codes.ts';
import { userRights } from '../../../../sync/contract/people/user-rights.ts';
import { createChangeNoteStore } from '../../../db/change-note-store.ts';
import { toTotalFields } from '../../../db/list-page.ts';
import type { Database } from '../../../db/schema.ts';
import { type Handlers, refuse, type Message, say } from '../../../http/handler.ts';
import { readSearchQuery } from '../../../http/input/list-query.ts';
import { type RecordDeps, createRecordReads, createRecordRights } from '../../marking/record/record-reads.ts';
import { createClassReads } from '../../people/class/class-reads.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { createLearnerCourseReads } from '../course/learner-course-reads.ts';
import { createProgressUpdater } from './progress-settle.ts';
import { learnerSorts, createProgressStore } from './progress-store.ts';

const mostChanges = 50;
const toPercent = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100);

const toShares = (row: Pick<Selectable<Database['learner']>, 'average' | 'homework_average' | 'practice_right'>) => ({
  average: toPercent(row.average),
  homework_average: toPercent(row.homework_average),
  practice_right: toPercent(row.practice_right),
});

const messages = {
  notFound: (): Message => say('没有这个学生', 'This student does not exist'),
  noClass: (): Message => say('未分班', 'No class'),
};

/** Creates the handlers of learner figures by class and by student: exams sat, missed and passed. */
export function createProgressHandlers(deps: RecordDeps): Handlers<'progress'> {
  const { db } = deps;
  const store = createProgressStore(db);
  const settling = createProgressUpdater(deps);
  const records = createRecordReads(deps);
  const rights = createRecordRights(db);
  const toRow = (row: Selectable<Database['learner']>, classNames: ReadonlyMap<number, string>) => ({
    ...row,
    ...toShares(row),
    id: row.user_id,
    class_name: row.class_id === null ? '' : (classNames.get(row.class_id) ?? ''),
    status: row.status as UserStatusCode,
    test_average: toPercent(row.test_average),
  });

  return {
    async getList(input, { caller }) {
      const order = readSearchQuery(input, learnerSorts, '-last_exam_ms');
      const waiting = await settling.settle(caller.schoolId);
      const { class_id, keyword = '', ...rest } = input.filter ?? {};
      const { items, total } = await store.page(
        { schoolId: caller.schoolId, only: await rights.listVisibleUserIds(caller), classId: class_id, keyword, ...rest },
        order,
      );
      const classNames = await createClassReads(db).names(items.flatMap((row) => row.class_id ?? []));
      return { items: items.map((row) => toRow(row, classNames)), ...toTotalFields(total), waiting };
    },

    async getOverview({ filter = {} }, { caller }) {
      const waiting = await settling.settle(caller.schoolId);
      const { class_id, keyword = '', ...rest } = filter;
      const { sums, spread } = await store.overview({
        schoolId: caller.schoolId,
        only: await rights.listVisibleUserIds(caller),
        classId: class_id,
        keyword,
        ...rest,
      });
      const tenths = Array.from({ length: 10 }, (_, tenth) => spread.get(tenth) ?? 0);
      return { ...sums, ...toShares(sums), spread: tenths, waiting };
    },

    async getClasses(_input, { caller, language }) {
      await settling.settle(caller.schoolId);
      const figures = new Map((await store.classes(caller.schoolId)).map((row) => [row.class_id, row]));
      const activity = await store.activity(caller.schoolId);
      const isAll = userRights[caller.userType].records === 'all';
      const classes = createClassReads(db);
      const taught = isAll ? null : await classes.taughtBy(caller.userId);
      const rows = (await classes.ofSchool(caller.schoolId)).filter(({ id }) => taught?.has(id) ?? true);
      const toClassRow = (id: number | null, name: string) => {
        const sums = figures.get(id) ?? nobody;
        const { signed_in, last_sign_in_ms } = activity.get(id) ?? { signed_in: 0, last_sign_in_ms: null };
        return { ...sums, ...toShares(sums), id, name, signed_in, last_sign_in_ms };
      };
      const unassigned = isAll && figures.has(null) ? [toClassRow(null, messages.noClass()[language])] : [];
      return { items: [...rows.map(({ id, name }) => toClassRow(id, name)), ...unassigned] };
    },

    async getById({ id }, { caller }) {
      const user = await createUserReads(db).person(id);
      if (!user || !(await rights.maySee(caller, user))) refuse('notFound', messages.notFound());
      await settling.settle(user.school_id);
      const learner = await store.byId(id);
      if (!learner) refuse('notFound', messages.notFound());
      const classNames = await createClassReads(db).names(learner.class_id === null ? [] : [learner.class_id]);
      const exams = (await records.sittingsOf(id)).map((each) => ({
        kind: 'exam' as const,
        at_ms: each.startMs,
        plan_id: each.planId,
        name: each.name,
        test: each.test,
        exam_status: each.examStatus,
        status: each.status,
        entered_ms: each.enteredMs,
        handed_in_ms: each.receiptMs,
        points: each.points,
        total_points: each.totalPoints,
        pass_points: each.passPoints,
        passed: each.passed,
      }));
      const changes = (await createChangeNoteStore(db).newest('user', id, mostChanges)).map(({ by, atMs, fields }) => ({
        kind: 'changed' as const,
        at_ms: atMs,
        by,
        fields,
      }));
      const signIn = user.last_sign_in_ms === null ? [] : [{ kind: 'signIn' as const, at_ms: user.last_sign_in_ms }];
      const events = [...exams, ...changes, ...signIn, { kind: 'joined' as const, at_ms: user.created_ms }];
      return {
        ...toRow(learner, classNames),
        login_name: user.login_name,
        courses: await createLearnerCourseReads(db).listCourses(id, user.school_id),
        events: events.toSorted((a, b) => b.at_ms - a.at_ms),
      };
    },
  };
}

const nobody = {
  students: 0,
  enabled: 0,
  applying: 0,
  disabled: 0,
  exams: 0,
  sat: 0,
  handed_in: 0,
  absent: 0,
  scored: 0,
  passed: 0,
  average: null,
  tests: 0,
  homework: 0,
  homework_in: 0,
  homework_done: 0,
  homework_scored: 0,
  homework_average: null,
  practised: 0,
  practice_right: null,
};
