import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { auditCalls } from '../../../sync/contract/audit.ts';
import { call } from '../../platform/call.ts';
import type { RowOf } from '../../platform/list-query.ts';

export type AuditRow = RowOf<'/audit/getList'>;
export type AuditEntry = CallOutput<(typeof auditCalls)['getById']>;

/** What there is to filter by. */
export const useAuditKinds = () =>
  useQuery({ queryKey: ['audit', 'kinds'], queryFn: ({ signal }) => call('/audit/getKinds', {}, { signal }) });

export const useAuditEntry = (id: number | null) =>
  useQuery({
    queryKey: ['audit', 'one', id],
    queryFn: ({ signal }) => call('/audit/getById', { id: id ?? 0 }, { signal, quiet: true }),
    enabled: id !== null,
    // An entry never changes.
    staleTime: Infinity,
  });
