import type { CallOutput, CallInput } from '../../../sync/contract/call.ts';
import type { CallOfPath } from '../../platform/api/call-path.ts';
import type { ListRow } from '../../platform/api/call-query.ts';
import { offerStatus } from '../../../sync/contract/codes.ts';
import type { ApplicationKind } from '../../../sync/domain/applications/application-machine.ts';
import { type OptionSource, createOptionSource } from '../../platform/api/option-picker.tsx';
import { makeCall } from '../../platform/api/call.ts';
import { readEveryRow } from '../../ui/list/list-pages.ts';
import type { Translate } from '../../lib/i18n.ts';

export type OwnApplications = CallOutput<CallOfPath<'/enroll/getMine'>>;
export type BatchRow = ListRow<'/batch/getList'>;
export type DeclarationRow = ListRow<'/declaration/getList'>;
export type FormRow = ListRow<'/form/getList'>;
export type ApplicationEntry = ListRow<'/enroll/getList'>;
export type OpenBatch = CallOutput<CallOfPath<'/batch/getOpen'>>['items'][number];
export type RuleSetRow = ListRow<'/ruleSet/getList'>;

const createBatchOptions = (filter: { readonly status?: typeof offerStatus.open }) =>
  createOptionSource('/batch/getList', {
    filter,
    sort: '-updatedMs',
    chosen: '/batch/getById',
    optionOf: ({ id, name, profession }) => ({ value: String(id), label: name, ...(profession !== '' && { note: profession }) }),
  });

/** Search for the offers to which people can apply: enrolment batches or declaration projects. */
export const offerOptionSources: Readonly<Record<ApplicationKind, OptionSource>> = {
  enroll: createBatchOptions({}),
  declare: createOptionSource('/declaration/getList', {
    sort: '-updatedMs',
    chosen: '/declaration/getById',
    optionOf: ({ id, name }) => ({ value: String(id), label: name }),
  }),
};

export const openBatchOptions = createBatchOptions({ status: offerStatus.open });

export type ApplicationListFilter = NonNullable<CallInput<CallOfPath<'/enroll/getList'>>['filter']>;

/** Paths of the calls that read a page of applications and a whole application. */
export const applicationListPaths = { enroll: '/enroll/getList', declare: '/declare/getList' } as const;
export const applicationDetailPaths = { enroll: '/enroll/getById', declare: '/declare/getById' } as const;

/** Builds the input for one page of applications, longest waiting first. */
export const createApplicationListInput = (filter: ApplicationListFilter, page: number, pageSize: number) => ({
  filter,
  page,
  pageSize,
  sort: 'submittedMs',
});

const maxApplications = 5000;
/** Reads all applications that match the filter, page by page. */
export const readAllApplications = async (kind: ApplicationKind, filter: ApplicationListFilter): Promise<readonly ApplicationEntry[]> =>
  (
    await readEveryRow(
      (page, pageSize, signal) => makeCall(applicationListPaths[kind], createApplicationListInput(filter, page, pageSize), { signal }),
      {
        idOf: (row) => row.id,
        limit: maxApplications,
        signal: new AbortController().signal,
      },
    )
  ).rows;

export const getLevelName = (code: Translate<'codes'>, level: number): string => code(`professionLevel.${level}` as 'professionLevel.1');
