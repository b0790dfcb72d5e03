import { z } from 'zod';
import type { CallSpec } from '../call.ts';
import { chosenTimeMs, durationMs, epochMs, id, nameText, uuid, version } from '../scalars.ts';

const staff = ['school', 'teacher'] as const;
const reason = nameText.min(1).max(400);
const createChangeSchema = <S extends z.ZodType>(of: S) => z.object({ from: of, to: of });

/** Changes of a revision to a published plan: the old and the new value of each. */
export const planChanges = z.object({
  startMs: createChangeSchema(epochMs).optional(),
  durationMs: createChangeSchema(durationMs).optional(),
  entryLimitMs: createChangeSchema(durationMs).optional(),
  earliestHandInMs: createChangeSchema(durationMs).optional(),
  notice: createChangeSchema(z.string()).optional(),
  rooms: z.array(createChangeSchema(z.object({ id, name: z.string() }))).optional(),
  seats: z.array(createChangeSchema(z.string()).extend({ userId: id, name: z.string() })).optional(),
  /** Examinees who were added to the plan, with their seat. */
  joined: z.array(z.object({ userId: id, name: z.string(), to: z.string() })).optional(),
});
export type PlanChanges = z.output<typeof planChanges>;

/** Invigilators get their rooms' codes this long before the start, so that a tablet has them before the network can fail. */
export const roomCodeLeadMs = 60 * 60_000;

const roomCode = z.object({
  roomId: id,
  room: z.string(),
  place: z.string(),
  location: z.string(),
  code: z.string(),
  /** Codes for spare PCs (SY15). Each code starts `epoch` of an attempt, so it works only while the attempt is at the epoch before. */
  seats: z.array(z.object({ attemptId: uuid, epoch: z.int(), code: z.string() })),
});

/** Calls for changes to a plan after publication, when PCs have already stored it. */
export const revisionCalls = {
  amend: {
    summary:
      'Change times, notice, rooms or seats of a published plan, or add people, before its start: a new revision, told to everybody it concerns. Never its paper',
    input: z.object({
      id,
      version,
      reason,
      startMs: chosenTimeMs.optional(),
      durationMs: durationMs
        .min(60_000)
        .max(12 * 3_600_000)
        .optional(),
      entryLimitMs: durationMs.optional(),
      earliestHandInMs: durationMs.optional(),
      notice: z.string().max(4000).optional(),
      /** Moves all examinees of a room to the same seats of another room, with its staff. */
      rooms: z
        .array(z.object({ from: id, to: id }))
        .max(400)
        .optional(),
      seats: z
        .array(z.object({ userId: id, roomId: id, seatNo: z.int().min(1).max(400) }))
        .max(2000)
        .optional(),
      /** Examinees to add; each gets a free seat and the paper variant of that seat. */
      join: z.array(id).max(500).optional(),
    }),
    output: z.object({ id, version, revision: z.int() }),
    access: staff,
    rows: [{ of: 'plan', act: 'publish', at: 'id' }],
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
  getRevisions: {
    summary: 'What was changed of a plan since it was published, newest first, and who has said that they read it',
    input: z.object({ id }),
    output: z.object({
      revision: z.int(),
      items: z.array(z.object({ revision: z.int(), ms: epochMs, by: z.string(), reason: z.string(), changes: planChanges })),
      /**
       * `asked`: number of persons whom a revision concerns. `read`: number of those who confirmed reading the newest revision that concerns them.
       * `unread`: names of some of the others.
       */
      readers: z.object({ asked: z.int(), read: z.int(), unread: z.array(z.string()) }),
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'read', at: 'id' }],
    errors: ['notFound'],
    changes: false,
  },
  readRevision: {
    summary: "Say that one has read what was changed of one's exam. Said again, it stands as it is",
    input: z.object({ planId: id, revision: z.int().min(1) }),
    output: z.object({ readMs: epochMs }),
    access: ['student', 'examUser'],
    beforeOwnPassword: true,
    errors: ['notFound'],
    changes: true,
  },
  myReleaseCodes: {
    summary:
      'The release codes of the rooms the caller invigilates, and the codes of their seats for a spare PC, from an hour before the start to the end; each look is logged (SY15, SY18)',
    input: z.object({ planId: id }),
    output: z.object({ startMs: epochMs, items: z.array(roomCode) }),
    access: ['school', 'teacher', 'invigilator'],
    errors: ['notFound', 'refused'],
    changes: true,
  },
} as const satisfies Record<string, CallSpec>;
