import { type Message, say } from '../../../http/handler.ts';

export const recordMessages = {
  notFound: (): Message => say('没有这个用户', 'There is no such person'),
};
