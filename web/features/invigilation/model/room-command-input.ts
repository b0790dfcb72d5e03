import type { RoomCommandPhoto, RoomCommand, RoomCommandKind } from '../../../../sync/contract/exams/room-command.ts';
import { formatGrantCode, deriveGrantIncidentId, deriveSeatKey } from '../../../../sync/crypto/seat-grant.ts';
import type { OwnRoomCommand } from '../../../../sync/engine/client/room-session.ts';
import type { RoomState } from './room-state.ts';
import { findOwnCommand, type TargetedRoomCommand, createReopenCommands, createRevokeCommands } from './targeted-commands.ts';
import { chooseFreeGrant, type SeatView } from './seat-view.ts';
import { padTwoDigits } from '../../../../sync/domain/numbers.ts';

/** Kinds of room commands that need a dialog. All others run as soon as their button is pressed. */
export type DialogCommandKind = Exclude<RoomCommandKind, 'resume' | 'close'>;

export interface RoomCommandRequest {
  readonly kind: DialogCommandKind;
  readonly seats: readonly SeatView[];
  /** Id of the room command. It is made when the dialog opens, so that a second press repeats the same command. */
  readonly actId: string;
}

/** A code that the invigilator reads aloud at a seat. `code` is null if there is none to give. */
export interface SeatCode {
  readonly seatName: string;
  readonly code: string | null;
}

/** Input of the dialog of a room command, as the invigilator has typed it. */
export interface RoomCommandInput {
  readonly text: string;
  readonly note: string;
  readonly minutes: number;
  readonly matches: boolean;
  readonly photo: RoomCommandPhoto | undefined;
  /** Extensions that an earlier try of this dialog made, by attempt id. A further try uses them again, so that no seat is extended twice. */
  readonly earlierExtensions: Map<string, { readonly command: TargetedRoomCommand; readonly code: SeatCode }>;
}

interface MadeActs {
  readonly commands: TargetedRoomCommand[];
  readonly codes: SeatCode[];
}

export const formatSeatName = ({ seatNo, name }: Pick<SeatView, 'seatNo' | 'name'>): string => `${padTwoDigits(seatNo)} ${name}`;

/** Makes the room commands of a confirmed dialog, and the codes that an invigilator has to read aloud. */
export async function createRoomCommands(
  { kind, seats, actId }: RoomCommandRequest,
  typed: RoomCommandInput,
  room: RoomState,
): Promise<MadeActs> {
  const { text, note, photo, matches } = typed;
  const attemptIds = seats.map((seat) => seat.attemptId);
  const makeSingle = (act: RoomCommand): MadeActs => ({ commands: [{ actId, command: act, attemptIds }], codes: [] });
  const commandFields = { reason: text, actId, fresh: () => crypto.randomUUID() };
  switch (kind) {
    case 'identity':
      return makeSingle({ kind, matches, note: text });
    case 'absent':
    case 'pause':
      return makeSingle({ kind, reason: text });
    case 'cheating':
      return makeSingle({ kind, reason: text, note, ...(photo && { photo }) });
    case 'message':
      return makeSingle({ kind, text });
    case 'incident':
      return makeSingle({ kind, text, ...(photo && { photo }) });
    case 'move':
      return {
        ...makeSingle({ kind, reason: text }),
        codes: seats.map((seat) => ({ seatName: formatSeatName(seat), code: room.seatCodes[seat.attemptId] ?? null })),
      };
    case 'revoke':
      return { commands: createRevokeCommands(seats, commandFields), codes: [] };
    case 'reopen':
      return { commands: createReopenCommands(seats, commandFields), codes: [] };
    case 'extend':
      return createExtensionCommands(seats, typed, room);
  }
}

/** Tells whether an extension needs a typed code, because the tablet or the PC has no network. */
const needsCode = ({ connected }: SeatView, { online }: Pick<RoomState, 'online'>): boolean => !online || !connected;

async function createExtensionCommands(
  seats: readonly SeatView[],
  { text, minutes, earlierExtensions }: RoomCommandInput,
  room: Pick<RoomState, 'roomKey' | 'roomView' | 'board' | 'online'>,
): Promise<MadeActs> {
  const { roomKey, roomView: acts, board } = room;
  const knownCommands = [...(board?.acts ?? []), ...acts.commands];
  const commands: TargetedRoomCommand[] = [];
  const codes: SeatCode[] = [];
  for (const seat of seats) {
    const ms = minutes * 60_000;
    const ownCommand = findOwnCommand(earlierExtensions, seat.attemptId, acts.commands);
    const no = chooseFreeGrant(seat.attemptId, knownCommands, Math.random);
    const key = await deriveSeatKey(roomKey, seat.attemptId);
    const grant = no === null ? null : { minutes, no };
    const command = ownCommand ?? {
      code: { seatName: formatSeatName(seat), code: grant && (await formatGrantCode(key, grant)) },
      command: {
        actId: grant ? await deriveGrantIncidentId(key, grant) : crypto.randomUUID(),
        command: { kind: 'extend', ms, reason: text, ...(grant && { grant: grant.no }) },
        attemptIds: [seat.attemptId],
      },
    };
    earlierExtensions.set(seat.attemptId, command);
    if (needsCode(seat, room)) codes.push(command.code);
    commands.push(command.command);
  }
  return { commands: commands, codes };
}

/** Makes the codes of an extension again, for a PC that lost its network after the extension was given. Empty if the command has no code. */
export async function recreateSeatCodes(
  { act, attemptIds }: Pick<OwnRoomCommand, 'act' | 'attemptIds'>,
  roomKey: string,
  seats: readonly SeatView[],
): Promise<SeatCode[]> {
  if (act.kind !== 'extend' || act.grant === undefined || roomKey === '') return [];
  const grant = { minutes: Math.round(act.ms / 60_000), no: act.grant };
  const targetSeats = seats.filter((seat) => attemptIds.includes(seat.attemptId));
  return Promise.all(
    targetSeats.map(async (seat) => ({
      seatName: formatSeatName(seat),
      code: await formatGrantCode(await deriveSeatKey(roomKey, seat.attemptId), grant),
    })),
  );
}
