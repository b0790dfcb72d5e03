import { say } from '../../../http/handler.ts';

export const webhookMessages = {
  notFound: () => say('推送地址不存在', 'This webhook does not exist'),
  deliveryNotFound: () => say('推送记录不存在', 'This delivery does not exist'),
  tooMany: (limit: number) => say(`一所学校最多 ${limit} 个推送地址`, `A school has at most ${limit} webhooks`),
  noSecret: () => say('还没有签名密钥，请先生成', 'It has no secret yet; create one first'),
  tooManyTests: () => say('测试过于频繁，请一分钟后再试', 'Too many tests; please try again in a minute'),

  unknownPlaceholders: (names: readonly string[]) =>
    say(`没有这些占位符：${names.join('、')}`, `These placeholders do not exist: ${names.join(', ')}`),
  notJson: () => say('模板不是有效的 JSON：占位符要写在引号之内', 'The template is not valid JSON: placeholders must be inside quotes'),
  noPhone: (name: string) => say(`${name}没有登记手机号，没有发送`, `${name} has no phone number on record; nothing was sent`),
  ownPhoneMissing: () => say('测试消息发给您本人，请先登记您的手机号', 'The test goes to you, and you have no phone number on record'),

  answered: (status: number) => say(`接收方已收到（HTTP ${status}）`, `The receiver accepted it (HTTP ${status})`),
  refused: (status: number) =>
    say(
      `接收方答复 HTTP ${status}，不是 2xx，视为没有收到`,
      `The receiver answered HTTP ${status} instead of 2xx, so it counts as not accepted`,
    ),
  redirected: (status: number) =>
    say(
      `接收方答复 HTTP ${status} 要求转到别处，推送不跟随转向：请填写最终地址`,
      `The receiver answered HTTP ${status} and redirects elsewhere. Redirects are not followed: enter the final address`,
    ),
  addressInvalid: () => say('地址必须以 https:// 开头', 'The address must begin with https://'),
  nameUnknown: (host: string) => say(`找不到主机“${host}”：请核对地址`, `The host "${host}" is unknown: check the address`),
  addressRefused: (host: string) =>
    say(
      `“${host}”是内部网络地址，不允许推送；接收方确在校内时，由运维人员在 WENKAO_WEBHOOK_ALLOW 中放行`,
      `"${host}" is an address of an internal network, which is not allowed; the operator can allow it in WENKAO_WEBHOOK_ALLOW`,
    ),
  certificateRefused: (host: string, reason: string) =>
    say(`“${host}”的证书不可信（${reason}）`, `The certificate of "${host}" is not trusted (${reason})`),
  noTls: (host: string) => say(`“${host}”没有用 https 答复`, `"${host}" does not answer over https`),
  timedOut: (host: string) => say(`“${host}”在 10 秒内没有答复`, `"${host}" did not answer within 10 s`),
  unreachable: (host: string, code: string) => say(`连不上“${host}”（${code}）`, `"${host}" cannot be reached (${code})`),
  noAnswer: (host: string) => say(`“${host}”没有按 HTTP 答复`, `"${host}" did not answer over HTTP`),
} as const;
