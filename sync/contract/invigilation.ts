import { z } from 'zod';
import { defineCalls } from './call.ts';
import { examUserStatus } from './codes.ts';
import { streamEvidence } from './exam-evidence.ts';
import { planRoom } from './exam-seating.ts';
import { actFates, roomAct } from './room-act.ts';
import { base64url, durationMs, epochMs, id, uuid } from './scalars.ts';
import { sittingGrant } from './sitting.ts';

const invigilator = ['invigilator'] as const;
const staff = ['school', 'teacher'] as const;
const roomOfPlan = z.object({ planId: id, roomId: id });
const opRef = z.object({ streamId: uuid, seq: z.int().min(1) });

/** A room somebody has the duty of. */
const dutyRoom = roomOfPlan.extend({
  planName: z.string(),
  startMs: epochMs,
  durationMs,
  roomName: z.string(),
  location: z.string(),
  place: z.string(),
  people: z.int(),
  withdrawn: z.boolean(),
  confirmedMs: epochMs.nullable(),
});

/** One examinee as the tablet draws them. Counts, never what was answered. */
export const roomSeat = z.object({
  userId: id,
  attemptId: uuid,
  seatNo: z.int(),
  name: z.string(),
  ticketNo: z.string(),
  photo: z.string(),
  /** The last four of the ID number; '' where none is registered. */
  idTail: z.string(),
  status: z.literal(Object.values(examUserStatus)),
  entered: z.boolean(),
  /** Of their newest sitting. */
  epoch: z.int(),
  answered: z.int(),
  receivedOps: z.int(),
  extensionMs: durationMs,
  handedIn: z.boolean(),
  /** All that the hand-in lists is here, photos and files on its answers, too. */
  complete: z.boolean(),
  identity: z.enum(['unchecked', 'matches', 'differs']),
  /** Running. */
  pause: z.object({ pauseId: uuid, reason: z.string() }).nullable(),
  /** Those that stand, the newest first. */
  marks: z.array(z.object({ markId: uuid, reason: z.string() })),
  /** Those not lifted. */
  handIns: z.array(opRef),
  /** When their PC was last heard since the server runs. */
  heardMs: epochMs.nullable(),
  connected: z.boolean(),
  /** Answers that wait for a person. */
  waiting: z.int(),
  /** How often they left the paper, from where the plan has it reported on; else 0. */
  seen: z.int(),
  /** They go on with a sheet of paper, and whether anything of it is typed in. */
  sheet: z.enum(['none', 'given', 'typed']),
});
export type RoomSeat = z.output<typeof roomSeat>;

/** What a tablet of this room did, as the server has it. */
export const doneAct = z.object({
  streamId: uuid,
  seq: z.int(),
  actId: uuid,
  act: roomAct,
  attemptIds: z.array(uuid),
  by: z.string(),
  /** As the tablet's clock had it: evidence, never order. */
  wallMs: epochMs,
  receivedMs: epochMs,
  /** By examinee; of an act about nobody empty. */
  fates: z.record(uuid, z.enum(actFates)),
  /** A photo belongs to it. */
  photo: z.boolean(),
});
export type DoneAct = z.output<typeof doneAct>;

/** Where those that are here can be looked at for some hours, by act. */
const actPhotos = z.record(uuid, z.string());
const roomPerson = z.object({ userId: id, seatNo: z.int(), name: z.string() });

export const roomBoard = roomOfPlan.extend({
  /** The log this room's tablets write. */
  logId: uuid,
  planName: z.string(),
  startMs: epochMs,
  durationMs,
  entryLimitMs: durationMs,
  earliestHandInMs: durationMs,
  questionCount: z.int(),
  withdrawn: z.string().nullable(),
  room: planRoom,
  invigilators: z.array(z.string()),
  seats: z.array(roomSeat),
  acts: z.array(doneAct),
  serverNow: epochMs,
  /** Given back as `seen`: the next answer waits until it is another. */
  version: z.string(),
});
export type RoomBoard = z.output<typeof roomBoard>;

/** One act about one examinee that does not hold by the rules, with what a person decides by. */
const openAct = z.object({
  roomId: id,
  roomName: z.string(),
  streamId: uuid,
  seq: z.int(),
  act: roomAct,
  by: z.string(),
  wallMs: epochMs,
  receivedMs: epochMs,
  userId: id,
  attemptId: uuid,
  name: z.string(),
  seatNo: z.int(),
  /** When this examinee's time ends as it counts now. */
  deadlineMs: epochMs,
  fate: z.enum(actFates),
  /** Their own PC says that it took this grant. */
  confirmed: z.boolean(),
});

/** What an invigilator does in the rooms they have the duty of. Acts themselves travel as ops (`/sync/push`). */
export const invigilationCalls = defineCalls('invigilation', {
  getRooms: {
    summary: 'Rooms the caller invigilates, soonest first',
    input: z.object({}),
    output: z.object({ items: z.array(dutyRoom), serverNow: epochMs }),
    access: invigilator,
    errors: [],
    changes: false,
  },
  enter: {
    summary: "The ticket and keys by which this tablet writes into a room's log, with or without a network from here on",
    input: roomOfPlan,
    output: z.object({
      grant: sittingGrant,
      /** Of which every seat's key is derived, for typed grants. */
      roomKey: base64url,
    }),
    access: invigilator,
    errors: ['notFound', 'refused'],
    changes: true,
  },
  getBoard: {
    summary: 'A room as it stands; waits up to `waitMs` for something to change',
    input: roomOfPlan.extend({ seen: z.string().max(100).default(''), waitMs: z.int().min(0).max(20_000).default(0) }),
    output: roomBoard,
    access: invigilator,
    errors: ['notFound', 'refused'],
    changes: false,
  },
  getExaminee: {
    summary: 'One examinee of a room: what came when, hand-ins and moves; never what was answered',
    input: z.object({ planId: id, userId: id }),
    output: z.object({
      planId: id,
      planName: z.string(),
      roomId: id,
      roomName: z.string(),
      startMs: epochMs,
      deadlineMs: epochMs,
      questionCount: z.int(),
      seat: roomSeat,
      streams: z.array(streamEvidence),
      handIns: z.array(
        z.object({
          by: z.enum(['examinee', 'timeout']),
          wallMs: epochMs,
          receivedMs: epochMs,
          opsListed: z.int(),
          opsMissing: z.int(),
          stands: z.boolean(),
          fixed: z.boolean(),
        }),
      ),
      /** Questions with two versions that a person has to decide on; who keeps the plan sees what they say. */
      undecided: z.array(
        z.object({
          itemId: z.string(),
          versions: z.array(z.object({ epoch: z.int(), wallMs: epochMs, receivedMs: epochMs, why: z.string() })),
        }),
      ),
      acts: z.array(doneAct),
      photos: actPhotos,
    }),
    access: invigilator,
    errors: ['notFound', 'refused'],
    changes: false,
  },
  getRecord: {
    summary:
      'What was done in the rooms of a plan, the newest first: by whom, about whom, what came of it, with its photos; never what was answered',
    input: z.object({ planId: id }),
    output: z.object({
      items: z.array(doneAct.omit({ attemptIds: true }).extend({ roomId: id, roomName: z.string(), about: z.array(roomPerson) })),
      photos: actPhotos,
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'read', at: 'planId' }],
    errors: ['notFound'],
    changes: false,
  },
  getOpenActs: {
    summary: 'Acts of tablets that do not hold by the rules: late, off duty, refused; with what speaks for and against them',
    input: z.object({ planId: id }),
    output: z.object({ items: z.array(openAct) }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound'],
    changes: false,
  },
  decideAct: {
    summary:
      'A person decides about an act that waits: it holds for this examinee from now on, or never will. Once; scores that were told stay',
    input: roomOfPlan.extend({ ...opRef.shape, attemptId: uuid, accept: z.boolean(), reason: z.string().trim().min(1).max(400) }),
    output: z.object({ fate: z.enum(actFates) }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
  getScores: {
    summary: "How the caller's rooms of a plan ended; points from the moment scores are released",
    input: z.object({ planId: id }),
    output: z.object({
      planId: id,
      planName: z.string(),
      startMs: epochMs,
      releasedMs: epochMs.nullable(),
      totalPoints: z.number(),
      passPoints: z.number(),
      items: z.array(
        z.object({
          userId: id,
          roomName: z.string(),
          seatNo: z.int(),
          name: z.string(),
          ticketNo: z.string(),
          status: z.literal(Object.values(examUserStatus)),
          points: z.number().nullable(),
          passed: z.boolean().nullable(),
        }),
      ),
    }),
    access: invigilator,
    errors: ['notFound'],
    changes: false,
  },
});
