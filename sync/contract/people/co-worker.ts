import { z } from 'zod';
import { rowActions, type RowAccess } from '../row-rights.ts';
import { id } from '../scalars.ts';

const person = z.object({ id, name: z.string() });
const sharing = z.object({
  /** Owner of the paper or plan; null if the account was removed. */
  maker: person.nullable(),
  coWorkers: z.array(person),
  /** Actions that the caller may do with the row; the page shows the matching buttons. */
  mayDo: z.array(z.enum(rowActions)),
  /** Users whom the caller may add as co-workers; empty if the caller may add none. */
  colleagues: z.array(person),
});

/** Defines the calls for the owner and the co-workers of a paper or plan. */
export const defineSharingCalls = (of: 'paper' | 'plan') =>
  ({
    getSharing: {
      summary: `Whose the ${of} is, who works on it with them, and what the caller may do`,
      input: z.object({ id }),
      output: sharing,
      access: ['school', 'teacher'],
      rows: [{ of, act: 'read', at: 'id' }] satisfies RowAccess[],
      errors: ['notFound'],
      changes: false,
    },
    setCoWorker: {
      summary: `Name a teacher of the school a co-worker of the ${of}, or no longer`,
      input: z.object({ id, userId: id, on: z.boolean() }),
      output: z.object({ coWorkers: z.array(person) }),
      access: ['school', 'teacher'],
      rows: [{ of, act: 'share', at: 'id' }] satisfies RowAccess[],
      errors: ['notFound', 'forbidden', 'refused'],
      changes: true,
    },
  }) as const;
