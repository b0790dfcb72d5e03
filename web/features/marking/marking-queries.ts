import type { CallOutput } from '../../../sync/contract/call.ts';
import type { MarkingScript, MarkingTaskKind } from '../../../sync/contract/marking/marking.ts';
import type { CallOfPath } from '../../platform/api/call-path.ts';
import { getItems, useCall } from '../../platform/api/call-query.ts';
import { useStoredCall } from '../../platform/offline-pages/stored-call.ts';

export type MarkingTask = CallOutput<CallOfPath<'/marking/getTask'>>;
/**
 * Returns the question of a marking task in the form in which pages show questions. Scoring points and veto items are left out, because the page
 * shows them as input fields.
 */
export const toMarkedQuestion = ({ stem, reference }: Pick<MarkingTask, 'stem' | 'reference'>) => ({
  stem,
  options: [],
  key: { kind: 'rubric' as const, reference, items: [], veto: [] },
});
export type MarkingTaskFigures = MarkingTask['figures'];
export type { MarkingScript };

/** Reads the marking work of the marker. The device stores it for marking without a network. */
export const useMarkingTasks = (kind: MarkingTaskKind) => useStoredCall('/marking/getList', { kind });

export interface MarkingTaskPlace {
  readonly planId: number;
  readonly questionId: number;
}

/**
 * Reads a question to mark with the marker's scripts (one examinee's answer each), or all examinees of a performed task. The device stores the reply
 * for marking without a network.
 */
export const useMarkingTask = ({ planId, questionId }: MarkingTaskPlace) => useStoredCall('/marking/getTask', { planId, questionId });

export const useMarkingOverview = (planId: number) => useCall('/marking/getOverview', { planId });
export type MarkingOverview = CallOutput<CallOfPath<'/marking/getOverview'>>;

export const useScriptForLeader = (at: MarkingTaskPlace & { code: number }) => useCall('/marking/getScript', at);
export type ScriptForLeader = CallOutput<CallOfPath<'/marking/getScript'>>;

export type MarkingTotals = CallOutput<CallOfPath<'/marking/getTotals'>>;
export const useMarkingTotals = (planId: number) => useCall('/marking/getTotals', { planId });

export const usePaperPlans = () => useCall('/marking/getPaperPlans', {}, { select: getItems });
export const usePaperEntries = (planId: number) => useCall('/marking/getEntries', { planId });
export type PaperEntries = CallOutput<CallOfPath<'/marking/getEntries'>>;

/** Formats the anonymous number of a script: 4 digits. */
export const formatScriptCode = (code: number): string => String(code).padStart(4, '0');

/** Returns the path of a script's page. `next` opens the next free script, `all` the list of all. Every URL needs a numeric id, so 0 means none. */
export const getScriptPath = ({ planId, questionId }: MarkingTaskPlace, which: number | 'next' | 'all'): string =>
  `/marker/exam/item/${planId}/${typeof which === 'number' ? which : 0}?question=${questionId}${which === 'all' ? '&all=1' : ''}`;

/** Returns the path of the score sheets of a performed task; null selects no examinee. */
export const getScoreSheetPath = ({ planId, questionId }: MarkingTaskPlace, code: number | null): string =>
  `/marker/examOption/item/${planId}/${code ?? 0}?question=${questionId}`;

/** Returns the path of the page with all written answers of one examinee. `code`: the examinee's anonymous number; null opens the next free one. */
export const getWholeScriptPath = (planId: number, code: number | null): string => `/marker/exam/item/${planId}/${code ?? 0}?whole=1`;
