import {
  examPlaceCalls,
  examPlaceResource,
  examRoomCalls,
  examRoomResource,
  markerGroupCalls,
} from '../../../sync/contract/exams/exam-place.ts';
import type { LockdownRules } from '../../../sync/contract/exams/lockdown.ts';
import { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { questionCalls } from '../../../sync/contract/bank/question.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';
import { ApiClient } from '../rig/api-client.ts';
import { publishInRoom } from './watched-exam.ts';

interface WholeRoom {
  readonly planId: number;
  readonly roomId: number;
  /** User ids of the examinees, in the order of the given login names. */
  readonly users: readonly number[];
}

/**
 * Creates everything that an exam needs except its times: a paper of five choice questions and a written question with photos, a room of six seats,
 * and the demo's invigilator.
 */
export async function arrangeRoom(
  origin: string,
  name: string,
  loginNames: readonly string[],
): Promise<(times: { startMs: number; durationMs: number; entryLimitMs: number; lockdown?: LockdownRules }) => Promise<WholeRoom>> {
  const teacher = await ApiClient.patient(origin, 'teacher');
  const school = await ApiClient.patient(origin, 'school');
  const { items: people } = await teacher.call(userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const users = loginNames.map((login) => people.find((each) => each.login_name === login)?.id ?? 0);
  const made = await teacher.call(questionCalls.add, {
    type: 5,
    stem: `<p>写出电动机不能停转时的检查步骤，并附接线照片。（${name}）</p>`,
    key: { kind: 'rubric', reference: '', items: [{ text: '断电验电', points: 6 }], veto: [], files: 2 },
    options: [],
    analysis: '',
    difficulty: 2,
    category: name,
    source: '',
  });
  const { changed } = await teacher.call(questionCalls.setStatus, { items: [{ id: made.id, version: made.version }], event: 'submit' });
  await school.call(questionCalls.setStatus, { items: changed.map(({ id, version }) => ({ id, version })), event: 'approve' });
  const paper = await teacher.call(paperCalls.draw, {
    ...(await teacher.call(paperCalls.add, {
      name,
      sections: [
        { title: '单选', type: 1, count: 5, pointsEach: 2, partial: false, categories: [] },
        { title: '简答', type: 5, count: 1, pointsEach: 6, partial: false, categories: [name] },
      ],
      rules: { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 6 },
    })),
    seed: 7,
  });
  const place = await teacher.call(examPlaceCalls.add, createExampleDraft(examPlaceResource));
  const shape = {
    ...createExampleDraft(examRoomResource),
    placeId: place.id,
    name: '第二考场',
    rows: 2,
    columns: 3,
    marks: [],
    aisles: [],
  };
  const room = await teacher.call(examRoomCalls.add, shape);
  const { items: markers } = await school.call(userCalls.getList, { pageSize: 200, filter: { user_type: 4 } });
  const leaderId = markers.find((each) => each.login_name === 'marker')?.id ?? null;
  const group = await school.call(markerGroupCalls.add, { name: `${name}组`, leaderId, members: [], twice: false, tolerance: 1, note: '' });
  return async (times) => {
    const input = { name, paperId: paper.id, ...times, earliestHandInMs: 0, notice: '', examineeIds: users, markerGroupIds: [group.id] };
    return { planId: await publishInRoom(teacher, room.id, input), roomId: room.id, users };
  };
}
