import { expect, it } from 'vitest';
import { createMarkedSchool, examOverMs } from '../../../../tests/fixtures/server/marked-school.ts';
import { createRecordHandlers } from './record-handlers.ts';

const reason = '已核对';

async function sat() {
  const school = await createMarkedSchool();
  const record = createRecordHandlers(school.deps);
  const [first = 0] = school.examinees;
  return {
    ...school,
    first,
    /** Waives all examinees, so that the release does not wait for missing answers, and releases the scores. */
    async release() {
      school.setNow(examOverMs);
      await school.exam.waive({ planId: 1, userIds: school.examinees, reason }, school.teacher);
      await school.exam.releaseScores({ id: 1, inSpite: { reason } }, school.teacher);
    },
    /** Makes all examinees absent at the PCs; then each given marker enters 6 points for the first examinee's written paper. */
    async enteredBy(...markers: number[]) {
      for (const attempt of school.attempts)
        school.double.set(attempt, { receivedOps: 0, handedIn: false, complete: false, status: -2, stayedAway: true });
      school.setNow(examOverMs);
      const { ticket_no: ticketNo } = await school.db
        .selectFrom('exam_examinee')
        .select('ticket_no')
        .where('user_id', '=', first)
        .executeTakeFirstOrThrow();
      const sheet = { planId: 1, decide: false, rows: [{ ticketNo, points: 6 }] };
      for (const n of markers) await school.marking.enter(sheet, school.marker(n));
    },
    recorded: async () => {
      const [item] = (await record.getList({}, school.examineeContext(first))).items;
      return [item?.points, item?.passed];
    },
  };
}

it('the record shows no result, rather than a failure, for a waived attempt with an unmarked answer', async () => {
  const at = await sat();
  await at.release();
  expect(await at.recorded()).toEqual([null, null]);
});

it('points entered by only one person count in no record and show no score', async () => {
  const at = await sat();
  await at.enteredBy(1);
  await at.release();
  expect(await at.recorded()).toEqual([null, null]);
  await expect(at.exam.myScore({ planId: 1 }, at.examineeContext(at.first))).rejects.toMatchObject({ error: 'refused' });
});

it('equal points entered by two people count', async () => {
  const at = await sat();
  await at.enteredBy(1, 2);
  await at.release();
  expect(await at.recorded()).toEqual([6, true]);
  expect(await at.exam.myScore({ planId: 1 }, at.examineeContext(at.first))).toMatchObject({ points: 6, passed: true });
});
