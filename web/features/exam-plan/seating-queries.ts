import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { examCalls } from '../../../sync/contract/exam.ts';
import type { PlanRoom, SeatedPerson } from '../../../sync/contract/exam-seating.ts';
import { seatsOf } from '../../../sync/machines/room-seats.ts';
import { call } from '../../platform/call.ts';
import { planKey } from './exam-plan-queries.ts';

export type Seating = CallOutput<(typeof examCalls)['getSeating']>;

/** One of one's own exams, as it is arranged. */
export type MyExam = CallOutput<(typeof examCalls)['myArrangement']>['items'][number];

export const useSeating = (id: number | null) =>
  useQuery({
    queryKey: [...planKey, 'seating', id],
    queryFn: ({ signal }) => call('/exam/getSeating', { id: id ?? 0 }, { signal }),
    enabled: id !== null,
  });

export const useChecklist = (id: number) =>
  useQuery({ queryKey: [...planKey, 'checks', id], queryFn: ({ signal }) => call('/exam/getChecklist', { id }, { signal, quiet: true }) });

/** One examinee to another seat; the plan as it is then is asked for anew. */
export function useMoveSeat() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (move: CallInput<(typeof examCalls)['moveSeat']>) => call('/exam/moveSeat', move),
    onSettled: () => queries.invalidateQueries({ queryKey: planKey }),
  });
}

/** Rooms with whoever sits in them, by seat number. */
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
