import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { examCalls } from '../../../sync/contract/exams/exam.ts';
import type { PlanRoom, SeatedExaminee } from '../../../sync/contract/exams/exam-seating.ts';
import { listRoomSeats } from '../../../sync/domain/exams/room-seats.ts';
import { useCall, useInvalidate } from '../../platform/api/call-query.ts';
import { makeCall } from '../../platform/api/call.ts';
import { useAction } from '../../ui/use-action.ts';
import { planCallPrefixes } from './exam-plan-queries.ts';
export type PlanSeatingView = CallOutput<(typeof examCalls)['getSeating']>;

/** Arrangement of one of the signed-in examinee's own exams. */
export type OwnExamArrangement = CallOutput<(typeof examCalls)['myArrangement']>['items'][number];

export const useSeating = (id: number | null) => useCall('/exam/getSeating', { id: id ?? 0 }, { enabled: id !== null });

/** Reads the layout of the printed answer cards of a published plan: their rows of bubbles and, with `boxes`, the boxes for written questions. */
export const useAnswerCards = (planId: number, boxes: boolean, enabled: boolean) =>
  useCall('/exam/getAnswerCards', { planId, boxes }, { enabled, quiet: true });

export const useChecklist = (id: number) => useCall('/exam/getChecklist', { id }, { quiet: true });

/** Moves one examinee to another seat, then reloads the plan. */
export function useMoveSeat() {
  const invalidate = useInvalidate();
  return useAction({
    mutationFn: (move: CallInput<(typeof examCalls)['moveSeat']>) => makeCall('/exam/moveSeat', move),
    onSettled: () => invalidate(...planCallPrefixes),
  });
}

/** Joins each room with its seats and examinees; `bySeat` is keyed by seat number. */
export const joinRoomsWithPeople = (seating: PlanSeatingView) =>
  seating.rooms.map((room) => {
    const people = seating.people.filter((person) => person.roomId === room.id);
    return { room, seats: listRoomSeats(room), people, bySeat: new Map(people.map((person) => [person.seatNo ?? 0, person])) };
  });
export interface RoomWithPeople {
  readonly room: PlanRoom;
  readonly seats: ReturnType<typeof listRoomSeats>;
  readonly people: readonly SeatedExaminee[];
  readonly bySeat: ReadonlyMap<number, SeatedExaminee>;
}
