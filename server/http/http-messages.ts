import type { Message } from './handler.ts';

/** What the mount itself says, before and after a handler. */
export const httpMessages = {
  unknownCall: (path: string): Message => ({
    'zh-CN': `接口不存在：${path}`,
    en: `There is no such call: ${path}`,
  }),
  postOnly: (path: string): Message => ({
    'zh-CN': `接口 ${path} 只接受 POST 请求`,
    en: `The call ${path} takes POST only`,
  }),
  tooDeep: (most: number): Message => ({
    'zh-CN': `请求内容的层级过多（最多 ${most} 层）`,
    en: `The request is nested too deeply (at most ${most} levels)`,
  }),
  notJson: (fault: string): Message => ({
    'zh-CN': `请求内容不是有效的 JSON：${fault}`,
    en: `The request body is not valid JSON: ${fault}`,
  }),
  cutBody: (): Message => ({
    'zh-CN': '请求内容没有完整到达',
    en: 'The request body did not arrive whole',
  }),
  unknownSort: (field: string, known: readonly string[]): Message => ({
    'zh-CN': `不能按“${field}”排序，可以按：${known.join('、')}`,
    en: `Cannot sort by "${field}"; it can be sorted by: ${known.join(', ')}`,
  }),
  invalid: (count: number): Message => ({
    'zh-CN': `有 ${count} 处内容不符合要求`,
    en: count === 1 ? 'One field is not as required' : `${count} fields are not as required`,
  }),
  tooLarge: (maxBytes: number): Message => ({
    'zh-CN': `请求内容超过上限（${sizeText(maxBytes)}）`,
    en: `The request body is larger than allowed (${sizeText(maxBytes)})`,
  }),
  lookFirst: (): Message => ({
    'zh-CN': '这项操作之前已经提交过，但结果没有留下来。请先查看是否已经完成，再决定是否重新提交。',
    en: 'This was sent before, and how it ended is not known. Look first whether it was done, then decide whether to send it again.',
  }),
  signedOut: (): Message => ({ 'zh-CN': '您还没有登录，请先登录', en: 'You are not signed in; please sign in first' }),
  forbidden: (): Message => ({ 'zh-CN': '您没有执行此操作的权限', en: 'You have no permission to do this' }),
  readOnly: (): Message => ({
    'zh-CN': '校领导账号只能查看，不能修改',
    en: 'A school leader may look but not change anything',
  }),
  internal: (requestId: string): Message => ({
    'zh-CN': `服务器未知错误!（编号 ${requestId}）`,
    en: `Unknown server error (reference ${requestId})`,
  }),
  stopping: (): Message => ({ 'zh-CN': '服务器正在重启，请稍后再试', en: 'The server is restarting; please try again shortly' }),
};

function sizeText(bytes: number): string {
  return bytes >= 1_000_000 ? `${Math.floor(bytes / 100_000) / 10} MB` : `${Math.floor(bytes / 1024)} KB`;
}
