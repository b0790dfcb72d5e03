import { offerStatus } from '../../../sync/contract/codes.ts';
import type { FilingKind } from '../../../sync/machines/filing-machine.ts';
import { type OptionSource, optionSource } from '../../platform/options.ts';

const batchOptions = (filter: { readonly status?: typeof offerStatus.open }) =>
  optionSource('/batch/getList', {
    filter,
    sort: '-updatedMs',
    chosen: '/batch/getById',
    optionOf: ({ id, name, profession }) => ({ value: String(id), label: name, ...(profession !== '' && { note: profession }) }),
  });

/** Options of offers to apply for: enrolment batches or declaration projects. */
export const offerOptions: Readonly<Record<FilingKind, OptionSource>> = {
  enroll: batchOptions({}),
  declare: optionSource('/declaration/getList', {
    sort: '-updatedMs',
    chosen: '/declaration/getById',
    optionOf: ({ id, name }) => ({ value: String(id), label: name }),
  }),
};

export const openBatchOptions = batchOptions({ status: offerStatus.open });
