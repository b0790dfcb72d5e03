import { classResource } from '../../../../sync/contract/people/class.ts';
import { type Caller, type Handlers, refuse, refuseField, say } from '../../../http/handler.ts';
import type { ChangeDeps } from '../../../resources/change.ts';
import { createResourceHandlers } from '../../../resources/resource-handlers.ts';
import { createResourceStore } from '../../../resources/resource-store.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createUserReads } from '../user/user-reads.ts';
import { createClassReads } from './class-reads.ts';
import { createClassStore, classTeacherStore } from './class-store.ts';

const messages = {
  notFound: () => say('没有这个班级', 'This class does not exist'),
  teacherUnknown: () => say('请选择本校的教师', 'Choose a teacher of your school'),
  studentUnknown: (count: number) =>
    say(
      `所选的人中有 ${count} 人不是本校学生`,
      count === 1 ? 'One of them is no student of this school' : `${count} of them are no students of this school`,
    ),
  notStudent: () => say('不是本校学生', 'Not a student of your school'),
  hasStudents: (count: number) =>
    say(
      `班级里还有 ${count} 名学生，请先把他们移出`,
      count === 1
        ? 'There is still one student in this class; move them first'
        : `There are still ${count} students in this class; move them first`,
    ),
};

export function createClassHandlers(deps: ChangeDeps): Handlers<'class'> {
  const { db, clock } = deps;
  const store = createClassStore(db);
  const classes = createResourceStore(db, classResource, classTeacherStore);
  const users = createUserReads(db);

  const createOwnClassTest = async (caller: Caller): Promise<(id: number) => boolean> => {
    if (caller.userType !== 6) return () => caller.userType === 2;
    const taught = await createClassReads(db).taughtBy(caller.userId);
    return (id) => taught.has(id);
  };

  return {
    ...createResourceHandlers(deps, classes, {
      async shown(rows, caller) {
        const counts = await store.studentCounts(rows.map((row) => row.id));
        const names = await users.names(
          rows.flatMap((row) => [...(row.headTeacherId === null ? [] : [row.headTeacherId]), ...row.teacherIds]),
        );
        const toTeacher = (id: number) => ({ id, name: names.get(id) ?? '' });
        const isMine = await createOwnClassTest(caller);
        return (row) => ({
          headTeacher: row.headTeacherId === null ? null : toTeacher(row.headTeacherId),
          teachers: row.teacherIds.map(toTeacher),
          studentCount: counts.get(row.id) ?? 0,
          mine: isMine(row.id),
        });
      },

      /** Checks that the head teacher and the teachers are teachers of this school. */
      async checkDraft({ headTeacherId, teacherIds }, { tx, caller }) {
        const listedTeacherIds = [...(headTeacherId === null ? [] : [headTeacherId]), ...teacherIds];
        const knownTeachers = await createUserReads(tx).teachers(caller.schoolId, listedTeacherIds);
        if (headTeacherId !== null && !knownTeachers.has(headTeacherId))
          refuseField('notFound', 'headTeacherId', messages.teacherUnknown());
        const unknownAt = teacherIds.findIndex((id) => !knownTeachers.has(id));
        if (unknownAt >= 0) refuseField('notFound', `teacherIds.${unknownAt}`, messages.teacherUnknown());
      },

      async checkRemoval({ id }, { tx }) {
        const students = (await createClassStore(tx).studentCounts([id])).get(id) ?? 0;
        if (students > 0) refuse('refused', messages.hasStudents(students));
      },
    }),

    async getOptions(_input, { caller }) {
      const isMine = await createOwnClassTest(caller);
      return { items: (await store.all(caller.schoolId)).map((row) => ({ ...row, mine: isMine(row.id) })) };
    },

    assign: ({ class_id, user_ids }, context) => {
      const { caller, audit, language } = context;
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const into = class_id === null ? null : await classes.withTransaction(tx).byId(caller.schoolId, class_id);
        if (into === undefined) refuseField('notFound', 'class_id', messages.notFound());
        const by = { userId: caller.userId, nowMs: clock.nowMs() };
        const moved = await createClassStore(tx).assign(class_id, user_ids, caller.schoolId, by);
        const missing = [...new Set(user_ids)].filter((id) => !moved.has(id));
        if (moved.size === 0) refuseField('notFound', 'user_ids', messages.studentUnknown(missing.length));
        await audit.noteIn(tx, { entity: 'class', id: class_id, name: into?.name, after: { userIds: [...moved] } });
        // Show names of the own school's users only; users of other schools stay unnamed.
        const people = await createUserReads(tx).people(missing);
        const nameOf = (id: number) => (people.get(id)?.schoolId === caller.schoolId ? (people.get(id)?.name ?? '') : '');
        const refused = missing.map((id) => ({ id, name: nameOf(id), reason: messages.notStudent()[language] }));
        return { changed: moved.size, refused };
      });
    },
  };
}
