import { formatWithoutRandomParts } from '../fixtures/exam-room.ts';
import { describe, expect, it } from 'vitest';
import { certificateCalls } from '../../../sync/contract/marking/certificate.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { markingCalls } from '../../../sync/contract/marking/marking.ts';
import { scoreCalls } from '../../../sync/contract/marking/score.ts';
import { allCalls, hasIdInPath, hasIdInput } from '../fixtures/every-call.ts';
import { createTestMark, startMarkingRoom } from '../fixtures/marking-room.ts';
import { getCallInput } from '../fixtures/call-inputs.ts';
import { createCertificateDraft } from '../fixtures/resource-drafts.ts';
import { allTypes, type PostCall } from '../server-fixture.ts';

type Room = Awaited<ReturnType<typeof startMarkingRoom>>;
const looks = allCalls.filter(({ changes }) => !changes);
const mayMarkersAsk = allCalls.filter(({ access }) => access === 'signedIn' || (typeof access !== 'string' && access.includes('marker')));

/** Returns the examinees' names, admission numbers and attempt ids. */
async function peopleIn(room: Room): Promise<string[]> {
  const { examinees } = await room.teacher(examCalls.getById, { id: room.planId });
  return examinees.flatMap(({ name, ticketNo, attemptId }) => [name, ticketNo, attemptId ?? '']).filter((text) => text.length > 4);
}
const inputOf = (room: Room, path: string): object => {
  const { planId } = room;
  const userId = room.examinees[0]?.userId;
  if (/^\/(?:marking|score|certificate|archive)\//.test(path) && hasIdInPath(path))
    return getCallInput(
      path,
      { ...room.written, userId, 'certificate.id': 1 },
      { '/certificate/issue': createCertificateDraft(planId, 1) },
    );
  return { planId, id: planId, planIds: [planId], kind: 'written', userId };
};

describe('a marker', () => {
  it('sees no examinee’s name, number or attempt in any call, and neither does the leader', async () => {
    const room = await startMarkingRoom({ twice: true });
    const secrets = await peopleIn(room);
    expect(secrets.length).toBeGreaterThanOrEqual(6);
    let answered = 0;
    const askAll = async (): Promise<void> => {
      for (const call of [room.markers[0], room.markers[1]])
        for (const { path } of mayMarkersAsk.filter(({ path }) => !/^\/(user|sync|upload)\//.test(path))) {
          const answer = await call?.(path, inputOf(room, path));
          if (answer?.code === 0) answered += 1;
          const told = JSON.stringify(answer);
          // Skip the totals of performance tasks: assessors saw the persons, and the totals are printed with names.
          if (path === '/marking/getTotals') continue;
          // The list for entering points of papers on paper shows admission numbers, because these are written on the papers.
          if (path !== '/marking/getEntries' || !secrets.some((secret) => /^\d+$/.test(secret)))
            expect([path, secrets.filter((secret) => told.includes(secret))]).toEqual([path, []]);
        }
    };
    await askAll();
    const script = (await room.marker(1)(markingCalls.take, room.written)).script;
    await room.marker(1)(markingCalls.mark, { ...room.written, code: script?.code, basis: script?.basis, given: createTestMark(0.5, 1.5) });
    await askAll();
    expect(answered).toBeGreaterThan(10);
  });

  it('sees nothing of the other marker’s points, and cannot open the leader’s comparison', async () => {
    const room = await startMarkingRoom({ people: 1, twice: true });
    const one = (await room.marker(1)(markingCalls.take, room.written)).script;
    await room.marker(1)(markingCalls.mark, { ...room.written, code: 1, basis: one?.basis, given: createTestMark(0.5, 0.5) });
    const before = await Promise.all(['getTask', 'take'].map((verb) => (room.markers[2] ?? room.staff)(`/marking/${verb}`, room.written)));
    expect(JSON.stringify(before)).not.toMatch(/"total":1\b|"points":\[0\.5,0\.5\]/);
    const two = (await room.marker(2)(markingCalls.take, room.written)).script;
    expect(two?.given).toBeNull();
    await room.marker(2)(markingCalls.mark, { ...room.written, code: 1, basis: two?.basis, given: createTestMark(0, 1.5) });
    const own = await room.marker(1)(markingCalls.getTask, room.written);
    expect(own.scripts).toMatchObject([{ total: 1 }]);
    expect(JSON.stringify(own.scripts)).not.toContain('1.5');
    for (const path of ['/marking/getOverview', '/marking/getScript'])
      expect(await room.markers[1]?.(path, { ...room.written, code: 1 })).toMatchObject({ code: 1002 });
  });
});

describe('an examinee', () => {
  it('sees the own score after the release, but no key and nothing about others', async () => {
    const room = await startMarkingRoom();
    await room.markAll();
    await room.teacher(examCalls.releaseScores, { id: room.planId });
    const [mine, other] = [room.examineeCalls[0] as PostCall, room.examinees[1]];
    const secrets = (await peopleIn(room)).filter((text) => !text.includes('sitter0') && text !== room.examinees[0]?.userId.toString());
    const own = await room.teacher(examCalls.getById, { id: room.planId });
    const ownAttempt = own.examinees[0]?.attemptId ?? '';
    const theirs = allCalls.filter(({ access }) => access === 'signedIn' || (typeof access !== 'string' && access.includes('examUser')));
    let told = 0;
    for (const { path, changes } of theirs) {
      if (changes || path === '/user/logout') continue;
      const answer = await mine(path, { ...inputOf(room, path), userId: other?.userId });
      if (answer.code === 0) told += 1;
      const text = JSON.stringify(answer);
      expect([path, secrets.filter((secret) => secret !== ownAttempt && text.includes(secret))]).toEqual([path, []]);
      expect([path, /机密|"right":\["|"key":\{/.test(text)]).toEqual([path, false]);
    }
    expect(told).toBeGreaterThan(5);
    const score = await mine('/exam/myScore', { planId: room.planId });
    expect(score).toMatchObject({ code: 0, data: { planId: room.planId } });
  });

  it('cannot open another examinee’s certificate', async () => {
    const room = await startMarkingRoom();
    await room.markAll();
    await room.teacher(examCalls.releaseScores, { id: room.planId });
    const { raw, schoolIds } = room.server;
    const row = {
      plan_id: room.planId,
      school_id: schoolIds[0],
      profession: '电工',
      level: 4 as const,
      parts: '[]',
      pattern: '',
      issued_ms: 1,
    };
    const issuedBy = room.server.idOf('type6');
    for (const [n, { userId }] of room.examinees.entries())
      await room.server.deps.db
        .insertInto('certificate')
        .values({ ...row, number: `S32013201002626400000${n}`, user_id: userId, name: `sitter${n}`, issued_by: issuedBy })
        .execute();
    expect(raw).toBeDefined();
    const rows = await room.server.deps.db.selectFrom('certificate').select(['id', 'user_id']).orderBy('id').execute();
    for (const [n, call] of room.examineeCalls.entries())
      for (const { id, user_id } of rows) {
        const answer = await call(certificateCalls.getById.path, { id });
        expect(answer.code).toBe(user_id === room.examinees[n]?.userId ? 0 : 1005);
      }
    // Markers, invigilators and users of another school cannot read the certificates either.
    for (const [type, at] of [
      [4, 0],
      [5, 0],
      [6, 1],
      [2, 1],
    ] as const)
      for (const { id } of rows)
        expect((await (await room.server.callAs(type, at))(certificateCalls.getById.path, { id })).code).not.toBe(0);
    const verified = await room.server.post(certificateCalls.verify.path, { number: 'S320132010026264000000' });
    expect(JSON.stringify(verified)).not.toMatch(/sitter|"id"|userId|planId|points/);
  });
});

describe('unreleased results', () => {
  it('do not leak to outsiders: two exams that differ only in their keys give the same answers to every call', async () => {
    const worlds = await Promise.all([startMarkingRoom({ right: 'A' }), startMarkingRoom({ right: 'B' })]);
    const transcripts = [];
    for (const room of worlds) {
      await room.markAll();
      room.at(room.endMs + 60_000);
      const { examinees } = await room.teacher(examCalls.getById, { id: room.planId });
      expect(examinees.every(({ points }) => points !== null)).toBe(true);
      const told: Record<string, string> = {};
      const colleague = await room.server.callOf(await room.server.addUser(6, 'colleague'));
      const outsiders: [string, PostCall][] = [['colleague', colleague]];
      // Outsiders in the school are all user types except administrators, the leader and teachers; a teacher without rights on the plan is one, too.
      // In the other school, all user types are outsiders.
      for (const type of allTypes) {
        if (![1, 2, 3, 6].includes(type)) outsiders.push([`own ${type}`, await room.server.callAs(type)]);
        outsiders.push([`other ${type}`, await room.server.callAs(type, 1)]);
      }
      for (const [n, call] of room.examineeCalls.entries()) outsiders.push([`sitter ${n}`, call]);
      for (const [who, call] of outsiders)
        for (const { path, access } of looks.filter(
          (one) => hasIdInput(one) || /^\/(score|certificate|marking|record|exam)\//.test(one.path),
        )) {
          if (access === 'ticket') continue;
          // Wait for the audit log: a refusal is written to it after the reply, so the entries that this call returns would depend on timing.
          if (path.startsWith('/audit/')) await room.server.deps.audit.settled();
          told[`${who} ${path}`] = formatWithoutRandomParts(await call(path, inputOf(room, path)));
        }
      transcripts.push(told);
    }
    const [first = {}, second = {}] = transcripts;
    expect(Object.keys(first).length).toBeGreaterThan(1_000);
    // A colleague may read the questions of the bank with their answer keys, even if an exam uses them. All other replies are equal for the two
    // exams, which differ only in their answer keys.
    expect(Object.keys(first).filter((key) => first[key] !== second[key])).toEqual(['colleague /question/getById']);
    // The comparison can find a difference: the server's replies to the teacher who owns the plan do differ.
    const analyses = await Promise.all(worlds.map((room) => room.staff(scoreCalls.getAnalysis.path, { planId: room.planId })));
    expect(formatWithoutRandomParts(analyses[0])).not.toBe(formatWithoutRandomParts(analyses[1]));
  });
});
