import { type Message, say } from '../../../http/handler.ts';

export const progressMessages = {
  notFound: (): Message => say('没有这个学生', 'There is no such student'),
  noClass: (): Message => say('未分班', 'In no class'),
};
