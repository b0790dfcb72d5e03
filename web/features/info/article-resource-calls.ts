import { articleResource } from '../../../sync/contract/learning/article.ts';
import { createCall, createResourceCalls } from '../../platform/forms/create-resource-calls.ts';

export const articleResourceCalls = createResourceCalls(articleResource, {
  getById: createCall('/info/getById'),
  add: createCall('/info/add'),
  modify: createCall('/info/modify'),
  remove: createCall('/info/remove'),
});
