import { z } from 'zod';
import type { CallSpec } from '../call.ts';
import { examParts } from './exam-part.ts';
import { revisionNews } from './revision-news.ts';
import { epochMs, id, version } from '../scalars.ts';
import { uploadedPicture } from '../platform/upload.ts';
import { ownDraw } from './station-draw.ts';
import { paperRegisterRow } from './paper-register.ts';
import { planSupervisor } from './supervision.ts';
import { examDuties, heldDuties, seatFills, seatMarks, seatNumberings } from './seat-codes.ts';

const staff = ['school', 'teacher'] as const;
/** Roles whose users can be given a duty in an exam (invigilator or marker). */
const dutiful = ['school', 'teacher', 'invigilator', 'marker'] as const;
const person = z.object({ id, name: z.string() });
/** A person who can be chosen for a duty. */
const candidate = person.extend({ loginName: z.string(), employer: z.string() });

const roomShape = z.object({
  rows: z.int(),
  columns: z.int(),
  aisles: z.array(z.int()),
  marks: z.array(z.object({ row: z.int(), column: z.int(), kind: z.enum(seatMarks) })),
  numbering: z.enum(seatNumberings),
  machines: z.string(),
});
const placeOfRoom = z.object({ place: z.string(), address: z.string(), way: z.string(), phone: z.string() });

/** A room of a plan: its grid of seats, its place with directions, and whether the room is in use. */
export const planRoom = roomShape.extend({ ...placeOfRoom.shape, id, name: z.string(), location: z.string(), open: z.boolean() });
export type PlanRoom = z.output<typeof planRoom>;

export const seatedExaminee = z.object({
  userId: id,
  name: z.string(),
  sex: z.int(),
  className: z.string(),
  employer: z.string(),
  studentNo: z.string(),
  /** Number of the admission ticket for this plan. For a draft plan, the number that publishing will assign. */
  ticketNo: z.string(),
  photo: z.string(),
  /** ID number of the examinee; '' if none is registered. */
  idNumber: z.string(),
  /** Whether the check digit of the ID number is right; `none` if there is no number to check. */
  idCheck: z.enum(['right', 'wrong', 'none']),
  roomId: id.nullable(),
  seatNo: z.int().nullable(),
  seatLabel: z.string(),
  variant: z.string(),
});
export type SeatedExaminee = z.output<typeof seatedExaminee>;

/** Checks before a plan is published. Some block the publication, others are hints. */
export const planCheckKinds = [
  'paper',
  'practised',
  'openTasks',
  'entryOver',
  'examinees',
  'capacity',
  'unseated',
  'roomTaken',
  'roomClosed',
  'ticketPattern',
  'ticketTwice',
  'overlaps',
  'sameVariant',
  'sameClass',
  'photos',
  'idNumbers',
  'staffShort',
  'staffTwice',
  'staffRelated',
  'staffUnconfirmed',
  'markers',
] as const;
export type PlanCheckKind = (typeof planCheckKinds)[number];
/** Result of one check. `must`: publishing is refused until the problem is fixed. `count`: number of persons or things concerned. */
export const planCheck = z.object({
  kind: z.enum(planCheckKinds),
  state: z.enum(['good', 'hint', 'must']),
  count: z.int(),
  /** Names of some of the `count` persons or things. */
  names: z.array(z.string()),
});
export type PlanCheck = z.output<typeof planCheck>;

/** Calls for the seats and invigilators of a plan, for the caller's own duties in exams, and for an examinee's own seats. */
export const seatingCalls = {
  getSeating: {
    summary: 'Rooms of a plan with who sits where, and its invigilators. ID numbers are masked',
    input: z.object({ id }),
    output: z.object({
      id,
      version,
      /** Revision of the plan: 0 for a draft, 1 at publishing, one more with each later change. */
      revision: z.int(),
      name: z.string(),
      part: z.enum(examParts),
      startMs: epochMs,
      durationMs: z.int(),
      entryLimitMs: z.int(),
      published: z.boolean(),
      variants: z.array(z.string()),
      /** Seed of the last seat arrangement; 0 if seats were never arranged. */
      seed: z.int(),
      rooms: z.array(planRoom),
      people: z.array(seatedExaminee),
      staff: z.array(person.extend({ roomId: id, confirmedMs: epochMs.nullable() })),
      supervisors: z.array(planSupervisor),
      /** Register of handed-out papers: one record for each room in which anything has been recorded. */
      papers: z.array(paperRegisterRow),
      /** Number of pairs of neighbours that share a class or employer (`sameGroup`), or the variant of the paper (`sameVariant`). */
      sameGroup: z.int(),
      sameVariant: z.int(),
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'read', at: 'id' }],
    errors: ['notFound'],
    changes: false,
  },
  arrange: {
    summary: 'Seat whoever has no seat yet, mixed by class and employer; `anew`: everybody. The same seed gives the same seats',
    input: z.object({ id, version, anew: z.boolean(), fill: z.enum(seatFills), seed: z.int().min(1).max(999_999_999) }),
    output: z.object({ id, version, seated: z.int(), kept: z.int(), unseated: z.int(), sameGroup: z.int() }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'id' }],
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
  moveSeat: {
    summary: 'Put one examinee on another seat, changing places with whoever sits there; null: on none',
    input: z.object({ id, version, userId: id, to: z.object({ roomId: id, seatNo: z.int().min(1).max(400) }).nullable() }),
    output: z.object({ id, version }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'id' }],
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
  getChecklist: {
    summary: 'What is missing before a plan can be published, and what should be looked at',
    input: z.object({ id }),
    output: z.object({ items: z.array(planCheck) }),
    access: staff,
    rows: [{ of: 'plan', act: 'read', at: 'id' }],
    errors: ['notFound'],
    changes: false,
  },
  getStaffOptions: {
    summary: 'Whoever of the school may invigilate, or mark; and the teachers to whom it can still be allowed',
    input: z.object({ duty: z.enum(examDuties) }),
    output: z.object({
      items: z.array(candidate),
      /** Teachers who lack the role for this duty. A school administrator can give it to them. */
      others: z.array(candidate),
    }),
    access: staff,
    errors: [],
    changes: false,
  },
  setStaff: {
    summary: 'Make somebody an invigilator of a room of the plan, or no longer. Done again, it stands as it is',
    input: z.object({ planId: id, roomId: id, userId: id, on: z.boolean() }),
    output: z.object({ changed: z.boolean() }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  setPhotos: {
    summary: "Photos of a plan's examinees, uploaded before. Set again, they stand as they are",
    input: z.object({
      planId: id,
      items: z
        .array(z.object({ userId: id, photo: uploadedPicture.min(1) }))
        .min(1)
        .max(200),
    }),
    output: z.object({ changed: z.int() }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound'],
    changes: true,
  },
  myDuties: {
    summary: 'Exams the caller invigilates, marks or supervises, soonest first',
    input: z.object({}),
    output: z.object({
      items: z.array(
        z.object({
          planId: id,
          name: z.string(),
          startMs: epochMs,
          durationMs: z.int(),
          withdrawn: z.boolean(),
          duty: z.enum(heldDuties),
          /** The invigilator's rooms; empty for other duties. */
          rooms: z.array(z.object({ name: z.string(), location: z.string(), place: z.string(), address: z.string(), people: z.int() })),
          /** The marker's groups; empty for other duties. */
          groups: z.array(z.object({ name: z.string(), leads: z.boolean(), quota: z.int() })),
          confirmedMs: epochMs.nullable(),
          /** Changes since publication, newest first. A confirmation from before the newest change must be repeated. */
          news: z.array(revisionNews),
        }),
      ),
    }),
    access: dutiful,
    errors: [],
    changes: false,
  },
  confirmDuty: {
    summary: 'Say that one will come. Said again, it stands as it is',
    input: z.object({ planId: id }),
    output: z.object({ confirmedMs: epochMs }),
    access: dutiful,
    leaderMay: true,
    errors: ['notFound'],
    changes: true,
  },
  myArrangement: {
    summary: "Of one's own published exams: place and way there, room and seat, who invigilates, which groups mark, and one's own data",
    input: z.object({}),
    output: z.object({
      items: z.array(
        z.object({
          planId: id,
          name: z.string(),
          startMs: epochMs,
          durationMs: z.int(),
          entryLimitMs: z.int(),
          /** The examinee's room, without the seats of other examinees; null if the exam has no rooms. */
          room: planRoom.nullable(),
          seatNo: z.int().nullable(),
          invigilators: z.array(z.string()),
          markerGroups: z.array(z.string()),
          /** The examinee's stations and task sheet. Null until the draw is published, and for an exam without a draw. */
          draw: ownDraw.nullable(),
          me: seatedExaminee.omit({ variant: true }),
        }),
      ),
    }),
    access: ['student', 'examUser'],
    errors: [],
    changes: false,
  },
} as const satisfies Record<string, CallSpec>;
