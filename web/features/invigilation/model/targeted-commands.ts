import type { RoomCommand } from '../../../../sync/contract/exams/room-command.ts';
import type { SeatView } from './seat-view.ts';

/** A room command and the attempts that it concerns. */
export interface TargetedRoomCommand {
  readonly actId: string;
  readonly act: RoomCommand;
  readonly attemptIds: readonly string[];
}

interface Made {
  readonly reason: string;
  /** Id of the first command; `fresh` makes the ids of the others. */
  readonly actId: string;
  readonly fresh: () => string;
}

/** Limits per command. The server could not read a command with more entries, although the tablet's log would hold it. */
const most = { marks: 50, handIns: 100 } as const;

/** Makes commands that reopen the hand-ins of these seats, split by the limit. */
export const createReopenCommands = (seats: readonly Pick<SeatView, 'attemptId' | 'handIns'>[], made: Made): TargetedRoomCommand[] =>
  parted(
    seats.map(({ attemptId, handIns }) => [attemptId, handIns]),
    most.handIns,
  ).map(({ attemptIds, things }, at): TargetedRoomCommand => ({
    actId: at === 0 ? made.actId : made.fresh(),
    act: { kind: 'reopen', handIns: things.map((ref) => ({ ...ref })), reason: made.reason },
    attemptIds,
  }));

/** Makes commands that revoke the cheating marks of these seats, split by the limit. */
export const createRevokeCommands = (seats: readonly Pick<SeatView, 'attemptId' | 'marks'>[], made: Made): TargetedRoomCommand[] =>
  parted(
    seats.map(({ attemptId, marks }) => [attemptId, marks.map((mark) => mark.markId)]),
    most.marks,
  ).map(({ attemptIds, things }, at): TargetedRoomCommand => ({
    actId: at === 0 ? made.actId : made.fresh(),
    act: { kind: 'revoke', markIds: things, reason: made.reason },
    attemptIds,
  }));

/**
 * Finds the command that an earlier try of the dialog already stored for this seat on this tablet. If that try failed at another seat, repeating
 * it must not extend this seat twice.
 */
export function findOwnCommand<M extends { readonly made: TargetedRoomCommand }>(
  before: ReadonlyMap<string, M>,
  attemptId: string,
  own: readonly { readonly actId: string }[],
): M | undefined {
  const one = before.get(attemptId);
  return one && own.some(({ actId }) => actId === one.made.actId) ? one : undefined;
}

/**
 * Splits the entries of the seats into as few parts as possible, at most `atMost` entries each. An entry shared by several seats appears once per
 * part.
 */
function parted<T>(seats: readonly (readonly [string, readonly T[]])[], atMost: number): { attemptIds: string[]; things: T[] }[] {
  const parts: { attemptIds: string[]; things: T[] }[] = [];
  for (const [attemptId, all] of seats)
    for (let at = 0; at < all.length; at += atMost) {
      const some = all.slice(at, at + atMost);
      const last = parts.at(-1);
      const missing = some.filter((thing) => last?.things.includes(thing) !== true);
      if (last === undefined || last.things.length + missing.length > atMost) parts.push({ attemptIds: [attemptId], things: some });
      else {
        last.things.push(...missing);
        last.attemptIds.push(attemptId);
      }
    }
  return parts;
}
