import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { formDesign } from './form-design.ts';
import { id, shortText, version } from '../scalars.ts';
import { defineResourceCalls } from '../resource-calls.ts';
import { defineResource } from '../resource.ts';

const makers = ['school', 'teacher', 'enrollAdmin'] as const;

/** A form that staff design. Applicants fill in its editions; each edition is frozen when it is put to use. */
export const formResource = defineResource({
  name: 'form',
  words: ['表单', 'Form'],
  of: 'school',
  title: 'name',
  signed: true,
  fields: {
    name: { words: ['表单名称', 'Name'], is: shortText.max(60), blank: '', example: '申报表', search: true, sort: true, unique: true },
    design: { words: ['字段', 'Fields'], is: formDesign, blank: [], example: [], storedAs: 'json' },
    note: { words: ['说明', 'Note'], is: z.string().trim().max(300), blank: '', example: '' },
  },
  shown: {
    /** Number of the newest edition in use; 0 if there is none. */
    edition: { words: ['启用版本', 'Edition in use'], is: z.int() },
    editionId: { is: z.int() },
    /** True if the design equals the newest edition in use. */
    isSettled: { is: z.boolean() },
    filled: { words: ['已填', 'Submitted'], is: z.int() },
  },
});

export const formCalls = defineCalls('form', {
  ...defineResourceCalls(formResource, { read: makers, change: makers }),
  enact: {
    summary: 'Put the design to use as a new edition, which never changes again',
    input: z.object({ id, version }),
    output: z.object({ id, version }),
    access: makers,
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
    resource: formResource,
  },
});
