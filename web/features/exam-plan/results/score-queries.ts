import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { useCall } from '../../../platform/api/call-query.ts';

export type ScoreAnalysis = CallOutput<CallOfPath<'/score/getAnalysis'>>;
export type AnalysedItem = ScoreAnalysis['items'][number];
export type ScoreReviewRequest = CallOutput<CallOfPath<'/score/getReviews'>>['items'][number];
export type ChangedScore = CallOutput<CallOfPath<'/score/previewCorrection'>>['changed'][number];

export const useAnalysis = (planId: number) => useCall('/score/getAnalysis', { planId }, { quiet: true });
/** Reads everyone's scores in each part of the certification. Asks only if it has several parts. */
export const usePartScores = (planId: number, several: boolean) =>
  useCall('/certificate/getCandidates', { planId }, { quiet: true, enabled: several });
export const useReviews = (planId: number) => useCall('/score/getReviews', { planId }, { quiet: true });
