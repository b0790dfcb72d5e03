import { noLockdown } from '../../sync/contract/exams/lockdown.ts';
import { sectionType } from '../../sync/contract/codes.ts';
import type { AllHandlers } from '../http/handler.ts';
import type { ServerClock } from '../ports.ts';
import type { SeedContext } from './seed-context.ts';

export type MockExamHandlers = Pick<AllHandlers, 'user' | 'paper' | 'exam'>;
const minuteMs = 60_000;

const categories = ['电工基础', '电子技术', '电机与变压器', '低压电器与控制', '可编程控制器', '变频与传动', '测量与安全'];
const section = (title: string, type: 1 | 2 | 3 | 4, count: number, pointsEach: number, partial: boolean) => ({
  title,
  type,
  count,
  pointsEach,
  categories,
  partial,
  difficulty: null,
  tags: [],
  level: null,
});

const mockPaper = {
  name: '电工（四级）理论知识模拟卷',
  kind: 'exam' as const,
  category: '',
  sections: [
    section('一、单项选择题', sectionType.single, 20, 2, false),
    section('二、多项选择题', sectionType.multiple, 8, 2.5, true),
    section('三、判断题', sectionType.judgement, 10, 2, false),
    section('四、填空题', sectionType.fillIn, 10, 2, true),
  ],
  rules: {
    layout: 'one' as const,
    shuffleQuestions: true,
    shuffleOptions: true,
    passPoints: 60,
    minutes: 60,
    bank: 'school' as const,
    maxShared: 0,
  },
};

const notice =
  '1. 本场考试共 48 题，满分 100 分，60 分合格，考试时间 60 分钟。\n' +
  '2. 多项选择题少选得一半的分，错选、不选不得分；填空题按空给分。\n' +
  '3. 作答保存在本机后即使断网也不会丢失，请放心继续作答；交卷后等待“交卷回执”。\n' +
  '4. 遵守考场纪律，独立完成。';

/** An exam that begins a few minutes after the first start, so that a newcomer can sit it at once. */
export async function addMockExam(clock: ServerClock, handlers: MockExamHandlers, teacher: SeedContext): Promise<void> {
  const paper = await handlers.paper.add(mockPaper, teacher);
  await handlers.paper.draw(paper, teacher);
  const examinees = await handlers.user.getExamUserList({ page: 1, pageSize: 200 }, teacher);
  const startMs = Math.ceil((clock.nowMs() + 4 * minuteMs) / minuteMs) * minuteMs;
  const plan = await handlers.exam.add(
    {
      name: '电工（四级）理论知识模拟考试',
      part: 'theory',
      resit: false,
      signatureRequired: false,
      partOf: null,
      paperId: paper.id,
      startMs,
      durationMs: 60 * minuteMs,
      entryLimitMs: 45 * minuteMs,
      earliestHandInMs: minuteMs,
      notice,
      releaseRule: 'whenOver',
      examineeIds: examinees.items.map((examinee) => examinee.id),
      roomIds: [],
      markerGroupIds: [],
      ticketPattern: '',
      lockdown: noLockdown,
    },
    teacher,
  );
  await handlers.exam.publish(plan, teacher);
}
