import { batchThing } from '../../../sync/contract/batch.ts';
import { declarationThing } from '../../../sync/contract/declaration.ts';
import { formThing } from '../../../sync/contract/form.ts';
import { callOf, thingDesk } from '../../platform/thing-desk.ts';

export const batchDesk = thingDesk(batchThing, {
  getById: callOf('/batch/getById'),
  add: callOf('/batch/add'),
  modify: callOf('/batch/modify'),
  remove: callOf('/batch/remove'),
});
export const declarationDesk = thingDesk(declarationThing, {
  getById: callOf('/declaration/getById'),
  add: callOf('/declaration/add'),
  modify: callOf('/declaration/modify'),
  remove: callOf('/declaration/remove'),
});
export const formDesk = thingDesk(formThing, {
  getById: callOf('/form/getById'),
  add: callOf('/form/add'),
  modify: callOf('/form/modify'),
  remove: callOf('/form/remove'),
});
