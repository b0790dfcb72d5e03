import { type RoomSeat, sumWatchCounts } from '../../../../sync/contract/exams/invigilation.ts';
import { isAttemptDelivered } from '../../../../sync/domain/exams/delivery.ts';
import { deriveExamineeListStatus } from '../exam/exam-reads.ts';
import type { RoomLogReads } from '../../../answer-log/calls/room-log-reads.ts';
import type { AttemptSummary, SyncReads } from '../../../answer-log/calls/sync-reads.ts';

type SeatedExaminee = Pick<RoomSeat, 'userId' | 'attemptId' | 'seatNo' | 'name' | 'ticketNo' | 'photo' | 'idTail'> & {
  readonly enteredMs: number | null;
};

/** Reduces a person to what a tablet shows: photo and the last four characters of the ID number. */
export const toSeatPerson = (person: { photo: string; idNumber: string } | undefined): Pick<RoomSeat, 'photo' | 'idTail'> => ({
  photo: person?.photo ?? '',
  idTail: (person?.idNumber ?? '').slice(-4),
});

/** Builds one examinee's seat on the invigilators' board from the logs of the attempt and of the room. */
export async function buildRoomSeat(
  { sync, rooms }: { sync: Pick<SyncReads, 'listValidHandIns' | 'readPresence'>; rooms: Pick<RoomLogReads, 'readSeatFacts'> },
  { userId, attemptId, seatNo, name, ticketNo, photo, idTail, enteredMs }: SeatedExaminee,
  attempt: AttemptSummary,
  /** `reportAt`: number of times an examinee may leave the paper before the tablet reports it; 0 never reports it. */
  { reportAt = 0, entryPhoto = 'notAsked' }: { readonly reportAt?: number; readonly entryPhoto?: RoomSeat['entryPhoto'] } = {},
): Promise<RoomSeat> {
  const { identity, pause, marks, watchCounts, sheet } = rooms.readSeatFacts(attemptId);
  const { olderEpoch, afterHandIn, afterDisclosure } = attempt.concerns.waiting;
  return {
    userId,
    attemptId,
    seatNo,
    name,
    ticketNo,
    photo,
    idTail,
    status: deriveExamineeListStatus(attempt, enteredMs),
    entered: enteredMs !== null,
    epoch: attempt.epoch,
    answered: attempt.answered,
    receivedOps: attempt.receivedOps,
    extensionMs: attempt.extensionMs,
    handedIn: attempt.handedIn,
    // PCs may be switched off once a room is closed, so a seat is incomplete while its PC still has ops or photos to deliver.
    complete: isAttemptDelivered(attempt),
    identity,
    pause,
    marks: marks.map((mark) => ({ ...mark })),
    handIns: (await sync.listValidHandIns(attemptId)).map((ref) => ({ ...ref })),
    ...(await sync.readPresence(attemptId, attempt.epoch)),
    waiting: olderEpoch + afterHandIn + afterDisclosure,
    seen: reportAt > 0 && sumWatchCounts(watchCounts) >= reportAt ? { ...watchCounts } : {},
    sheet,
    entryPhoto,
  };
}
