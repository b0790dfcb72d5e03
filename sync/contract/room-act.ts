import { z } from 'zod';
import { durationMs, fileItemId, uuid } from './scalars.ts';

const reason = z.string().trim().min(1).max(400);
const opRef = z.object({ streamId: uuid, seq: z.int().min(1) });

/** A photo beside an act: a file's name and value as of one on an answer (`sync/engine/attachment.ts`); its pieces travel the same way. */
const photo = z.object({ itemId: fileItemId, value: z.array(z.string().max(4_000)).min(2).max(3) });
export type ActPhoto = z.output<typeof photo>;

/** What an invigilator does in a room, as a tablet writes it. Whom it is about stands beside it; whether it holds, the server judges. */
export const roomAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('identity'), matches: z.boolean(), note: z.string().max(400) }),
  z.object({ kind: z.literal('absent'), reason: z.string().max(400) }),
  z.object({ kind: z.literal('cheating'), reason, note: z.string().max(1000), photo: photo.optional() }),
  /** Names the marks it lifts: one it had not seen survives. */
  z.object({ kind: z.literal('revoke'), markIds: z.array(uuid).min(1).max(50), reason }),
  /** `grant`: also told to the PC as a typed code, which numbers those of a seat. */
  z.object({ kind: z.literal('extend'), ms: durationMs.min(60_000).max(3 * 3_600_000), reason, grant: z.int().min(0).max(15).optional() }),
  z.object({ kind: z.literal('pause'), reason }),
  /** `ms`: how long it was, as the tablet lived it; counted as far as the server can tell. */
  z.object({ kind: z.literal('resume'), pauseId: uuid, ms: durationMs }),
  z.object({ kind: z.literal('message'), text: reason }),
  z.object({ kind: z.literal('reopen'), handIns: z.array(opRef).min(1).max(100), reason }),
  /** SY15: the code of their seat at a spare PC was given to them; what comes of it, their own PCs say. */
  z.object({ kind: z.literal('move'), reason }),
  z.object({ kind: z.literal('incident'), text: z.string().trim().min(1).max(2000), photo: photo.optional() }),
  /** The ledger of the room as the tablet had it; a seat that is not whole has a reason. */
  z.object({
    kind: z.literal('close'),
    seats: z.array(z.object({ attemptId: uuid, receivedOps: z.int().min(0), whole: z.boolean(), waived: z.string().max(100) })).max(400),
  }),
]);
export type RoomAct = z.output<typeof roomAct>;
export type RoomActKind = RoomAct['kind'];

export const photoOf = (act: RoomAct): ActPhoto | undefined => ('photo' in act ? act.photo : undefined);

/** What became of an act for one examinee. What waits holds once a person of the plan says so; `refused`: they said no. */
export const actFates = ['holds', 'offDuty', 'otherRoom', 'late', 'afterRelease', 'void', 'refused'] as const;
export type ActFate = (typeof actFates)[number];
