import { classResource } from '../../../sync/contract/people/class.ts';
import { createCall, createResourceCalls } from '../../platform/forms/create-resource-calls.ts';

export const classResourceCalls = createResourceCalls(classResource, {
  getById: createCall('/class/getById'),
  add: createCall('/class/add'),
  modify: createCall('/class/modify'),
  remove: createCall('/class/remove'),
});
