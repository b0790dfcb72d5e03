import { say } from '../http/handler.ts';

export const downloadMessages = {
  gone: () => say('这个下载地址已失效，请重新导出', 'This download link has expired. Export again.'),
  tooOften: () => say('导出太频繁，请稍后再试', 'Too many downloads. Try again later.'),
} as const;
