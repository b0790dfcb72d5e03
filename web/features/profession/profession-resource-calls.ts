import { professionResource } from '../../../sync/contract/people/profession.ts';
import { createCall, createResourceCalls } from '../../platform/forms/create-resource-calls.ts';

export const professionResourceCalls = createResourceCalls(professionResource, {
  getById: createCall('/prof/getById'),
  add: createCall('/prof/add'),
  modify: createCall('/prof/modify'),
  remove: createCall('/prof/remove'),
});
