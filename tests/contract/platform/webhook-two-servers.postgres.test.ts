import { expect, it, onTestFinished } from 'vitest';
import { webhookResource } from '../../../sync/contract/platform/webhook.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { holdDuty, setLeases } from '../../../server/db/lease.ts';
import { openPostgres } from '../../../server/db/postgres/open-postgres.ts';
import { migrations } from '../../../server/db/migrations/index.ts';
import { joinDatabase } from '../../../server/db/postgres/server-membership.ts';
import { createSchoolStore } from '../../../server/features/people/school/school-store.ts';
import { createWebhookNetwork, createWebhookTransport } from '../../../server/features/platform/webhook/webhook-request.ts';
import { createWebhookSender, getWebhookSecretPurpose } from '../../../server/features/platform/webhook/webhook-sender.ts';
import { createWebhookStore } from '../../../server/features/platform/webhook/webhook-store.ts';
import { createWebhookWrites } from '../../../server/features/platform/webhook/webhook-writes.ts';
import { createResourceStore } from '../../../server/resources/resource-store.ts';
import { sealText } from '../../../server/sealed-bytes.ts';
import { systemClock, systemRandom, systemTimers } from '../../../server/system-ports.ts';
import { createServerDatabase } from '../../fixtures/postgres/server-database.ts';
import { startWebhookReceiver } from '../../fixtures/server/webhook-receiver.ts';

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const keys = { personal: { seal: systemRandom.bytes(32) } };
const school = { website: 'demo', title: '甲学院', record: '', config: {} };

it('one of two servers on a database sends the webhooks, and the other takes over', async () => {
  const database = await createServerDatabase();
  if (!database) throw new Error('there is no PostgreSQL');
  onTestFinished(() => database.drop());
  const open = async (id: string) => {
    const facts = { name: id, version: '1', migrations, protocol: 1, uploads: 'u', clock: systemClock };
    const leases = await joinDatabase(database.url, { id, ...facts }, { memberMs: 60_000, joinWaitMs: 50 });
    onTestFinished(() => leases.release());
    const { db, close } = await openPostgres(database.url, 0);
    onTestFinished(close);
    setLeases(db, leases);
    return db;
  };
  const [first, second] = [await open('a'), await open('b')];
  const receiver = await startWebhookReceiver();

  const nowMs = systemClock.nowMs();
  const schoolId = await createSchoolStore(first).add(school, nowMs);
  const fields = { ...createExampleDraft(webhookResource), address: receiver.address };
  const { id } = await createResourceStore(first, webhookResource, null).add(schoolId, fields, { userId: 1, nowMs });
  await createWebhookStore(first).setSecret(id, sealText(getWebhookSecretPurpose(id), 'secret', keys.personal, systemRandom), nowMs);
  const writeEvent = (planId: number): Promise<void> =>
    createWebhookWrites(second, systemRandom).write({
      schoolId,
      event: 'planPublished',
      facts: { planId, planName: '中级工理论', startMs: 1, durationMs: 2 },
      nowMs: systemClock.nowMs(),
    });
  const received = () => receiver.received.map(({ body }) => (JSON.parse(body) as { data: { planId: number } }).data.planId);

  /**
   * Lists how often each delivery was sent, and its state. A server that ends before it stores the receiver's reply makes the next server send the
   * delivery again.
   */
  const tries = async () => {
    const { items } = await createWebhookStore(second).list({ webhookId: id }, { column: 'id', descending: false, offset: 0, limit: 20 });
    return items.map(({ attempts, state }) => [attempts, state]);
  };
  const once = [1, 1];

  const sendWebhook = createWebhookTransport(createWebhookNetwork(['127.0.0.1']));
  const hold = (db: typeof first) =>
    holdDuty({ db, timers: systemTimers, logger }, 'background', async () =>
      createWebhookSender({ db, clock: systemClock, logger, keys, sendWebhook }).start(),
    );
  const [endFirst, endSecond] = [await hold(first), await hold(second)];
  await writeEvent(1);
  await expect.poll(tries, { timeout: 10_000 }).toEqual([once]);
  await endFirst();
  await writeEvent(2);
  await expect.poll(tries, { timeout: 10_000 }).toEqual([once, once]);
  await endSecond();
  expect(received()).toEqual([1, 2]);
});
