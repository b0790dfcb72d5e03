import { articleResource } from '../../../sync/contract/learning/article.ts';
import { coursewareResource } from '../../../sync/contract/learning/courseware.ts';
import { courseResource } from '../../../sync/contract/learning/course.ts';
import { defineResourceTable } from './resource-table.ts';
import { caselessText, text, integer, flag, defineTable } from './table.ts';

export const learningTables = {
  article: defineResourceTable(articleResource, {
    title: caselessText(),
    category: text(),
    profession_id: integer().nullable().references('profession'),
    cover: text(),
    summary: text(),
    body: text(),
    attachments: text(),
    pinned: flag(),
    audiences: text(),
    only_classes: flag(),
    status: integer().check('status IN (0, 1, 2)'),
    maker_id: integer(),
  }),
  courseware: defineResourceTable(coursewareResource, {
    title: caselessText(),
    kind: text(),
    category: text(),
    body: text(),
    link: text(),
    captions: text(),
    duration_ms: integer(),
    pages: integer(),
    note: text(),
    maker_id: integer(),
  }),
  course: defineResourceTable(courseResource, {
    title: caselessText(),
    category: text(),
    profession_id: integer().nullable().references('profession'),
    cover: text(),
    summary: text(),
    hour_minutes: integer(),
    in_order: flag(),
    status: integer().check('status IN (0, 1, 2)'),
    maker_id: integer(),
  }),
  shelf_folder: defineTable(
    {
      school_id: integer().references('school'),
      shelf: text().check("shelf IN ('course', 'courseware', 'article')"),
      path: text(),
    },
    {
      primaryKey: 'school_id, shelf, path',
    },
  ),
  article_class: defineTable(
    {
      article_id: integer().references('article', 'CASCADE'),
      class_id: integer().references('class', 'CASCADE'),
    },
    {
      primaryKey: 'article_id, class_id',
    },
  ),
  article_read: defineTable(
    {
      article_id: integer().references('article', 'CASCADE'),
      user_id: integer().references('user', 'CASCADE'),
      at_ms: integer(),
    },
    {
      primaryKey: 'article_id, user_id',
      indexes: {
        article_read_user: 'user_id',
      },
    },
  ),
  /** A file of a courseware. Every user who may learn the courseware may open it. */
  courseware_file: defineTable(
    {
      courseware_id: integer().references('courseware', 'CASCADE'),
      position: integer(),
      url: text(),
      name: text(),
      size_bytes: integer(),
    },
    {
      primaryKey: 'courseware_id, position',
      indexes: {
        courseware_file_url: 'url',
      },
    },
  ),
  course_section: defineTable(
    {
      course_id: integer().references('course', 'CASCADE'),
      sid: integer(),
      position: integer(),
      depth: integer(),
      title: text(),
    },
    {
      primaryKey: 'course_id, sid',
    },
  ),
  course_item: defineTable(
    {
      course_id: integer().references('course', 'CASCADE'),
      courseware_id: integer().references('courseware'),
      sid: integer(),
      position: integer(),
    },
    {
      primaryKey: 'course_id, courseware_id',
      indexes: {
        course_item_courseware: 'courseware_id',
      },
    },
  ),
  course_class: defineTable(
    {
      course_id: integer().references('course', 'CASCADE'),
      class_id: integer().references('class', 'CASCADE'),
      from_ms: integer().nullable(),
      to_ms: integer().nullable(),
    },
    {
      primaryKey: 'course_id, class_id',
      indexes: {
        course_class_class: 'class_id',
      },
    },
  ),
  /** Progress of a user in a courseware, merged from all courses and devices. */
  learn_progress: defineTable(
    {
      user_id: integer().references('user', 'CASCADE'),
      course_id: integer().references('course', 'CASCADE'),
      courseware_id: integer().references('courseware'),
      /** Parts of the courseware that the learner has gone through, as JSON of the contract's `spans`. */
      spans: text(),
      position: integer(),
      /** When the learner reached the position. A learner resumes at the position reached latest on any device. */
      position_ms: integer(),
      learned_ms: integer(),
      done: flag(),
      updated_ms: integer(),
      /** Newest answer of the learner to each quiz question of the courseware, as JSON. */
      results: text().defaultOfOldRows('[]'),
    },
    {
      primaryKey: 'user_id, course_id, courseware_id',
      indexes: {
        learn_progress_course: 'course_id, courseware_id',
        learn_progress_courseware: 'courseware_id',
      },
    },
  ),
  /** The newest reminder of each learner of a course. */
  course_reminder: defineTable(
    {
      course_id: integer().references('course', 'CASCADE'),
      user_id: integer().references('user', 'CASCADE'),
      at_ms: integer(),
    },
    {
      primaryKey: 'course_id, user_id',
      indexes: {
        course_reminder_user: 'user_id',
      },
    },
  ),
  /** A learner's note at a time of a video or a page of a courseware. Removed notes stay, so that every device learns of the removal. */
  learn_note: defineTable(
    {
      user_id: integer().references('user', 'CASCADE'),
      id: text(),
      course_id: integer().references('course', 'CASCADE'),
      courseware_id: integer().references('courseware', 'CASCADE'),
      place: integer(),
      body: text(),
      changed_ms: integer(),
      removed: flag(),
    },
    {
      primaryKey: 'user_id, id',
      indexes: {
        learn_note_course: 'user_id, course_id',
        learn_note_of_course: 'course_id',
        learn_note_courseware: 'courseware_id',
      },
    },
  ),
  /** A period of learning. A learner's periods never overlap, so that no minute counts twice. */
  learn_mark: defineTable(
    {
      user_id: integer().references('user', 'CASCADE'),
      mark_id: text(),
      from_ms: integer(),
      to_ms: integer(),
    },
    {
      primaryKey: 'user_id, mark_id',
      indexes: {
        learn_mark_time: 'user_id, to_ms, from_ms',
      },
    },
  ),
};
