import { describe, expect, it } from 'vitest';
import type { PersonFields } from '../../../../../sync/contract/people/person.ts';
import { maskShownIdNumber, normalisePerson, listPersonErrors } from './person-check.ts';

const good: PersonFields = {
  name: '张三',
  login_name: 'zhang3',
  phone: '13812345678',
  sex: 2,
  id_type: 1,
  id_number: '11010519491231002X',
  education: 3,
  ethnicity: 1,
  political: 13,
  source: 4,
  employer: '',
  student_no: '2026-001',
  ticket_no: '',
  class_id: 1,
  extra_roles: [],
  note: '',
};
const faulty = (change: Partial<PersonFields>, type: 6 | 7 = 7) =>
  listPersonErrors(normalisePerson({ ...good, ...change }), type, Date.UTC(2026, 10, 27)).map(
    ({ path, message }) => `${path}: ${message['zh-CN']}`,
  );

describe('normalisePerson and listPersonErrors', () => {
  it('accept full-width digits, spaces and a small x', () => {
    expect(faulty({})).toEqual([]);
    expect(normalisePerson({ ...good, phone: '138 1234 5678', id_number: '110105 19491231 002x', login_name: 'ｚhang3' })).toEqual(good);
  });

  it('remove invisible characters from names', () => {
    expect(normalisePerson({ ...good, name: ' 张\u200B三 ', employer: '一\u200B厂' })).toMatchObject({ name: '张三', employer: '一厂' });
  });

  it('give a name or number one form, whichever characters it was copied with', () => {
    for (const name of ['阿迪力·买买提', '阿迪力•买买提', '阿迪力・买买提', '阿迪力．买买提', '阿迪力 · 买买提\u200b'])
      expect(normalisePerson({ ...good, name }).name).toBe('阿迪力·买买提');
    expect(normalisePerson({ ...good, name: '⻢力', student_no: '2026\u200e-001\u202c' })).toMatchObject({
      name: '马力',
      student_no: '2026-001',
    });
  });

  it('accept an ID number with direction marks', () => {
    expect(faulty({ id_number: '\u202d110105\u00ad19491231002X\u202c' })).toEqual([]);
  });

  it.each<[Partial<PersonFields>, string]>([
    [{ name: ' ' }, 'name: 请填写'],
    [{ name: '\u200B\u202E' }, 'name: 请填写'],
    [{ name: '<b>' }, 'name: 姓名不能含有换行、引号或尖括号'],
    [{ login_name: 'a b' }, 'login_name: 登录名为 2～64 个字符，可用字母、数字、汉字和 . _ - @，不能有空格'],
    [{ phone: '12345' }, 'phone: 手机号应为 11 位数字，以 1 开头；境外号码以 + 开头'],
    [{ student_no: '1/2' }, 'student_no: 只能用字母、数字和短横线'],
    [{ id_number: '110105194912310' }, 'id_number: 身份证号码应为 18 位'],
    [{ id_number: '110105194912310021' }, 'id_number: 身份证号码的校验位不正确，请核对'],
    [{ id_number: '110105194913310021' }, 'id_number: 身份证号码中的出生日期不存在'],
    [{ id_number: '110105203012310026' }, 'id_number: 身份证号码中的出生日期在今天以后'],
    [{ id_number: '110105194912310000' }, 'id_number: 号码的末几位已被表格软件抹去；请把这一列设为文本格式后重新填写'],
    [{ id_number: '1.10105E+17' }, 'id_number: 号码的末几位已被表格软件抹去；请把这一列设为文本格式后重新填写'],
    [{ id_type: 0 }, 'id_number: 请选择证件类型'],
    [{ id_type: 6, id_number: '!' }, 'id_number: 证件号码为 5～30 位字母、数字'],
    [{ sex: 1 }, 'sex: 性别与身份证号码不一致'],
    [{ extra_roles: ['marker'] }, 'extra_roles: 这一类用户不能兼任该角色'],
  ])('refuse %j with a reason at its field', (change, fault) => {
    expect(faulty(change)).toEqual([fault]);
  });

  it('allow a class only for a student, and extra roles such as marker only for a teacher', () => {
    expect(faulty({}, 6)).toEqual(['class_id: 只有学生可以编入班级']);
    expect(faulty({ class_id: null, extra_roles: ['marker', 'invigilator'] }, 6)).toEqual([]);
  });

  it('mask most of an ID number, and a short number completely', () => {
    expect(maskShownIdNumber('11010519491231002X')).toBe('110***********002X');
    expect(maskShownIdNumber('E1234567')).toBe('********');
  });
});
