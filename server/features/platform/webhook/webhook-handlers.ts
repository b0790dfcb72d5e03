import { webhookResource, type DeliveredEvent, type MessageType, type WebhookState } from '../../../../sync/contract/platform/webhook.ts';
import { type Caller, type Handlers, type Message, refuse, refuseField } from '../../../http/handler.ts';
import { readListQuery } from '../../../http/input/list-query.ts';
import { createSharedRateLimiter, type SharedLimitDeps } from '../../../http/limits/rate-limiter.ts';
import { accountLimits } from '../../../limits.ts';
import type { ServerRandom } from '../../../ports.ts';
import { createResourceHandlers } from '../../../resources/resource-handlers.ts';
import { createResourceStore } from '../../../resources/resource-store.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { sealText } from '../../../sealed-bytes.ts';
import { createMessagePeopleReads } from './message-people-reads.ts';
import {
  isValidJsonTemplate,
  listUnknownPlaceholders,
  messageContentTypes,
  type MessageValues,
  needsPhone,
  renderMessage,
} from './message-template.ts';
import { webhookMessages as messages } from './webhook-messages.ts';
import { getWebhookSecretPurpose, sendSigned, type WebhookSenderDeps } from './webhook-sender.ts';
import { createWebhookStore, deliverySorts } from './webhook-store.ts';

export interface WebhookDeps extends WebhookSenderDeps, SharedLimitDeps {
  readonly chance: ServerRandom;
  readonly stopping: AbortSignal;
}

/** Most tests of one school's webhooks per minute. Each one connects to an address that the school's administrator chose. */
const testsPerMinute = 20;
/** First characters of the secret of every webhook. People and programs that search for published secrets recognise it by them. */
const prefix = 'wenkao_hook_';

/** Sample values of a preview for the placeholders that belong to no person. */
const sampleFacts = { planName: '电工四级理论', certificateNumber: 'S000032000000264000001', decision: '审核通过' };
/** Sample person for a school without examinees. */
const samplePerson = { name: '张三', phone: '13800000000', ticketNo: '20260001', schoolName: '' };
/** Most names of people without a phone number that a preview lists. */
const mostNames = 20;

/** Refuses a template that has unknown placeholders, and a JSON template that a value could make invalid. */
function requireValidTemplate({ message, messageType }: { readonly message: string; readonly messageType: MessageType }): void {
  const unknown = listUnknownPlaceholders(message);
  if (unknown.length > 0) refuseField('invalid', 'message', messages.unknownPlaceholders(unknown));
  if (message !== '' && messageType === 'json' && !isValidJsonTemplate(message)) refuseField('invalid', 'message', messages.notJson());
}

type StateRow = Awaited<ReturnType<ReturnType<typeof createWebhookStore>['states']>>[number];

function deriveState(enabled: boolean, row: StateRow | undefined): WebhookState {
  if (!enabled) return 'off';
  if (row === undefined) return 'noSecret';
  if (row.paused_ms !== null) return 'paused';
  return row.failing_since_ms === null ? 'working' : 'failing';
}

/**
 * Creates the calls with which a school manages its webhooks: addresses of its other systems to which the server reports events, such as hand-ins.
 */
export function createWebhookHandlers(deps: WebhookDeps): Handlers<'webhook'> {
  const { db, clock, keys, chance } = deps;
  const store = createWebhookStore(db);
  const tests = createSharedRateLimiter(deps, 'webhookTests', { limit: testsPerMinute, everyMs: 60_000 });

  /** Returns the values for a test message, which is sent to the administrator who tests. */
  const readOwnValues = async ({ schoolId, userId }: Caller, message: string): Promise<MessageValues> => {
    const [me = samplePerson] = await createMessagePeopleReads(db).ofIds(schoolId, [userId]);
    if (me.phone === '' && needsPhone(message)) refuse('refused', messages.ownPhoneMissing());
    return { ...sampleFacts, ...me };
  };

  return {
    ...createResourceHandlers(deps, createResourceStore(db, webhookResource, null), {
      async shown(_rows, { schoolId }) {
        const states = new Map((await store.states(schoolId)).map((row) => [row.id, row]));
        return ({ id, enabled }) => {
          const row = states.get(id);
          return { state: deriveState(enabled, row), failingSinceMs: row?.failing_since_ms ?? null, waiting: Number(row?.waiting ?? 0) };
        };
      },
      async checkDraft(draft, { tx, before, caller, nowMs }) {
        const txStore = createWebhookStore(tx);
        if (before === undefined && (await txStore.count(caller.schoolId)) >= accountLimits.webhooksOfSchool)
          refuse('refused', messages.tooMany(accountLimits.webhooksOfSchool));
        requireValidTemplate(draft);
        if (before !== undefined && draft.enabled && !before.enabled) await txStore.setSince(before.id, nowMs);
      },
    }),

    newSecret: ({ id }, context) =>
      runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
        const txStore = createWebhookStore(tx);
        const webhook = await txStore.find(context.caller.schoolId, id);
        if (!webhook) refuse('notFound', messages.notFound());
        const secret = prefix + chance.bytes(32).toString('base64url');
        await txStore.setSecret(id, sealText(getWebhookSecretPurpose(id), secret, keys.personal, chance), clock.nowMs());
        await context.audit.noteIn(tx, { entity: 'webhook', id, name: webhook.name, after: { isReplaced: true } });
        return { secret };
      }),

    async test({ id }, context) {
      const { schoolId } = context.caller;
      const webhook = await store.find(schoolId, id);
      if (!webhook) refuse('notFound', messages.notFound());
      if (webhook.secret_sealed === null) refuse('refused', messages.noSecret());
      if (!(await tests.admit(String(schoolId)))) refuse('tooMany', messages.tooManyTests());
      const key = chance.uuid();
      const body =
        webhook.message === ''
          ? JSON.stringify({ id: key, event: 'test', createdMs: clock.nowMs(), schoolId, data: {} })
          : renderMessage(webhook.message, webhook.message_type, await readOwnValues(context.caller, webhook.message));
      const contentType = messageContentTypes[webhook.message === '' ? 'json' : webhook.message_type];
      const message = {
        webhook_id: id,
        delivery_key: key,
        event: 'test',
        body,
        content_type: contentType,
        address: webhook.address,
        secret_sealed: webhook.secret_sealed,
      };
      const result = await sendSigned(deps, message, deps.stopping);
      return runUnitOfWork(db, schoolId, context, async (tx) => {
        const txStore = createWebhookStore(tx);
        if (!(await txStore.find(schoolId, id))) refuse('notFound', messages.notFound());
        await txStore.addTest({ webhookId: id, key, body, contentType, nowMs: clock.nowMs() }, result);
        await context.audit.noteIn(tx, { entity: 'webhook', id, name: webhook.name, after: { tested: webhook.address, ok: result.ok } });
        return { ok: result.ok, text: result.text[context.language] };
      });
    },

    async preview({ message, messageType }, { caller }) {
      requireValidTemplate({ message, messageType });
      const people = createMessagePeopleReads(db);
      const person = (await people.sample(caller.schoolId)) ?? samplePerson;
      const names = needsPhone(message) ? await people.namesWithoutPhone(caller.schoolId) : [];
      return {
        body: renderMessage(message, messageType, { ...sampleFacts, ...person }),
        withoutPhone: names.length,
        names: names.slice(0, mostNames),
      };
    },

    resume: ({ id }, context) =>
      runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
        const txStore = createWebhookStore(tx);
        const webhook = await txStore.find(context.caller.schoolId, id);
        if (!webhook) refuse('notFound', messages.notFound());
        await txStore.resume(id, clock.nowMs());
        await context.audit.noteIn(tx, { entity: 'webhook', id, name: webhook.name, after: { resumed: true } });
        return {};
      }),

    async getDeliveries({ filter, ...asked }, { caller, language }) {
      if (filter === undefined || !(await store.find(caller.schoolId, filter.webhookId))) refuse('notFound', messages.notFound());
      const { items, total } = await store.list(filter, readListQuery(asked, deliverySorts, '-id'));
      return {
        items: items.map((row) => ({
          id: row.id,
          key: row.delivery_key,
          event: row.event as DeliveredEvent,
          state: row.state,
          attempts: row.attempts,
          createdMs: row.created_ms,
          triedMs: row.tried_ms,
          nextMs: row.next_ms,
          status: row.status,
          answer: row.answer,
          error: row.error === '' ? '' : (JSON.parse(row.error) as Message)[language],
        })),
        total,
      };
    },

    sendAgain: ({ deliveryId }, context) =>
      runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
        const txStore = createWebhookStore(tx);
        const delivery = await txStore.delivery(deliveryId);
        if (delivery?.school_id !== context.caller.schoolId) refuse('notFound', messages.deliveryNotFound());
        await txStore.sendAgain(deliveryId, clock.nowMs());
        await context.audit.noteIn(tx, { entity: 'webhook', id: delivery.webhook_id, after: { sentAgain: delivery.delivery_key } });
        return {};
      }),
  };
}
