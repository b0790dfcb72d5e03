import { offerStatus } from '../../../sync/contract/codes.ts';
import type { ApplicationKind } from '../../../sync/domain/applications/application-machine.ts';
import { type OptionSource, createOptionSource } from '../../platform/api/options.ts';

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
