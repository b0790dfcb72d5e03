import { beforeAll, describe, expect, it } from 'vitest';
import { classResource } from '../../../sync/contract/people/class.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { type PostCall, requireDone, startTestServer } from '../server-fixture.ts';
import { validPersonDraft } from '../fixtures/resource-drafts.ts';

interface Found {
  matched: { row: number; sheet?: string; user: { name: string; class_name: string; student_no: string } }[];
  open: { row: number; reason: string; candidates: { name: string }[] }[];
}

describe('finding examinees by class and by spreadsheet', () => {
  let teacher: PostCall;
  let stranger: PostCall;
  let classId: number;
  beforeAll(async () => {
    const server = await startTestServer();
    const admin = server.as(await server.openSession(2));
    teacher = server.as(await server.openSession(6));
    stranger = await server.callAs(6, 1);
    const room = { ...createBlankDraft(classResource), name: '电工一班', grade: '2026' };
    ({ id: classId } = await requireDone<{ id: number }>(admin('/class/add', room)));
    await requireDone(admin('/class/add', { ...room, name: '空班', grade: '2025' }));
    const add = (name: string, student_no: string, extra: object = {}) =>
      requireDone(
        admin('/user/add', { ...validPersonDraft, user_type: 7, name, login_name: student_no, student_no, class_id: classId, ...extra }),
      );
    await add('张三', 'S1', { id_number: '320199200205010172' });
    await add('李四', 'S2');
    await add('张三', 'S3', { class_id: null });
  });
  const match = (call: PostCall, rows: object[]) => requireDone<Found>(call('/user/matchExamUsers', { rows }));

  it('returns the enabled students of each class, newest grade first', async () => {
    const { items } = await requireDone<{ items: { name: string; user_ids: number[] }[] }>(teacher('/user/getExamClasses', {}));
    expect(items.map(({ name, user_ids }) => [name, user_ids.length])).toEqual([
      ['电工一班', 2],
      ['空班', 0],
    ]);
  });

  it('filters the list by class, or to people without a class', async () => {
    const names = async (class_id: number) =>
      (
        await requireDone<{ items: { name: string; class_name: string }[] }>(
          teacher('/user/getExamUserList', { sort: 'login_name', filter: { class_id } }),
        )
      ).items.map(({ name, class_name }) => `${name} ${class_name}`);
    expect(await names(classId)).toEqual(['张三 电工一班', '李四 电工一班']);
    expect(await names(0)).toContain('张三 ');
    expect(await names(0)).not.toContain('李四 电工一班');
  });

  it('matches rows by ID number, student number or name, and gives the reason for each unmatched row', async () => {
    const found = await match(teacher, [
      { row: 2, cells: { name: '张 三', id_number: '３２０１９９２００２０５０１０１７２' } },
      { row: 3, cells: { name: '李四' } },
      { row: 4, cells: { name: '张三' } },
      { row: 5, cells: { student_no: 'S2' } },
      { row: 6, sheet: '二班', cells: { name: '无此人' } },
    ]);
    expect(found.matched.map(({ row, user }) => [row, user.name, user.student_no, user.class_name])).toEqual([
      [2, '张三', 'S1', '电工一班'],
      [3, '李四', 'S2', '电工一班'],
    ]);
    expect(found.open.map(({ row, reason, candidates }) => [row, reason, candidates.length])).toEqual([
      [4, '有 2 名同名考生，请选择', 2],
      [5, '与第 3 行是同一个人', 0],
      [6, '没有叫“无此人”的考生', 0],
    ]);
    expect(JSON.stringify(found)).not.toContain('320199200205010172');
  });

  it('finds nobody of another school', async () => {
    const cells = [{ student_no: 'S1' }, { id_number: '320199200205010172' }, { name: '李四' }];
    const found = await match(
      stranger,
      cells.map((each, at) => ({ row: at + 2, cells: each })),
    );
    expect(found.matched).toEqual([]);
    expect(found.open.map(({ candidates }) => candidates)).toEqual([[], [], []]);
    expect((await requireDone<{ items: object[] }>(stranger('/user/getExamClasses', {}))).items).toEqual([]);
  });

  it('matches names stored in another Unicode form, and asks about namesakes that only look alike', async () => {
    const server = await startTestServer();
    const office = server.as(await server.openSession(2));
    const add = (name: string, no: string) =>
      requireDone<{ id: number }>(office('/user/add', { ...validPersonDraft, user_type: 7, name, login_name: no, student_no: no }));
    const names = ['ＪＯＨＮ', '阿迪力•买买提', '王\u200b五', '⻢力', '王明（大）'];
    for (const [at, name] of names.entries()) await add(name, `N${at}`);
    const found = await match(
      office,
      names.map((name, at) => ({ row: at + 2, cells: { name } })),
    );
    expect(found.matched.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6]);
    // Simulates rows that an older version stored.
    server.raw.prepare("UPDATE user SET name = '阿迪力・买买提' WHERE student_no = 'N0'").run();
    expect((await match(office, [{ row: 2, cells: { name: '阿迪力.买买提' } }])).open.map(({ candidates }) => candidates.length)).toEqual([
      2,
    ]);
  });
});
