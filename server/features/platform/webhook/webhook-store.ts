import type { Kysely, Selectable } from 'kysely';
import { deliveryState, type DeliveryStateCode } from '../../../../sync/contract/codes.ts';
import { countRows, type PageOrder, readPage } from '../../../db/list-page.ts';
import type { Database } from '../../../db/schema.ts';
import type { Message } from '../../../http/handler.ts';

export type DeliveryRow = Selectable<Database['webhook_delivery']>;

/** A message that is to be sent to a webhook, with the webhook's address and sealed secret. */
export type DueDelivery = DeliveryRow & {
  readonly school_id: number;
  readonly address: string;
  readonly secret_sealed: Buffer;
};

/** Result of one try to deliver a message to a webhook. */
export interface DeliveryTry {
  readonly state: DeliveryStateCode;
  readonly nowMs: number;
  readonly nextMs: number | null;
  readonly status: number;
  readonly answer: string;
  readonly error: Message | null;
}

export const deliverySorts = { id: 'id' } as const;

/** Queries of webhooks and their deliveries, beyond the generic ones of the resource (add, modify, remove). Writes take the caller's transaction. */
export function createWebhookStore(db: Kysely<Database>) {
  const deliveries = () =>
    db
      .selectFrom('webhook_delivery')
      .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
      .innerJoin('webhook_state', 'webhook_state.webhook_id', 'webhook.id')
      .selectAll('webhook_delivery')
      .select(['webhook.school_id', 'webhook.address', 'webhook_state.secret_sealed']);

  return {
    /** Reads the states of a school's webhooks. A webhook without a secret has no state. */
    states: (schoolId: number) =>
      db
        .selectFrom('webhook')
        .innerJoin('webhook_state', 'webhook_state.webhook_id', 'webhook.id')
        .where('school_id', '=', schoolId)
        .select((eb) => [
          'id',
          'failing_since_ms',
          'paused_ms',
          eb
            .selectFrom('webhook_delivery')
            .whereRef('webhook_id', '=', 'webhook.id')
            .where('next_ms', 'is not', null)
            .select((inner) => inner.fn.countAll<number>().as('count'))
            .as('waiting'),
        ])
        .execute(),

    count: (schoolId: number): Promise<number> => countRows(db.selectFrom('webhook').where('school_id', '=', schoolId)),

    find: (schoolId: number, id: number) =>
      db
        .selectFrom('webhook')
        .leftJoin('webhook_state', 'webhook_state.webhook_id', 'webhook.id')
        .select(['webhook.id', 'webhook.name', 'webhook.address', 'webhook.message', 'webhook.message_type', 'webhook_state.secret_sealed'])
        .where('school_id', '=', schoolId)
        .where('id', '=', id)
        .executeTakeFirst(),

    async setSecret(id: number, secretSealed: Buffer, nowMs: number): Promise<void> {
      await db
        .insertInto('webhook_state')
        .values({ webhook_id: id, secret_sealed: secretSealed, since_ms: nowMs })
        .onConflict((conflict) => conflict.column('webhook_id').doUpdateSet({ secret_sealed: secretSealed }))
        .execute();
    },

    async setSince(id: number, nowMs: number): Promise<void> {
      await db.updateTable('webhook_state').set({ since_ms: nowMs }).where('webhook_id', '=', id).execute();
    },

    /** Ends the pause of a webhook. Deliveries that the receiver has not accepted become due at once, and get all their tries again. */
    async resume(id: number, nowMs: number): Promise<void> {
      await db.updateTable('webhook_state').set({ paused_ms: null, failing_since_ms: null }).where('webhook_id', '=', id).execute();
      await db
        .updateTable('webhook_delivery')
        .set({ state: deliveryState.waiting, attempts: 0, next_ms: nowMs })
        .where('webhook_id', '=', id)
        .where('state', '<>', deliveryState.delivered)
        .where('event', '<>', 'test')
        // Leave out messages that could not be written because the person has no phone number; they have no body.
        .where('body', '<>', '')
        .execute();
    },

    async sendAgain(deliveryId: number, nowMs: number): Promise<void> {
      await db
        .updateTable('webhook_delivery')
        .set({ state: deliveryState.waiting, attempts: 0, next_ms: nowMs })
        .where('id', '=', deliveryId)
        .where('body', '<>', '')
        .execute();
    },

    list: (filter: { webhookId: number; state?: DeliveryStateCode | undefined }, order: PageOrder) => {
      const all = db.selectFrom('webhook_delivery').where('webhook_id', '=', filter.webhookId);
      const base = filter.state === undefined ? all : all.where('state', '=', filter.state);
      return readPage(base, order, (rows) => rows.selectAll());
    },

    delivery: (id: number): Promise<DueDelivery | undefined> => deliveries().where('webhook_delivery.id', '=', id).executeTakeFirst(),

    /** Adds to the list of deliveries a test message that has been sent already. */
    async addTest(
      delivery: { webhookId: number; key: string; body: string; contentType: string; nowMs: number },
      { ok, text, status, line }: { ok: boolean; text: Message; status: number; line: string },
    ): Promise<void> {
      await db
        .insertInto('webhook_delivery')
        .values({
          webhook_id: delivery.webhookId,
          delivery_key: delivery.key,
          event: 'test',
          body: delivery.body,
          content_type: delivery.contentType,
          state: ok ? deliveryState.delivered : deliveryState.failed,
          attempts: 1,
          created_ms: delivery.nowMs,
          tried_ms: delivery.nowMs,
          status,
          answer: line,
          error: ok ? '' : JSON.stringify(text),
        })
        .execute();
    },

    /** Lists the webhooks with deliveries to send now. */
    async listDue(nowMs: number): Promise<number[]> {
      const rows = await db
        .selectFrom('webhook')
        .innerJoin('school', 'school.id', 'webhook.school_id')
        .innerJoin('webhook_state', 'webhook_state.webhook_id', 'webhook.id')
        .where('school.status', '=', 1)
        .where('webhook.enabled', '=', 1)
        .where('webhook_state.paused_ms', 'is', null)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('webhook_delivery')
              .select('webhook_delivery.id')
              .whereRef('webhook_delivery.webhook_id', '=', 'webhook.id')
              .where('webhook_delivery.next_ms', '<=', nowMs),
          ),
        )
        .select('webhook.id')
        .execute();
      return rows.map(({ id }) => id);
    },

    due: (webhookId: number, nowMs: number, except: readonly number[], limit: number): Promise<DueDelivery[]> =>
      deliveries()
        .where('webhook_delivery.webhook_id', '=', webhookId)
        .where('next_ms', '<=', nowMs)
        .$if(except.length > 0, (query) => query.where('webhook_delivery.id', 'not in', except))
        .orderBy('next_ms')
        .orderBy('webhook_delivery.id')
        .limit(limit)
        .execute(),

    /** Stores the result of one try to send a delivery. */
    async endTry(deliveryId: number, { state, nowMs, nextMs, status, answer, error }: DeliveryTry): Promise<void> {
      await db
        .updateTable('webhook_delivery')
        .set((eb) => ({
          state,
          attempts: eb('attempts', '+', 1),
          tried_ms: nowMs,
          next_ms: nextMs,
          status,
          answer,
          error: error === null ? '' : JSON.stringify(error),
        }))
        .where('id', '=', deliveryId)
        .execute();
    },

    async noteSuccess(webhookId: number): Promise<void> {
      await db
        .updateTable('webhook_state')
        .set({ failing_since_ms: null })
        .where('webhook_id', '=', webhookId)
        .where('failing_since_ms', 'is not', null)
        .execute();
    },

    /**
     * Notes that a delivery to the webhook has failed, and pauses a webhook that has failed since `pauseBeforeMs`. Returns true if it was paused now.
     */
    async noteFailure(webhookId: number, nowMs: number, pauseBeforeMs: number): Promise<boolean> {
      await db
        .updateTable('webhook_state')
        .set({ failing_since_ms: nowMs })
        .where('webhook_id', '=', webhookId)
        .where('failing_since_ms', 'is', null)
        .execute();
      const paused = await db
        .updateTable('webhook_state')
        .set({ paused_ms: nowMs })
        .where('webhook_id', '=', webhookId)
        .where('paused_ms', 'is', null)
        .where('failing_since_ms', '<=', pauseBeforeMs)
        .executeTakeFirst();
      return paused.numUpdatedRows > 0n;
    },

    async removeBefore(ms: number): Promise<void> {
      await db.deleteFrom('webhook_delivery').where('created_ms', '<', ms).execute();
    },
  };
}
