import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, uniqueIdList, shortText } from '../scalars.ts';
import { defineResourceCalls } from '../resource-calls.ts';
import { defineResource } from '../resource.ts';

const staff = ['school', 'teacher'] as const;
const person = z.object({ id, name: z.string() });

export const classResource = defineResource({
  name: 'class',
  words: ['班级', 'Class'],
  of: 'school',
  title: 'name',
  fields: {
    name: { words: ['班级名称', 'Name'], is: shortText.max(60), blank: '', example: '电工一班', search: true, sort: true, unique: true },
    /** Year in which the class began; '' if not given. */
    grade: {
      words: ['年级', 'Year'],
      is: z
        .string()
        .trim()
        .regex(/^(\d{4})?$/),
      blank: '',
      example: '2026',
      sort: true,
      filter: true,
    },
    headTeacherId: { words: ['班主任', 'Head teacher'], is: id.nullable(), blank: null, example: null },
    teacherIds: { words: ['任课教师', 'Teachers'], is: uniqueIdList(50), blank: [], example: [], storedAs: 'ownTables' },
    note: { words: ['备注', 'Note'], is: z.string().trim().max(300), blank: '', example: '' },
  },
  shown: {
    headTeacher: { words: ['班主任', 'Head teacher'], is: person.nullable() },
    teachers: { words: ['任课教师', 'Teachers'], is: z.array(person) },
    studentCount: { words: ['学生数', 'Students'], is: z.int() },
    /** True if the caller may change the students of the class: school staff, or a teacher of this class. */
    mine: { is: z.boolean() },
  },
});

export const classCalls = defineCalls('class', {
  ...defineResourceCalls(classResource, { read: staff, change: ['school'] }),
  getOptions: {
    summary: 'Names of all classes of the school, for choosing one',
    input: z.object({}),
    output: z.object({ items: z.array(z.object({ id, name: z.string(), grade: z.string(), mine: z.boolean() })) }),
    access: staff,
    errors: [],
    changes: false,
  },
  assign: {
    summary: 'Put students into a class, or with null into none',
    input: z.object({ class_id: id.nullable(), user_ids: z.array(id).min(1).max(500) }),
    /** Users who are not students of the school are skipped and listed. A request for a single such user is refused. */
    output: z.object({ changed: z.int(), refused: z.array(z.object({ id, name: z.string(), reason: z.string() })) }),
    access: ['school'],
    errors: ['notFound'],
    changes: true,
  },
});
