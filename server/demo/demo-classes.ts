import { classResource } from '../../sync/contract/people/class.ts';
import { personFields } from '../../sync/contract/people/person.ts';
import { createBlankDraft } from '../../sync/contract/resource.ts';
import type { AllHandlers } from '../http/handler.ts';
import { requireAccepted, type SeedContext } from './seed-context.ts';

export type ClassHandlers = Pick<AllHandlers, 'class' | 'user' | 'prof'>;

const classes = [
  { name: '电工 2601 班', grade: '2026', note: '中级电工' },
  { name: '电工 2602 班', grade: '2026', note: '中级电工' },
] as const;
/** Who registered and waits, so that there is something to approve. */
const applicants = [
  ['newcomer1', '罗子墨', '电工 2601 班'],
  ['newcomer2', '梁雨桐', '电工 2602 班，转学生'],
] as const;

/** Two classes of the demo school with its students and examinees, all of them electricians, one teacher over both, and two applications. */
export async function addDemoClasses(
  handlers: ClassHandlers,
  school: SeedContext,
  teacherId: number,
  website: string,
  passwordOf: (loginName: string) => string,
): Promise<void> {
  const { items } = requireAccepted(await handlers.user.getExamUserList({ page: 1, pageSize: 200 }, school));
  const half = Math.ceil(items.length / 2);
  for (const [at, fields] of classes.entries()) {
    const made = requireAccepted(
      await handlers.class.add(
        { ...createBlankDraft(classResource), ...fields, headTeacherId: teacherId, teacherIds: [teacherId] },
        school,
      ),
    );
    const user_ids = items.slice(at * half, (at + 1) * half).map((item) => item.id);
    requireAccepted(await handlers.class.assign({ class_id: made.id, user_ids }, school));
  }
  const { items: staff } = requireAccepted(await handlers.user.getList({ page: 1, pageSize: 200, filter: { status: 1 } }, school));
  const inTrade = [
    ...items.map((item) => item.id),
    ...staff.flatMap((each) => (each.user_type === 12 || each.id === teacherId ? [each.id] : [])),
  ];
  await putIntoProfession(handlers, school, inTrade);
  for (const [login_name, name, note] of applicants) {
    const form = { website, user_type: 7 as const, login_name, name, note, login_pwd: passwordOf(login_name), phone: '13800000000' };
    requireAccepted(await handlers.user.addRS({ ...form, sex: 0, id_type: 1, id_number: '', student_no: '', employer: '' }, school));
  }
}

/** These people's `mohrss_prof_no` and `mohrss_prof_allname` say 电工. */
async function putIntoProfession(handlers: ClassHandlers, school: SeedContext, userIds: readonly number[]): Promise<void> {
  const [profession] = requireAccepted(await handlers.prof.getList({ page: 1, pageSize: 1, filter: { keyword: '电工' } }, school)).items;
  for (const id of profession === undefined ? [] : userIds) {
    const person = requireAccepted(await handlers.user.getById({ id }, school));
    const fields = personFields.parse({ ...person, id_number: null, prof_id: profession?.id });
    requireAccepted(await handlers.user.modify({ ...fields, id, version: person.version }, school));
  }
}
