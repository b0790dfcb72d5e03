import type { CallInput } from '../../../sync/contract/call.ts';
import type { ApplicationKind } from '../../../sync/domain/applications/application-machine.ts';
import type { CallOfPath } from '../../platform/api/call-path.ts';
import { makeCall } from '../../platform/api/call.ts';
import { readEveryRow } from '../../ui/list/list-pages.ts';
import type { ApplicationEntry } from './application-queries.ts';

export type ApplicationListFilter = NonNullable<CallInput<CallOfPath<'/enroll/getList'>>['filter']>;

/** Calls that read a page of applications, and one complete application. */
export const applicationListPaths = { enroll: '/enroll/getList', declare: '/declare/getList' } as const;
export const applicationDetailPaths = { enroll: '/enroll/getById', declare: '/declare/getById' } as const;

/** Builds the input for one page of applications, longest waiting first. */
export const createApplicationListInput = (filter: ApplicationListFilter, page: number, pageSize: number) => ({
  filter,
  page,
  pageSize,
  sort: 'submittedMs',
});

const most = 5000;
/** Reads all applications that match the filter, page by page. */
export const readAllApplications = async (kind: ApplicationKind, filter: ApplicationListFilter): Promise<readonly ApplicationEntry[]> =>
  (
    await readEveryRow(
      (page, pageSize, signal) => makeCall(applicationListPaths[kind], createApplicationListInput(filter, page, pageSize), { signal }),
      {
        idOf: (row) => row.id,
        limit: most,
        signal: new AbortController().signal,
      },
    )
  ).rows;
