import { beforeEach, describe, expect, it } from 'vitest';
import { classResource } from '../../../sync/contract/people/class.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { computeIdCheckDigit } from '../../../sync/contract/people/id-number.ts';
import { type PostCall, requireDone as answered, startTestServer, type TestServer } from '../server-fixture.ts';

interface Preview {
  good: number;
  faulty: number;
  faults: { row: number; column: string; reason: string }[];
  newClasses: string[];
}
interface Done {
  imported: number;
  skipped: number;
  passwords: { row: number; name: string; login_name: string; password: string; class_name: string }[];
}

describe('importing people', () => {
  let server: TestServer;
  let school: PostCall;
  const sheet = (rows: Record<string, string>[], more: object = {}) => ({
    user_type: 7,
    addClasses: true,
    rows: rows.map((cells, at) => ({ row: at + 2, cells })),
    ...more,
  });
  const preview = async (rows: Record<string, string>[], more: object = {}) =>
    (await school('/user/importPreview', sheet(rows, more))).data as Preview;
  const count = () => server.raw.prepare<[], number>('SELECT count(*) FROM user').pluck().get();

  beforeEach(async () => {
    server = await startTestServer();
    school = await server.callAs(2);
  });

  it('lists every fault with its row, column and reason, and writes nothing', async () => {
    const before = count();
    await school('/class/add', { ...createBlankDraft(classResource), name: '一班' });
    const found = await preview(
      [
        {
          name: '张三',
          student_no: 'S1',
          class: '一班',
          sex: '女',
          education: '大专',
          ethnicity: '汉',
          political: '群众',
          id_number: '11010519491231002X',
        },
        { name: '李四', login_name: 'TYPE7', education: '博士', class: '二班' },
        { name: '', student_no: 's1', id_number: '110105194912310021' },
        { name: '王五', login_name: 'wang5', sex: '男', id_number: '11010519491231002x', phone: '1' },
        { name: '赵六' },
      ],
      { addClasses: false },
    );
    expect(found.good).toBe(1);
    expect(found.faults.map((fault) => `${fault.row} ${fault.column} ${fault.reason}`)).toEqual([
      '3 education 没有“博士”这一项，可填：研究生、大学本科、大专、中专、技工学校、高中、初中、小学',
      '3 login_name 登录名已经存在',
      '3 class 没有“二班”这个班级',
      '4 name 请填写',
      '4 id_number 身份证号码的校验位不正确，请核对',
      '4 student_no 与第 2 行重复',
      '5 phone 手机号应为 11 位数字，以 1 开头；境外号码以 + 开头',
      '5 sex 性别与身份证号码不一致',
      '5 id_number 与第 2 行重复',
      '6 login_name 登录名、学号、准考证号至少填写一项',
    ]);
    expect(count()).toBe(before);
    // Staff sign in only by login name, so they must have one.
    const staff = await preview([{ name: '周 八' }, { name: '吴　九', login_name: 'wu9' }], { user_type: 6 });
    expect(staff.faults.map((fault) => `${fault.row} ${fault.column} ${fault.reason}`)).toEqual(['2 login_name 请填写']);
  });

  it('takes each row’s user type from the sheet, and reports missing, unknown and forbidden types', async () => {
    const rows = [
      { name: '周教师', login_name: 'zhou', user_type: '教师' },
      { name: '吴监考', login_name: 'wu', user_type: 'invigilator' },
      { name: '郑阅卷', login_name: 'zheng', user_type: '4' },
      { name: '王学生', student_no: 'S9', user_type: '学生' },
    ];
    const wrong = [
      { name: '冯某', login_name: 'feng' },
      { name: '陈某', login_name: 'chen', user_type: '保安' },
      // The caller may not create this type. The row is reported for that only; whether the login name exists is not revealed.
      { name: '褚某', login_name: 'type7', user_type: '超级管理员' },
    ];
    const found = await preview([...rows, ...wrong], { user_type: null });
    expect(found.good).toBe(4);
    const allowed = '阅卷员、监考员、教师、学生、考生、报名用户';
    expect(found.faults.map((fault) => `${fault.row} ${fault.column} ${fault.reason}`)).toEqual([
      `6 user_type 请填写类别：${allowed}`,
      `7 user_type 没有“保安”这一类，可填：${allowed}`,
      '8 user_type 您不能管理这一类用户',
    ]);
    await answered(school('/user/import', { ...sheet([...rows, ...wrong], { user_type: null }), mode: 'good' }));
    const typeOf = server.raw.prepare<[string], number>('SELECT user_type FROM user WHERE login_name = ?').pluck();
    expect(['zhou', 'wu', 'zheng', 'S9', 'feng', 'chen'].map((name) => typeOf.get(name))).toEqual([6, 5, 4, 7, undefined, undefined]);
    // The type in a cell is used even if a type was chosen for the whole sheet.
    expect((await preview([{ name: '卫某', login_name: 'wei', user_type: '系统管理员' }], { user_type: 6 })).faults).toHaveLength(1);
  });

  it('lets a teacher import students only, whatever type a row has', async () => {
    const teacher = await server.callAs(6);
    const teacherId = server.raw.prepare<[], number>("SELECT id FROM user WHERE login_name = 'type6'").pluck().get() ?? 0;
    const own = { ...createBlankDraft(classResource), name: '自己班', headTeacherId: teacherId };
    await answered(school('/class/add', own));
    const rows = [
      { name: '学生', student_no: 'S1', class: '自己班', user_type: '学生' },
      { name: '同事', login_name: 'col', user_type: '教师' },
    ];
    const answer = (await teacher('/user/importPreview', sheet(rows, { user_type: null }))).data as Preview;
    expect(answer.faults.map((fault) => `${fault.row} ${fault.column} ${fault.reason}`)).toEqual(['3 user_type 您不能管理这一类用户']);
    expect((await teacher('/user/importPreview', sheet(rows, { user_type: 6 }))).code).toBe(1003);
  });

  it('refers to rows of several sheets by the name of their sheet', async () => {
    const row = (sheet: string, student_no: string) => ({ row: 2, sheet, cells: { name: '张三', student_no } });
    const rows = [row('一班', 'S1'), row('二班', 'S2'), row('三班', 's1')];
    const found = (await school('/user/importPreview', { user_type: 7, addClasses: true, rows })).data as Preview;
    expect(found.faults).toMatchObject([{ row: 2, sheet: '三班', column: 'student_no', reason: '与“一班”第 2 行重复' }]);
  });

  it('writes the valid rows or none, as chosen, with a password for each and the missing classes', async () => {
    const rows = [
      { name: '张三', student_no: 'S1', class: '新班' },
      { name: '', student_no: 'S2' },
      { name: '王 五', student_no: 'S3', class: '新班' },
    ];
    const before = count();
    expect((await school('/user/import', { ...sheet(rows), mode: 'all' })).code).toBe(1002);
    expect(count()).toBe(before);
    expect((await preview(rows)).newClasses).toEqual(['新班']);
    const done = (await school('/user/import', { ...sheet(rows), mode: 'good' })).data as Done;
    expect(done).toMatchObject({ imported: 2, skipped: 1 });
    expect(done.passwords.map((each) => [each.row, each.name, each.login_name, each.class_name])).toEqual([
      [2, '张三', 'S1', '新班'],
      [4, '王五', 'S3', '新班'],
    ]);
    const [first] = done.passwords;
    const answer = await server.post('/user/login', { login_name: 's1', login_pwd: first?.password, school_id: server.schoolIds[0] });
    const me = server.as((answer.data as { token: string }).token);
    expect((await me('/user/getInfo', {})).data).toMatchObject({ user: { name: '张三', must_change_password: true } });
    expect(((await school('/class/getList', {})).data as { items: object[] }).items).toMatchObject([{ name: '新班', studentCount: 2 }]);
    // Importing the same sheet again adds no user.
    expect((await school('/user/import', { ...sheet(rows), mode: 'good' })).code).toBe(1002);
  });

  it.each(['一\u200B班', 'e\u0301班'])('finds a class stored as %j by a name that looks the same', async (stored) => {
    const room = await answered(school('/class/add', { ...createBlankDraft(classResource), name: '某班' }));
    server.raw.prepare('UPDATE class SET name = ? WHERE id = ?').run(stored, room.id);
    const seen = { name: '张三', student_no: 'S1', class: stored };
    expect(await preview([seen], { addClasses: false })).toMatchObject({ good: 1, faults: [], newClasses: [] });
    // Another class has exactly the name of the sheet. It takes precedence over the class whose name only looks the same.
    const twin = { ...createBlankDraft(classResource), name: stored };
    const exact = await answered(school('/class/add', twin));
    await answered(school('/user/import', { ...sheet([seen]), mode: 'all' }));
    const { items } = await answered<{ items: object[] }>(school('/class/getList', { sort: 'name' }));
    expect(items).toHaveLength(2);
    expect(items).toContainEqual(expect.objectContaining({ id: exact.id, studentCount: 1 }));
    const figures = await answered<{ items: { id: number | null }[] }>(school('/progress/getClasses', {}));
    expect(figures.items.flatMap(({ id }) => id ?? [])).toEqual(expect.arrayContaining([room.id, exact.id]));
  });

  it('lets a teacher import only into the teacher’s own classes', async () => {
    const teacherId = server.raw.prepare<[], number>("SELECT id FROM user WHERE login_name = 'type6'").pluck().get();
    await school('/class/add', { name: '我班', grade: '', headTeacherId: teacherId, teacherIds: [], note: '' });
    await school('/class/add', { ...createBlankDraft(classResource), name: '别班' });
    const teacher = await server.callAs(6);
    const rows = ['我班', '别班', '新班', ''].map((name, at) => ({ name: '张三', student_no: `S${at}`, class: name }));
    const found = (await teacher('/user/importPreview', sheet(rows))).data as Preview;
    expect(found.faults.map((fault) => [fault.row, fault.column])).toEqual([
      [3, 'class'],
      [4, 'class'],
      [5, 'class'],
    ]);
    expect((await teacher('/user/importPreview', sheet(rows, { user_type: 6 }))).code).toBe(1003);
  });

  it('imports five thousand students in one transaction that lets other calls run meanwhile', async () => {
    const rows = Array.from({ length: 5000 }, (_, at) => {
      const first17 = `320199200${String(at % 10)}0101${String(at % 1000).padStart(3, '0')}`;
      const area = `32${String(1000 + Math.floor(at / 100)).slice(-4)}`;
      const number = area + first17.slice(6);
      return {
        name: `学生${at}`,
        student_no: `2026${String(at).padStart(5, '0')}`,
        class: `${Math.floor(at / 50) + 1}班`,
        id_number: number + computeIdCheckDigit(number),
        phone: '13812345678',
        education: '高中',
      };
    });
    let turns = 0;
    let importing = true;
    const others = (async () => {
      while (importing) {
        await new Promise(setImmediate);
        turns += 1;
      }
    })();
    const done = (await school('/user/import', { ...sheet(rows), mode: 'all' })).data as Done;
    importing = false;
    await others;
    expect(done.imported).toBe(5000);
    expect(new Set(done.passwords.map((each) => each.password)).size).toBe(5000);
    expect(turns).toBeGreaterThan(20);
    expect(((await school('/user/getList', { filter: { user_type: 7, keyword: '04999' } })).data as { total: number }).total).toBe(1);
  }, 60_000);
});
