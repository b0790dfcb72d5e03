import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { CallAt } from '../../platform/call-path.ts';
import { call } from '../../platform/call.ts';
import { planKey } from './exam-plan-queries.ts';

export type Analysis = CallOutput<CallAt<'/score/getAnalysis'>>;
export type AnalysedItem = Analysis['items'][number];
export type Review = CallOutput<CallAt<'/score/getReviews'>>['items'][number];
export type ChangedScore = CallOutput<CallAt<'/score/previewCorrection'>>['changed'][number];

export const useAnalysis = (planId: number) =>
  useQuery({
    queryKey: [...planKey, 'analysis', planId],
    queryFn: ({ signal }) => call('/score/getAnalysis', { planId }, { signal, quiet: true }),
  });
/** What everybody has of each part of the whole, where it has several. */
export const usePartScores = (planId: number, several: boolean) =>
  useQuery({
    queryKey: [...planKey, 'partScores', planId],
    enabled: several,
    queryFn: ({ signal }) => call('/certificate/getCandidates', { planId }, { signal, quiet: true }),
  });
export const useReviews = (planId: number) =>
  useQuery({
    queryKey: [...planKey, 'reviews', planId],
    queryFn: ({ signal }) => call('/score/getReviews', { planId }, { signal, quiet: true }),
  });
