import type { CallInput } from '../../../sync/contract/call.ts';
import type { FilingKind } from '../../../sync/machines/filing-machine.ts';
import type { CallAt } from '../../platform/call-path.ts';
import { call } from '../../platform/call.ts';
import { everyRow } from '../../ui/list-pages.ts';
import type { FilingEntry } from './filing-queries.ts';

export type FilingFilter = NonNullable<CallInput<CallAt<'/enroll/getList'>>['filter']>;

/** Calls that read a page of applications, and one complete application. */
export const applicationListPath = { enroll: '/enroll/getList', declare: '/declare/getList' } as const;
export const applicationPath = { enroll: '/enroll/getById', declare: '/declare/getById' } as const;

/** Builds the input for one page of applications, longest waiting first. */
export const applicationListInput = (filter: FilingFilter, page: number, pageSize: number) => ({
  filter,
  page,
  pageSize,
  sort: 'submittedMs',
});

const most = 5000;
/** Reads all applications that match the filter, page by page. */
export const everyFiling = async (kind: FilingKind, filter: FilingFilter): Promise<readonly FilingEntry[]> =>
  (
    await everyRow((page, pageSize, signal) => call(applicationListPath[kind], applicationListInput(filter, page, pageSize), { signal }), {
      idOf: (row) => row.id,
      limit: most,
      signal: new AbortController().signal,
    })
  ).rows;
