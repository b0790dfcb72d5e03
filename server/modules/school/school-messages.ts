import type { Message } from '../../http/handler.ts';

export const schoolMessages = {
  unknownWebsite: (website: string): Message => ({
    'zh-CN': `没有网站代码为“${website}”的学校`,
    en: `There is no school with the website code "${website}"`,
  }),
};
