import { z } from 'zod';
import type { CallSpec } from '../call.ts';
import { epochMs, id, nameText } from '../scalars.ts';
import { planRoom } from './exam-seating.ts';
import { sealedPackage } from './sitting.ts';

const staff = ['school', 'teacher'] as const;
const ticket = z.string().max(100);

/**
 * Result of a drill (rehearsal) on a room's PC. A drill opens a dummy paper with its release code, writes answers as in an exam, and sends them
 * over a simulated network that loses requests.
 */
export const drillResult = z.object({
  ms: epochMs,
  opened: z.boolean(),
  written: z.int(),
  /** Number of answers read back from disk after they were dropped from memory. */
  kept: z.int(),
  /** Number of answers acknowledged by the receiver, each counted once. */
  delivered: z.int(),
  /** Number of requests that the drill sent, lost ones included. */
  sends: z.int(),
  slowestMs: z.int(),
  /** When the rehearsal of the whole room was asked for, by the server's clock; absent if it was started at this PC. */
  askedMs: epochMs.nullish(),
});
export type DrillResult = z.output<typeof drillResult>;

export const machineReport = z.object({
  /** Revision of the plan that the PC has stored. */
  revision: z.int(),
  /** Names of the paper variants that the PC has stored, such as "A"; '' for none. */
  holds: z.string().max(10),
  persisted: z.boolean().nullable(),
  /** Server clock minus PC clock, in milliseconds. */
  offsetMs: z.int(),
  /** Build of the web application that the PC can open without a network; '' if no service worker has stored one. */
  worker: z.string().max(80),
  /** True if the browser refused to install the service worker because it does not trust the server's certificate. */
  untrusted: z.boolean().default(false),
  drill: drillResult.nullable(),
});
export type MachineReport = z.output<typeof machineReport>;

/** Room PCs learn of published exams this long before the start. */
export const machinePlanLeadMs = 72 * 3_600_000;
/** Seat number of a spare PC. */
export const spareSeatNumber = 0;
/** Time for which a room's code can be used to register PCs. */
export const roomCodeLifetimeMs = 4 * 3_600_000;

export const readinessCalls = {
  openRoomCode: {
    summary:
      'The code by which the PCs of a room register themselves: the one that is valid, or a new one. For some hours and as many PCs as the room takes',
    input: z.object({ roomId: id }),
    output: z.object({ code: z.string(), expiresMs: epochMs, left: z.int() }),
    access: staff,
    errors: ['notFound'],
    changes: true,
  },
  closeRoomCode: {
    summary: 'Revoke the code of a room. PCs that are registered stay so',
    input: z.object({ roomId: id }),
    output: z.object({}),
    access: staff,
    errors: ['notFound'],
    changes: true,
  },
  registerMachine: {
    summary:
      'Say at which seat of a room (0: in reserve) this PC stands, by the code of the room. The PC makes its ticket, so that a repeated call registers it once; with the same ticket it moves to another seat',
    input: z.object({
      roomCode: z.string().max(40),
      seatNo: z.int().min(0).max(400),
      ticket: z.string().regex(/^[\w-]{43}$/),
    }),
    output: z.object({ room: z.string() }),
    access: 'public',
    errors: ['notFound', 'refused'],
    changes: true,
  },
  startDrill: {
    summary: 'Ask all registered PCs of a room for a rehearsal. Each begins when it next asks for its work',
    input: z.object({ roomId: id }),
    output: z.object({ drillMs: epochMs }),
    access: staff,
    errors: ['notFound'],
    changes: true,
  },
  machineWork: {
    summary: 'What a room’s machine is to hold: coming exams of its room and the variant of its seat. Never a key',
    input: z.object({ ticket }),
    output: z.object({
      room: z.string(),
      seatNo: z.int(),
      serverNow: epochMs,
      /** When the last rehearsal of the whole room was asked for; null: never. */
      drillMs: epochMs.nullable(),
      plans: z.array(
        z.object({
          planId: id,
          name: z.string(),
          revision: z.int(),
          startMs: epochMs,
          endMs: epochMs,
          variant: z.string(),
          version: z.int(),
        }),
      ),
    }),
    access: 'ticket',
    errors: ['forbidden'],
    changes: false,
  },
  machinePackage: {
    summary: 'The sealed paper for the seat a machine stands at, with the content key under its room’s release code',
    input: z.object({ ticket, planId: id }),
    output: sealedPackage,
    access: 'ticket',
    errors: ['forbidden', 'notFound'],
    changes: false,
  },
  machineReport: {
    summary: 'What a room’s machine holds of a coming exam',
    input: z.object({ ticket, planId: id, report: machineReport }),
    output: z.object({ serverNow: epochMs }),
    access: 'ticket',
    errors: ['forbidden', 'notFound'],
    changes: true,
  },
  getReadiness: {
    summary: 'What the machines of a plan’s room hold, who was expected to sit there, and whether somebody signed for it',
    input: z.object({ id, roomId: id }),
    output: z.object({
      serverNow: epochMs,
      revision: z.int(),
      startMs: epochMs,
      room: planRoom,
      /** When the last rehearsal of the whole room was asked for; null: never. */
      drillMs: epochMs.nullable(),
      /** Occupied seats, with the paper variant of each. */
      seats: z.array(z.object({ seatNo: z.int(), variant: z.string() })),
      machines: z.array(
        z.object({
          machineId: z.string(),
          seatNo: z.int(),
          seenMs: epochMs,
          reportedMs: epochMs.nullable(),
          report: machineReport.nullable(),
        }),
      ),
      signed: z
        .object({ revision: z.int(), machines: z.int(), ready: z.int(), exceptions: z.string(), by: z.string(), ms: epochMs })
        .nullable(),
    }),
    access: staff,
    rows: [{ of: 'plan', act: 'read', at: 'id' }],
    errors: ['notFound'],
    changes: false,
  },
  signReadiness: {
    summary: 'Sign that a room is ready, with its exceptions. A later revision of the plan makes it void',
    input: z.object({ id, roomId: id, exceptions: nameText.max(400) }),
    output: z.object({ signedMs: epochMs }),
    access: staff,
    rows: [{ of: 'plan', act: 'change', at: 'id' }],
    errors: ['notFound', 'refused'],
    changes: true,
  },
} as const satisfies Record<string, CallSpec>;
