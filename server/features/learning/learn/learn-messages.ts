import { say } from '../../../http/handler.ts';

export const learnMessages = {
  notFound: () => say('没有这门课程，或者已经撤下', 'There is no such course, or it was withdrawn'),
  comesAfter: (titles: readonly string[]) => say(`先学完：${titles.join('、')}`, `Finish first: ${titles.join(', ')}`),
  tooManyNotes: (most: number) => say(`笔记最多 ${most} 条`, `There can be ${most} notes at most`),
  notYet: () => say('课程还没有开放', 'The course has not opened yet'),
};
