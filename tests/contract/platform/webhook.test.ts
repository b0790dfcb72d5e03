import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { createJobRunner } from '../../../server/jobs/job-runner.ts';
import { webhookResource } from '../../../sync/contract/platform/webhook.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { createSyncReads } from '../../../server/answer-log/calls/sync-reads.ts';
import { createHandInEvents } from '../../../server/features/exams/exam/sitting/hand-in-events.ts';
import { createWebhookNetwork, createWebhookTransport } from '../../../server/features/platform/webhook/webhook-request.ts';
import { retryDelaysMs } from '../../../server/features/platform/webhook/webhook-sender.ts';
import { createWebhookWrites } from '../../../server/features/platform/webhook/webhook-writes.ts';
import { runUnitOfWork } from '../../../server/resources/unit-of-work.ts';
import { readAuditEntries } from '../../fixtures/server/audit-entries.ts';
import { startWebhookReceiver } from '../../fixtures/server/webhook-receiver.ts';
import { addWebhook, isGenuine, overLoopback } from '../fixtures/webhook-school.ts';
import { createRoomAnswerOp, handInAndDeliver, startExamRoom } from '../fixtures/exam-room.ts';
import { createClient, listFaultyFields, type PostCall, requireDone, startTestServer, type TestServer } from '../server-fixture.ts';

const dayMs = 24 * 3_600_000;

/** Writes an event of the first school, in a transaction of its own. */
const writeEvent = (server: TestServer, planId: number): Promise<void> =>
  runUnitOfWork(server.deps.db, 'nothing', {}, (tx) =>
    createWebhookWrites(tx, server.deps.chance).write({
      schoolId: server.schoolIds[0],
      event: 'planPublished',
      facts: { planId, planName: '中级工理论', startMs: 1, durationMs: 2 },
      nowMs: server.time.nowMs,
    }),
  );

describe('webhooks', () => {
  let server: TestServer;
  let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
  beforeEach(async () => {
    server = await startTestServer();
    receiver = await startWebhookReceiver();
  });

  it('send an event once, signed, and record the delivery', async () => {
    const webhook = await addWebhook(server, receiver.address, ['planPublished']);
    await writeEvent(server, 7);
    await webhook.send();
    await webhook.send();
    const [request, ...others] = receiver.received;
    expect(others).toEqual([]);
    const { headers, body, path } = request ?? { headers: {}, body: '', path: '' };
    expect(path).toBe('/hook?from=wenkao');
    const { nowMs } = server.time;
    expect(isGenuine(webhook.secret, headers, body, nowMs)).toBe(true);
    expect(isGenuine('another secret', headers, body, nowMs)).toBe(false);
    expect(isGenuine(webhook.secret, headers, `${body} `, nowMs)).toBe(false);
    expect(isGenuine(webhook.secret, { ...headers, 'wenkao-timestamp': String(Math.floor(nowMs / 1000) + 1) }, body, nowMs)).toBe(false);
    expect(JSON.parse(body)).toEqual({
      id: headers['wenkao-delivery'],
      event: 'planPublished',
      createdMs: nowMs,
      schoolId: server.schoolIds[0],
      data: { planId: 7, planName: '中级工理论', startMs: 1, durationMs: 2 },
    });
    expect(headers['wenkao-event']).toBe('planPublished');
    expect(await webhook.deliveries()).toMatchObject([
      { event: 'planPublished', state: 1, attempts: 1, status: 200, answer: 'ok', error: '', nextMs: null },
    ]);
  });

  it('retry a failed delivery at growing intervals under the same id, also from another server', async () => {
    const webhook = await addWebhook(server, receiver.address, ['planPublished']);
    receiver.answer.status = 503;
    receiver.answer.body = '<h1>down</h1>\nsecond line';
    await writeEvent(server, 7);
    await webhook.send();
    const [first] = await webhook.deliveries();
    expect(first).toMatchObject({
      state: 0,
      attempts: 1,
      status: 503,
      answer: '<h1>down</h1>',
      nextMs: server.time.nowMs + retryDelaysMs[0],
    });
    expect(first?.error).toContain('503');
    expect(await webhook.row()).toMatchObject({ state: 'failing', waiting: 1 });
    await webhook.send();
    expect(receiver.received).toHaveLength(1);
    webhook.restart();
    server.time.nowMs += retryDelaysMs[0];
    await webhook.send();
    receiver.answer.status = 204;
    server.time.nowMs += retryDelaysMs[1];
    await webhook.send();
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ headers }) => headers['wenkao-delivery'])).size).toBe(1);
    expect(await webhook.row()).toMatchObject({ state: 'working', waiting: 0 });
  });

  it('deliver after a restart what a stopping server did not finish', async () => {
    let isCut = true;
    const webhook = await addWebhook(server, receiver.address, ['planPublished'], async (request) => {
      const answer = await overLoopback(request);
      if (isCut) throw new Error('the server dies before it stores the answer');
      return answer;
    });
    await writeEvent(server, 7);
    await webhook.send();
    expect(await webhook.deliveries()).toMatchObject([{ state: 0, attempts: 0 }]);
    isCut = false;
    webhook.restart();
    await webhook.send();
    const keys = receiver.received.map(({ headers }) => headers['wenkao-delivery']);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(await webhook.deliveries()).toMatchObject([{ state: 1, attempts: 1 }]);
  });

  it('pause after a day of failures, store later events, and send all of them when resumed', async () => {
    const webhook = await addWebhook(server, receiver.address, ['planPublished']);
    receiver.answer.status = 500;
    await writeEvent(server, 1);
    await webhook.send();
    for (const delayMs of retryDelaysMs) {
      expect(await webhook.row()).toMatchObject({ state: 'failing' });
      server.time.nowMs += delayMs;
      await webhook.send();
    }
    expect(receiver.received).toHaveLength(1 + retryDelaysMs.length);
    expect(await webhook.row()).toMatchObject({ state: 'paused' });
    expect(await webhook.deliveries()).toMatchObject([{ state: 2, nextMs: null }]);
    await writeEvent(server, 2);
    server.time.nowMs += dayMs;
    await webhook.send();
    expect(receiver.received).toHaveLength(1 + retryDelaysMs.length);
    receiver.answer.status = 200;
    await webhook.call('/webhook/resume', { id: webhook.id });
    await webhook.send();
    expect(await webhook.deliveries()).toMatchObject([{ state: 1 }, { state: 1 }]);
    expect(await webhook.row()).toMatchObject({ state: 'working', waiting: 0 });
  });

  it('follow no redirect', async () => {
    const webhook = await addWebhook(server, receiver.address, ['planPublished']);
    const inner = await startWebhookReceiver();
    Object.assign(receiver.answer, { status: 307, headers: { location: inner.address } });
    await writeEvent(server, 7);
    await webhook.send();
    expect(inner.received).toEqual([]);
    expect((await webhook.deliveries())[0]?.error).toContain('不跟随转向');
  });

  it('read only the beginning of an answer', async () => {
    const webhook = await addWebhook(server, receiver.address, ['planPublished']);
    receiver.answer.body = 'x'.repeat(2 ** 22);
    await writeEvent(server, 7);
    await webhook.send();
    expect(await webhook.deliveries()).toMatchObject([{ state: 1, answer: 'x'.repeat(200) }]);
  });

  it('never connect to an internal address, even if a name changes its address after the check', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.8'], ['169.254.169.254'], ['::ffff:127.0.0.1'], ['100.64.0.1']];
    const port = new URL(receiver.address).port;
    for (const found of answers) {
      const network = createWebhookNetwork([], () => Promise.resolve(found.map((address) => ({ address }))));
      const request = { headers: {}, body: '', stopping: new AbortController().signal };
      await expect(createWebhookTransport(network)({ ...request, address: `https://rebound.example:${port}/` })).rejects.toThrow(
        'internal network',
      );
    }
    let asked = 0;
    const rebinding = createWebhookNetwork([], () => {
      asked += 1;
      return Promise.resolve([{ address: asked === 1 ? '192.0.0.1' : '127.0.0.1' }]);
    });
    const webhook = await addWebhook(server, `https://rebound.example:${port}/`, ['planPublished'], createWebhookTransport(rebinding));
    await writeEvent(server, 7);
    await webhook.send();
    expect([asked, receiver.received]).toEqual([1, []]);
    const refused = await createWebhookTransport(createWebhookNetwork([]))({
      address: receiver.address,
      headers: {},
      body: '',
      stopping: new AbortController().signal,
    }).catch((error: Error) => error.message);
    expect(refused).toContain('internal network');
  });

  it.each([
    'http://sis.school.example/',
    'https://admin:pw@sis.school.example/',
    'ftp://sis.school.example/',
    'http://127.0.0.1.evil.example/',
  ])('refuse the address %s', async (address) => {
    const admin = await server.callAs(2);
    const answer = await admin('/webhook/add', { ...createExampleDraft(webhookResource), address });
    expect(listFaultyFields(answer).map(({ path }) => path)).toEqual(['address']);
  });

  it('send a test event at once, without retries, and report the answer', async () => {
    const webhook = await addWebhook(server, receiver.address, ['planPublished']);
    const app = createApp({ ...server.deps, jobs: createJobRunner(server.deps), sendWebhook: overLoopback });
    const admin: PostCall = createClient(app).as(await server.openSession(2));
    expect(await requireDone<object>(admin('/webhook/test', { id: webhook.id }))).toMatchObject({ ok: true });
    receiver.answer.status = 404;
    expect(await requireDone<object>(admin('/webhook/test', { id: webhook.id }))).toMatchObject({ ok: false });
    expect(receiver.received.map(({ headers }) => headers['wenkao-event'])).toEqual(['test', 'test']);
    expect(await webhook.deliveries()).toMatchObject([{ state: 2, nextMs: null }, { state: 1 }]);
    expect(await webhook.row()).toMatchObject({ state: 'working' });
  });

  it('return a new secret once, use it at once, and neither store nor log it in plain text', async () => {
    const webhook = await addWebhook(server, receiver.address, ['planPublished']);
    const { secret } = await webhook.call<{ secret: string }>('/webhook/newSecret', { id: webhook.id });
    expect(secret).not.toBe(webhook.secret);
    await writeEvent(server, 7);
    await webhook.send();
    const [request] = receiver.received;
    expect(isGenuine(secret, request?.headers ?? {}, request?.body ?? '', server.time.nowMs)).toBe(true);
    const entries = JSON.stringify(await readAuditEntries(server.deps.db));
    const stored = JSON.stringify(server.raw.prepare('SELECT * FROM webhook_state').all());
    for (const text of [entries, stored]) expect(text).not.toContain(secret.slice(-20));
  });

  it('send nothing if disabled, without a secret, or of another school', async () => {
    const webhook = await addWebhook(server, receiver.address, ['planPublished', 'scoresReleased']);
    const draft = { ...createExampleDraft(webhookResource), address: receiver.address };
    await webhook.call('/webhook/add', { ...draft, name: '没有密钥', events: ['planPublished'] });
    const other = await server.callAs(2, 1);
    const theirs = await requireDone(other('/webhook/add', { ...draft, events: ['planPublished'] }));
    await requireDone(other('/webhook/newSecret', { id: theirs.id }));
    const key = { id: webhook.id, version: webhook.version };
    await webhook.call('/webhook/modify', { ...draft, events: ['planPublished'], enabled: false, ...key });
    await writeEvent(server, 7);
    await webhook.send();
    expect(receiver.received).toEqual([]);
  });
});

describe('webhook events of an exam', () => {
  it('report publishing, hand-in and release once each, without answers, scores and names', async () => {
    const receiver = await startWebhookReceiver();
    const room = await startExamRoom({ people: 2 });
    const { server, planId, examinees, startMs, endMs } = room;
    const webhook = await addWebhook(server, receiver.address, ['planPublished', 'handedIn', 'scoresReleased']);
    const sync = createSyncReads(server.deps.answerLog);
    const follow = () => createHandInEvents({ ...server.deps, sync });
    room.at(startMs);
    const pc = await room.sit(examinees[0]);
    await pc.send(createRoomAnswerOp(1, 'A'));
    await handInAndDeliver(pc);
    await sync.waitUntilProjected();
    const events = follow();
    await events.lookBack();
    await events.write();
    // After a restart the server looks back and finds the same hand-in again. No second event may be sent.
    const next = follow();
    await next.lookBack();
    await next.write();
    await webhook.send();
    room.at(endMs + 10 * 60_000);
    await room.release();
    await webhook.send();
    const told = receiver.received.map(({ body }) => JSON.parse(body) as { event: string; data: object });
    expect(told.map(({ event }) => event)).toEqual(['handedIn', 'scoresReleased']);
    expect(told[0]?.data).toEqual({ planId, planName: '考试', userId: examinees[0].userId, receivedMs: startMs });
    expect(told[1]?.data).toEqual({ planId, planName: '考试', releasedMs: server.time.nowMs });
  });

  it('are not sent to a webhook that was created after the hand-in', async () => {
    const receiver = await startWebhookReceiver();
    const room = await startExamRoom();
    room.at(room.startMs);
    const pc = await room.sit(room.examinees[0]);
    await handInAndDeliver(pc);
    const sync = createSyncReads(room.server.deps.answerLog);
    await sync.waitUntilProjected();
    room.at(room.startMs + 60_000);
    const webhook = await addWebhook(room.server, receiver.address, ['handedIn']);
    const events = createHandInEvents({ ...room.server.deps, sync });
    await events.lookBack();
    await events.write();
    await webhook.send();
    expect(receiver.received).toEqual([]);
  });
});

describe('webhook messages from a template', () => {
  const template = { message: '{"to":"{{phone}}","text":"{{name}}：{{planName}}"}', messageType: 'json' };

  it('are sent once to each examinee; examinees without a phone number are named in the delivery record', async () => {
    const receiver = await startWebhookReceiver();
    const room = await startExamRoom({ people: 3 });
    const { server, examinees } = room;
    const setPhone = server.raw.prepare('UPDATE user SET phone = ?, name = ? WHERE id = ?');
    setPhone.run('13800000001', '甲"乙', examinees[0].userId);
    setPhone.run('13800000002', '丙', examinees[1].userId);
    setPhone.run('', '丁', examinees[2].userId);
    const webhook = await addWebhook(server, receiver.address, ['scoresReleased'], overLoopback, template);
    room.at(room.endMs + 10 * 60_000);
    await room.release();
    await webhook.send();
    expect(receiver.received.map(({ body }) => JSON.parse(body) as object)).toEqual([
      { to: '13800000001', text: '甲"乙：考试' },
      { to: '13800000002', text: '丙：考试' },
    ]);
    const [last, ...sent] = await webhook.deliveries();
    expect(last).toMatchObject({ state: 2, attempts: 0, error: '丁没有登记手机号，没有发送' });
    expect(sent.map(({ state }) => state)).toEqual([1, 1]);
    // A message to a person without a phone number is never sent, not even when the webhook is resumed or the delivery is repeated.
    await webhook.call('/webhook/resume', { id: webhook.id });
    await webhook.call('/webhook/sendAgain', { deliveryId: last?.id });
    await webhook.send();
    expect(receiver.received).toHaveLength(2);
  });

  it('are refused if the template has unknown or unquoted placeholders', async () => {
    const admin = await (await startTestServer()).callAs(2);
    const add = (message: string) => admin('/webhook/add', { ...createExampleDraft(webhookResource), ...template, message });
    const [unknown] = listFaultyFields(await add('{"to":"{{phone}}","id":"{{idNumber}}"}'));
    expect(unknown).toEqual({ path: 'message', message: '没有这些占位符：idNumber' });
    expect(listFaultyFields(await add('{"to":{{phone}}}')).map(({ path }) => path)).toEqual(['message']);
  });

  it('are previewed for a person of the school, with the names of people without a phone number', async () => {
    const server = await startTestServer();
    server.raw.prepare('UPDATE user SET phone = ? WHERE id = ?').run('13900000009', server.idOf('type8'));
    const preview = await requireDone<{ body: string; withoutPhone: number; names: string[] }>(
      (await server.callAs(2))('/webhook/preview', template),
    );
    expect(JSON.parse(preview.body)).toMatchObject({ to: '13900000009' });
    const names = server.raw
      .prepare("SELECT name FROM user WHERE school_id = ? AND sits = 1 AND phone = ''")
      .pluck()
      .all(server.schoolIds[0]);
    expect([preview.withoutPhone, new Set(preview.names)]).toEqual([names.length, new Set(names)]);
  });
});
