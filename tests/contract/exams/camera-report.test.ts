import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CameraKind, CameraOutcome } from '../../../sync/contract/exams/camera.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { invigilationCalls } from '../../../sync/contract/exams/invigilation.ts';
import { noLockdown, serialiseLockdown } from '../../../sync/contract/exams/lockdown.ts';
import type { SittingGrant } from '../../../sync/contract/exams/sitting.ts';
import { toBase64url } from '../../../sync/crypto/bytes.ts';
import { sealCameraReport } from '../../../sync/crypto/camera-report.ts';
import { openVault } from '../../../sync/crypto/vault.ts';
import { createFileAddresses } from '../../../server/answer-log/calls/file-address.ts';
import { createCameraReports } from '../../../server/features/exams/invigilation/camera-reports.ts';
import { examRoomMinuteMs, type RoomExaminee } from '../fixtures/exam-room.ts';
import { startWatchedRoom } from '../fixtures/watched-room.ts';

const codes = { refused: 1002, forbidden: 1003, unavailable: 5000 };
const yearMs = 365.25 * 86_400_000;
const jpeg = (bytes = 40_000): Uint8Array<ArrayBuffer> => {
  const picture = new Uint8Array(randomBytes(bytes));
  picture.set([0xff, 0xd8, 0xff]);
  return picture;
};

/** Sets up a room before the start of a plan that requires a photo at entry and photos during the exam. */
async function filmed(rules = { entryPhoto: true, stillMinutes: 10 }) {
  const room = await startWatchedRoom(2);
  const { server, planId, examinees } = room;
  const { deps } = server;
  const setLockdown = (lockdown: Partial<typeof noLockdown>) =>
    deps.db
      .updateTable('exam_plan')
      .set({ lockdown: serialiseLockdown({ ...noLockdown, ...lockdown }) })
      .where('id', '=', planId)
      .execute();
  await setLockdown(rules);
  const vault = await openVault(new Uint8Array(32).fill(7));
  /** Seals a camera report (a picture, or the reason why there is none) as a PC does. Returns the body of the call that sends it. */
  const seal = async (
    grant: SittingGrant,
    kind: CameraKind,
    outcome: CameraOutcome,
    picture: Uint8Array<ArrayBuffer> = new Uint8Array(),
    itemId = `${kind}/${randomBytes(4).toString('hex')}`,
  ) => {
    const sitting = { ...grant, wrappedSittingKey: await vault.wrapSittingKey(grant) };
    const facts = { outcome, atMs: server.time.nowMs };
    const sealed = await sealCameraReport(itemId, { facts, picture }, (secret, binding) => vault.wrapForServer(sitting, secret, binding));
    return { ticket: grant.ticket, itemId, at: 0, sealed: toBase64url(sealed) };
  };
  const send = async (body: object): Promise<number> => (await server.post('/sync/piece', body)).code;
  const enter = (examinee: RoomExaminee) => examinee.read(examCalls.enter, { planId, deviceId: randomUUID(), moveHere: false });
  const [one, two] = examinees;
  const reports = createCameraReports(deps);
  const pictureAt = async (url: string | null | undefined) => {
    const named = createFileAddresses(deps.keys.ticketSecret).read(url ?? '', server.time.nowMs);
    return named && (await reports.picture(named.attemptId, named.itemId));
  };
  return { ...room, setLockdown, seal, send, enter, one, two, reports, pictureAt };
}

describe('the entry photo of an examinee', () => {
  it('arrives before the start, and the invigilator sees it beside the stored photo', async () => {
    const { seal, send, enter, one, two, watch, board, planId, roomId, pictureAt, examinees } = await filmed();
    expect((await board()).seats.map((seat) => seat.entryPhoto)).toEqual(['awaited', 'awaited']);
    const picture = jpeg();
    const body = await seal(await enter(one), 'entry', 'taken', picture);
    // A repeated report is stored once.
    expect([await send(body), await send(body)]).toEqual([0, 0]);
    expect(await send(await seal(await enter(two), 'entry', 'noCamera'))).toBe(0);

    const { seats } = await board();
    expect(seats.map(({ userId, entryPhoto, receivedOps }) => [userId, entryPhoto, receivedOps])).toEqual([
      [examinees[0].userId, 'taken', 0],
      [examinees[1].userId, 'noCamera', 0],
    ]);
    const { items } = await watch(invigilationCalls.getEntryPhotos, { planId, roomId });
    expect(items).toMatchObject([
      { userId: examinees[0].userId, outcome: 'taken' },
      { userId: examinees[1].userId, outcome: 'noCamera', url: null },
    ]);
    expect((await pictureAt(items[0]?.url))?.bytes.equals(picture)).toBe(true);
  });

  it('does not begin the attempt: an examinee who leaves after the photo has no ops', async () => {
    const { seal, send, enter, one, server, endMs, at, board } = await filmed();
    await send(await seal(await enter(one), 'entry', 'taken', jpeg()));
    expect(server.deps.answerLog.log.end()).toBe(0);
    at(endMs + 60 * examRoomMinuteMs);
    expect((await board()).seats[0]).toMatchObject({ receivedOps: 0, answered: 0, entryPhoto: 'taken' });
  });

  it('may be taken again, and the newest photo is shown', async () => {
    const { seal, send, enter, one, at, startMs, watch, planId, roomId } = await filmed();
    const grant = await enter(one);
    await send(await seal(grant, 'entry', 'refused'));
    at(startMs - examRoomMinuteMs);
    await send(await seal(grant, 'entry', 'taken', jpeg()));
    expect((await watch(invigilationCalls.getEntryPhotos, { planId, roomId })).items).toMatchObject([{ outcome: 'taken' }]);
  });

  it('is announced to the examinee beforehand, with the last day of its retention', async () => {
    const { one, setLockdown } = await filmed();
    const notice = async () => (await one.read(examCalls.myList, {})).items[0]?.camera;
    expect(await notice()).toEqual({ entryPhoto: true, stillMinutes: 10, until: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string });
    await setLockdown({});
    expect(await notice()).toBeNull();
  });
});

describe('refusals of camera reports', () => {
  it('refuses a report that the plan does not ask for', async () => {
    const { seal, send, enter, one, setLockdown } = await filmed({ entryPhoto: true, stillMinutes: 0 });
    const grant = await enter(one);
    expect(await send(await seal(grant, 'still', 'taken', jpeg()))).toBe(codes.refused);
    await setLockdown({});
    expect(await send(await seal(grant, 'entry', 'taken', jpeg()))).toBe(codes.refused);
  });

  it('refuses a report without the sitting key, or with a changed item or upload token', async () => {
    const { seal, send, enter, one, two } = await filmed();
    const [mine, other] = [await enter(one), await enter(two)];
    // An attacker has the upload token of the first examinee, but only the sitting key of another examinee.
    expect(await send(await seal({ ...mine, sittingKey: other.sittingKey }, 'entry', 'taken', jpeg()))).toBe(codes.refused);
    const body = await seal(mine, 'entry', 'taken', jpeg());
    expect(await send({ ...body, itemId: 'entry/00000000' })).toBe(codes.refused);
    expect(await send({ ...body, ticket: other.ticket })).toBe(codes.refused);
    expect(await send({ ...body, ticket: `${mine.ticket.slice(0, -3)}AAA` })).toBe(codes.forbidden);
    expect(await send({ ...body, sealed: 'AAAA' })).toBe(codes.refused);
  });

  it('refuses a picture that is invalid or too large, and limits the number of reports', async () => {
    const { seal, send, enter, one } = await filmed();
    const grant = await enter(one);
    expect(await send(await seal(grant, 'entry', 'taken', new Uint8Array(randomBytes(2_000))))).toBe(codes.refused);
    expect(await send(await seal(grant, 'entry', 'taken'))).toBe(codes.refused);
    expect(await send(await seal(grant, 'entry', 'noCamera', jpeg()))).toBe(codes.refused);
    expect(await send(await seal(grant, 'still', 'taken', jpeg(60_000)))).toBe(codes.refused);
    for (let n = 0; n < 10; n += 1) expect(await send(await seal(grant, 'entry', 'declined'))).toBe(0);
    expect(await send(await seal(grant, 'entry', 'declined'))).toBe(codes.refused);
  });

  it('refuses pictures while the disk is full, but accepts reports without a picture', async () => {
    const { seal, send, enter, one, server } = await filmed();
    const grant = await enter(one);
    const use = { kind: 'request', userId: 1, schoolId: 1, bytes: 2 ** 60 } as const;
    const full = server.deps.space.reserve({ ...use, name: 'full' });
    const body = await seal(grant, 'still', 'taken', jpeg());
    expect(await send(body)).toBe(codes.unavailable);
    expect(await send(await seal(grant, 'still', 'noSpace'))).toBe(0);
    full.release();
    expect(await send(body)).toBe(0);
  });
});

describe('access to camera pictures', () => {
  it('shows stills only to the invigilators of the room and the staff of the plan', async () => {
    const { seal, send, enter, one, two, server, watch, teacher, planId, roomId, pictureAt, staff } = await filmed();
    const grant = await enter(one);
    const picture = jpeg();
    await send(await seal(grant, 'still', 'taken', picture));
    await send(await seal(grant, 'entry', 'taken', jpeg()));
    const seen = await watch(invigilationCalls.getExaminee, { planId, userId: one.userId });
    const record = await teacher(invigilationCalls.getCameraReports, { planId, userId: one.userId });
    for (const items of [seen.camera, record.items]) {
      expect(items).toHaveLength(2);
      expect(items).toMatchObject([
        { outcome: 'taken', epoch: 1 },
        { outcome: 'taken', epoch: 1 },
      ]);
      expect((await pictureAt(items.find(({ kind }) => kind === 'still')?.url))?.bytes.equals(picture)).toBe(true);
    }

    const { userId } = one;
    for (const post of [one.post, two.post, await server.callAs(7), await server.callAs(8)]) {
      expect((await post('/invigilation/getEntryPhotos', { planId, roomId })).code).toBe(codes.forbidden);
      expect((await post('/invigilation/getExaminee', { planId, userId })).code).toBe(codes.forbidden);
      expect((await post('/invigilation/getCameraReports', { planId, userId })).code).toBe(codes.forbidden);
    }
    // An invigilator who has no duty in this room is refused.
    const stranger = await server.callOf(await server.addUser(5, 'stranger'));
    for (const path of ['getEntryPhotos', 'getExaminee'])
      expect((await stranger(`/invigilation/${path}`, { planId, roomId, userId })).code).not.toBe(0);
    expect((await stranger('/invigilation/getCameraReports', { planId, userId })).code).toBe(codes.forbidden);
    // A teacher with whom the plan is not shared is refused.
    const teacherApart = await server.callOf(await server.addUser(6, 'apart'));
    expect((await teacherApart('/invigilation/getCameraReports', { planId, userId })).code).not.toBe(0);
    const otherSchool = await server.callAs(3, 1);
    expect((await otherSchool('/invigilation/getCameraReports', { planId, userId })).code).not.toBe(0);
    expect((await staff('/invigilation/getEntryPhotos', { planId, roomId })).code).toBe(codes.forbidden);
    // The calls by which examinees read their own exam return no picture.
    for (const call of ['/exam/myList', '/exam/myAnswers']) {
      const told = JSON.stringify((await one.post(call, { planId })).data);
      expect(told).not.toMatch(/answer-files|still\/|entry\//);
    }
  });

  it('refuses guessed and altered addresses of pictures', async () => {
    const { seal, send, enter, one, watch, planId, pictureAt } = await filmed();
    const grant = await enter(one);
    const body = await seal(grant, 'still', 'taken', jpeg());
    await send(body);
    const url = (await watch(invigilationCalls.getExaminee, { planId, userId: one.userId })).camera[0]?.url ?? '';
    expect(await pictureAt(url)).toBeDefined();
    expect(await pictureAt(`/answer-files/${body.itemId}`)).toBeUndefined();
    expect(await pictureAt(`${url.slice(0, -2)}AA`)).toBeUndefined();
  });
});

describe('retention of camera pictures', () => {
  it('deletes the pictures when the retention of the exam is over, and keeps the reports', async () => {
    const { seal, send, enter, one, at, startMs, reports, teacher, planId, server } = await filmed();
    await send(await seal(await enter(one), 'still', 'taken', jpeg()));
    at(startMs + 4.9 * yearMs);
    expect(await reports.sweep()).toBe(0);
    at(startMs + 5.1 * yearMs);
    expect(await reports.sweep()).toBe(1);
    expect(await reports.sweep()).toBe(0);
    const rows = await server.deps.db.selectFrom('camera_report').selectAll().where('plan_id', '=', planId).execute();
    expect(rows).toMatchObject([{ outcome: 'taken', sealed: null }]);
    void teacher;
  });
});
