import type { ActFate, RoomAct, RoomActKind } from '../contract/room-act.ts';

/** What the server knows when an act of a tablet is judged. What the tablet says of its own clock is not among it. */
export interface ActFacts {
  /** Whoever wrote it has the duty of this room in this plan. */
  readonly onDuty: boolean;
  /** Whom it is about sits in this room in this plan. */
  readonly inRoom: boolean;
  /** Scores were told. */
  readonly disclosed: boolean;
  /** It came when the examinee's time, extensions and grace, was over. */
  readonly overdue: boolean;
  /** The examinee's own PC says that it took this grant. */
  readonly confirmed: boolean;
  /** It names something that is in the log: a pause to end. */
  readonly known: boolean;
  /** Of a ledger: every seat of the room stands in it, and nobody could still write when it came. */
  readonly accounted: boolean;
}

/** A room is closed by a ledger that leaves no seat out: whole, or with a reason why not; and no reason ends anybody's time. */
export const isAccounted = (act: RoomAct, seated: Iterable<string>, isOver: (attemptId: string) => boolean): boolean =>
  act.kind !== 'close' ||
  [...seated].every((id) =>
    act.seats.some(({ attemptId, whole, waived }) => attemptId === id && (whole || (waived.trim() !== '' && isOver(id)))),
  );

/** Acts by which somebody gains: what only a device claims, when it is too late to see, waits for a person. */
const gains: readonly RoomActKind[] = ['extend', 'resume', 'reopen', 'revoke'];

/** SY21, SY23. The first row that fits. Whatever does not hold is kept, with its reason, for whoever keeps the plan. */
export const actRules: readonly { readonly when: (facts: ActFacts, kind: RoomActKind) => boolean; readonly fate: ActFate }[] = [
  { when: ({ onDuty }) => !onDuty, fate: 'offDuty' },
  { when: ({ inRoom }) => !inRoom, fate: 'otherRoom' },
  { when: ({ disclosed }, kind) => disclosed && kind !== 'message' && kind !== 'identity', fate: 'afterRelease' },
  { when: ({ known, accounted }) => !known || !accounted, fate: 'void' },
  { when: ({ overdue, confirmed }, kind) => overdue && gains.includes(kind) && !(kind === 'extend' && confirmed), fate: 'late' },
  { when: () => true, fate: 'holds' },
];

export const fateOf = (kind: RoomActKind, facts: ActFacts): ActFate => actRules.find(({ when }) => when(facts, kind))?.fate ?? 'void';

/** Acts that the rules leave to a person who keeps the plan: it did happen, and came too late or from somebody who was not on the list. */
export const waitsForPerson = (fate: ActFate | undefined): boolean => fate === 'late' || fate === 'offDuty';

/** May become another when more is known: a duty is given, a PC comes back and says the same, a pause arrives. */
export const mayChange = (fate: ActFate | undefined): boolean => fate !== 'holds' && fate !== 'afterRelease' && fate !== 'refused';
