import type { CallOutput } from '../../../sync/contract/call.ts';
import type { MarkingScript, TaskKind } from '../../../sync/contract/marking.ts';
import type { CallAt } from '../../platform/call-path.ts';
import { itemsOf, useCall } from '../../platform/call-query.ts';
import { useStoredCall } from '../../platform/stored-call.ts';

export type MarkingTask = CallOutput<CallAt<'/marking/getTask'>>;
export type TaskFigures = MarkingTask['figures'];
export type { MarkingScript };

/** Reads the marking work of the marker. The device stores it for marking without a network. */
export const useTasks = (kind: TaskKind) => useStoredCall('/marking/getList', { kind });

export interface TaskPlace {
  readonly planId: number;
  readonly questionId: number;
}

/** Reads the scripts of a question. The device stores them for marking without a network. */
export const useTask = ({ planId, questionId }: TaskPlace) => useStoredCall('/marking/getTask', { planId, questionId });

export const useOverview = (planId: number) => useCall('/marking/getOverview', { planId });
export type Overview = CallOutput<CallAt<'/marking/getOverview'>>;

export const useLedScript = (at: TaskPlace & { code: number }) => useCall('/marking/getScript', at);
export type LedScript = CallOutput<CallAt<'/marking/getScript'>>;

export const useTotals = (planId: number) => useCall('/marking/getTotals', { planId });

export const usePaperPlans = () => useCall('/marking/getPaperPlans', {}, { select: itemsOf });
export const usePaperEntries = (planId: number) => useCall('/marking/getEntries', { planId });
export type PaperEntries = CallOutput<CallAt<'/marking/getEntries'>>;

/** Formats the anonymous number of a script: 4 digits. */
export const codeText = (code: number): string => String(code).padStart(4, '0');

/** Returns the path of a script's page. `next` opens the next free script, `all` the list of all. Every URL needs a numeric id, so 0 means none. */
export const scriptPath = ({ planId, questionId }: TaskPlace, which: number | 'next' | 'all'): string =>
  `/marker/exam/item/${planId}/${typeof which === 'number' ? which : 0}?question=${questionId}${which === 'all' ? '&all=1' : ''}`;

/** Returns the path of all written answers of one examinee; null means the next examinee. */
export const wholePath = (planId: number, code: number | null): string => `/marker/exam/item/${planId}/${code ?? 0}?whole=1`;
