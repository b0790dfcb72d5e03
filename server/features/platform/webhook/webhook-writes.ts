import { createHash } from 'node:crypto';
import type { Insertable, Kysely } from 'kysely';
import { deliveryState } from '../../../../sync/contract/codes.ts';
import type { WebhookEvent } from '../../../../sync/contract/platform/webhook.ts';
import type { Database } from '../../../db/schema.ts';
import type { ServerRandom } from '../../../ports.ts';
import { createMessagePeopleReads } from './message-people-reads.ts';
import { messageContentTypes, type MessageValues, needsPhone, renderMessage } from './message-template.ts';
import { webhookMessages as messages } from './webhook-messages.ts';

/** Data of each event, as sent: ids and what a receiver needs to find more. They contain no answers, keys, scores, names or ID numbers of people. */
export interface WebhookFacts {
  readonly planPublished: { planId: number; planName: string; startMs: number; durationMs: number };
  readonly handedIn: { planId: number; planName: string; userId: number; receivedMs: number };
  readonly scoresReleased: { planId: number; planName: string; releasedMs: number };
  readonly certificateIssued: { planId: number; planName: string; certificates: readonly { id: number; number: string; userId: number }[] };
  readonly applicationDecided: {
    kind: 'enroll' | 'declare';
    applicationId: number;
    offerId: number;
    offerName: string;
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
   * Name of an event that the server may notice several times. The ids of its deliveries are computed from the name, so that each is written once.
   * Without a name, the ids are random.
   */
  readonly name?: string;
  /** People whom the event concerns and who get messages; if absent, those that `facts` names. */
  readonly userIds?: readonly number[];
}

type NewDelivery = Insertable<Database['webhook_delivery']>;

/**
 * Writes deliveries to webhooks, in the transaction of the change that they report: both happen, or neither does.
 * `createWebhookSender` sends them.
 */
export function createWebhookWrites(tx: Kysely<Database>, chance: Pick<ServerRandom, 'uuid'>) {
  const insert = async (rows: readonly NewDelivery[]): Promise<void> => {
    for (let at = 0; at < rows.length; at += rowsPerInsert)
      await tx
        .insertInto('webhook_delivery')
        .values(rows.slice(at, at + rowsPerInsert))
        .onConflict((conflict) => conflict.column('delivery_key').doNothing())
        .execute();
  };

  return {
    /**
     * Writes one delivery for each webhook of the school that wants the event. If the webhook sends messages, it writes one for each person
     * concerned.
     */
    async write<E extends WebhookEvent>(webhookEvent: WrittenEvent<E>): Promise<void> {
      const { schoolId, event, facts, nowMs, name } = webhookEvent;
      const webhooks = await tx
        .selectFrom('webhook')
        .innerJoin('webhook_state', 'webhook_state.webhook_id', 'webhook.id')
        .select(['id', 'events', 'since_ms', 'message', 'message_type'])
        .where('school_id', '=', schoolId)
        .where('enabled', '=', 1)
        .execute();
      // A hand-in is noticed after it happened. Skip webhooks that did not exist yet when it happened.
      const happenedMs = 'receivedMs' in facts ? facts.receivedMs : nowMs;
      const receivers = webhooks.filter(
        (webhook) => (JSON.parse(webhook.events) as WebhookEvent[]).includes(event) && happenedMs >= webhook.since_ms,
      );
      const keyOf = (of: string): string => (name === undefined ? chance.uuid() : hashDeliveryName(`${of} ${name}`));
      const people = receivers.some(({ message }) => message !== '') ? await readMessagePeople(tx, schoolId, webhookEvent) : [];
      await insert(
        receivers.flatMap(({ id, message, message_type: type }): NewDelivery[] => {
          const base = { webhook_id: id, event, state: deliveryState.waiting, created_ms: nowMs, next_ms: nowMs, error: '' };
          if (message === '') {
            const key = keyOf(String(id));
            const body = JSON.stringify({ id: key, event, createdMs: nowMs, schoolId, data: facts });
            return [{ ...base, delivery_key: key, body, content_type: messageContentTypes.json }];
          }
          return people.map(({ userId, values }) => {
            const row = { ...base, delivery_key: keyOf(`${id} ${userId}`), content_type: messageContentTypes[type] };
            if (values.phone !== '' || !needsPhone(message)) return { ...row, body: renderMessage(message, type, values) };
            const error = JSON.stringify(messages.noPhone(values.name));
            return { ...row, body: '', state: deliveryState.failed, next_ms: null, error };
          });
        }),
      );
    },
  };
}

const rowsPerInsert = 500;

const hashDeliveryName = (name: string): string => createHash('sha256').update(name).digest('base64url').slice(0, 22);

/** Reads the people whom an event concerns, each with the values for the placeholders of a message. */
async function readMessagePeople(tx: Kysely<Database>, schoolId: number, { facts, userIds }: WrittenEvent<WebhookEvent>) {
  const numbers = new Map('certificates' in facts ? facts.certificates.map(({ userId, number }) => [userId, number]) : []);
  const ids = userIds ?? ('userId' in facts ? [facts.userId] : [...numbers.keys()]);
  const planName = 'planName' in facts ? facts.planName : facts.offerName;
  const decision = 'decision' in facts ? decisionWords[facts.decision] : '';
  const people = await createMessagePeopleReads(tx).ofIds(schoolId, ids);
  return people.map(({ userId, ...person }) => {
    const values: MessageValues = { ...person, planName, decision, certificateNumber: numbers.get(userId) ?? '' };
    return { userId, values };
  });
}

/** Messages go to people of the school, so they are in Chinese. */
const decisionWords = { approved: '审核通过', returned: '退回修改' } as const;
