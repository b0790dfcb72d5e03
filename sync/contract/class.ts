import { z } from 'zod';
import { defineCalls } from './call.ts';
import { epochMs, id, keyword, listInput, listOutput, shortText, version } from './scalars.ts';

const staff = ['school', 'teacher'] as const;
const personName = z.object({ id, name: z.string() });

export const classFields = z.object({
  name: shortText.max(60),
  /** Year the class began, "2026"; '' for none. */
  grade: z
    .string()
    .trim()
    .regex(/^(\d{4})?$/),
  head_teacher_id: id.nullable(),
  teacher_ids: z.array(id).max(50),
  note: z.string().trim().max(300),
});
export type ClassFields = z.output<typeof classFields>;

export const classRow = z.object({
  id,
  version,
  name: z.string(),
  grade: z.string(),
  head_teacher: personName.nullable(),
  teachers: z.array(personName),
  note: z.string(),
  student_count: z.int(),
  /** The caller may change its students: school staff, or a teacher of this class. */
  mine: z.boolean(),
  updated_ms: epochMs,
});
export type ClassRow = z.output<typeof classRow>;

export const classCalls = defineCalls('class', {
  getList: {
    summary: 'Classes of the school with their teachers and number of students',
    input: listInput(z.object({ keyword: keyword.optional(), grade: z.string().max(4).optional() })),
    output: listOutput(classRow),
    access: staff,
    errors: [],
    changes: false,
  },
  getById: {
    summary: 'One class',
    input: z.object({ id }),
    output: classRow,
    access: staff,
    errors: ['notFound'],
    changes: false,
  },
  getOptions: {
    summary: 'Names of all classes of the school, for choosing one',
    input: z.object({}),
    output: z.object({ items: z.array(z.object({ id, name: z.string(), grade: z.string(), mine: z.boolean() })) }),
    access: staff,
    errors: [],
    changes: false,
  },
  add: {
    summary: 'Add a class',
    input: classFields,
    output: z.object({ id, version }),
    access: ['school'],
    errors: ['notFound', 'refused'],
    changes: true,
    once: true,
  },
  modify: {
    summary: 'Change a class, its head teacher and teachers',
    input: classFields.extend({ id, version }),
    output: z.object({ id, version }),
    access: ['school'],
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
  },
  remove: {
    summary: 'Delete a class without students',
    input: z.object({ id, version }),
    output: z.object({}),
    access: ['school'],
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
  },
  assign: {
    summary: 'Put students into a class, or with null into none',
    input: z.object({ class_id: id.nullable(), user_ids: z.array(id).min(1).max(500) }),
    /** Who is no student of the school is left out and named; one alone is refused outright. */
    output: z.object({ changed: z.int(), refused: z.array(z.object({ id, name: z.string(), reason: z.string() })) }),
    access: ['school'],
    errors: ['notFound'],
    changes: true,
  },
});
