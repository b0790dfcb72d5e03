import type { CallInput } from '../../../sync/contract/call.ts';
import type { FilingKind } from '../../../sync/machines/filing-machine.ts';
import type { CallAt } from '../../platform/call-path.ts';
import { call } from '../../platform/call.ts';
import { everyRow } from '../../ui/list-pages.ts';
import type { FilingEntry } from './filing-queries.ts';

export type FilingFilter = NonNullable<CallInput<CallAt<'/enroll/getList'>>['filter']>;

/** The calls that read a page of forms, and one form whole. */
export const applicationListPath = { enroll: '/enroll/getList', declare: '/declare/getList' } as const;
export const applicationPath = { enroll: '/enroll/getById', declare: '/declare/getById' } as const;

/** Asks for a page of forms, the longest wait first. */
export const applicationListInput = (filter: FilingFilter, page: number, pageSize: number) => ({
  filter,
  page,
  pageSize,
  sort: 'submittedMs',
});

const most = 5000;
/** All of them, page after page. */
export const everyFiling = async (kind: FilingKind, filter: FilingFilter): Promise<readonly FilingEntry[]> =>
  (
    await everyRow((page, pageSize, signal) => call(applicationListPath[kind], applicationListInput(filter, page, pageSize), { signal }), {
      idOf: (row) => row.id,
      limit: most,
      signal: new AbortController().signal,
    })
  ).rows;
