import type { Message } from '../../http/handler.ts';

const say = (zh: string, en: string): Message => ({ 'zh-CN': zh, en });

const fieldNames: Readonly<Record<string, readonly [string, string]>> = {
  platformTitle: ['平台名称', 'platform title'],
  platformVersion: ['平台版本', 'platform version'],
  signInNotice: ['登录公告', 'sign-in notice'],
  sessionIdleMinutes: ['闲置退出时间', 'idle limit'],
  sessionAbsoluteHours: ['最长登录时间', 'longest session'],
  uploadImageMb: ['图片上限', 'picture limit'],
  uploadDocumentMb: ['文档上限', 'document limit'],
  uploadMediaMb: ['音视频上限', 'video and sound limit'],
};

export const systemMessages = {
  changed: (names: readonly string[], fields: readonly string[]) => {
    const who = names.length === 0 ? ['他人', 'someone else'] : [names.join('、'), names.join(', ')];
    const what = fields.map((field) => fieldNames[field] ?? [field, field]);
    return say(
      `设置已被${who[0]}修改（${what.map((one) => one[0]).join('、')}），请刷新后再试`,
      `The settings were changed by ${who[1]} (${what.map((one) => one[1]).join(', ')}); reload them and try again`,
    );
  },
  idleAboveAbsolute: () => say('闲置退出时间不能超过最长登录时间', 'The idle limit must not exceed the longest session'),
  checking: (file: string) => say(`正在检查 ${file}`, `Checking ${file}`),
  backupFailed: (why: string) => say(`备份没有完成，没有留下半份：${why}`, `The backup was not made, and no half of it is left: ${why}`),
  broken: (faults: readonly string[]) =>
    say(
      `文件有损坏，请立即停用并从备份恢复：${faults.join('；')}`,
      `A file is damaged; stop the server and restore the backup: ${faults.join('; ')}`,
    ),
} as const;
