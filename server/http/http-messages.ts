import type { RowAccess } from '../../sync/contract/row-rights.ts';
import { type Message, say } from './handler.ts';

const singularNames: Readonly<Record<RowAccess['of'], Message>> = {
  paper: say('试卷', 'paper'),
  plan: say('考试计划', 'exam plan'),
  question: say('试题', 'question'),
};

const pluralNames = {
  paper: say('试卷', 'papers'),
  plan: say('考试计划', 'exam plans'),
  question: say('试题', 'questions'),
  category: say('分类', 'categories'),
} as const satisfies Record<string, Message>;

/** Messages of the code that mounts all calls (`contract-mount.ts`), for faults before and after the handler of a call. */
export const httpMessages = {
  unknownCall: (path: string): Message => say(`接口不存在：${path}`, `This call does not exist: ${path}`),
  postOnly: (path: string): Message => say(`接口 ${path} 只接受 POST 请求`, `The call ${path} accepts only POST`),
  tooDeep: (most: number): Message =>
    say(`请求内容的层级过多（最多 ${most} 层）`, `The request is nested too deeply (at most ${most} levels)`),
  notJson: (fault: string): Message => say(`请求内容不是有效的 JSON：${fault}`, `The request body is not valid JSON: ${fault}`),
  cutBody: (): Message => say('请求内容没有完整到达', 'The request body arrived incomplete'),
  unknownSort: (field: string, known: readonly string[]): Message =>
    say(`不能按“${field}”排序，可以按：${known.join('、')}`, `Cannot sort by "${field}"; it can be sorted by: ${known.join(', ')}`),
  invalid: (count: number): Message => ({
    'zh-CN': `有 ${count} 处内容不符合要求`,
    en: count === 1 ? 'One field is not as required' : `${count} fields are not as required`,
  }),
  tooLarge: (maxBytes: number): Message =>
    say(`请求内容超过上限（${formatSize(maxBytes)}）`, `The request body is larger than allowed (${formatSize(maxBytes)})`),
  signedOut: (): Message => say('您还没有登录，请先登录', 'You are not signed in; please sign in first'),
  tokenUnknown: (): Message => say('接口令牌不存在或已被撤销', 'This API token does not exist or was revoked'),
  tokenExpired: (): Message => say('接口令牌已过期', 'This API token has expired'),
  outsideScopes: (): Message => say('此接口令牌没有这项操作的权限', 'The scopes of this API token do not include this call'),
  forbidden: (): Message => say('您没有执行此操作的权限', 'You have no permission to do this'),
  tooFast: (): Message =>
    say('您的账号在短时间内修改过多，请稍后再试', 'Your account has made too many changes in a short time. Please try again in a moment'),
  full: (of: keyof typeof pluralNames): Message =>
    say(
      `${pluralNames[of]['zh-CN']}数量已达上限，请先清理不再使用的内容`,
      `The limit of ${pluralNames[of].en} is reached. Please delete some that are no longer used`,
    ),
  passwordFirst: (): Message =>
    say('您正在使用他人设置的初始密码，请先修改密码', 'You are using an initial password that another person set. Please change it first'),
  noSuchRow: (of: RowAccess['of']): Message => say(`${singularNames[of]['zh-CN']}不存在`, `This ${singularNames[of].en} does not exist`),
  notYours: (of: RowAccess['of']): Message =>
    say(
      `这${of === 'question' ? '道' : '份'}${singularNames[of]['zh-CN']}只有其创建者${of === 'question' ? '' : '、协作者'}和学校管理员可以这样处理`,
      `Only its maker${of === 'question' ? '' : ', its co-workers'} and the school's administrators may do this to the ${singularNames[of].en}`,
    ),
  noSuchColleague: (): Message => say('本校没有这位在用的教师账号', 'This school has no active teacher account of that name'),
  makerAlready: (): Message => say('创建者本人不必添加为协作者', 'The creator does not need to be added as a collaborator'),
  readOnly: (): Message => say('校领导账号只能查看，不能修改', 'School leader accounts can view, but not change anything'),
  internal: (requestId: string): Message => say(`服务器未知错误!（编号 ${requestId}）`, `Unknown server error (reference ${requestId})`),
  unstorable: (): Message =>
    say(
      '内容中含有无法保存的字符（U+0000），请删去后重试',
      'The text contains a character that cannot be stored (U+0000). Remove it and try again',
    ),
  databaseAway: (): Message =>
    say(
      '数据库暂时连接不上，恢复后请再试一次；刚才的操作是否已生效，请以页面显示为准',
      'The database cannot be reached at the moment. Try again shortly, and check on the page whether your last action took effect',
    ),
  databaseUnwritable: (): Message =>
    say(
      '数据库暂时无法写入，刚才的操作没有生效，请稍后再试；如仍不成功，请联系管理员',
      'The database cannot be written at the moment. Your last action did not take effect. Try again later, or ask the administrator',
    ),
  filesAway: (): Message =>
    say('文件存储暂时连接不上，请稍后再试一次', 'The file storage cannot be reached at the moment. Please try again shortly'),
};

function formatSize(bytes: number): string {
  return bytes >= 1_000_000 ? `${Math.floor(bytes / 100_000) / 10} MB` : `${Math.floor(bytes / 1024)} KB`;
}
