import { z } from 'zod';
import { cameraOutcomes, cameraReport } from './camera.ts';
import { defineCalls } from '../call.ts';
import { examUserStatus } from '../codes.ts';
import { streamEvidence } from './exam-evidence.ts';
import { planRoom } from './exam-seating.ts';
import { type WatchCounts, watchKinds } from './lockdown.ts';
import { commandDecisions, roomCommand } from './room-command.ts';
import { base64url, durationMs, epochMs, id, uuid } from '../scalars.ts';
import { sittingGrant } from './sitting.ts';

const invigilator = ['invigilator'] as const;
const staff = ['school', 'teacher'] as const;
const roomOfPlan = z.object({ planId: id, roomId: id });
const opRef = z.object({ streamId: uuid, seq: z.int().min(1) });

export const sumWatchCounts = (counts: WatchCounts): number => Object.values(counts).reduce((sum, times) => sum + times, 0);

/** A room in which the caller is on duty. */
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

/** One examinee on the board (live view of a room) of an invigilator's tablet. It shows the number of answers, never an answer. */
export const roomSeat = z.object({
  userId: id,
  attemptId: uuid,
  seatNo: z.int(),
  name: z.string(),
  ticketNo: z.string(),
  photo: z.string(),
  /** Last four characters of the ID number; '' if none is registered. */
  idTail: z.string(),
  status: z.literal(Object.values(examUserStatus)),
  entered: z.boolean(),
  /** Epoch of the examinee's newest sitting: number of the PC at which they sit now, from 1. */
  epoch: z.int(),
  answered: z.int(),
  receivedOps: z.int(),
  extensionMs: durationMs,
  handedIn: z.boolean(),
  /** True if every op and attachment that the hand-in lists has arrived. */
  complete: z.boolean(),
  identity: z.enum(['unchecked', 'matches', 'differs']),
  /** The pause that stops this examinee's clock now, or null. */
  pause: z.object({ pauseId: uuid, reason: z.string() }).nullable(),
  /** Cheating marks that are not revoked, newest first. */
  marks: z.array(z.object({ markId: uuid, reason: z.string() })),
  /** The examinee's hand-ins that staff have not lifted. */
  handIns: z.array(opRef),
  /** Time of the last request from the examinee's PC since the server started; null if there was none. */
  heardMs: epochMs.nullable(),
  connected: z.boolean(),
  /** False if the PC reported that its page cannot be reloaded without a network; null without a report since the server started. */
  offlineReady: z.boolean().nullable().default(null),
  /** Number of this examinee's answers that wait for a staff decision. */
  waiting: z.int(),
  /** How often the examinee left or copied the paper, by kind; empty until the total reaches the plan's `reportAt`. */
  seen: z.partialRecord(z.enum(watchKinds), z.int()),
  /** Paper sheet on which the examinee continues. `typed`: staff have typed in an answer from it. */
  sheet: z.enum(['none', 'given', 'typed']),
  /** The newest photo at entry; `awaited`: none has arrived; `notAsked`: the plan asks for none. */
  entryPhoto: z.enum(['notAsked', 'awaited', ...cameraOutcomes]),
});
export type RoomSeat = z.output<typeof roomSeat>;

/** A command of one of the room's tablets, with the server's decision. */
export const decidedRoomCommand = z.object({
  streamId: uuid,
  seq: z.int(),
  actId: uuid,
  act: roomCommand,
  attemptIds: z.array(uuid),
  by: z.string(),
  /** Time on the tablet's clock. It is evidence only and never orders commands. */
  wallMs: epochMs,
  receivedMs: epochMs,
  /** Decision for each examinee; empty for a command that concerns no examinee. */
  fates: z.record(uuid, z.enum(commandDecisions)),
  /** True if a photo belongs to the command. */
  photo: z.boolean(),
});
export type DecidedRoomCommand = z.output<typeof decidedRoomCommand>;

/** Addresses of the photos on room commands that have arrived, by the id of the command; valid for some hours. */
const actPhotos = z.record(uuid, z.string());
const roomPerson = z.object({ userId: id, seatNo: z.int(), name: z.string() });

export const roomBoard = roomOfPlan.extend({
  /** Id of the op log into which this room's tablets write their commands. */
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
  acts: z.array(decidedRoomCommand),
  serverNow: epochMs,
  /** Version of the board. The caller sends it as `seen` in the next call, which then waits until the version changes. */
  version: z.string(),
});
export type RoomBoard = z.output<typeof roomBoard>;

/** A command that the rules do not accept for one examinee, with the evidence for a staff decision. */
const openAct = z.object({
  roomId: id,
  roomName: z.string(),
  streamId: uuid,
  seq: z.int(),
  act: roomCommand,
  by: z.string(),
  wallMs: epochMs,
  receivedMs: epochMs,
  userId: id,
  attemptId: uuid,
  name: z.string(),
  seatNo: z.int(),
  /** Present end of this examinee's time, with extensions. */
  deadlineMs: epochMs,
  fate: z.enum(commandDecisions),
  /** For more time: true if the examinee's own PC reports that the code for it was typed there. */
  confirmed: z.boolean(),
});

/** Calls of an invigilator in the rooms of their duty. Room commands themselves are sent as ops (`/sync/push`). */
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
      /** Key of the room. The keys of its seats, which authenticate codes that are read out and typed, are derived from it. */
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
      /** Questions to which several versions of the answer need a staff decision. Only users with rights to the plan see the answers themselves. */
      undecided: z.array(
        z.object({
          itemId: z.string(),
          versions: z.array(z.object({ epoch: z.int(), wallMs: epochMs, receivedMs: epochMs, why: z.string() })),
        }),
      ),
      acts: z.array(decidedRoomCommand),
      photos: actPhotos,
      camera: z.array(cameraReport),
    }),
    access: invigilator,
    errors: ['notFound', 'refused'],
    changes: false,
  },
  getEntryPhotos: {
    summary: 'The newest photo at entry of each examinee of a room, to compare with the stored photo',
    input: roomOfPlan,
    output: z.object({ items: z.array(cameraReport.omit({ kind: true }).extend({ userId: id })) }),
    access: invigilator,
    errors: ['notFound', 'refused'],
    changes: false,
  },
  getCameraReports: {
    summary: 'What the camera at an examinee took in an exam: the photo at entry and the pictures at random moments',
    input: z.object({ planId: id, userId: id }),
    output: z.object({ items: z.array(cameraReport) }),
    access: staff,
    rows: [{ of: 'plan', act: 'read', at: 'planId' }],
    errors: ['notFound'],
    changes: false,
  },
  getRecord: {
    summary:
      'What was done in the rooms of a plan, the newest first: by whom, about whom, what came of it, with its photos; never what was answered',
    input: z.object({ planId: id }),
    output: z.object({
      items: z.array(
        decidedRoomCommand.omit({ attemptIds: true }).extend({ roomId: id, roomName: z.string(), about: z.array(roomPerson) }),
      ),
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
    output: z.object({ fate: z.enum(commandDecisions) }),
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
