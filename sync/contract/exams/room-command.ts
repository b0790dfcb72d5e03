import { z } from 'zod';
import { durationMs, fileItemId, uuid } from '../scalars.ts';

const reason = z.string().trim().min(1).max(400);
const opRef = z.object({ streamId: uuid, seq: z.int().min(1) });

/**
 * A photo on a room command: name and value of an attachment, as on an answer (`sync/engine/ops/attachment.ts`). Its chunks are sent in the
 * same way.
 */
const photo = z.object({ itemId: fileItemId, value: z.array(z.string().max(4_000)).min(2).max(3) });
export type RoomCommandPhoto = z.output<typeof photo>;

/** A room command, as a tablet writes it. The op names the examinees separately; the server decides whether the command is accepted. */
export const roomCommand = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('identity'), matches: z.boolean(), note: z.string().max(400) }),
  z.object({ kind: z.literal('absent'), reason: z.string().max(400) }),
  z.object({ kind: z.literal('cheating'), reason, note: z.string().max(1000), photo: photo.optional() }),
  /** Revokes the cheating marks in `markIds`. Marks that the tablet did not know of stay. */
  z.object({ kind: z.literal('revoke'), markIds: z.array(uuid).min(1).max(50), reason }),
  /** More time. `grant`: number, within the seat, of the code that the invigilator reads out for the examinee to type; absent without one. */
  z.object({ kind: z.literal('extend'), ms: durationMs.min(60_000).max(3 * 3_600_000), reason, grant: z.int().min(0).max(15).optional() }),
  z.object({ kind: z.literal('pause'), reason }),
  /** `ms`: length of the pause on the tablet's clock. It counts only as far as the server can confirm it. */
  z.object({ kind: z.literal('resume'), pauseId: uuid, ms: durationMs }),
  z.object({ kind: z.literal('message'), text: reason }),
  z.object({ kind: z.literal('reopen'), handIns: z.array(opRef).min(1).max(100), reason }),
  /** The invigilator gave the examinee the code of their seat for a spare PC (SY15). The ops of the examinee's own PCs show the result. */
  z.object({ kind: z.literal('move'), reason }),
  z.object({ kind: z.literal('incident'), text: z.string().trim().min(1).max(2000), photo: photo.optional() }),
  /** Closes the room with the tablet's list of its seats. A seat whose answers are not complete has a reason in `waived`. */
  z.object({
    kind: z.literal('close'),
    seats: z.array(z.object({ attemptId: uuid, receivedOps: z.int().min(0), whole: z.boolean(), waived: z.string().max(100) })).max(400),
  }),
]);
export type RoomCommand = z.output<typeof roomCommand>;
export type RoomCommandKind = RoomCommand['kind'];

/** Returns the photo of a command, if it has one. */
export const getCommandPhoto = (act: RoomCommand): RoomCommandPhoto | undefined => ('photo' in act ? act.photo : undefined);

/**
 * Decision on a command for one examinee. `holds`: accepted. `offDuty`: the author is not on duty in this room. `otherRoom`: the examinee sits
 * elsewhere. `late`: it arrived after the examinee's time. `afterRelease`: scores were released. `void`: it ends an unknown pause, or closes the
 * room without accounting for every seat. Staff can still accept `late` and `offDuty` commands; `refused`: they declined.
 */
export const commandDecisions = ['holds', 'offDuty', 'otherRoom', 'late', 'afterRelease', 'void', 'refused'] as const;
export type CommandDecision = (typeof commandDecisions)[number];
