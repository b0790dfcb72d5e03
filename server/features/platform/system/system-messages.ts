import { type Message, say } from '../../../http/handler.ts';

/** Names of the settings, as shown in a version conflict. */
export const settingNames: Readonly<Record<string, Message>> = {
  platformTitle: say('平台名称', 'platform title'),
  platformVersion: say('平台版本', 'platform version'),
  signInNotice: say('登录公告', 'sign-in notice'),
  publicAddress: say('公开访问地址', 'public address'),
  sessionIdleMinutes: say('闲置退出时间', 'idle limit'),
  sessionAbsoluteHours: say('最长登录时间', 'longest session'),
  uploadImageMb: say('图片上限', 'picture limit'),
  uploadDocumentMb: say('文档上限', 'document limit'),
  uploadMediaMb: say('音视频上限', 'video and sound limit'),
};

export const systemMessages = {
  called: () => say('系统设置', 'system settings'),
  idleAboveAbsolute: () => say('闲置退出时间不能超过最长登录时间', 'The idle limit must not exceed the longest session'),
  noDemo: () => say('只有演示系统才能开始演示考试', 'Only a demo system can start a demonstration exam'),
  noDemoRoom: () =>
    say(
      '现在没有空闲的考场：演示数据可能还在准备，或者上一场还没结束',
      'No room is free: the demo data may still be loading, or the last exam still runs',
    ),
  checking: (file: string) => say(`正在检查 ${file}`, `Checking ${file}`),
  backupFailed: (why: string) => say(`备份没有完成，没有留下半份：${why}`, `The backup was not made, and no half of it is left: ${why}`),
  broken: (faults: readonly string[]) =>
    say(
      `文件有损坏，请立即停用并从备份恢复：${faults.join('；')}`,
      `A file is damaged; stop the server and restore the backup: ${faults.join('; ')}`,
    ),
} as const;
