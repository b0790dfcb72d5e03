import { beforeEach, describe, expect, it } from 'vitest';
import { classResource } from '../../../sync/contract/people/class.ts';
import { assignmentCalls } from '../../../sync/contract/learning/assignment.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { createClassJoining } from '../../../server/app.ts';
import { joinClassesAtStart } from '../../../server/class-joining.ts';
import { validPersonDraft } from '../fixtures/resource-drafts.ts';
import { startAssignmentRoom } from '../fixtures/assignment-room.ts';
import { type PostCall, requireDone, type RowReference } from '../server-fixture.ts';

type Room = Awaited<ReturnType<typeof startAssignmentRoom>>;

/** The homework is assigned to a class with one member. The tests add members to the class. */
describe('a student gets the open homework of a class', () => {
  let room: Room;
  let admin: PostCall;
  let classId: number;
  let taskId: number;
  const members = async () => (await room.teacher(assignmentCalls.getById, { id: taskId })).students.map(({ name }) => name).toSorted();
  const person = (change: object) => ({ ...validPersonDraft, user_type: 7, name: '后来者', login_name: 'later', ...change });
  const whole = async ({ id }: RowReference) => {
    const { user_type: _, ...found } = await requireDone<RowReference & { user_type: number }>(admin('/user/getById', { id }));
    return found;
  };

  beforeEach(async () => {
    room = await startAssignmentRoom('homework');
    admin = await room.server.callAs(2);
    classId = (await requireDone(admin('/class/add', { ...createExampleDraft(classResource), name: '一班' }))).id;
    await requireDone(admin('/class/assign', { class_id: classId, user_ids: [room.students[0].userId] }));
    taskId = (await room.teacher(assignmentCalls.add, { ...room.draft, name: '一班的', userIds: [], classIds: [classId] })).id;
  });

  it.each<[string, () => Promise<unknown>]>([
    ['added to it', () => requireDone(admin('/user/add', person({ class_id: classId })))],
    [
      'imported into it',
      () =>
        requireDone(
          admin('/user/import', {
            user_type: 7,
            addClasses: false,
            mode: 'all',
            rows: [{ row: 2, cells: { name: '后来者', login_name: 'later', class: '一班' } }],
          }),
        ),
    ],
    [
      'moved into it',
      async () => {
        const { id } = await requireDone(admin('/user/add', person({})));
        await requireDone(admin('/class/assign', { class_id: classId, user_ids: [id] }));
      },
    ],
    [
      'edited into it',
      async () => {
        const made = await requireDone(admin('/user/add', person({})));
        const { id, version } = await whole(made);
        await requireDone(
          admin('/user/modify', { ...validPersonDraft, name: '后来者', login_name: 'later', class_id: classId, id, version }),
        );
      },
    ],
    [
      'made a student in it',
      async () => {
        const made = await requireDone(admin('/user/add', person({ user_type: 8, class_id: classId })));
        await requireDone(admin('/user/setType', { id: made.id, version: made.version, user_type: 7 }));
      },
    ],
    [
      'enabled again in it',
      async () => {
        const { id, version } = await requireDone(admin('/user/add', person({})));
        await requireDone(admin('/user/setStatus', { items: [{ id, version }], status: 0 }));
        const off = await whole({ id, version });
        await requireDone(
          admin('/user/modify', { ...validPersonDraft, name: '后来者', login_name: 'later', class_id: classId, id, version: off.version }),
        );
        expect(await members()).toEqual(['student0']);
        const now = await whole({ id, version });
        await requireDone(admin('/user/setStatus', { items: [{ id, version: now.version }], status: 1 }));
      },
    ],
  ])('when %s', async (_how, join) => {
    await join();
    expect(await members()).toEqual(['student0', '后来者']);
    await room.server.deps.audit.settled();
    const entries = room.server.raw.prepare<[string], { detail: string }>(
      "SELECT detail FROM audit WHERE entity = 'task' AND entity_id = ?",
    );
    expect(JSON.stringify(entries.all(String(taskId)))).toContain('后来者');
  });

  it('at the start of the server after a crash interrupted the joining', async () => {
    room.server.raw.prepare('UPDATE user SET class_id = ? WHERE id = ?').run(classId, await room.server.addUser(7, 'cut off'));
    expect(await members()).toEqual(['student0']);
    await joinClassesAtStart(createClassJoining(room.server.deps));
    expect(await members()).toEqual(['cut off', 'student0']);
  });
});
