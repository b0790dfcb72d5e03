import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { newCategoryPath } from '../bank/category.ts';
import { coursewareKinds } from './courseware.ts';
import { publishingStatus } from './publishing.ts';
import { epochMs, id, uniqueIdList, shortText, version } from '../scalars.ts';
import { defineResourceCalls } from '../resource-calls.ts';
import { defineResource } from '../resource.ts';
import { uploadedPicture } from '../platform/upload.ts';

const staff = ['school', 'teacher'] as const;

/** A section of a course, in the order of the outline. `sid`: permanent number within the course; addresses and progress refer to it. */
export const courseSection = z.object({
  sid: z.int().min(1).max(100_000),
  depth: z.literal([1, 2, 3]),
  title: shortText.max(120),
  /** Ids of the courseware in the section, in order. */
  items: z.array(id).max(200),
});
export type CourseSection = z.output<typeof courseSection>;

export const courseClass = z.object({ classId: id, fromMs: epochMs.nullable(), toMs: epochMs.nullable() });
export type CourseClass = z.output<typeof courseClass>;

export const courseResource = defineResource({
  name: 'course',
  words: ['课程', 'Course'],
  of: 'school',
  title: 'title',
  fields: {
    title: { words: ['课程名称', 'Title'], is: shortText.max(120), blank: '', example: '低压电器与继电控制', search: true, sort: true },
    category: { words: ['分类', 'Category'], is: newCategoryPath, blank: '', example: '电工', filter: true },
    professionId: { words: ['职业', 'Profession'], is: id.nullable(), blank: null, example: null },
    cover: { words: ['封面', 'Cover'], is: uploadedPicture, blank: '', example: '' },
    summary: { words: ['简介', 'Summary'], is: z.string().trim().max(1000), blank: '', example: '从接触器到星三角。' },
    /** Minutes of learning that count as one hour of the course. */
    hourMinutes: { words: ['每学时分钟数', 'Minutes per course hour'], is: z.int().min(5).max(240), blank: 45, example: 45 },
    /** True if a lesson opens only when the lessons before it are done. */
    inOrder: { words: ['按顺序学习', 'Learn in order'], is: z.boolean(), blank: false, example: false, storedAs: 'flag' },
    /** Courses that a learner must finish before this one; courses that the learner does not have are skipped. */
    beforeIds: { words: ['先修课程', 'Prerequisite courses'], is: uniqueIdList(20), blank: [], example: [], storedAs: 'json' },
    sections: { words: ['章节', 'Sections'], is: z.array(courseSection).max(300), blank: [], example: [], storedAs: 'ownTables' },
    classes: { words: ['分给班级', 'Classes'], is: z.array(courseClass).max(200), blank: [], example: [], storedAs: 'ownTables' },
    status: { words: ['状态', 'Status'], is: z.literal(Object.values(publishingStatus)), blank: 0, example: 0, by: 'call', filter: true },
    makerId: { words: ['负责教师', 'Teacher in charge'], is: z.int().min(0), blank: 0, example: 0, by: 'call' },
  },
  shown: {
    makerName: { words: ['负责教师', 'Teacher in charge'], is: z.string() },
    professionName: { words: ['职业', 'Profession'], is: z.string() },
    lessonCount: { words: ['课件数', 'Lessons'], is: z.int() },
    durationMs: { words: ['总时长', 'Length'], is: z.int() },
    learnerCount: { words: ['学员', 'Learners'], is: z.int() },
    mine: { is: z.boolean() },
  },
});

const calls = defineResourceCalls(courseResource, { read: staff, change: staff });
const changed = z.object({ id, version });
/** Learning progress in whole percent; no reader needs more precision. */
const percent = z.int().min(0).max(100);

export const courseCalls = defineCalls('course', {
  ...calls,
  setStatus: {
    summary: 'Publish a course to its classes, or take it back',
    input: z.object({ id, version, event: z.enum(['publish', 'withdraw']) }),
    output: changed,
    access: staff,
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
    resource: courseResource,
  },
  copy: {
    summary: 'A new draft like this one, with its sections and no classes',
    input: z.object({ id, title: shortText.max(120) }),
    output: changed,
    access: staff,
    errors: ['notFound', 'refused'],
    changes: true,
    once: true,
    resource: courseResource,
  },
  getFigures: {
    summary: 'How far the learners of a course are: lesson by lesson and person by person',
    input: z.object({ id, classId: id.optional() }),
    output: z.object({
      title: z.string(),
      hourMinutes: z.int().positive(),
      learners: z.int(),
      /** Number of learners who have learned something in the course. */
      started: z.int(),
      done: z.int(),
      average: percent,
      classes: z.array(z.object({ id, name: z.string() })),
      sections: z.array(z.object({ sid: z.int(), depth: z.int(), title: z.string() })),
      lessons: z.array(
        z.object({
          id,
          sid: z.int(),
          title: z.string(),
          kind: z.enum(coursewareKinds),
          started: z.int(),
          done: z.int(),
          average: percent,
        }),
      ),
      people: z.array(
        z.object({
          id,
          name: z.string(),
          classId: id,
          className: z.string(),
          done: z.int(),
          percent,
          /** Progress in each lesson in percent, in the order of the lessons; 100 means done. */
          lessons: z.array(percent),
          learnedMs: z.int(),
          lastMs: epochMs.nullable(),
          toMs: epochMs.nullable(),
          remindedMs: epochMs.nullable(),
        }),
      ),
    }),
    access: staff,
    errors: ['notFound'],
    changes: false,
  },
  getLessonFigures: {
    summary: 'Of one lesson: how many learned each part of it, and where each of them stands',
    input: z.object({ id, coursewareId: id, classId: id.optional() }),
    output: z.object({
      title: z.string(),
      length: z.int(),
      /** Number of people who learned each part of the lesson. The parts have equal length and cover the whole lesson. */
      parts: z.array(z.int()),
      people: z.array(
        z.object({
          id,
          name: z.string(),
          className: z.string(),
          spans: z.array(z.tuple([z.int(), z.int()])),
          /** Position in the lesson at which the person stopped last: milliseconds, pages or questions. */
          position: z.int(),
          done: z.boolean(),
          percent,
          lastMs: epochMs.nullable(),
        }),
      ),
      /** For a quiz: how many people answered each question, and how many of their newest answers are right. */
      questions: z.array(z.object({ id, stem: z.string(), answered: z.int(), right: z.int() })),
    }),
    access: staff,
    errors: ['notFound'],
    changes: false,
  },
  remind: {
    summary: 'Reminds learners of a course: it stands on their list of courses until they learn on',
    input: z.object({ id, userIds: uniqueIdList(500).min(1) }),
    output: z.object({ reminded: z.int() }),
    access: staff,
    errors: ['notFound', 'refused'],
    changes: true,
  },
});
