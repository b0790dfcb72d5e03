import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { MarkingScript, TaskKind } from '../../../sync/contract/marking.ts';
import type { CallAt } from '../../platform/call-path.ts';
import { call } from '../../platform/call.ts';

export type MarkingTask = CallOutput<CallAt<'/marking/getTask'>>;
export type TaskFigures = MarkingTask['figures'];
export type { MarkingScript };

export const markingKey = ['marking'] as const;

export const useTasks = (kind: TaskKind) =>
  useQuery({
    queryKey: [...markingKey, 'list', kind],
    queryFn: async ({ signal }) => (await call('/marking/getList', { kind }, { signal })).items,
  });

export interface TaskPlace {
  readonly planId: number;
  readonly questionId: number;
}

export const useTask = (place: TaskPlace) =>
  useQuery({
    queryKey: [...markingKey, 'task', place.planId, place.questionId],
    queryFn: ({ signal }) => call('/marking/getTask', place, { signal }),
  });
