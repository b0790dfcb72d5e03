import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { schoolCalls, schoolDraft } from '../../../sync/contract/school.ts';
import { call } from '../../platform/call.ts';
import type { RowOf } from '../../platform/list-query.ts';

export type SchoolDraft = z.output<typeof schoolDraft>;
export type SchoolInput = z.input<typeof schoolDraft>;
export type SchoolSummary = RowOf<'/school/getList'>;
export type School = CallOutput<(typeof schoolCalls)['getById']>;

export const schoolKey = ['school'] as const;

export const useSchoolById = (id: number | null) =>
  useQuery({
    queryKey: [...schoolKey, 'one', id],
    queryFn: ({ signal }) => call('/school/getById', { id: id ?? 0 }, { signal }),
    enabled: id !== null,
  });
