import type { Message } from '../../http/handler.ts';

const say = (zh: string, en: string): Message => ({ 'zh-CN': zh, en });

export const invigilationMessages = {
  /** Whether there is such a room, whoever has no duty there is not told. */
  noDuty: () => say('您没有这个考场的监考任务', 'You have no duty in this room'),
  withdrawn: (reason: string) => say(`考试已撤回：${reason}`, `The exam was called off: ${reason}`),
  notPublished: () => say('考试还没有发布', 'The exam has not been published'),
};
