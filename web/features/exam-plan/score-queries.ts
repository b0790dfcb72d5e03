import type { CallOutput } from '../../../sync/contract/call.ts';
import type { CallAt } from '../../platform/call-path.ts';
import { useCall } from '../../platform/call-query.ts';

export type Analysis = CallOutput<CallAt<'/score/getAnalysis'>>;
export type AnalysedItem = Analysis['items'][number];
export type Review = CallOutput<CallAt<'/score/getReviews'>>['items'][number];
export type ChangedScore = CallOutput<CallAt<'/score/previewCorrection'>>['changed'][number];

export const useAnalysis = (planId: number) => useCall('/score/getAnalysis', { planId }, { quiet: true });
/** Reads everyone's scores in each part of the certification. Asks only if it has several parts. */
export const usePartScores = (planId: number, several: boolean) =>
  useCall('/certificate/getCandidates', { planId }, { quiet: true, enabled: several });
export const useReviews = (planId: number) => useCall('/score/getReviews', { planId }, { quiet: true });
