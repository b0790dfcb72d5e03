import type { DeliveryStateCode } from '../../../sync/contract/codes.ts';
import { webhookResource } from '../../../sync/contract/platform/webhook.ts';
import { defineResourceTable } from './resource-table.ts';
import { bytes, caselessText, defineTable, flag, integer, rowId, text } from './table.ts';

export const webhookTables = {
  webhook: defineResourceTable(webhookResource, {
    name: caselessText(),
    address: text(),
    /** JSON list of the events that the webhook reports. */
    events: text(),
    message: text(),
    message_type: text(),
    enabled: flag(),
  }),
  /** State of each webhook whose secret was shown to an administrator. Only such a webhook sends. */
  webhook_state: defineTable({
    webhook_id: integer().primaryKey().references('webhook', 'CASCADE'),
    /** Secret that signs the requests to the webhook, encrypted with AES-256-GCM. */
    secret_sealed: bytes(),
    /** When the webhook got its first secret or was last switched on. Hand-ins received before are not sent. */
    since_ms: integer(),
    /** Time of the first failed delivery since the last successful one, or null. */
    failing_since_ms: integer().nullable(),
    /** When the webhook was paused after failing for a day, or null. */
    paused_ms: integer().nullable(),
  }),
  /** Requests to webhooks, written with the change that they report, and the result of each. */
  webhook_delivery: defineTable(
    {
      id: rowId(),
      webhook_id: integer().references('webhook', 'CASCADE'),
      /** Id for the receiver, who counts a delivery with a known id only once. */
      delivery_key: text().unique(),
      event: text(),
      /** Body of the HTTP request that is sent to the webhook. */
      body: text(),
      content_type: text(),
      /** State of the delivery: 0 waiting, 1 delivered, 2 failed. */
      state: integer<DeliveryStateCode>().default(0).check('state BETWEEN 0 AND 2'),
      attempts: integer().default(0),
      created_ms: integer(),
      tried_ms: integer().nullable(),
      /** When the delivery is tried next; null if it is not tried again. */
      next_ms: integer().nullable(),
      /** HTTP status of the receiver's last answer; 0 for none. */
      status: integer().default(0),
      answer: text().default(''),
      /** Why the last attempt to deliver failed: JSON of a message, or ''. */
      error: text().default(''),
    },
    {
      indexes: {
        webhook_delivery_due: { on: 'webhook_id, next_ms', where: 'next_ms IS NOT NULL' },
        webhook_delivery_list: 'webhook_id, id, state',
        webhook_delivery_created: 'created_ms',
      },
    },
  ),
};
