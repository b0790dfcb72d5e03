import { courseResource } from '../../../../sync/contract/learning/course.ts';
import { publishingStatus } from '../../../../sync/contract/learning/publishing.ts';
import { pickResourceDraft, type ResourceDraft } from '../../../../sync/contract/resource.ts';
import { getNextPublishingStatus } from '../../../../sync/domain/learning/publishing-machine.ts';
import { type Handlers, refuse, refuseField, say } from '../../../http/handler.ts';
import { changeResource, type ChangeDeps, type ResourceChangeState } from '../../../resources/change.ts';
import { createResourceHandlers } from '../../../resources/resource-handlers.ts';
import { type StoredResource, createResourceStore } from '../../../resources/resource-store.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createClassReads } from '../../people/class/class-reads.ts';
import { createProfessionReads } from '../../people/profession/profession-reads.ts';
import { createSchoolReads } from '../../people/school/school-reads.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { createCoursewareReads } from '../courseware/courseware-reads.ts';
import { createCourseFigures } from './course-figures.ts';
import { coursePartsStore, createCourseStore } from './course-store.ts';
import { isMakerOrAdmin } from '../../../http/access.ts';

type Course = typeof courseResource;
const minuteMs = 60_000;

/**
 * Returns true if course `id` is a direct or indirect prerequisite of the courses in `from`. Such a cycle would make the courses impossible to
 * begin.
 */
async function hasPrerequisite(
  tx: ChangeDeps['db'],
  schoolId: number,
  from: readonly StoredResource<Course>[],
  id: number,
): Promise<boolean> {
  const visitedIds = new Set<number>();
  let next = from;
  while (next.length > 0) {
    const ids = next.flatMap((one) => one.beforeIds).filter((each) => !visitedIds.has(each));
    if (ids.includes(id)) return true;
    for (const each of ids) visitedIds.add(each);
    next = await createResourceStore(tx, courseResource, coursePartsStore).byIds(schoolId, [...new Set(ids)]);
  }
  return false;
}

const messages = {
  notFound: () => say('没有这门课程', 'This course does not exist'),
  notYours: () => say('只有负责教师和学校管理员可以修改', 'Only the teacher in charge and school administrators can change it'),
  classUnknown: () => say('请选择本校的班级', 'Choose classes of your school'),
  classTwice: () => say('同一个班级分了两次', 'A class is listed twice'),
  window: () => say('结束要晚于开始', 'The end must be later than the start'),
  sectionTwice: () => say('章节编号重复，请刷新后再试', 'Two sections have the same number. Reload the page and try again'),
  lessonTwice: () => say('同一个课件在课程里只能出现一次', 'A lesson can be in a course only once'),
  lessonUnknown: () => say('有课件已经不在课件库里', 'Some lessons are no longer in the library'),
  professionUnknown: () => say('请选择本校开设的职业', 'Choose a profession that your school offers'),
  beforeItself: () => say('课程不能先修自己', 'A course cannot be its own prerequisite'),
  beforeUnknown: () => say('先修课程里有已经删除的', 'A prerequisite course has been deleted'),
  beforeCircle: () => say('先修课程绕了一圈，谁也开始不了', 'These prerequisite courses form a circle, so nobody could start'),
  notPublished: () => say('课程没有发布，不能提醒', 'The course is not published, so no reminder can be sent'),
  empty: () => say('还没有课件，加上课件再发布', 'The course has no lessons yet. Add some before publishing'),
  tooLong: (minutes: number, most: number) =>
    say(
      `总时长 ${minutes} 分钟，超过了学校设置的 ${most} 分钟`,
      `The course lasts ${minutes} minutes, more than the ${most} that the school allows`,
    ),
  step: () => say('现在不能这样做，请刷新后再试', 'This is not possible at the moment. Reload the page and try again'),
  published: () => say('正在学习中，请先撤下再删除', 'The course is published. Withdraw it before deleting it'),
  hasProgress: (count: number) =>
    say(
      `${count} 名学员有学习记录，不能删除`,
      `${count} ${count === 1 ? 'learner has' : 'learners have'} records in this course, so it cannot be deleted`,
    ),
};

async function checkDraft(draft: ResourceDraft<Course>, { tx, before, caller }: ResourceChangeState<Course>): Promise<void> {
  if (before !== undefined && !isMakerOrAdmin(before.makerId, caller)) refuse('refused', messages.notYours());
  const { sections, classes, professionId } = draft;
  const sids = sections.map((section) => section.sid);
  if (new Set(sids).size < sids.length) refuseField('invalid', 'sections', messages.sectionTwice());
  const items = sections.flatMap((section) => section.items);
  if (new Set(items).size < items.length) refuseField('invalid', 'sections', messages.lessonTwice());
  if ((await createCoursewareReads(tx).byIds(caller.schoolId, items)).length < items.length)
    refuseField('notFound', 'sections', messages.lessonUnknown());
  if (draft.beforeIds.length > 0) {
    if (before !== undefined && draft.beforeIds.includes(before.id)) refuseField('invalid', 'beforeIds', messages.beforeItself());
    const prerequisites = await createResourceStore(tx, courseResource, coursePartsStore).byIds(caller.schoolId, draft.beforeIds);
    if (prerequisites.length < draft.beforeIds.length) refuseField('notFound', 'beforeIds', messages.beforeUnknown());
    if (before !== undefined && (await hasPrerequisite(tx, caller.schoolId, prerequisites, before.id)))
      refuseField('invalid', 'beforeIds', messages.beforeCircle());
  }
  const classIds = classes.map((one) => one.classId);
  if (new Set(classIds).size < classIds.length) refuseField('invalid', 'classes', messages.classTwice());
  if (classes.some(({ fromMs, toMs }) => fromMs !== null && toMs !== null && toMs <= fromMs))
    refuseField('invalid', 'classes', messages.window());
  const schoolClassIds = new Set(await createClassReads(tx).idsOf(caller.schoolId));
  if (classIds.some((id) => !schoolClassIds.has(id))) refuseField('notFound', 'classes', messages.classUnknown());
  if (
    professionId !== null &&
    professionId !== before?.professionId &&
    !(await createProfessionReads(tx).isTaught(caller.schoolId, professionId))
  )
    refuseField('notFound', 'professionId', messages.professionUnknown());
}

/** Creates the handlers of courses: edited by their maker and the school admins, read by all staff, taken by the assigned classes. */
export function createCourseHandlers(deps: ChangeDeps): Handlers<'course'> {
  const { db, clock } = deps;
  const courses = createResourceStore(db, courseResource, coursePartsStore);
  const store = createCourseStore(db);
  const figures = createCourseFigures(db);

  /** Refuses to publish a course without lessons, or one that is longer than the school allows. */
  async function checkPublication(course: StoredResource<Course>, { tx, caller }: ResourceChangeState<Course>): Promise<void> {
    const { count, durationMs } = (await createCourseStore(tx).lengths([course.id])).get(course.id) ?? { count: 0, durationMs: 0 };
    if (count === 0) refuse('refused', messages.empty());
    const { minutes } = await createSchoolReads(tx).coursewareLimits(caller.schoolId);
    const courseMinutes = Math.ceil(durationMs / minuteMs);
    if (courseMinutes > minutes) refuse('refused', messages.tooLong(courseMinutes, minutes));
  }

  return {
    ...createResourceHandlers(deps, courses, {
      checkDraft,
      async checkRemoval(before, { tx, caller }) {
        if (!isMakerOrAdmin(before.makerId, caller)) refuse('refused', messages.notYours());
        if (getNextPublishingStatus(before.status, 'remove') === undefined) refuse('refused', messages.published());
        const learned = await createCourseStore(tx).learnedBy(before.id);
        if (learned > 0) refuse('refused', messages.hasProgress(learned));
      },
      async shown(rows, caller) {
        const ids = rows.map((row) => row.id);
        const names = await createUserReads(db).names(rows.map((row) => row.makerId));
        const [lengths, learners] = [await store.lengths(ids), await store.learnerCounts(ids)];
        const professions = new Map<number, string>();
        for (const id of new Set(rows.flatMap((row) => row.professionId ?? [])))
          professions.set(id, (await createProfessionReads(db).labelOf(id)).name);
        return (row) => ({
          makerName: names.get(row.makerId) ?? '',
          professionName: professions.get(row.professionId ?? 0) ?? '',
          lessonCount: lengths.get(row.id)?.count ?? 0,
          durationMs: lengths.get(row.id)?.durationMs ?? 0,
          learnerCount: learners.get(row.id) ?? 0,
          mine: isMakerOrAdmin(row.makerId, caller),
        });
      },
    }),

    add: (draft, context) =>
      changeResource(deps, courses, context, null, async (now) => {
        await checkDraft(draft, now);
        return { ...draft, makerId: now.caller.userId };
      }),

    setStatus: ({ id, version, event }, context) =>
      changeResource(deps, courses, context, { id, version }, async (now) => {
        const { before, caller } = now;
        if (before === undefined || !isMakerOrAdmin(before.makerId, caller)) refuse('refused', messages.notYours());
        const status = getNextPublishingStatus(before.status, event);
        if (status === undefined) refuse('refused', messages.step());
        if (event === 'publish') await checkPublication(before, now);
        return { status };
      }),

    async copy({ id, title }, context) {
      const from = await courses.byId(context.caller.schoolId, id);
      if (from === undefined) refuse('notFound', messages.notFound());
      return changeResource(deps, courses, context, null, ({ caller }) => ({
        ...pickResourceDraft<Course>(courseResource, from),
        title,
        classes: [],
        makerId: caller.userId,
      }));
    },

    async getFigures({ id, classId }, { caller }) {
      const course = await courses.byId(caller.schoolId, id);
      return course === undefined ? refuse('notFound', messages.notFound()) : figures.ofCourse(caller.schoolId, course, classId);
    },

    async getLessonFigures({ id, coursewareId, classId }, { caller }) {
      const course = await courses.byId(caller.schoolId, id);
      const [lesson] = course === undefined ? [] : await createCoursewareReads(db).byIds(caller.schoolId, [coursewareId]);
      if (course === undefined || lesson === undefined) refuse('notFound', messages.notFound());
      return figures.ofLesson(caller.schoolId, course, lesson, classId);
    },

    async remind({ id, userIds }, context) {
      const { caller, audit } = context;
      const course = await courses.byId(caller.schoolId, id);
      if (course === undefined) refuse('notFound', messages.notFound());
      if (course.status !== publishingStatus.published) refuse('refused', messages.notPublished());
      const learners = new Set((await store.learners(id, undefined)).map((one) => one.id));
      const learnerIds = userIds.filter((userId) => learners.has(userId));
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        await createCourseStore(tx).remind(id, learnerIds, clock.nowMs());
        await audit.noteIn(tx, { entity: 'course', id, name: course.title, after: { reminded: learnerIds.length } });
        return { reminded: learnerIds.length };
      });
    },
  };
}
