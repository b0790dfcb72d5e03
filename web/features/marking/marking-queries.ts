import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { MarkingScript, TaskKind } from '../../../sync/contract/marking.ts';
import type { CallAt } from '../../platform/call-path.ts';
import { call } from '../../platform/call.ts';
import { useKeptQuery } from '../../platform/kept-query.ts';

export type MarkingTask = CallOutput<CallAt<'/marking/getTask'>>;
export type TaskFigures = MarkingTask['figures'];
export type { MarkingScript };

export const markingKey = ['marking'] as const;

export const useTasks = (kind: TaskKind) =>
  useKeptQuery(
    `marking/${kind}`,
    [...markingKey, 'list', kind],
    async (signal) => (await call('/marking/getList', { kind }, { signal, quiet: true })).items,
  );

export interface TaskPlace {
  readonly planId: number;
  readonly questionId: number;
}

/** Kept on this device: a tablet goes on with it where there is no network. */
export const useTask = ({ planId, questionId }: TaskPlace) =>
  useKeptQuery(`marking/${planId}/${questionId}`, [...markingKey, 'task', planId, questionId], (signal) =>
    call('/marking/getTask', { planId, questionId }, { signal, quiet: true }),
  );

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

export const useTotals = (planId: number) =>
  useQuery({
    queryKey: [...markingKey, 'totals', planId],
    queryFn: ({ signal }) => call('/marking/getTotals', { planId }, { signal }),
  });

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

/** Everything an examinee wrote; null: whoever is next. */
export const wholePath = (planId: number, code: number | null): string => `/marker/exam/item/${planId}/${code ?? 0}?whole=1`;
