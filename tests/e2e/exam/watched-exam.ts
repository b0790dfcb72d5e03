import type { CallInput } from '../../../sync/contract/call.ts';
import { examPlaceCalls, examPlaceResource, examRoomCalls, examRoomResource } from '../../../sync/contract/exams/exam-place.ts';
import { examCalls } from '../../../sync/contract/exams/exam.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { ApiClient } from '../rig/api-client.ts';

const minute = 60_000;

/** Adds the plan of an exam in one room, assigns the demo's invigilator to the room, seats the examinees and publishes the plan. */
export async function publishInRoom(
  teacher: ApiClient,
  roomId: number,
  input: Omit<CallInput<typeof examCalls.add>, 'roomIds'>,
): Promise<number> {
  const plan = await teacher.call(examCalls.add, { ...input, roomIds: [roomId] });
  const options = await teacher.call(examCalls.getStaffOptions, { duty: 'invigilator' });
  const watcher = options.items.find((one) => one.loginName === 'invigilator')?.id ?? 0;
  await teacher.call(examCalls.setStaff, { planId: plan.id, roomId, userId: watcher, on: true });
  const arranged = await teacher.call(examCalls.arrange, { ...plan, anew: false, fill: 'full', seed: 3 });
  await teacher.call(examCalls.publish, { id: arranged.id, version: arranged.version });
  return plan.id;
}

type Sections = CallInput<typeof paperCalls.add>['sections'];
const sixChoices: Sections = [{ title: '单选', type: 1, count: 6, pointsEach: 2, partial: false, categories: [] }];

/**
 * Publishes an exam for a room of three seats with an invigilator. By default it begins at once and has six choice questions. `users`: user ids of
 * the examinees 11 to 13.
 */
export async function publishWatchedExam(
  origin: string,
  examName: string,
  more: Partial<Pick<CallInput<typeof examCalls.add>, 'startMs' | 'lockdown'>> = {},
  sections = sixChoices,
): Promise<{ planId: number; paperId: number; roomId: number; users: readonly number[] }> {
  const teacher = await ApiClient.patient(origin, 'teacher');
  const users: number[] = [];
  for (const name of ['examinee11', 'examinee12', 'examinee13'])
    users.push((await (await ApiClient.patient(origin, name)).call(userCalls.getInfo, {})).user.id);
  const place = await teacher.call(examPlaceCalls.add, createExampleDraft(examPlaceResource));
  const shape = {
    ...createExampleDraft(examRoomResource),
    placeId: place.id,
    name: '第二考场',
    rows: 2,
    columns: 2,
    marks: [],
    aisles: [],
  };
  const room = await teacher.call(examRoomCalls.add, shape);
  const rules = { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 6 } as const;
  const paper = await teacher.call(paperCalls.draw, {
    ...(await teacher.call(paperCalls.add, { name: examName, sections, rules })),
    seed: 7,
  });
  const times = { startMs: Date.now(), durationMs: 60 * minute, entryLimitMs: 60 * minute, earliestHandInMs: 0, ...more };
  const planId = await publishInRoom(teacher, room.id, { name: examName, paperId: paper.id, ...times, notice: '', examineeIds: users });
  return { planId, paperId: paper.id, roomId: room.id, users };
}
