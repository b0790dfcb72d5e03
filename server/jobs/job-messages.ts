import { say } from '../http/handler.ts';

export const jobMessages = {
  cutOff: () =>
    say('服务器在任务进行中停止，任务没有完成，请重新发起', 'The server stopped during this job, and it was not completed. Start it again'),
  cutOffOften: (times: number) =>
    say(
      `任务 ${times} 次都没有做完服务器就停止了，不再自动重试`,
      `The server stopped ${times} times during this job. It will not be retried`,
    ),
  unknownKind: () => say('此版本没有这种任务', 'This version does not know this kind of job'),
  bug: (reference: string) => say(`服务器未知错误!（编号 ${reference}）`, `Unknown server error (reference ${reference})`),
} as const;
