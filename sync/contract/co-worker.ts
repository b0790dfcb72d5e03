import { z } from 'zod';
import { rowActs, type RowClaim } from './row-rights.ts';
import { id } from './scalars.ts';

const person = z.object({ id, name: z.string() });
const sharing = z.object({
  /** Null: an account that is gone. */
  maker: person.nullable(),
  coWorkers: z.array(person),
  /** What the caller may do with it: the page's buttons. */
  mayDo: z.array(z.enum(rowActs)),
  /** Whom the caller could name; empty for who may name nobody. */
  colleagues: z.array(person),
});

/** The calls of whose a thing is and who works on it with them. */
export const sharingCalls = (of: 'paper' | 'plan') =>
  ({
    getSharing: {
      summary: `Whose the ${of} is, who works on it with them, and what the caller may do`,
      input: z.object({ id }),
      output: sharing,
      access: ['school', 'teacher'],
      rows: [{ of, act: 'read', at: 'id' }] satisfies RowClaim[],
      errors: ['notFound'],
      changes: false,
    },
    setCoWorker: {
      summary: `Name a teacher of the school a co-worker of the ${of}, or no longer`,
      input: z.object({ id, userId: id, on: z.boolean() }),
      output: z.object({ coWorkers: z.array(person) }),
      access: ['school', 'teacher'],
      rows: [{ of, act: 'share', at: 'id' }] satisfies RowClaim[],
      errors: ['notFound', 'forbidden', 'refused'],
      changes: true,
    },
  }) as const;
