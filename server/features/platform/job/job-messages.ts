import { say } from '../../../http/handler.ts';

export const jobCallMessages = {
  notFound: () => say('任务不存在', 'There is no such job'),
  over: () => say('任务已经结束，不能再停止', 'The job is over; it can no longer be stopped'),
} as const;
