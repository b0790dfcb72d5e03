import type { CallInput } from '../../../sync/contract/call.ts';
import type { FilingKind } from '../../../sync/machines/filing-machine.ts';
import type { CallAt } from '../../platform/call-path.ts';
import { call } from '../../platform/call.ts';
import { everyRow, type ListPage } from '../../ui/list-pages.ts';
import type { FilingEntry } from './filing-queries.ts';

export type FilingFilter = NonNullable<CallInput<CallAt<'/enroll/getList'>>['filter']>;

export const filingPage = (
  kind: FilingKind,
  filter: FilingFilter,
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<ListPage<FilingEntry>> => {
  const input = { filter, page, pageSize, sort: 'submittedMs' };
  return kind === 'enroll' ? call('/enroll/getList', input, { signal }) : call('/declare/getList', input, { signal });
};

const most = 5000;
/** All of them, page after page. */
export const everyFiling = async (kind: FilingKind, filter: FilingFilter): Promise<readonly FilingEntry[]> =>
  (
    await everyRow((page, pageSize, signal) => filingPage(kind, filter, page, pageSize, signal), {
      idOf: (row) => row.id,
      limit: most,
      signal: new AbortController().signal,
    })
  ).rows;
