import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { examCalls } from '../../../sync/contract/exam.ts';
import type { PlanRoom, SeatedPerson } from '../../../sync/contract/exam-seating.ts';
import { seatsOf } from '../../../sync/machines/room-seats.ts';
import { useCall, useInvalidate } from '../../platform/call-query.ts';
import { call } from '../../platform/call.ts';
import { useAction } from '../../platform/use-action.ts';
import { planCalls } from './exam-plan-queries.ts';
export type Seating = CallOutput<(typeof examCalls)['getSeating']>;

/** Arrangement of one of the signed-in examinee's own exams. */
export type MyExam = CallOutput<(typeof examCalls)['myArrangement']>['items'][number];

export const useSeating = (id: number | null) => useCall('/exam/getSeating', { id: id ?? 0 }, { enabled: id !== null });

export const useChecklist = (id: number) => useCall('/exam/getChecklist', { id }, { quiet: true });

/** Moves one examinee to another seat, then reloads the plan. */
export function useMoveSeat() {
  const invalidate = useInvalidate();
  return useAction({
    mutationFn: (move: CallInput<(typeof examCalls)['moveSeat']>) => call('/exam/moveSeat', move),
    onSettled: () => invalidate(...planCalls),
  });
}

/** Joins each room with its seats and examinees; `bySeat` is keyed by seat number. */
export const roomsWithPeople = (seating: Seating) =>
  seating.rooms.map((room) => {
    const people = seating.people.filter((person) => person.roomId === room.id);
    return { room, seats: seatsOf(room), people, bySeat: new Map(people.map((person) => [person.seatNo ?? 0, person])) };
  });
export interface RoomWithPeople {
  readonly room: PlanRoom;
  readonly seats: ReturnType<typeof seatsOf>;
  readonly people: readonly SeatedPerson[];
  readonly bySeat: ReadonlyMap<number, SeatedPerson>;
}
