import { type Message, say } from '../../../../http/handler.ts';

/** Names of the settings of a school's learning platform (LTI), as shown in a version conflict. */
export const ltiFieldNames: Readonly<Record<string, Message>> = {
  name: say('显示名称', 'name'),
  enabled: say('启用', 'in use'),
  issuer: say('平台标识', 'issuer'),
  clientId: say('客户端 ID', 'client ID'),
  deploymentId: say('部署 ID', 'deployment ID'),
  authorisation: say('登录请求地址', 'authentication request address'),
  keySet: say('公钥集地址', 'public keyset address'),
  numberClaim: say('编号来源', 'number claim'),
};

export const ltiMessages = {
  called: () => say('学习平台接入设置', 'learning platform settings'),
  notOffered: () =>
    say(
      '这所学校没有启用学习平台接入，请联系学校管理员',
      'This school does not accept launches from a learning platform; please ask your school’s administrator',
    ),
  otherPlatform: () =>
    say(
      '这个学习平台不是本校登记的学习平台，请联系学校管理员',
      'This learning platform is not the one that this school has registered; please ask your school’s administrator',
    ),
  away: () =>
    say(
      '暂时不能从学习平台打开课程，请稍后再试，并告知学校管理员',
      'Courses cannot be opened from the learning platform at the moment; try again later, and tell your school’s administrator',
    ),
  busy: () => say('同时打开课程的人太多，请稍等片刻再试', 'Too many people are opening courses at once; please try again in a moment'),
  flowOver: () =>
    say(
      '这次打开用时过长或已经用过，请回到学习平台重新打开',
      'This launch took too long or was used before; please open the course in the learning platform again',
    ),
  cancelled: () =>
    say(
      '学习平台没有确认您的身份，请在学习平台登录后重新打开',
      'The learning platform did not confirm who you are; sign in there and open the course again',
    ),
  /** `what`: the part of the launch that is wrong, for the administrator. */
  invalid: (what: string) =>
    say(
      `学习平台发来的启动信息无效（${what}）。请回到学习平台重新打开；仍不成功请告知学校管理员`,
      `The launch from the learning platform is invalid (${what}). Open the course there again; if that fails too, tell your school’s administrator`,
    ),
  numberMissing: () =>
    say(
      '学习平台没有提供您的学号或工号，请联系学校管理员',
      'The learning platform did not send your student or staff number; please ask your school’s administrator',
    ),
  noAccount: (number: string) =>
    say(
      `学习平台确认了您的身份，但本校没有编号为“${number}”的账号，请联系学校管理员`,
      `The learning platform confirmed who you are, but this school has no account with the number "${number}"; please ask your school’s administrator`,
    ),
  severalAccounts: (number: string) =>
    say(
      `本校有多个账号对应编号“${number}”，请用本平台的账号和密码登录，并告知学校管理员`,
      `Several accounts of this school have the number "${number}"; sign in with your account of this platform and tell your school’s administrator`,
    ),
} as const;
