import type { Message } from '../../../http/handler.ts';

const say = (zh: string, en: string): Message => ({ 'zh-CN': zh, en });

export const invigilationMessages = {
  /** The same message whether or not the room exists, so that it reveals nothing to others. */
  noDuty: () => say('您没有这个考场的监考任务', 'You have no duty in this room'),
  withdrawn: (reason: string) => say(`考试已撤回：${reason}`, `The exam was called off: ${reason}`),
  noAct: () => say('没有这项操作', 'There is no such act'),
  notOpen: () => say('这项操作已有结论，不再等待裁定', 'This act is settled and waits for nobody'),
  released: () => say('成绩已公布，不能再采纳这项操作', 'The scores are released: this act can no longer be taken'),
  notPublished: () => say('考试还没有发布', 'The exam has not been published'),
};
