import { beforeEach, describe, expect, it } from 'vitest';
import { schoolConfig } from '../../../sync/contract/people/school.ts';
import { formatZoneDay } from '../../../sync/contract/zone-time.ts';
import { archiveCalls } from '../../../sync/contract/marking/archive.ts';
import { createApp } from '../../../server/app.ts';
import type { ArchivedPhoto } from '../../../server/archive/archive-format.ts';
import { readChainedLines } from '../../../server/archive/chained-lines.ts';
import { readStoredFiles } from '../../../server/archive/stored-zip.ts';
import { formatKeyFingerprint, verifyArchive } from '../../../server/archive/verify-archive.ts';
import { mountArchives } from '../../../server/features/marking/archive/archive-routes.ts';
import { createAttemptLogReads } from '../../../server/answer-log/calls/attempt-log-reads.ts';
import { createSyncReads } from '../../../server/answer-log/calls/sync-reads.ts';
import type { ManyUploadReads } from '../../../server/features/platform/upload/upload-reads.ts';
import { createRoomAnswerOp, enterOp, startExamRoom, examRoomMinuteMs, handInAndDeliver } from '../fixtures/exam-room.ts';

const url = (letter: string): string => `/uploads/${letter.repeat(32)}.jpg`;
const bytes = new Uint8Array([255, 216, 255]);
/** Fakes the reads of uploads: the school has files a and b, another school has c, and the bytes of b are missing. */
const uploads: Pick<ManyUploadReads, 'ofSchool' | 'pictures'> = {
  ofSchool: async (urls, schoolId) =>
    new Map(urls.filter((each) => schoolId === 1 && each !== url('c')).map((each) => [each, { kind: 'jpeg', sizeBytes: 3, pixels: null }])),
  pictures: async (urls) => new Map(urls.filter((each) => each !== url('b')).map((each) => [each, { bytes, mime: 'image/jpeg' }])),
};

/**
 * Creates an exam with four examinees and released scores. The first used one tab, the second two tabs, the third moved to another PC, and the fourth
 * was absent.
 */
async function satRoom() {
  const room = await startExamRoom({ people: 4 });
  const { server } = room;
  room.at(room.startMs);
  const [plain, tabs, moved] = room.examinees;
  const first = await room.sit(plain);
  await first.send(enterOp, createRoomAnswerOp(1, 'A'), createRoomAnswerOp(2, 'B'), createRoomAnswerOp(3, 'A'));
  await handInAndDeliver(first);
  const one = await room.sit(tabs);
  await one.send(enterOp, createRoomAnswerOp(1, 'B'));
  const other = await room.tab(one);
  await other.send(createRoomAnswerOp(1, 'A'), createRoomAnswerOp(4, 'A'));
  await handInAndDeliver(one, one, other);
  const before = await room.sit(moved);
  await before.send(enterOp, createRoomAnswerOp(1, 'C'));
  const after = await room.sit(moved, before);
  await after.send(createRoomAnswerOp(2, 'A'));
  await handInAndDeliver(after, before, after);
  room.at(room.endMs + 10 * examRoomMinuteMs);
  const app = createApp(server.deps, server.handlers, (routes) =>
    mountArchives(routes, {
      ...server.deps,
      sync: createSyncReads(server.deps.answerLog),
      logs: createAttemptLogReads(server.deps.answerLog),
      uploads,
    }),
  );
  // Open a new session, because the clock has moved by hours.
  const staff = await server.callAs(6);
  return {
    ...room,
    staff,
    release: () => staff('/exam/releaseScores', { id: room.planId, inSpite: { reason: '已核对' } }),
    make: () => staff(archiveCalls.make.path, { planId: room.planId }),
    fetch: (url: string) => app.request(url),
    async archive(): Promise<Buffer> {
      const { url } = archiveCalls.make.output.parse((await this.make()).data);
      const reply = await this.fetch(url);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/zip']);
      return Buffer.from(await reply.arrayBuffer());
    },
  };
}
let at: Awaited<ReturnType<typeof satRoom>>;
beforeEach(async () => {
  at = await satRoom();
});

describe('the archive of an exam', () => {
  it('is verified without the server: bytes, hash chains, counting ops and scores', async () => {
    expect((await at.release()).code).toBe(0);
    const { keys } = at.server.deps;
    const zip = await at.archive();
    const verdict = await verifyArchive(zip, keys.publicKeys.receiptPublic);
    expect(verdict).toMatchObject({ faults: [], name: '考试', attempts: 4, scores: 4 });
    expect(verdict.ops).toBeGreaterThan(12);
    expect((await at.make()).data).toMatchObject({ print: formatKeyFingerprint(keys.publicKeys.receiptPublic) });
    expect((await verifyArchive(zip, 'BAAA')).faults).toEqual(['signature.json: signed by another key']);
    const { files } = readStoredFiles(zip);
    expect([...files.keys()].filter((path) => !path.startsWith('log/'))).toEqual([
      'README.txt',
      'plan.jsonl',
      'papers.jsonl',
      'corrections.jsonl',
      'examinees.jsonl',
      'answers.jsonl',
      'marks.jsonl',
      'evidence.jsonl',
      'paper-entries.jsonl',
      'scores.jsonl',
      'reviews.jsonl',
      'certificates.jsonl',
      'index.json',
      'signature.json',
    ]);
    expect(files.get('scores.jsonl')?.toString()).toContain('"points":4');
  });

  it('names the place of any altered byte', async () => {
    await at.release();
    const zip = await at.archive();
    const line = zip.indexOf('"points":4') + '"points":'.length;
    const forged = Buffer.from(zip);
    forged[line] = '8'.charCodeAt(0);
    expect((await verifyArchive(forged)).faults).toContainEqual(
      expect.stringMatching(/^scores\.jsonl, line [1-4]: is not as it was written$/),
    );
    for (let place = 0; place < zip.length; place += 97) {
      const altered = Buffer.from(zip);
      altered[place] = (zip[place] ?? 0) ^ 1;
      const { faults } = await verifyArchive(altered).catch((fault: Error) => ({ faults: [fault.message] }));
      expect([place, faults.length > 0, faults.every((fault) => /^(byte \d+|\S+(, line \d+)?): /.test(fault))]).toEqual([
        place,
        true,
        true,
      ]);
    }
    // An archive with its last byte cut off, and one with an additional byte.
    for (const other of [zip.subarray(0, -1), Buffer.concat([zip, Buffer.from('x')])])
      expect((await verifyArchive(other)).faults).toHaveLength(1);
  });

  it('contains each assessor’s picture of the school once, and lists missing pictures', async () => {
    await at.release();
    const { raw } = at.server;
    const marker = raw.prepare('SELECT id FROM user LIMIT 1').pluck().get();
    const attempts = raw.prepare('SELECT attempt_id FROM exam_examinee WHERE attempt_id IS NOT NULL ORDER BY position').pluck().all();
    const taken = [
      ['a', 'b'],
      ['a', 'c'],
    ];
    for (const [n, letters] of taken.entries()) {
      const photos = letters.map((letter, row) => ({ row, url: url(letter), takenMs: 7 }));
      raw
        .prepare("INSERT INTO item_mark (plan_id, attempt_id, item_id, marker_id, taken_ms, given, basis) VALUES (?, ?, '99', ?, 1, ?, '')")
        .run(at.planId, attempts[n], marker, JSON.stringify({ points: [1], veto: [], comment: '', photos }));
    }
    const zip = await at.archive();
    expect((await verifyArchive(zip)).faults).toEqual([]);
    const { files } = readStoredFiles(zip);
    const kept = `evidence/${'a'.repeat(32)}.jpg`;
    expect([...files.keys()].filter((path) => path.startsWith('evidence/'))).toEqual([kept]);
    expect([...(files.get(kept) ?? [])]).toEqual([...bytes]);
    const { rows } = readChainedLines('evidence.jsonl', files.get('evidence.jsonl') ?? Buffer.alloc(0));
    expect(rows.map((row) => (row as ArchivedPhoto).path)).toEqual([kept, null, kept, null]);
  });

  it('reports stored scores that do not follow from answers, keys and marks', async () => {
    await at.release();
    await at.archive();
    at.server.raw.prepare('UPDATE attempt_score SET points_cent = 800 WHERE points_cent = 400').run();
    const { faults } = await verifyArchive(await at.archive());
    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults) expect(fault).toMatch(/^scores\.jsonl, line \d: 8 stands there, 4 follows from answers, keys and marks$/);
  });

  it('made during a key correction contains either the old or the new key, with matching scores', async () => {
    await at.release();
    const { server, planId } = at;
    const question = server.raw.prepare("SELECT question_id FROM exam_item WHERE item_id = '1'").pluck().get();
    const correction = { planId, questionId: question, correction: { kind: 'keys', keys: [{ kind: 'choice', right: ['B'] }] } };
    const logs = createAttemptLogReads(server.deps.answerLog);
    let corrected: object | undefined;
    const streamsOf: typeof logs.streamsOf = async (attemptId) => {
      if (corrected === undefined) {
        const { data } = await at.staff('/score/previewCorrection', correction);
        const { length: changed } = (data as { changed: unknown[] }).changed;
        expect(changed).toBeGreaterThan(0);
        corrected = await at.staff('/score/correct', { ...correction, reason: '答案有误', changed });
      }
      return logs.streamsOf(attemptId);
    };
    const app = createApp(server.deps, server.handlers, (routes) =>
      mountArchives(routes, { ...server.deps, sync: createSyncReads(server.deps.answerLog), logs: { ...logs, streamsOf }, uploads }),
    );
    const { url: address } = archiveCalls.make.output.parse((await at.make()).data);
    const zip = Buffer.from(await (await app.request(address)).arrayBuffer());
    expect(corrected).toMatchObject({ code: 0 });
    expect((await verifyArchive(zip)).faults).toEqual([]);
    expect((await verifyArchive(await at.archive())).faults).toEqual([]);
  });

  it('is no longer served to a user who has lost the right to it', async () => {
    await at.release();
    const { url } = archiveCalls.make.output.parse((await at.make()).data);
    const { raw, idOf } = at.server;
    const me = idOf('type6');
    const other = idOf('type2');
    const ways: readonly (readonly [string, string])[] = [
      [`UPDATE user SET status = 0 WHERE id = ${me}`, `UPDATE user SET status = 1 WHERE id = ${me}`],
      [`UPDATE user SET user_type = 7 WHERE id = ${me}`, `UPDATE user SET user_type = 6 WHERE id = ${me}`],
      [`UPDATE exam_plan SET created_by = ${other}`, `UPDATE exam_plan SET created_by = ${me}`],
      ['UPDATE school SET status = 0 WHERE id = 1', 'UPDATE school SET status = 1 WHERE id = 1'],
    ];
    for (const [taken, given] of ways) {
      raw.exec(taken);
      expect([taken, (await at.fetch(url)).status]).toEqual([taken, 404]);
      raw.exec(given);
      expect((await at.fetch(url)).status).toBe(200);
    }
  });

  it('states its retention; overdue exams are listed, and a school may lengthen the retention but not shorten it', async () => {
    await at.release();
    const { raw } = at.server;
    const school = await at.server.callAs(2);
    const listOf = async () => archiveCalls.getRetention.output.parse((await school('/archive/getRetention', {})).data);
    const { paperUntil, until } = archiveCalls.make.output.parse((await at.make()).data);
    const endDay = formatZoneDay(at.endMs, 'Asia/Shanghai');
    const later = (years: number): string => `${Number(endDay.slice(0, 4)) + years}${endDay.slice(4)}`;
    expect([paperUntil, until]).toEqual([later(3), later(5)]);
    expect(await listOf()).toEqual({ paperYears: 3, years: 5, items: [] });
    const endOf = (day: string): number => Date.parse(`${day}T23:59:00+08:00`);
    const listAt = async (ms: number) => {
      at.at(ms);
      const again = await at.server.callAs(2);
      return archiveCalls.getRetention.output
        .parse((await again('/archive/getRetention', {})).data)
        .items.map(({ planId, isOver }) => [planId, isOver]);
    };
    expect(await listAt(endOf(paperUntil))).toEqual([]);
    expect(await listAt(endOf(paperUntil) + 120_000)).toEqual([[at.planId, false]]);
    expect(await listAt(endOf(until) + 120_000)).toEqual([[at.planId, true]]);
    const set = (years: number) =>
      raw.prepare('UPDATE school SET config = ? WHERE id = 1').run(JSON.stringify({ config_retention_paper_years: years }));
    set(10);
    expect(await listAt(endOf(until) + 120_000)).toEqual([]);
    expect(schoolConfig.safeParse({ config_retention_paper_years: 2 }).success).toBe(false);
    expect(schoolConfig.safeParse({ config_retention_years: 4 }).success).toBe(false);
  });

  it('is refused before the release; its address is short-lived, rate-limited and bound to plan and account', async () => {
    expect((await at.make()).code).toBe(1002);
    await at.release();
    const { url, untilMs } = archiveCalls.make.output.parse((await at.make()).data);
    const [text = '', seal = ''] = url.slice('/archives/'.length).split('.');
    const other = Buffer.from(text, 'base64url').toString().replace('"planId":1', '"planId":2');
    expect((await at.fetch(`/archives/${Buffer.from(other).toString('base64url')}.${seal}`)).status).toBe(404);
    expect((await at.fetch('/archives/x')).status).toBe(404);
    for (let n = 0; n < 20; n += 1) expect((await at.fetch(url)).status).toBe(200);
    expect((await at.fetch(url)).status).toBe(429);
    at.at(untilMs);
    expect((await at.fetch(url)).status).toBe(404);
    // Callers of another school, and users without rights on the plan, are refused.
    for (const [type, where] of [
      [6, 1],
      [8, 0],
      [4, 0],
    ] as const)
      expect((await (await at.server.callAs(type, where))(archiveCalls.make.path, { planId: at.planId })).code).not.toBe(0);
  });
});
