import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { emptyInput, epochMs, id, listInput, listOutput } from '../scalars.ts';

const readers = ['admin', 'system', 'db', 'school'] as const;

export const auditFilter = z.object({
  fromMs: epochMs.optional(),
  /** End of the period whose entries are listed, exclusive. */
  toMs: epochMs.optional(),
  /** Part of the name or login name in the entries to list. */
  who: z.string().trim().max(60).optional(),
  userId: id.optional(),
  call: z.string().max(80).optional(),
  entity: z.string().max(40).optional(),
  entityId: z.string().trim().max(60).optional(),
  outcome: z.enum(['done', 'refused']).optional(),
  /** School of the entries. Only for roles that see every school; other users see only their own school. */
  schoolId: id.optional(),
});

export const auditItem = z.object({
  /** Position of the entry in the hash chain of the audit log. */
  id,
  atMs: epochMs,
  schoolId: id.nullable(),
  /** Name of the school; empty for entries of the platform itself. */
  schoolTitle: z.string(),
  userId: id.nullable(),
  /** User name and login name are empty if nobody was signed in. A login name without a user name was only typed, not verified. */
  userName: z.string(),
  loginName: z.string(),
  userType: z.int().nullable(),
  /** Path of the call, or the command run at the server's console. */
  call: z.string(),
  entity: z.string(),
  entityId: z.string(),
  /** Name of the changed entity, if the entry records it. */
  entityName: z.string(),
  /** Result code of the call; 0 for success. */
  code: z.int(),
  ip: z.string(),
});

export const auditCalls = defineCalls('audit', {
  getList: {
    summary: 'The audit log, newest first; a school sees its own',
    input: listInput(auditFilter),
    output: listOutput(auditItem),
    access: readers,
    errors: [],
    changes: false,
  },
  getById: {
    summary: 'One entry of the audit log, with what it changed',
    input: z.object({ id }),
    output: auditItem.extend({
      agent: z.string(),
      input: z.unknown(),
      before: z.unknown(),
      after: z.unknown(),
      /** Name of the API token by which the user called; '' in a session. */
      via: z.string(),
      /** Number of refused calls from the same IP address that were not recorded before this entry. */
      leftOut: z.int().min(0),
      hash: z.string(),
    }),
    access: readers,
    errors: ['notFound'],
    changes: false,
  },
  getKinds: {
    summary: 'Which calls and kinds of things stand in the audit log',
    input: emptyInput,
    output: z.object({ calls: z.array(z.string().min(1)), entities: z.array(z.string().min(1)) }),
    access: readers,
    errors: [],
    changes: false,
  },
});
