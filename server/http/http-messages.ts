import type { RowAccess } from '../../sync/contract/row-rights.ts';
import type { Message } from './handler.ts';

const things: Readonly<Record<RowAccess['of'], Message>> = {
  paper: { 'zh-CN': '试卷', en: 'paper' },
  plan: { 'zh-CN': '考试计划', en: 'exam plan' },
  question: { 'zh-CN': '试题', en: 'question' },
};

const kept = {
  paper: { 'zh-CN': '试卷', en: 'papers' },
  plan: { 'zh-CN': '考试计划', en: 'exam plans' },
  question: { 'zh-CN': '试题', en: 'questions' },
  category: { 'zh-CN': '分类', en: 'categories' },
} as const satisfies Record<string, Message>;

/** Messages of the mount itself, before and after a handler. */
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
  signedOut: (): Message => ({ 'zh-CN': '您还没有登录，请先登录', en: 'You are not signed in; please sign in first' }),
  tokenUnknown: (): Message => ({ 'zh-CN': '接口令牌不存在或已被撤销', en: 'This API token does not exist or was revoked' }),
  tokenExpired: (): Message => ({ 'zh-CN': '接口令牌已过期', en: 'This API token has expired' }),
  outsideScopes: (): Message => ({ 'zh-CN': '此接口令牌没有这项操作的权限', en: 'The scopes of this API token do not include this call' }),
  forbidden: (): Message => ({ 'zh-CN': '您没有执行此操作的权限', en: 'You have no permission to do this' }),
  tooFast: (): Message => ({
    'zh-CN': '您的账号在短时间内修改过多，请稍后再试',
    en: 'Your account has changed too much in a short time; please try again shortly',
  }),
  full: (of: keyof typeof kept): Message => ({
    'zh-CN': `${kept[of]['zh-CN']}数量已达上限，请先清理不再使用的内容`,
    en: `There are as many ${kept[of].en} as there may be; please remove some that are no longer used`,
  }),
  passwordFirst: (): Message => ({
    'zh-CN': '您正在使用他人设置的初始密码，请先修改密码',
    en: 'You are using a password that somebody else gave you; please change it first',
  }),
  noSuchRow: (of: RowAccess['of']): Message => ({
    'zh-CN': `${things[of]['zh-CN']}不存在`,
    en: `There is no such ${things[of].en}`,
  }),
  notYours: (of: RowAccess['of']): Message => ({
    'zh-CN': `这${of === 'question' ? '道' : '份'}${things[of]['zh-CN']}只有其创建者${of === 'question' ? '' : '、协作者'}和学校管理员可以这样处理`,
    en: `Only its maker${of === 'question' ? '' : ', its co-workers'} and the school's administrators may do this to the ${things[of].en}`,
  }),
  noSuchColleague: (): Message => ({
    'zh-CN': '本校没有这位在用的教师账号',
    en: 'There is no such teacher with a working account at this school',
  }),
  makerAlready: (): Message => ({ 'zh-CN': '创建者本人不必添加为协作者', en: 'The maker needs not be named a co-worker' }),
  readOnly: (): Message => ({
    'zh-CN': '校领导账号只能查看，不能修改',
    en: 'A school leader may look but not change anything',
  }),
  internal: (requestId: string): Message => ({
    'zh-CN': `服务器未知错误!（编号 ${requestId}）`,
    en: `Unknown server error (reference ${requestId})`,
  }),
  unstorable: (): Message => ({
    'zh-CN': '内容中含有无法保存的字符（U+0000），请删去后重试',
    en: 'The text holds a character that cannot be kept (U+0000); take it out and try again',
  }),
  databaseAway: (): Message => ({
    'zh-CN': '数据库暂时连接不上，恢复后请再试一次；刚才的操作是否已生效，请以页面显示为准',
    en: 'The database cannot be reached just now. Try again shortly, and look at the page for whether what you did has taken effect',
  }),
  databaseUnwritable: (): Message => ({
    'zh-CN': '数据库暂时无法写入，刚才的操作没有生效，请稍后再试；如仍不成功，请联系管理员',
    en: 'The database cannot store anything just now. What you did has not taken effect. Try again later, or ask the administrator',
  }),
  filesAway: (): Message => ({
    'zh-CN': '文件存储暂时连接不上，请稍后再试一次',
    en: 'The storage of files cannot be reached just now. Please try again shortly',
  }),
  stopping: (): Message => ({ 'zh-CN': '服务器正在重启，请稍后再试', en: 'The server is restarting; please try again shortly' }),
};

function sizeText(bytes: number): string {
  return bytes >= 1_000_000 ? `${Math.floor(bytes / 100_000) / 10} MB` : `${Math.floor(bytes / 1024)} KB`;
}
