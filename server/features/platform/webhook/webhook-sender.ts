import type { Kysely } from 'kysely';
import { deliveryState } from '../../../../sync/contract/codes.ts';
import type { Database } from '../../../db/schema.ts';
import type { Message } from '../../../http/handler.ts';
import type { Logger, ServerClock } from '../../../ports.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { openSealedText } from '../../../sealed-bytes.ts';
import { webhookMessages as messages } from './webhook-messages.ts';
import { type SendWebhook, signWebhook, WebhookFault } from './webhook-request.ts';
import { createWebhookStore, type DueDelivery } from './webhook-store.ts';
import { runEvery } from '../../../run-every.ts';
import { sum } from '../../../../sync/domain/numbers.ts';

export interface WebhookSenderDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly logger: Logger;
  readonly keys: { readonly personal: { readonly seal: Buffer } };
  readonly sendWebhook: SendWebhook;
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
/** Delays (ms) after a failed try of a delivery: the first precedes the second try, and so on. Their sum is about a day. */
export const retryDelaysMs = [10 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs, 15 * hourMs] as const;
/** Time (ms) for which a webhook must have failed before it is paused: as long as one delivery is tried. */
const pauseAfterMs = sum(retryDelaysMs);
const keepMs = 30 * 24 * hourMs;
/** Most deliveries of one webhook that are being sent at the same time. */
const atOnce = 4;

/** Purpose under which the secret of a webhook is sealed. */
export const getWebhookSecretPurpose = (webhookId: number): string => `secret of webhook ${webhookId}`;

/** Message to a webhook, before it is signed. */
export type WebhookMessage = Pick<
  DueDelivery,
  'webhook_id' | 'delivery_key' | 'event' | 'body' | 'content_type' | 'address' | 'secret_sealed'
>;

/**
 * Result of one try. `ok`: the receiver answered 2xx. `text`: the result as a message for people. `status` and `line`: the receiver's HTTP status and
 * first line; 0 and '' if it did not answer.
 */
export interface WebhookResult {
  readonly ok: boolean;
  readonly text: Message;
  readonly status: number;
  readonly line: string;
}

/** Signs a message and sends it once. */
export async function sendSigned(
  { clock, keys, sendWebhook }: Pick<WebhookSenderDeps, 'clock' | 'keys' | 'sendWebhook'>,
  { webhook_id: webhookId, delivery_key: key, event, body, content_type: contentType, address, secret_sealed: sealed }: WebhookMessage,
  stopping: AbortSignal,
): Promise<WebhookResult> {
  const timestamp = Math.floor(clock.nowMs() / secondMs);
  const headers = {
    'content-type': contentType,
    'user-agent': 'Wenkao-Webhook/1',
    'wenkao-event': event,
    'wenkao-delivery': key,
    'wenkao-timestamp': String(timestamp),
    'wenkao-signature': signWebhook(openSealedText(getWebhookSecretPurpose(webhookId), sealed, keys.personal), timestamp, body),
  };
  try {
    const { status, line } = await sendWebhook({ address, headers, body, stopping });
    const ok = status >= 200 && status < 300;
    const isRedirect = status >= 300 && status < 400;
    return { ok, text: ok ? messages.answered(status) : isRedirect ? messages.redirected(status) : messages.refused(status), status, line };
  } catch (error) {
    if (error instanceof WebhookFault) return { ok: false, text: error.text, status: 0, line: '' };
    throw error;
  }
}

/** Sends a due delivery and stores the result. If the server stops meanwhile, the delivery stays due. */
async function deliver(deps: WebhookSenderDeps, delivery: DueDelivery, stopping: AbortSignal): Promise<void> {
  const { db, clock, logger } = deps;
  const { ok, text, status, line } = await sendSigned(deps, delivery, stopping);
  if (!ok && stopping.aborted) return;
  const nowMs = clock.nowMs();
  const delayMs = ok ? undefined : retryDelaysMs[delivery.attempts];
  await runUnitOfWork(db, 'nothing', {}, async (tx) => {
    const store = createWebhookStore(tx);
    await store.endTry(delivery.id, {
      state: ok ? deliveryState.delivered : delayMs === undefined ? deliveryState.failed : deliveryState.waiting,
      nowMs,
      nextMs: delayMs === undefined ? null : nowMs + delayMs,
      status,
      answer: line,
      error: ok ? null : text,
    });
    if (ok) await store.noteSuccess(delivery.webhook_id);
    else if (await store.noteFailure(delivery.webhook_id, nowMs, nowMs - pauseAfterMs))
      logger.warn({ webhookId: delivery.webhook_id, reason: text.en }, 'paused a webhook that has failed for a day');
  });
}

/**
 * Sends due deliveries, each at least once: a server that stops after the receiver's answer and before storing it sends again under the same id. Only
 * the server that holds the background duty runs it.
 */
export function createWebhookSender(deps: WebhookSenderDeps) {
  const { db, clock, logger } = deps;
  const store = createWebhookStore(db);
  const stopping = new AbortController();
  /** Deliveries that are being sent, by id, with the webhook of each. */
  const flying = new Map<number, { webhookId: number; ended: Promise<void> }>();
  let looking: Promise<void> | undefined;
  let cleanedMs = -Infinity;

  const fly = (delivery: DueDelivery): void => {
    const ended = deliver(deps, delivery, stopping.signal)
      .catch((error: unknown) => logger.error({ err: error, deliveryId: delivery.id }, 'could not send a webhook; trying again'))
      .finally(() => flying.delete(delivery.id));
    flying.set(delivery.id, { webhookId: delivery.webhook_id, ended });
  };

  const lookOnce = async (): Promise<void> => {
    const nowMs = clock.nowMs();
    if (nowMs - cleanedMs > hourMs) {
      await runUnitOfWork(db, 'nothing', {}, (tx) => createWebhookStore(tx).removeBefore(nowMs - keepMs));
      cleanedMs = nowMs;
    }
    for (const webhookId of await store.listDue(nowMs)) {
      const flyingIds = [...flying].filter(([, each]) => each.webhookId === webhookId).map(([id]) => id);
      const free = atOnce - flyingIds.length;
      if (free <= 0) continue;
      for (const delivery of await store.due(webhookId, nowMs, flyingIds, free)) if (!stopping.signal.aborted) fly(delivery);
    }
  };

  /** Begins to send the due deliveries. Resolves when sending has begun, not when it has ended. */
  const look = (): Promise<void> => (looking ??= lookOnce().finally(() => (looking = undefined)));

  return {
    look,

    /** Resolves when no delivery is being sent. */
    async idle(): Promise<void> {
      while (flying.size > 0) await Promise.all([...flying.values()].map(({ ended }) => ended));
    },

    /** Looks every second for due deliveries. Returns a function that stops this and resolves when no delivery is being sent any more. */
    start(): () => Promise<void> {
      const stop = runEvery(secondMs, look, (error) => logger.error({ err: error }, 'could not look for waiting webhooks; trying again'));
      return async () => {
        stopping.abort();
        await stop();
        await this.idle();
      };
    },
  };
}
