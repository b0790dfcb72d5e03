import { useEffect, useState } from 'react';
import { useAtomValue } from 'jotai';
import type { RoomBoard } from '../../../sync/contract/exams/invigilation.ts';
import type { SittingGrant } from '../../../sync/contract/exams/sitting.ts';
import type { RoomSession, RoomView } from '../../../sync/engine/client/room-session.ts';
import { makeCall, CallFailure } from '../../platform/api/call.ts';
import { storePage, readStoredPage } from '../../platform/offline-pages/learning-cache.ts';
import { countRoomCommands, openRoomLog } from '../../platform/room/room-log.ts';
import { sessionUserAtom } from '../../platform/session/session-atoms.ts';
import type { RoomState, SeatCodes } from './model/room-state.ts';
import { estimateClockOffset } from './model/seat-view.ts';

/** Data of a room stored on this tablet, encrypted with the key of its invigilator, so that the room works without a network. */
interface KeptRoom {
  readonly board: RoomBoard;
  readonly roomKey: string;
  /**
   * Code that opens the room's paper without a network. It is fetched from an hour before the start; the dialog shows it only shortly before (SY18).
   */
  readonly releaseCode?: string;
  readonly seatCodes?: SeatCodes;
}

const nothing: RoomView = { commands: [], localCount: 0, received: 0, reachable: true, failure: null };
const waitMs = 4_000;
const againMs = 3_000;
/** Milliseconds before the start from which the server gives out the release code and the seat codes. */
const codeAheadMs = 3_600_000;
const tickMs = 1_000;

/** Follows a room: the server's board, stored on this tablet, together with the tablet's own commands. */
export function useInvigilatedRoom(planId: number, roomId: number): RoomState {
  const user = useAtomValue(sessionUserAtom);
  const userId = user?.id ?? 0;
  const schoolId = user?.school_id ?? 0;
  const [state, setState] = useState<RoomState>(() => ({
    board: null,
    roomKey: '',
    releaseCode: '',
    seatCodes: {},
    session: null,
    roomView: nothing,
    nowMs: Date.now(),
    heardMs: null,
    online: true,
    refused: null,
  }));

  useEffect(() => {
    const abortController = new AbortController();
    const { signal } = abortController;
    const name = `room/${planId}/${roomId}`;
    const set = (more: Partial<RoomState>): void => {
      if (!signal.aborted) setState((so) => ({ ...so, ...more }));
    };
    let session: RoomSession | null = null;
    /** True if this tablet's log of room commands cannot be opened before its user signs in again. */
    let isLocked = false;
    let roomKey = '';
    let releaseCode = '';
    let seatCodes: SeatCodes = {};
    /** Sittings (attempt and epoch) for which the codes were fetched. A move over the network changes the sitting's epoch, and then its code. */
    let askedFor = '';
    let board: RoomBoard | null = null;
    let offsetMs = 0;

    const take = (next: RoomBoard): void => {
      board = next;
      offsetMs = next.serverNow - Date.now();
      set({ board: next, heardMs: next.serverNow, online: true, refused: isLocked ? 'noVault' : null, nowMs: next.serverNow });
      if (roomKey !== '') void storePage(userId, name, { board: next, roomKey, releaseCode, seatCodes } satisfies KeptRoom);
    };
    /** Fetches release code and seat codes as soon as the server gives them out, because at the start there may be no network. */
    const holdCodes = async ({ startMs, durationMs, serverNow, seats }: RoomBoard): Promise<void> => {
      if (serverNow < startMs - codeAheadMs || serverNow > startMs + durationMs) return;
      const sittings = seats.map((seat) => `${seat.attemptId}/${seat.epoch}`).join();
      if (askedFor === sittings) return;
      try {
        const { items } = await makeCall('/exam/myReleaseCodes', { planId }, { signal, quiet: true });
        const roomCodes = items.find((one) => one.roomId === roomId);
        releaseCode = roomCodes?.code ?? '';
        seatCodes = Object.fromEntries((roomCodes?.seats ?? []).map((seat) => [seat.attemptId, seat.code]));
        askedFor = sittings;
        set({ releaseCode, seatCodes });
      } catch (cause) {
        // The room works without the codes. After a network failure, the next board update tries again.
        if (!(cause instanceof CallFailure)) throw cause;
        if (!cause.network) askedFor = sittings;
      }
    };
    const open = async (grant: SittingGrant | null, logId: string): Promise<void> => {
      if (session) return;
      const opened = await openRoomLog(logId, grant, schoolId);
      isLocked = opened === 'noVault';
      if (opened === null || opened === 'noVault') set({ roomView: { ...nothing, ...(await countRoomCommands(logId)) } });
      if (opened === 'noVault') return set({ refused: 'noVault' });
      if (!opened || signal.aborted) return opened?.close();
      session = opened;
      session.subscribe(() => set({ roomView: opened.view() }));
      set({ session, roomView: opened.view() });
    };
    const enter = async (): Promise<void> => {
      const { grant, roomKey: key } = await makeCall('/invigilation/enter', { planId, roomId }, { signal, quiet: true });
      roomKey = key;
      set({ roomKey });
      await open(grant, grant.attemptId);
    };
    const follow = async (): Promise<void> => {
      const storedRoom = await readStoredPage<KeptRoom>(userId, name).catch(() => null);
      if (storedRoom) {
        ({ board, roomKey, releaseCode = '', seatCodes = {} } = storedRoom.value);
        offsetMs = estimateClockOffset(storedRoom);
        set({ board, roomKey, releaseCode, seatCodes, nowMs: Date.now() + offsetMs });
        await open(null, storedRoom.value.board.logId).catch(console.error);
      }
      while (!signal.aborted) {
        try {
          if (roomKey === '' || session === null) await enter();
          const nextBoard = await makeCall(
            '/invigilation/getBoard',
            { planId, roomId, seen: board?.version ?? '', waitMs },
            { signal, quiet: true },
          );
          await holdCodes(nextBoard);
          take(nextBoard);
        } catch (cause) {
          if (signal.aborted) return;
          const failure = cause instanceof CallFailure ? cause : null;
          set({ online: failure !== null && !failure.network, ...(failure && !failure.network && { refused: failure }) });
          if (!failure) console.error(cause);
          await new Promise((resolve) => setTimeout(resolve, againMs));
        }
      }
    };
    void follow();
    const ticking = setInterval(() => set({ nowMs: Date.now() + offsetMs }), tickMs);
    return () => {
      abortController.abort();
      clearInterval(ticking);
      session?.close();
    };
  }, [planId, roomId, userId, schoolId]);

  return state;
}
