import type { CallOutput } from '../../../sync/contract/call.ts';
import type { auditCalls } from '../../../sync/contract/platform/audit.ts';
import { useCall, type ListRow } from '../../platform/api/call-query.ts';

export type AuditListRow = ListRow<'/audit/getList'>;
export type AuditEntry = CallOutput<(typeof auditCalls)['getById']>;

/** Loads the values that the log can be filtered by. */
export const useAuditKinds = () => useCall('/audit/getKinds', {});

export const useAuditEntry = (id: number | null) =>
  useCall(
    '/audit/getById',
    { id: id ?? 0 },
    {
      quiet: true,
      enabled: id !== null,
      // Audit entries never change.
      staleTime: Infinity,
    },
  );
