import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { WebhookEvent } from '../../../../sync/contract/platform/webhook.ts';
import type { Database } from '../../../db/schema.ts';
import type { ServerRandom } from '../../../ports.ts';

/** Facts of each event, as sent. Ids and what a receiver needs to look further: no answers, keys, scores, names or ID numbers of people. */
export interface WebhookFacts {
  readonly planPublished: { planId: number; planName: string; startMs: number; durationMs: number };
  readonly handedIn: { planId: number; planName: string; userId: number; receivedMs: number };
  readonly scoresReleased: { planId: number; planName: string; releasedMs: number };
  readonly certificateIssued: { planId: number; certificates: readonly { id: number; number: string; userId: number }[] };
  readonly applicationDecided: {
    kind: 'enroll' | 'declare';
    applicationId: number;
    offerId: number;
    userId: number;
    decision: 'approved' | 'returned';
  };
}

interface WrittenEvent<E extends WebhookEvent> {
  readonly schoolId: number;
  readonly event: E;
  readonly facts: WebhookFacts[E];
  readonly nowMs: number;
  /**
   * Names an event that may be found several times. Its deliveries get ids computed from it, and each is written once. Others get random ids.
   */
  readonly name?: string;
}

/**
 * Writes what webhooks are to be told. With `tx`, deliveries stand in the transaction of the change that they report, so both happen or neither.
 * `WebhookSender` sends them.
 */
export function createWebhookWrites(tx: Kysely<Database>, chance: Pick<ServerRandom, 'uuid'>) {
  return {
    /** Writes a delivery for each webhook of the school that wants the event. */
    async write<E extends WebhookEvent>({ schoolId, event, facts, nowMs, name }: WrittenEvent<E>): Promise<void> {
      const webhooks = await tx
        .selectFrom('webhook')
        .innerJoin('webhook_state', 'webhook_state.webhook_id', 'webhook.id')
        .select(['id', 'events', 'since_ms'])
        .where('school_id', '=', schoolId)
        .where('enabled', '=', 1)
        .execute();
      // A hand-in is found after it happened, perhaps when the webhook did not exist yet.
      const happenedMs = 'receivedMs' in facts ? facts.receivedMs : nowMs;
      const rows = webhooks
        .filter((webhook) => (JSON.parse(webhook.events) as WebhookEvent[]).includes(event) && happenedMs >= webhook.since_ms)
        .map(({ id }) => {
          const key = name === undefined ? chance.uuid() : hashDeliveryName(`${id} ${name}`);
          const body = JSON.stringify({ id: key, event, createdMs: nowMs, schoolId, data: facts });
          return { webhook_id: id, delivery_key: key, event, body, created_ms: nowMs, next_ms: nowMs };
        });
      if (rows.length === 0) return;
      await tx
        .insertInto('webhook_delivery')
        .values(rows)
        .onConflict((conflict) => conflict.column('delivery_key').doNothing())
        .execute();
    },
  };
}

const hashDeliveryName = (name: string): string => createHash('sha256').update(name).digest('base64url').slice(0, 22);
