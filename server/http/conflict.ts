import { refuse, type Message, type Refusal } from './handler.ts';

interface Conflict {
  /** Empty when nobody knows any more. */
  readonly userName: string;
  readonly atMs: number;
  /** Fields whose value there differs from what was sent, with their names in words. */
  readonly fields: readonly { readonly path: string; readonly name: Message }[];
}

const clock = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short', hour12: false });

/** 1006: somebody else changed it first. Says who, when, and what is different; `data` has the same for the page. */
export function conflict({ userName, atMs, fields }: Conflict): Refusal {
  const at = clock.format(atMs);
  const names = (language: keyof Message, comma: string): string => fields.map(({ name }) => name[language]).join(comma);
  const zh = fields.length === 0 ? '' : `，与您填写的不同：${names('zh-CN', '、')}`;
  const en = fields.length === 0 ? '' : `; different from yours: ${names('en', ', ')}`;
  const message = {
    'zh-CN': `${userName || '其他人'}已在 ${at} 修改${zh}。请刷新后再试`,
    en: `${userName || 'Someone else'} changed this at ${at}${en}. Reload and try again`,
  };
  return refuse('conflict', message, { data: { changedBy: userName, changedMs: atMs, changedFields: fields.map(({ path }) => path) } });
}
