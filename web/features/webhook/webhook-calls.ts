import { webhookResource } from '../../../sync/contract/platform/webhook.ts';
import type { ListRow } from '../../platform/api/call-query.ts';
import { createCall, createResourceCalls } from '../../platform/forms/create-resource-calls.ts';

export type Webhook = ListRow<'/webhook/getList'>;

export const webhookResourceCalls = createResourceCalls(webhookResource, {
  getById: createCall('/webhook/getById'),
  add: createCall('/webhook/add'),
  modify: createCall('/webhook/modify'),
  remove: createCall('/webhook/remove'),
});
