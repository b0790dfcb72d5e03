import { z } from 'zod';
import { emptyInput, id, shortText } from '../scalars.ts';
import { maxPersonImportRows } from './person.ts';

/**
 * Groups of people whom a directory lists, each with a search of its own. Students are linked by student number, staff by login name. A new account
 * of a group gets the type that may do least: a student, or an invigilator, who sees nothing without being assigned to a room.
 */
export const directoryGroups = { students: { types: [7], newType: 7 }, staff: { types: [4, 5, 6], newType: 5 } } as const;
export type DirectoryGroup = keyof typeof directoryGroups;

/**
 * Hash of a preview row: its change and the version of the account. When the preview is applied, the server computes it again and skips rows
 * that differ.
 */
const rowKey = z.string().regex(/^[\w-]{22}$/);
const group = z.enum(['students', 'staff']);
const person = { key: z.string(), group, number: z.string(), name: z.string() };
/** Field of an account that differs from the directory: the account's value, and the directory's value that replaces it. */
const changedField = z.object({ field: z.enum(['name', 'class_id']), from: z.string(), to: z.string() });

export const directoryPreview = z.object({
  /** Number of people whom the directory lists. */
  found: z.int(),
  /** Number of accounts that agree with the directory. */
  same: z.int(),
  add: z.array(z.object({ ...person, class_name: z.string() })),
  change: z.array(z.object({ ...person, fields: z.array(changedField) })),
  /** Accounts that an earlier preview found in the directory but this preview does not. */
  disable: z.array(z.object({ ...person, class_name: z.string(), seenMs: z.int() })),
  unusable: z.array(z.object({ number: z.string(), name: z.string(), entry: z.string(), reason: z.string() })),
  /** Classes that rows in `add` and `change` need and that the school does not have yet. */
  newClasses: z.array(z.string()),
  /** Groups of which the directory lists fewer than half of the linked accounts. Disabling them needs `confirmFew`. */
  few: z.array(z.object({ group, linked: z.int(), missing: z.int() })),
});
export type DirectoryPreview = z.output<typeof directoryPreview>;

export const directoryPeopleCalls = {
  previewPeople: {
    summary: 'Compare our accounts with the people whom the directory lists; changes no account, and remembers who was found',
    input: emptyInput,
    output: directoryPreview,
    access: ['school'],
    errors: ['refused'],
    changes: true,
  },
  applyPeople: {
    summary:
      'Add, change and disable accounts by chosen rows of the preview; rows that the directory or an account no longer supports are skipped',
    input: z.object({ keys: z.array(rowKey).min(1).max(maxPersonImportRows), confirmFew: z.boolean() }),
    output: z.object({
      added: z.int(),
      changed: z.int(),
      disabled: z.int(),
      /** Keys of the rows that were skipped, because the directory or the account changed after the preview. */
      skipped: z.array(z.string()),
      /** First passwords of the added accounts, shown once. */
      passwords: z.array(z.object({ id, name: z.string(), login_name: shortText, password: z.string(), class_name: z.string() })),
    }),
    access: ['school'],
    errors: ['refused'],
    changes: true,
    once: true,
  },
} as const;
