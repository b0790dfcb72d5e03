import type { RoomAct } from '../../../../sync/contract/room-act.ts';
import type { SeatView } from './seat-view.ts';

/** One act and those it is about. */
export interface NamedAct {
  readonly actId: string;
  readonly act: RoomAct;
  readonly attemptIds: readonly string[];
}

interface Made {
  readonly reason: string;
  /** Of the first act; the others have one of their own. */
  readonly actId: string;
  readonly fresh: () => string;
}

/** As many as an act may name: one with more lies in the log, and no server can read it. */
const most = { marks: 50, handIns: 100 } as const;

export const reopenings = (seats: readonly Pick<SeatView, 'attemptId' | 'handIns'>[], made: Made): NamedAct[] =>
  parted(
    seats.map(({ attemptId, handIns }) => [attemptId, handIns]),
    most.handIns,
  ).map(({ attemptIds, things }, at): NamedAct => ({
    actId: at === 0 ? made.actId : made.fresh(),
    act: { kind: 'reopen', handIns: things.map((ref) => ({ ...ref })), reason: made.reason },
    attemptIds,
  }));

export const revocations = (seats: readonly Pick<SeatView, 'attemptId' | 'marks'>[], made: Made): NamedAct[] =>
  parted(
    seats.map(({ attemptId, marks }) => [attemptId, marks.map((mark) => mark.markId)]),
    most.marks,
  ).map(({ attemptIds, things }, at): NamedAct => ({
    actId: at === 0 ? made.actId : made.fresh(),
    act: { kind: 'revoke', markIds: things, reason: made.reason },
    attemptIds,
  }));

/** What was made for a seat when this was confirmed before, where it stands on this tablet: then another failed, and nobody gets their minutes twice. */
export function madeBefore<M extends { readonly made: NamedAct }>(
  before: ReadonlyMap<string, M>,
  attemptId: string,
  own: readonly { readonly actId: string }[],
): M | undefined {
  const one = before.get(attemptId);
  return one && own.some(({ actId }) => actId === one.made.actId) ? one : undefined;
}

/** What is to be named of each seat, in as few parts as there may be; a thing that several have once. */
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
