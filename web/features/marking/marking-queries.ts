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

export const useOverview = (planId: number) =>
  useQuery({
    queryKey: [...markingKey, 'overview', planId],
    queryFn: ({ signal }) => call('/marking/getOverview', { planId }, { signal }),
  });
export type Overview = CallOutput<CallAt<'/marking/getOverview'>>;

export const useLedScript = (at: TaskPlace & { code: number }) =>
  useQuery({
    queryKey: [...markingKey, 'script', at.planId, at.questionId, at.code],
    queryFn: ({ signal }) => call('/marking/getScript', at, { signal }),
  });
export type LedScript = CallOutput<CallAt<'/marking/getScript'>>;

export const usePaperPlans = () =>
  useQuery({
    queryKey: [...markingKey, 'paperPlans'],
    queryFn: async ({ signal }) => (await call('/marking/getPaperPlans', {}, { signal })).items,
  });
export const usePaperEntries = (planId: number) =>
  useQuery({
    queryKey: [...markingKey, 'entries', planId],
    queryFn: ({ signal }) => call('/marking/getEntries', { planId }, { signal }),
  });
export type PaperEntries = CallOutput<CallAt<'/marking/getEntries'>>;

export const codeText = (code: number): string => String(code).padStart(4, '0');

/** The page of a script by its number; `next` takes whichever nobody has, `all` none yet. Ids are numbers in every address: 0 is none. */
export const scriptPath = ({ planId, questionId }: TaskPlace, which: number | 'next' | 'all'): string =>
  `/marker/exam/item/${planId}/${typeof which === 'number' ? which : 0}?question=${questionId}${which === 'all' ? '&all=1' : ''}`;
