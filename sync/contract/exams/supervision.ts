import { z } from 'zod';
import type { CallSpec } from '../call.ts';
import { emptyInput, epochMs, id, writtenText } from '../scalars.ts';
import { examParts } from './exam-part.ts';

// An internal supervisor (内部督导) watches an exam for the school. It is a duty in one plan, not a user type. Candidates are the people who
// may invigilate; they must have no other role in the plan. The duty gives two calls: a view without keys, answers and scores, and a report.

/** `orderly`: no findings; `minor`: findings without effect on results; `serious`: results may be affected. */
export const supervisionConclusions = ['orderly', 'minor', 'serious'] as const;

/** Report of a supervisor. Line breaks in its texts are preserved. */
export const supervisionReport = z.object({
  conclusion: z.enum(supervisionConclusions),
  observed: writtenText.trim().min(1).max(2000),
  advice: writtenText.trim().max(1000),
});
export type SupervisionReport = z.output<typeof supervisionReport>;

/** A supervisor's report with its state. `revision`: 0 if there is none yet. */
const storedReport = z.object({ report: supervisionReport.nullable(), revision: z.int(), reportedMs: epochMs.nullable() });

/** Other roles that a person can have in a plan. A person with such a role cannot supervise the plan. */
const otherDuties = ['organises', 'invigilates', 'marks', 'sits'] as const;
export type OtherDuty = (typeof otherDuties)[number];

/** A supervisor as the organisers of the plan see them. */
export const planSupervisor = storedReport.extend({
  id,
  name: z.string(),
  confirmedMs: epochMs.nullable(),
  /** Set if the person got another role in the plan later. The supervisor's calls for this plan are then refused. */
  otherDuty: z.enum(otherDuties).nullable(),
});

/** Figures of a room, or of the whole plan if it has no rooms. They must never reveal a score. */
const roomFigures = z.object({
  /** Id of the room; null for a plan without rooms. */
  roomId: id.nullable(),
  name: z.string(),
  location: z.string(),
  invigilators: z.array(z.string()),
  people: z.int(),
  entered: z.int(),
  handedIn: z.int(),
  absent: z.int(),
  cheating: z.int(),
  /** Number of examinees whose answers wait for markers, and number of those who are completely marked. */
  toMark: z.int(),
  marked: z.int(),
  /** Numbers in the room's record of handed-out papers; null if there is no record. */
  papers: z.object({ handedOut: z.int(), returned: z.int().nullable() }).nullable(),
});
export type SupervisedRoom = z.output<typeof roomFigures>;

const supervisor = ['invigilator'] as const;

/** Calls of internal supervisors. */
export const supervisionCalls = {
  setSupervisor: {
    summary: 'Make somebody the supervisor of a plan, or no longer unless they have reported. Done again, it stands as it is',
    input: z.object({ planId: id, userId: id, on: z.boolean() }),
    output: z.object({ changed: z.boolean() }),
    access: ['school', 'teacher'],
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  getSupervision: {
    summary: 'For its supervisor: how an exam goes, room by room, and how far it is marked. No answers, keys or scores',
    input: z.object({ planId: id }),
    output: storedReport.extend({
      name: z.string(),
      part: z.enum(examParts),
      startMs: epochMs,
      endMs: epochMs,
      released: z.boolean(),
      rooms: z.array(roomFigures),
    }),
    access: supervisor,
    errors: ['notFound', 'refused'],
    changes: false,
  },
  reportSupervision: {
    summary: "A supervisor's report on an exam, in place of an earlier one",
    /** `seen`: revision of the report that the caller saw; 0 for none. */
    input: z.object({ planId: id, seen: z.int().min(0), report: supervisionReport }),
    output: emptyInput,
    access: supervisor,
    errors: ['notFound', 'refused', 'conflict'],
    changes: true,
    once: true,
  },
} as const satisfies Record<string, CallSpec>;
