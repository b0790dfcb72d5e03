import { markingCalls } from '../../sync/contract/marking.ts';
import { sectionType } from '../../sync/contract/codes.ts';
import type { AnswerKey } from '../../sync/contract/question.ts';
import { answer, enters, examRoom, type Pc, reading } from './exam-room.ts';
import { names } from './file-room.ts';
import type { Call } from './server-fixture.ts';

export const rubric: AnswerKey = {
  kind: 'rubric',
  reference: '<p>机密参考</p>',
  items: [
    { text: '主电路', points: 0.5 },
    { text: '控制电路', points: 1.5 },
  ],
  veto: ['带电操作'],
};
/** Points for both of its scoring points. */
export const given = (...points: number[]) => ({ points, veto: [] as number[], comment: '' });

/**
 * An exam that is over: its second question was written by everybody, its third was performed; a group marks it, the first of it leads. `photo`: each
 * has it on the second answer, and it lies on their PC still.
 */
export async function markingRoom({ people = 3, markers = 4, twice = false, right = 'A', photo = undefined as Buffer | undefined } = {}) {
  const room = await examRoom({ people, right });
  const { server, planId } = room;
  const { db } = server.deps;
  const ids: number[] = [];
  for (let n = 0; n < markers; n += 1) ids.push(await server.addUser(4, `marker${n}`));
  const [leader = 0, ...members] = ids;
  const named = {
    school_id: server.schoolIds[0],
    name: '一组',
    leader_id: leader,
    members: JSON.stringify(members.map((userId) => ({ userId, quota: 0 }))),
    twice: twice ? 1 : 0,
    tolerance: 0.5,
    note: '',
    updated_ms: 0,
    created_ms: 0,
  };
  const group = await db
    .insertInto('marker_group')
    .values(named as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('exam_plan_group')
    .values({ plan_id: planId, group_id: group.id, position: 0, twice: twice ? 1 : 0, tolerance_cent: 50 })
    .execute();
  const answerKey = JSON.stringify(photo ? { ...rubric, files: { most: 1 } } : rubric);
  for (const [item, type] of [
    ['2', sectionType.questionAnswer],
    ['3', sectionType.practical],
  ] as const)
    await db.updateTable('exam_item').set({ type, answer_key: answerKey }).where('item_id', '=', item).execute();
  const rows = await db.selectFrom('exam_item').select(['item_id', 'question_id']).where('plan_id', '=', planId).execute();
  const question = (item: string): number => rows.find((row) => row.item_id === item)?.question_id ?? 0;
  room.at(room.startMs);
  const pcs: Pc[] = [];
  for (const [n, sitter] of room.sitters.entries()) {
    const pc = await room.sit(sitter);
    pcs.push(pc);
    await pc.send(enters, answer(1, 'A'), answer(2, `作答之${n}`), answer(4, n % 2 === 0 ? 'A' : 'B'), ...(photo ? [names([photo])] : []));
    await (
      await pc.handIn()
    )();
  }
  room.at(room.endMs);
  const calls: Call[] = [];
  for (const id of ids) calls.push(await server.callOf(id));
  /** Hours have passed since the first of them signed in. */
  const staff = await server.callAs(6);
  const sitters: Call[] = [];
  for (const { userId } of room.sitters) sitters.push(await server.callOf(userId));
  const written = { planId, questionId: question('2') };
  const performed = { planId, questionId: question('3') };
  return {
    ...room,
    staff,
    teacher: reading(staff),
    pcs,
    markerIds: ids,
    markers: calls,
    sitterCalls: sitters,
    question,
    written,
    performed,
    marker: (n: number) => reading(calls[n] ?? staff),
    /** Everything that is to be marked, by as many as it takes. */
    async markAll(): Promise<void> {
      for (const [n, call] of calls.entries()) {
        const read = reading(call);
        for (;;) {
          const { script } = await read(markingCalls.take, written);
          if (script === null) break;
          await read(markingCalls.mark, { ...written, code: script.code, basis: script.basis, given: given(0.5, n % 2) });
        }
        if (n > 2) continue;
        for (let code = 1; code <= people; code += 1) {
          const { script } = await read(markingCalls.take, { ...performed, code });
          await read(markingCalls.mark, { ...performed, code, basis: script?.basis, given: given(0.5, 1) });
        }
      }
    },
  };
}
