import { beforeEach, describe, expect, it } from 'vitest';
import { retryDelaysMs } from '../../../server/features/platform/webhook/webhook-sender.ts';
import { startWebhookReceiver } from '../../fixtures/server/webhook-receiver.ts';
import { pickVersionKey } from '../fixtures/area-changes.ts';
import { createApplicationRoom } from '../fixtures/application-school.ts';
import { createRoomAnswerOp, handInAndDeliver, startExamRoom } from '../fixtures/exam-room.ts';
import { createCertificateDraft, validProfessionDraft } from '../fixtures/resource-drafts.ts';
import { addWebhook, isGenuine } from '../fixtures/webhook-school.ts';
import { requireDone, type RowReference, type TestServer } from '../server-fixture.ts';

type Receiver = Awaited<ReturnType<typeof startWebhookReceiver>>;
type Webhook = Awaited<ReturnType<typeof addWebhook>>;

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});

/** Sends the due deliveries while the receiver is down, and again when it is up. Returns the data of each event that the receiver accepted. */
async function sendOverFailure(server: TestServer, webhook: Webhook): Promise<unknown[]> {
  const before = receiver.received.length;
  receiver.answer.status = 503;
  await webhook.send();
  const refused = receiver.received.slice(before);
  receiver.answer.status = 200;
  server.time.nowMs += retryDelaysMs[0];
  await webhook.send();
  await webhook.send();
  const taken = receiver.received.slice(before + refused.length);
  const keysOf = (requests: typeof taken) => new Set(requests.map(({ headers }) => headers['wenkao-delivery']));
  expect(keysOf(taken)).toEqual(keysOf(refused));
  for (const { headers, body } of taken) expect(isGenuine(webhook.secret, headers, body, server.time.nowMs)).toBe(true);
  return taken.map(({ body }) => (JSON.parse(body) as { data: unknown }).data);
}

describe('the certificateIssued webhook', () => {
  /** Starts a server with an exam whose scores are released. One of two examinees has passed, and the school may issue certificates. */
  async function startReleased() {
    const room = await startExamRoom({ people: 2 });
    const { server, examinees } = room;
    const webhook = await addWebhook(server, receiver.address, ['certificateIssued']);
    const profession = await requireDone((await server.callAs(1))('/prof/add', validProfessionDraft));
    const admin = await server.callAs(2);
    await requireDone(admin('/prof/setOffered', { ids: [profession.id], offered: true }));
    server.raw
      .prepare("UPDATE school SET site_code = '010026', config = ? WHERE id = ?")
      .run(JSON.stringify({ config_body_code: '3201', config_province_code: '32' }), server.schoolIds[0]);
    room.at(room.startMs);
    const pc = await room.sit(examinees[0]);
    await pc.send(...[1, 2, 3, 4].map((item) => createRoomAnswerOp(item, 'A')));
    await handInAndDeliver(pc);
    room.at(room.endMs + 10 * 60_000);
    await room.release();
    const staff = await server.callAs(6);
    const issue = () =>
      requireDone<{ issued: number }>(
        staff('/certificate/issue', { ...createCertificateDraft(room.planId, profession.id), incomplete: [examinees[0].userId] }),
      );
    return { ...room, webhook, issue };
  }

  it('sends each certificate once, with number and holder, despite a failing receiver and concurrent calls', async () => {
    const { server, planId, examinees, webhook, issue } = await startReleased();
    const issued = await Promise.all([issue(), issue()]);
    expect(new Set(issued.map((each) => each.issued))).toEqual(new Set([0, 1]));
    const number = server.raw.prepare<[], string>('SELECT number FROM certificate').pluck().get();
    expect(await sendOverFailure(server, webhook)).toEqual([
      { planId, planName: '考试', certificates: [{ id: expect.any(Number) as number, number, userId: examinees[0].userId }] },
    ]);
    expect((await issue()).issued).toBe(0);
    expect(await sendOverFailure(server, webhook)).toEqual([]);
    expect(await webhook.deliveries()).toMatchObject([{ event: 'certificateIssued', state: 1, attempts: 2 }]);
  });
});

describe('the applicationDecided webhook', () => {
  it('sends each decision once: returned, then approved; only one of two concurrent reviewers decides', async () => {
    const { server, made, raw, ask, filled } = await createApplicationRoom();
    const webhook = await addWebhook(server, receiver.address, ['applicationDecided']);
    const filling = await filled(12, '/enroll/getMine', made.batch.id, '110101200109235262');
    const filed = await ask(12, '/enroll/submit', filling);
    const facts = {
      kind: 'enroll',
      applicationId: filed.id,
      offerId: made.batch.id,
      offerName: '机密批次',
      userId: server.idOf('type12'),
    };
    const decision = (row: RowReference, choice: object) => ({ items: [pickVersionKey(row)], marks: {}, reason: '', ...choice });
    const returning = decision(filed, { decision: 'return', reason: '照片不清楚' });
    const both = await Promise.all([raw(11, '/enroll/decide', returning), raw(11, '/enroll/decide', returning)]);
    expect(both.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await sendOverFailure(server, webhook)).toEqual([{ ...facts, decision: 'returned' }]);

    const { version } = await requireDone<RowReference>(
      raw(12, '/enroll/submit', { ...filling, version: (await ask(11, '/enroll/getById', { id: filed.id })).version }),
    );
    await ask(11, '/enroll/decide', decision({ id: filed.id, version }, { decision: 'approve', reason: '材料齐全' }));
    expect(await sendOverFailure(server, webhook)).toEqual([{ ...facts, decision: 'approved' }]);
    expect(await webhook.deliveries()).toMatchObject([
      { state: 1, attempts: 2 },
      { state: 1, attempts: 2 },
    ]);
  });

  it('sends only the decided applications of a batch that was partly refused', async () => {
    const { server, made, ask, filled } = await createApplicationRoom();
    const webhook = await addWebhook(server, receiver.address, ['applicationDecided']);
    const filed = await ask(7, '/declare/submit', await filled(7, '/declare/getMine', made.project.id, '110101200109235262'));
    const items = [pickVersionKey(filed), { id: filed.id + 1000, version: 1 }];
    await ask(2, '/declare/decide', { items, decision: 'approve', marks: {}, reason: '已核实' });
    expect(await sendOverFailure(server, webhook)).toEqual([
      {
        kind: 'declare',
        applicationId: filed.id,
        offerId: made.project.id,
        offerName: '机密项目',
        userId: server.idOf('type7'),
        decision: 'approved',
      },
    ]);
  });
});
