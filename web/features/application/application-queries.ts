import type { CallOutput } from '../../../sync/contract/call.ts';
import type { CallOfPath } from '../../platform/api/call-path.ts';
import type { ListRow } from '../../platform/api/call-query.ts';
import { offerStatus } from '../../../sync/contract/codes.ts';
import type { ApplicationKind } from '../../../sync/domain/applications/application-machine.ts';
import { type OptionSource, createOptionSource } from '../../platform/api/option-picker.tsx';

export type OwnApplications = CallOutput<CallOfPath<'/enroll/getMine'>>;
export type BatchRow = ListRow<'/batch/getList'>;
export type DeclarationRow = ListRow<'/declaration/getList'>;
export type FormRow = ListRow<'/form/getList'>;
export type ApplicationEntry = ListRow<'/enroll/getList'>;
export type OpenBatch = CallOutput<CallOfPath<'/batch/getOpen'>>['items'][number];
export type RuleSetRow = ListRow<'/ruleSet/getList'>;

const batchOptions = (filter: { readonly status?: typeof offerStatus.open }) =>
  createOptionSource('/batch/getList', {
    filter,
    sort: '-updatedMs',
    chosen: '/batch/getById',
    optionOf: ({ id, name, profession }) => ({ value: String(id), label: name, ...(profession !== '' && { note: profession }) }),
  });

/** Options of offers to apply for: enrolment batches or declaration projects. */
export const offerOptionSources: Readonly<Record<ApplicationKind, OptionSource>> = {
  enroll: batchOptions({}),
  declare: createOptionSource('/declaration/getList', {
    sort: '-updatedMs',
    chosen: '/declaration/getById',
    optionOf: ({ id, name }) => ({ value: String(id), label: name }),
  }),
};

export const openBatchOptions = batchOptions({ status: offerStatus.open });
