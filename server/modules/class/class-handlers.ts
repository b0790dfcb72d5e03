import type { Kysely } from 'kysely';
import type { ClassFields, ClassRow } from '../../../sync/contract/class.ts';
import { versionNoteStore } from '../../db/version-note-store.ts';
import type { Database } from '../../db/schema.ts';
import { type Caller, type Handlers, refuse, Refusal } from '../../http/handler.ts';
import { readListQuery } from '../../http/list-query.ts';
import { refuseStale } from '../../http/stale-version.ts';
import type { ServerClock } from '../../ports.ts';
import { userReads } from '../user/user-reads.ts';
import { classFieldNames, classMessages as messages } from './class-messages.ts';
import { classReads } from './class-reads.ts';
import { type ClassRecord, classSorts, classStore } from './class-store.ts';

export function classHandlers({ db, clock }: { db: Kysely<Database>; clock: ServerClock }): Handlers<'class'> {
  const store = classStore(db);
  const users = userReads(db);
  const actor = (caller: Caller) => ({ userId: caller.userId, nowMs: clock.nowMs() });

  const mine = async (caller: Caller): Promise<(id: number) => boolean> => {
    if (caller.userType !== 6) return () => caller.userType === 2;
    const taught = await classReads(db).taughtBy(caller.userId);
    return (id) => taught.has(id);
  };
  const rowsOf = async (records: readonly ClassRecord[], caller: Caller): Promise<ClassRow[]> => {
    const { teachers, students } = await store.peopleOf(records.map((record) => record.id));
    const names = await users.names([...records.flatMap((record) => record.head_teacher_id ?? []), ...[...teachers.values()].flat()]);
    const named = (id: number) => ({ id, name: names.get(id) ?? '' });
    const isMine = await mine(caller);
    return records.map((record) => ({
      id: record.id,
      version: record.version,
      name: record.name,
      grade: record.grade,
      head_teacher: record.head_teacher_id === null ? null : named(record.head_teacher_id),
      teachers: (teachers.get(record.id) ?? []).map(named),
      note: record.note,
      student_count: students.get(record.id) ?? 0,
      mine: isMine(record.id),
      updated_ms: record.updated_ms,
    }));
  };

  const at = (path: string, message: ReturnType<typeof messages.notFound>) => ({ fields: [{ path, message }] });
  /** Head teacher and teachers are teachers of this school. */
  const teacherFault = async (fields: ClassFields, schoolId: number): Promise<Refusal | null> => {
    const wanted = [...(fields.head_teacher_id === null ? [] : [fields.head_teacher_id]), ...fields.teacher_ids];
    const found = await users.teachers(schoolId, wanted);
    if (fields.head_teacher_id !== null && !found.has(fields.head_teacher_id))
      return refuse('notFound', messages.teacherUnknown(), at('head_teacher_id', messages.teacherUnknown()));
    const missing = fields.teacher_ids.findIndex((id) => !found.has(id));
    return missing < 0 ? null : refuse('notFound', messages.teacherUnknown(), at(`teacher_ids.${missing}`, messages.teacherUnknown()));
  };
  const taken = () => refuse('invalid', messages.invalid(), at('name', messages.nameTaken()));
  const stale = async (id: number, version: number): Promise<Refusal> =>
    refuseStale(messages.thing(), await versionNoteStore(db).since('class', id, version), classFieldNames);
  const toChange = async (id: number, version: number, caller: Caller): Promise<ClassRecord | Refusal> => {
    const before = await store.byId(caller.schoolId, id);
    if (!before) return refuse('notFound', messages.notFound());
    return before.version === version ? before : stale(id, version);
  };

  return {
    async getList(input, { caller }) {
      const order = readListQuery(input, classSorts, 'name');
      if (order instanceof Refusal) return order;
      const { keyword = '', grade } = input.filter ?? {};
      const { items, total } = await store.list({ schoolId: caller.schoolId, keyword, grade }, order);
      return { items: await rowsOf(items, caller), total };
    },

    async getById({ id }, { caller }) {
      const record = await store.byId(caller.schoolId, id);
      const [row] = record ? await rowsOf([record], caller) : [];
      return row ?? refuse('notFound', messages.notFound());
    },

    async getOptions(_input, { caller }) {
      const isMine = await mine(caller);
      return { items: (await store.all(caller.schoolId)).map((row) => ({ ...row, mine: isMine(row.id) })) };
    },

    async add(fields, { caller, audit }) {
      const fault = await teacherFault(fields, caller.schoolId);
      if (fault) return fault;
      const made = await store.add(fields, caller.schoolId, clock.nowMs());
      if (made === 'taken') return taken();
      audit.note({ entity: 'class', id: made.id, before: null, after: fields });
      return made;
    },

    async modify({ id, version, ...fields }, { caller, audit }) {
      const before = await toChange(id, version, caller);
      if (before instanceof Refusal) return before;
      const fault = await teacherFault(fields, caller.schoolId);
      if (fault) return fault;
      const done = await store.modify(before, fields, actor(caller));
      if (done === undefined) return stale(id, version);
      if (done === 'taken') return taken();
      audit.note({ entity: 'class', id, before, after: { ...before, ...fields, version: done.version } });
      return { id, version: done.version };
    },

    async remove({ id, version }, { caller, audit }) {
      const before = await toChange(id, version, caller);
      if (before instanceof Refusal) return before;
      const students = await store.remove(before);
      if (students === undefined) return stale(id, version);
      if (students > 0) return refuse('refused', messages.hasStudents(students));
      audit.note({ entity: 'class', id, before: { name: before.name, grade: before.grade }, after: null });
      return {};
    },

    async assign({ class_id, user_ids }, { caller, audit, language }) {
      const into = class_id === null ? null : await store.byId(caller.schoolId, class_id);
      if (into === undefined) return refuse('notFound', messages.notFound(), at('class_id', messages.notFound()));
      const moved = await store.assign(class_id, user_ids, caller.schoolId, actor(caller));
      const missing = [...new Set(user_ids)].filter((id) => !moved.has(id));
      if (moved.size === 0)
        return refuse('notFound', messages.studentUnknown(missing.length), at('user_ids', messages.studentUnknown(missing.length)));
      audit.note({ entity: 'class', id: class_id, name: into?.name, after: { userIds: [...moved] } });
      // Staff of the own school have a name here; whoever is another school's stays without one.
      const people = await users.people(missing);
      const nameOf = (id: number) => (people.get(id)?.schoolId === caller.schoolId ? (people.get(id)?.name ?? '') : '');
      const refused = missing.map((id) => ({ id, name: nameOf(id), reason: messages.notStudent()[language] }));
      return { changed: moved.size, refused };
    },
  };
}
