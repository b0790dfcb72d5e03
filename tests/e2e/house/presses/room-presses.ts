import {
  examPlaceCalls,
  examPlaceThing,
  examRoomCalls,
  examRoomThing,
  markerGroupCalls,
  markerGroupThing,
} from '../../../../sync/contract/exam-place.ts';
import { examCalls } from '../../../../sync/contract/exam.ts';
import { paperCalls } from '../../../../sync/contract/paper.ts';
import { exampleOf } from '../../../../sync/contract/thing.ts';
import { userCalls } from '../../../../sync/contract/user.ts';
import { paperDraft, planDraft } from '../../../contract/fixtures/thing-drafts.ts';
import { action, asked, button, dialog, keyword, made, type Press, type Stage } from './press.ts';

const desk = 'features/exam-room/room-desks.ts';
const places = '/teacher/exam/exam-place';
const groups = '/teacher/exam/marker-group';

const place = async ({ as, name }: Stage) => made(await as('teacher'), examPlaceCalls.add, { ...exampleOf(examPlaceThing), name });
const group = async ({ as, name }: Stage) => made(await as('teacher'), markerGroupCalls.add, { ...exampleOf(markerGroupThing), name });
async function room(stage: Stage) {
  const { id: placeId } = await place(stage);
  const { id } = await made(await stage.as('teacher'), examRoomCalls.add, { ...exampleOf(examRoomThing), name: stage.name, placeId });
  return { placeId, id };
}
/** A plan of three in a room, nobody seated yet. */
async function plan(stage: Stage) {
  const teacher = await stage.as('teacher');
  const { id: roomId } = await room(stage);
  const drawn = await made(teacher, paperCalls.draw, await made(teacher, paperCalls.add, { ...paperDraft, name: stage.name }));
  const { items } = await made(teacher, userCalls.getExamUserList, { pageSize: 200, sort: 'login_name' });
  const people = items.filter((one) => /^examinee1[0-2]$/.test(one.login_name));
  const draft = planDraft(
    drawn.id,
    people.map((one) => one.id),
    Date.now(),
  );
  const key = await made(teacher, examCalls.add, { ...draft, name: stage.name, roomIds: [roomId] });
  return { ...key, roomId, people };
}

/** The same, seated and published. */
async function published(stage: Stage) {
  const teacher = await stage.as('teacher');
  const { id, version, ...rest } = await plan(stage);
  const arranged = await made(teacher, examCalls.arrange, { id, version, anew: false, fill: 'full', seed: 1 });
  return { ...rest, ...(await made(teacher, examCalls.publish, { id, version: arranged.version })) };
}

export const roomPresses: readonly Press[] = [
  {
    call: '/examPlace/add',
    from: desk,
    by: 'teacher',
    what: '保存',
    ready: async ({ page, go, name }) => {
      await go(places);
      await button(page, '新建考点').first().click();
      await dialog(page).getByLabel('考点名称').fill(name);
      return button(dialog(page), '保存');
    },
  },
  {
    call: '/examPlace/modify',
    from: desk,
    by: 'teacher',
    what: '保存',
    ready: async (stage) => {
      await place(stage);
      await stage.go(`${places}?${keyword(stage.name)}`);
      await (await action(stage.page, stage.name, '编辑')).click();
      await dialog(stage.page).getByLabel('地址').fill('连点路');
      return button(dialog(stage.page), '保存');
    },
  },
  {
    call: '/examPlace/remove',
    from: desk,
    by: 'teacher',
    what: '删除',
    ready: async (stage) => {
      await place(stage);
      await stage.go(`${places}?${keyword(stage.name)}`);
      return asked(stage.page, stage.name, '删除');
    },
  },
  {
    call: '/examRoom/add',
    from: desk,
    by: 'teacher',
    what: '保存考场',
    ready: async (stage) => {
      const { id } = await place(stage);
      await stage.go(`/teacher/exam/exam-room/${id}?room=new`);
      await stage.page.getByLabel('考场名称').fill(stage.name);
      return button(stage.page, '保存考场');
    },
  },
  {
    call: '/examRoom/modify',
    from: desk,
    by: 'teacher',
    what: '保存考场',
    ready: async (stage) => {
      const { placeId } = await room(stage);
      await stage.go(`/teacher/exam/exam-room/${placeId}`);
      await stage.page.getByLabel('楼号房间').fill('连点楼');
      return button(stage.page, '保存考场');
    },
  },
  {
    call: '/examRoom/remove',
    from: desk,
    by: 'teacher',
    what: '删除考场',
    ready: async (stage) => {
      const { placeId } = await room(stage);
      await stage.go(`/teacher/exam/exam-room/${placeId}`);
      await button(stage.page, '删除考场').click();
      return button(stage.page.getByRole('alertdialog'), '删除考场');
    },
  },
  {
    call: '/markerGroup/add',
    from: desk,
    by: 'teacher',
    what: '保存',
    ready: async ({ page, go, name }) => {
      await go(groups);
      await button(page, '新建阅卷组').first().click();
      await dialog(page).getByLabel('组名').fill(name);
      return button(dialog(page), '保存');
    },
  },
  {
    call: '/markerGroup/modify',
    from: desk,
    by: 'teacher',
    what: '保存',
    ready: async (stage) => {
      await group(stage);
      await stage.go(`${groups}?${keyword(stage.name)}`);
      await (await action(stage.page, stage.name, '编辑')).click();
      await dialog(stage.page).getByLabel('备注').fill('连点');
      return button(dialog(stage.page), '保存');
    },
  },
  {
    call: '/markerGroup/remove',
    from: desk,
    by: 'teacher',
    what: '删除',
    ready: async (stage) => {
      await group(stage);
      await stage.go(`${groups}?${keyword(stage.name)}`);
      return asked(stage.page, stage.name, '删除');
    },
  },
  {
    call: '/exam/arrange',
    from: 'features/exam-plan/parts/arrange-button.tsx',
    by: 'teacher',
    what: '开始编排',
    ready: async (stage) => {
      const { id } = await plan(stage);
      await stage.go(`/teacher/exam/exam-plan/seating/${id}`);
      await button(stage.page, '自动编排').click();
      return button(dialog(stage.page), '开始编排');
    },
  },
  {
    call: '/exam/moveSeat',
    from: 'features/exam-plan/seating-queries.ts',
    by: 'teacher',
    what: '取下座位',
    ready: async (stage) => {
      const { id, version, roomId, people } = await plan(stage);
      const to = { roomId, seatNo: 1 };
      await made(await stage.as('teacher'), examCalls.moveSeat, { id, version, userId: people[0]?.id ?? 0, to });
      await stage.go(`/teacher/exam/exam-plan/seating/${id}`);
      await button(stage.page, `01 号，${people[0]?.name}`).click();
      return button(stage.page, '取下座位');
    },
  },
  {
    call: '/exam/setStaff',
    from: 'features/exam-plan/pages/invigilator-page.tsx',
    by: 'teacher',
    what: '移出监考',
    ready: async (stage) => {
      const { id, roomId } = await plan(stage);
      const teacher = await stage.as('teacher');
      const { items } = await made(teacher, examCalls.getStaffOptions, { duty: 'invigilator' });
      await made(teacher, examCalls.setStaff, { planId: id, roomId, userId: items[0]?.id ?? 0, on: true });
      await stage.go(`/teacher/exam/invigilator?plan=${id}`);
      return button(stage.page, `移出${items[0]?.name}`);
    },
  },
  {
    call: '/exam/confirmDuty',
    from: 'platform/duty-list.tsx',
    by: 'invigilator',
    what: '确认会到',
    ready: async (stage) => {
      const teacher = await stage.as('teacher');
      const { id, version, roomId } = await plan(stage);
      const { items } = await made(teacher, examCalls.getStaffOptions, { duty: 'invigilator' });
      const me = items.find((one) => one.loginName === 'invigilator');
      await made(teacher, examCalls.setStaff, { planId: id, roomId, userId: me?.id ?? 0, on: true });
      const arranged = await made(teacher, examCalls.arrange, { id, version, anew: false, fill: 'full', seed: 1 });
      await made(teacher, examCalls.publish, { id, version: arranged.version });
      await stage.go('/invigilator/exam/index');
      return stage.page.getByRole('listitem').filter({ hasText: stage.name }).getByRole('button', { name: '确认会到' });
    },
  },
  {
    call: '/exam/amend',
    from: 'features/exam-plan/parts/amend-button.tsx',
    by: 'teacher',
    what: '发布变更',
    ready: async (stage) => {
      const { id } = await published(stage);
      await stage.go(`/teacher/exam/exam-plan/item/${id}`);
      await button(stage.page, '变更').click();
      await dialog(stage.page).getByLabel('考试时长（分钟）').fill('55');
      await dialog(stage.page).getByLabel('理由').fill('连点');
      return button(dialog(stage.page), '发布变更');
    },
  },
  {
    call: '/exam/amend',
    from: 'features/exam-plan/pages/seating-page.tsx',
    by: 'teacher',
    what: '发布变更',
    ready: async (stage) => {
      const { id, people } = await published(stage);
      await stage.go(`/teacher/exam/exam-plan/seating/${id}`);
      const names = people.map((one) => one.name).join('|');
      await button(stage.page, new RegExp(`^\\d+ 号，(?:${names})$`))
        .first()
        .click();
      await button(stage.page, /^09 号/).click();
      await dialog(stage.page).getByLabel('理由').fill('连点');
      return button(dialog(stage.page), '发布变更');
    },
  },
  {
    call: '/exam/readRevision',
    from: 'features/exam-sitting/parts/changed-note.tsx',
    by: 'examinee10',
    what: '我已知道',
    ready: async (stage) => {
      const { id, version } = await published(stage);
      await made(await stage.as('teacher'), examCalls.amend, { id, version, reason: '连点', notice: '改过' });
      await stage.go(`/student/home/${id}`);
      return button(stage.page, '我已知道');
    },
  },
  {
    call: '/exam/showReleaseCodes',
    from: 'features/exam-plan/parts/code-sheet.tsx',
    by: 'teacher',
    what: '显示开考码',
    ready: async (stage) => {
      const { id } = await published(stage);
      await stage.go(`/teacher/exam/exam-plan/prints/${id}?what=codes`);
      return button(stage.page, '显示开考码');
    },
  },
  {
    call: '/exam/bindMachine',
    from: 'platform/room-machine.ts',
    by: 'teacher',
    what: '登记本机',
    ready: async (stage) => {
      const { id } = await published(stage);
      await stage.go(`/teacher/exam/exam-plan/ready/${id}`);
      return button(stage.page, '登记本机');
    },
  },
  {
    call: '/exam/signReadiness',
    from: 'features/exam-plan/parts/ready-aside.tsx',
    by: 'teacher',
    what: '签署就绪报告',
    ready: async (stage) => {
      const { id } = await published(stage);
      await stage.go(`/teacher/exam/exam-plan/ready/${id}`);
      await stage.page.getByLabel('例外与原因').fill('连点');
      return button(stage.page, '签署就绪报告');
    },
  },
];
