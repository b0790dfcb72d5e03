import type { RoomBoard } from '../../../../sync/contract/exams/invigilation.ts';
import type { RoomSession, RoomView } from '../../../../sync/engine/client/room-session.ts';
import type { CallFailure } from '../../../platform/api/call.ts';

/** Codes by attempt id, which open a seat on a spare PC (SY15). */
export type SeatCodes = Readonly<Record<string, string>>;

/** State of the page of a room: the server's board, the tablet's own commands, and the connection. */
export interface RoomState {
  readonly board: RoomBoard | null;
  readonly roomKey: string;
  /** Release code stored on this tablet; '' if it is not fetched yet. */
  readonly releaseCode: string;
  /** Seat codes stored on this tablet, by attempt id. */
  readonly seatCodes: SeatCodes;
  readonly session: RoomSession | null;
  readonly roomView: RoomView;
  /** Estimate of the server's time, in epoch milliseconds. */
  readonly nowMs: number;
  /** Server time of the last answer; null if there was none since the page was opened. */
  readonly heardMs: number | null;
  readonly online: boolean;
  /** The server's refusal, or `noVault`: this tablet cannot open its log of commands before the user signs in again. */
  readonly refused: CallFailure | 'noVault' | null;
}
