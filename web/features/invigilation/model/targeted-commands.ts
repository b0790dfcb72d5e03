import type { RoomCommand } from '../../../../sync/contract/exams/room-command.ts';
import type { SeatView } from './seat-view.ts';

/** A room command and the attempts that it concerns. */
export interface TargetedRoomCommand {
  readonly actId: string;
  readonly command: RoomCommand;
  readonly attemptIds: readonly string[];
}

interface CommandInput {
  readonly reason: string;
  /** Id of the first command; `fresh` makes the ids of the others. */
  readonly actId: string;
  readonly fresh: () => string;
}

/**
 * Maximum number of cheating marks or hand-ins in one command. The server could not read a longer command, although the tablet's log would hold it.
 */
const maxEntries = { marks: 50, handIns: 100 } as const;

/**
 * Makes commands that end the pauses of these seats: one for each pause, for all its seats. `getPausedMs` returns how long a pause has lasted, in
 * milliseconds.
 */
export function createResumeCommands(
  seats: readonly Pick<SeatView, 'attemptId' | 'pause'>[],
  getPausedMs: (pauseId: string) => number,
): TargetedRoomCommand[] {
  const seatsByPause = Map.groupBy(
    seats.filter((seat) => seat.pause !== null),
    (seat) => seat.pause?.pauseId ?? '',
  );
  return [...seatsByPause].map(([pauseId, pausedSeats]) => ({
    actId: crypto.randomUUID(),
    command: { kind: 'resume', pauseId, ms: getPausedMs(pauseId) },
    attemptIds: pausedSeats.map((seat) => seat.attemptId),
  }));
}

/** Makes commands that reopen the hand-ins of these seats, as many as the limit requires. */
export const createReopenCommands = (
  seats: readonly Pick<SeatView, 'attemptId' | 'handIns'>[],
  commandFields: CommandInput,
): TargetedRoomCommand[] =>
  splitEntries(
    seats.map(({ attemptId, handIns }) => [attemptId, handIns]),
    maxEntries.handIns,
  ).map(({ attemptIds, things }, index): TargetedRoomCommand => ({
    actId: index === 0 ? commandFields.actId : commandFields.fresh(),
    command: { kind: 'reopen', handIns: things.map((ref) => ({ ...ref })), reason: commandFields.reason },
    attemptIds,
  }));

/** Makes commands that revoke the cheating marks of these seats, as many as the limit requires. */
export const createRevokeCommands = (
  seats: readonly Pick<SeatView, 'attemptId' | 'marks'>[],
  commandFields: CommandInput,
): TargetedRoomCommand[] =>
  splitEntries(
    seats.map(({ attemptId, marks }) => [attemptId, marks.map((mark) => mark.markId)]),
    maxEntries.marks,
  ).map(({ attemptIds, things }, index): TargetedRoomCommand => ({
    actId: index === 0 ? commandFields.actId : commandFields.fresh(),
    command: { kind: 'revoke', markIds: things, reason: commandFields.reason },
    attemptIds,
  }));

/**
 * Finds the command that an earlier try of the dialog already stored for this seat on this tablet. If that try failed at another seat, repeating
 * it must not extend this seat twice.
 */
export function findOwnCommand<M extends { readonly command: TargetedRoomCommand }>(
  before: ReadonlyMap<string, M>,
  attemptId: string,
  own: readonly { readonly actId: string }[],
): M | undefined {
  const one = before.get(attemptId);
  return one && own.some(({ actId }) => actId === one.command.actId) ? one : undefined;
}

/**
 * Splits the entries of the seats (cheating marks or hand-ins) into as few parts as possible, at most `atMost` entries each. An entry shared by
 * several seats appears once per part.
 */
function splitEntries<T>(seats: readonly (readonly [string, readonly T[]])[], atMost: number): { attemptIds: string[]; things: T[] }[] {
  const parts: { attemptIds: string[]; things: T[] }[] = [];
  for (const [attemptId, entries] of seats)
    for (let start = 0; start < entries.length; start += atMost) {
      const chunk = entries.slice(start, start + atMost);
      const lastPart = parts.at(-1);
      const missing = chunk.filter((thing) => lastPart?.things.includes(thing) !== true);
      if (lastPart === undefined || lastPart.things.length + missing.length > atMost)
        parts.push({ attemptIds: [attemptId], things: chunk });
      else {
        lastPart.things.push(...missing);
        lastPart.attemptIds.push(attemptId);
      }
    }
  return parts;
}
