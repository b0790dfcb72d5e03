import type { RoomBoard, RoomSeat } from '../../../../sync/contract/exams/invigilation.ts';
import { maxContactGapMs } from '../../../../sync/contract/exams/sync.ts';
import type { RoomCommandKind } from '../../../../sync/contract/exams/room-command.ts';
import { examUserStatus } from '../../../../sync/contract/codes.ts';
import type { OwnRoomCommand } from '../../../../sync/engine/client/room-session.ts';
import { type ExamUserRegisters, deriveExamUserStatus } from '../../../../sync/domain/exams/exam-user-status.ts';
import { decideCommand } from '../../../../sync/domain/exams/room-command-machine.ts';

/** A seat as the tablet shows it: the server's last state, with this tablet's later commands applied. */
export interface SeatView extends RoomSeat {
  /** Number of this tablet's commands about this seat that the server has not decided yet. */
  readonly unsent: number;
  /** Milliseconds since the server last heard from the PC. Null up to `maxContactGapMs`, and if the attempt is complete or has not begun. */
  readonly silentMs: number | null;
}

const deriveRegisters = ({ status, receivedOps, handedIn, marks }: RoomSeat): ExamUserRegisters => ({
  presence: handedIn ? 'handedIn' : receivedOps > 0 ? 'inExam' : 'awaiting',
  attendance: status === examUserStatus.absent ? 'absent' : 'present',
  conduct: marks.length > 0 ? 'cheating' : 'clean',
  marking: 'none',
});

/**
 * Applies a room command to a seat by the same rules for presence, attendance and conduct as the server, so that every screen shows the same status.
 */
export function applyRoomCommand(
  seat: RoomSeat,
  { actId, act, attemptIds }: Pick<OwnRoomCommand, 'actId' | 'act' | 'attemptIds'>,
): RoomSeat {
  if (!attemptIds.includes(seat.attemptId)) return seat;
  const updateStatus = (nextSeat: RoomSeat, registers: Partial<ExamUserRegisters>): RoomSeat =>
    seat.status >= examUserStatus.beingMarked
      ? nextSeat
      : { ...nextSeat, status: deriveExamUserStatus({ ...deriveRegisters(nextSeat), ...registers }) };
  switch (act.kind) {
    case 'identity':
      return { ...seat, identity: act.matches ? 'matches' : 'differs' };
    case 'absent':
      return isSitting(seat) ? seat : updateStatus(seat, { attendance: 'absent' });
    case 'cheating':
      return updateStatus({ ...seat, marks: [{ markId: actId, reason: act.reason }, ...seat.marks.filter((m) => m.markId !== actId)] }, {});
    case 'revoke':
      return updateStatus({ ...seat, marks: seat.marks.filter((mark) => !act.markIds.includes(mark.markId)) }, {});
    case 'extend':
      return { ...seat, extensionMs: seat.extensionMs + act.ms };
    case 'pause':
      return { ...seat, pause: seat.pause ?? { pauseId: actId, reason: act.reason } };
    case 'resume':
      return seat.pause?.pauseId === act.pauseId ? { ...seat, pause: null, extensionMs: seat.extensionMs + act.ms } : seat;
    case 'reopen': {
      const handIns = seat.handIns.filter((ref) => !act.handIns.some((other) => other.streamId === ref.streamId && other.seq === ref.seq));
      return handIns.length > 0 ? { ...seat, handIns } : updateStatus({ ...seat, handIns, handedIn: false, complete: false }, {});
    }
    case 'message':
    case 'move':
    case 'incident':
    case 'close':
      return seat;
  }
}

/** Returns this tablet's commands that the board (the server's state of the room) does not contain yet or has not decided. */
export const listOpenCommands = (board: RoomBoard, own: readonly OwnRoomCommand[]): OwnRoomCommand[] => {
  const decided = new Map(board.acts.map((act) => [`${act.streamId}:${act.seq}`, act]));
  return own.filter((act) => Object.keys(decided.get(`${act.streamId}:${act.seq}`)?.fates ?? {}).length === 0);
};

/** Computes the seats for display: the board, with this tablet's undecided commands applied. */
export function computeSeatViews(board: RoomBoard, ownCommands: readonly OwnRoomCommand[], nowMs: number): SeatView[] {
  const openCommands = listOpenCommands(board, ownCommands);
  return board.seats.map((seat) => {
    const seatCommands = openCommands.filter((act) => act.attemptIds.includes(seat.attemptId));
    // Offline, assume the decision that the rules predict; the server makes the final one.
    const holding = seatCommands.filter(({ act }) => decideCommand(act.kind, promised) === 'holds');
    const predictedSeat = holding.reduce((so: RoomSeat, act) => applyRoomCommand(so, act), seat);
    // An open poll does not prove that the PC is connected: the server notices a cut line only when the poll ends.
    const isSilent = seat.receivedOps > 0 && !seat.complete && seat.heardMs !== null;
    const silentMs = isSilent ? Math.max(0, nowMs - (seat.heardMs ?? nowMs)) : 0;
    return { ...predictedSeat, unsent: seatCommands.length, silentMs: silentMs > maxContactGapMs ? silentMs : null };
  });
}
const promised = { onDuty: true, inRoom: true, disclosed: false, overdue: false, confirmed: false, known: true, accounted: true };

/**
 * Returns how many milliseconds a pause has lasted: by the server's clock if the server knows the pause, otherwise by this tablet's, because the
 * clocks of two tablets may differ. 0 for a pause that no tablet made: the server's automatic pause after an examinee left the paper gives no
 * time back (decision 032).
 */
export function computePausedMs(
  pauseId: string,
  board: Pick<RoomBoard, 'acts'>,
  own: readonly Pick<OwnRoomCommand, 'actId' | 'wallMs'>[],
  serverNowMs: number,
  wallNowMs: number = Date.now(),
): number {
  const decided = board.acts.find((act) => act.actId === pauseId);
  const sinceMs = own.find((act) => act.actId === pauseId)?.wallMs ?? wallNowMs;
  return Math.max(0, Math.round(decided ? serverNowMs - decided.receivedMs : wallNowMs - sinceMs));
}

/** Estimates the offset between the server's clock and this tablet's in milliseconds from a stored board, for use without a network. */
export const estimateClockOffset = (kept: {
  readonly value: { readonly board: Pick<RoomBoard, 'serverNow'> };
  readonly keptMs: number;
}): number => kept.value.board.serverNow - kept.keptMs;

/** True if the examinee sits at this seat: ops arrived, or the PC is connected in the waiting room. */
const isSitting = ({ receivedOps, entered, connected }: Pick<RoomSeat, 'receivedOps' | 'entered' | 'connected'>): boolean =>
  receivedOps > 0 || (entered && connected);

/** Tells whether a command fits a seat. A command on several seats leaves out those that it does not fit. */
export function isCommandApplicable(kind: RoomCommandKind, seat: SeatView): boolean {
  if (kind === 'absent') return !isSitting(seat);
  if (kind === 'revoke') return seat.marks.length > 0;
  if (kind === 'reopen') return seat.handIns.length > 0;
  return kind !== 'pause' || seat.pause === null;
}

export interface RoomFigures {
  readonly expected: number;
  readonly present: number;
  readonly inExam: number;
  readonly handedIn: number;
  readonly undelivered: number;
}

/** Counts the seats of the room by state. */
export function countRoomFigures(seats: readonly SeatView[]): RoomFigures {
  const count = (has: (seat: SeatView) => boolean): number => seats.filter(has).length;
  return {
    expected: seats.length,
    present: count((seat) => seat.receivedOps > 0 || seat.entered),
    inExam: count((seat) => seat.receivedOps > 0 && !seat.handedIn),
    handedIn: count((seat) => seat.handedIn),
    undelivered: count((seat) => (seat.handedIn && !seat.complete) || seat.silentMs !== null),
  };
}

/** Chooses a free grant number (0 to 15) for a seat's next extension code; null if all sixteen are used. */
export function chooseFreeGrant(
  attemptId: string,
  acts: readonly Pick<OwnRoomCommand, 'act' | 'attemptIds'>[],
  random: () => number,
): number | null {
  const used = new Set(acts.flatMap(({ act, attemptIds }) => (act.kind === 'extend' && attemptIds.includes(attemptId) ? [act.grant] : [])));
  const free = Array.from({ length: 16 }, (_, no) => no).filter((no) => !used.has(no));
  // Choose at random, because two tablets without a network do not know each other's choices.
  return free.length === 0 ? null : (free[Math.floor(random() * free.length)] ?? null);
}
