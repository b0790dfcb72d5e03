import { z } from 'zod';
import { base64url, epochMs, id } from '../scalars.ts';
import { planNotice, sealedPackage, sittingGrant } from './sitting.ts';

/** Data with which an examinee continues at a spare PC, once the invigilator lets them move to it (SY15). */
export const spareSeatContent = z.object({
  grant: sittingGrant,
  notice: planNotice,
  variant: z.string(),
  user: z.object({ id, name: z.string(), login_name: z.string(), user_type: z.literal([7, 8]) }),
});
export type SpareSeatContent = z.output<typeof spareSeatContent>;

/** The `SpareSeatContent` of one examinee, encrypted under the code of the seat, which the invigilator reads out. */
export const sealedSeat = z.object({
  planId: id,
  ticketNo: z.string(),
  seatLabel: z.string(),
  epoch: z.int().min(2),
  salt: base64url,
  rounds: z.int().min(100_000),
  sealed: base64url,
});
export type SealedSeat = z.output<typeof sealedSeat>;

/** Data that a spare PC of one room stores: all seats and papers of the room, sealed. */
export const spareKit = z.object({
  planId: id,
  name: z.string(),
  startMs: epochMs,
  durationMs: z.int(),
  /** Room of the seats; 0 for examinees without a room, and in kits that were stored before this field existed. */
  roomId: z.int().min(0).default(0),
  roomName: z.string(),
  packages: z.array(sealedPackage),
  seats: z.array(sealedSeat),
});
export type SpareKit = z.output<typeof spareKit>;
