import { type Message, say } from '../../../../http/handler.ts';

/** Names of the directory settings, as shown in a version conflict. */
export const directoryFieldNames: Readonly<Record<string, Message>> = {
  kind: say('类型', 'kind'),
  name: say('显示名称', 'name'),
  enabled: say('启用', 'in use'),
  address: say('地址', 'address'),
  security: say('加密方式', 'encryption'),
  certificate: say('机构证书', 'certificate'),
  account: say('查询账号或应用', 'account'),
  agent: say('应用 ID', 'application'),
  searchBase: say('查找范围', 'search base'),
  loginAttribute: say('登录名属性', 'login name attribute'),
  numberAttribute: say('编号属性', 'number attribute'),
  secret: say('密钥', 'secret'),
  studentBase: say('学生查找范围', 'search base of students'),
  studentFilter: say('学生筛选条件', 'filter of students'),
  staffBase: say('教职工查找范围', 'search base of staff'),
  staffFilter: say('教职工筛选条件', 'filter of staff'),
  nameAttribute: say('姓名属性', 'name attribute'),
  classAttribute: say('班级属性', 'class attribute'),
};

export const directoryMessages = {
  called: () => say('机构账号设置', 'directory settings'),
  required: () => say('必填', 'This is required'),
  secretAgain: () =>
    say('改动会把密钥发往别处，请重新填写密钥', 'With this change the secret would be sent to another place; type it again'),
  noPublicAddress: () =>
    say(
      '平台还没有公开地址，机构登录页无法返回：请平台的系统管理员在“系统设置”中填写',
      'The platform has no public address, so the sign-in page cannot send people back: ask the system administrator to enter it in the system settings',
    ),
  notHttps: () =>
    say(
      '平台的公开地址不是 https，机构登录页不应返回到未加密的地址：请平台的系统管理员改正',
      'The public address of the platform is not https, and a sign-in must not return to an unencrypted address: ask the system administrator to correct it',
    ),
  notOffered: () => say('这所学校没有启用机构账号登录', 'This school does not offer sign-in with institution accounts'),
  tooManyTests: () => say('测试过于频繁，请一分钟后再试', 'Too many tests; please try again in a minute'),

  // Messages for the person who signs in.
  away: () =>
    say(
      '暂时不能用机构账号登录。请改用本平台的账号和密码（考生用准考证）登录，并告知学校管理员',
      'Sign-in with institution accounts does not work at the moment. Sign in with your account of this platform (examinees: with the admission ticket), and tell your school’s administrator',
    ),
  wrong: () => say('机构账号或密码不正确', 'The institution account or its password is wrong'),
  cancelled: () => say('您没有在机构的登录页完成登录', 'You did not finish signing in at your institution’s page'),
  flowOver: () => say('登录用时过长或已经用过，请重新登录', 'This sign-in took too long or was used before; please sign in again'),
  noAccount: (number: string) =>
    say(
      `机构账号登录成功，但本校没有编号为“${number}”的账号，请联系学校管理员`,
      `Your institution signed you in, but this school has no account with the number "${number}"; please ask your school’s administrator`,
    ),
  severalAccounts: (number: string) =>
    say(
      `本校有多个账号对应编号“${number}”，请用本平台的账号和密码登录，并告知学校管理员`,
      `Several accounts of this school have the number "${number}"; sign in with your account of this platform and tell your school’s administrator`,
    ),
  busy: () => say('同时登录的人太多，请稍等片刻再试', 'Too many people are signing in at once; please try again in a moment'),

  // Messages for the administrator: what failed.
  nameUnknown: (host: string) =>
    say(`找不到主机“${host}”：请核对地址，或检查服务器的 DNS`, `The host "${host}" is unknown: check the address, or the server's DNS`),
  addressRefused: (host: string) =>
    say(
      `“${host}”指向本服务器自身或链路本地地址，不允许连接；确有需要时由运维人员在 WENKAO_DIRECTORY_ALLOW 中放行`,
      `"${host}" is an address of this server itself or of its link, which is not allowed; the operator can allow it in WENKAO_DIRECTORY_ALLOW`,
    ),
  unreachable: (host: string, code: string) =>
    say(`连不上“${host}”（${code}）：请检查地址、端口和防火墙`, `"${host}" cannot be reached (${code}): check address, port and firewall`),
  timedOut: (host: string, limitMs: number) =>
    say(
      `“${host}”在 ${limitMs / 1000} 秒内没有答复：请检查地址、端口和防火墙`,
      `"${host}" did not answer within ${limitMs / 1000} s: check address, port and firewall`,
    ),
  certificateRefused: (host: string, reason: string) =>
    say(
      `“${host}”的证书不可信（${reason}）：请在“机构证书”中填写签发它的根证书，并核对地址与证书中的名称一致`,
      `The certificate of "${host}" is not trusted (${reason}): enter the certificate of the authority that issued it, and use a name that the certificate contains`,
    ),
  noTls: (host: string) =>
    say(
      `“${host}”没有在该端口使用所选的加密方式：LDAPS 通常为 636 端口，StartTLS 通常为 389 端口`,
      `"${host}" does not use the chosen encryption at this port: LDAPS usually has port 636, StartTLS port 389`,
    ),
  connected: (host: string) => say(`已连上“${host}”，连接已加密，证书可信`, `Connected to "${host}"; encrypted, certificate trusted`),
  accountRefused: (account: string) =>
    say(
      `目录拒绝了查询账号“${account}”：名称或密码不对，或密码已过期`,
      `The directory refused the searching account "${account}": its name or password is wrong, or the password has expired`,
    ),
  anonymousRefused: () =>
    say(
      '目录不允许不登录就查找：请填写查询账号和密码',
      'The directory does not allow a search without an account: enter account and password',
    ),
  accountAccepted: (account: string) =>
    account === ''
      ? say('不用查询账号查找', 'Searching without an account')
      : say(`查询账号“${account}”登录成功`, `The searching account "${account}" has signed in`),
  baseMissing: (base: string) =>
    say(`目录中没有“${base}”，或查询账号看不到它`, `The directory has no "${base}", or the searching account may not see it`),
  baseFound: (base: string) => say(`查找范围“${base}”存在`, `The search base "${base}" exists`),
  personMissing: (attribute: string, login: string) =>
    say(
      `没有找到 ${attribute} 为“${login}”的人：请核对登录名属性和查找范围`,
      `Nobody has the ${attribute} "${login}": check the login name attribute and the search base`,
    ),
  personTwice: (attribute: string, login: string) =>
    say(`有多个人的 ${attribute} 为“${login}”：请缩小查找范围`, `Several people have the ${attribute} "${login}": narrow the search base`),
  personFound: (dn: string) => say(`找到了“${dn}”`, `Found "${dn}"`),
  numberMissing: (attribute: string, present: readonly string[]) =>
    say(
      `登录结果中没有编号属性“${attribute}”；现有属性：${present.join('、') || '无'}`,
      `The answer has no number attribute "${attribute}"; it has: ${present.join(', ') || 'none'}`,
    ),
  numberFound: (attribute: string, number: string) => say(`编号（${attribute}）为“${number}”`, `The number (${attribute}) is "${number}"`),
  accountFound: (name: string) => say(`对应本校账号：${name}`, `This is the account of ${name} in this school`),
  accountMissing: () =>
    say('本校没有对应此编号的账号，此人还不能登录', 'No account of this school has this number, so this person cannot sign in yet'),
  unexpected: (reason: string) => say(`目录的答复无法处理：${reason}`, `The directory gave an unexpected answer: ${reason}`),
  notProvider: (reason: string) =>
    say(
      `该地址不是 OpenID 提供方，或它报告的发行方与所填地址不同（${reason}）`,
      `This address is no OpenID provider, or the issuer that it reports differs from the address (${reason})`,
    ),
  providerFound: (issuer: string) => say(`OpenID 提供方“${issuer}”可用`, `The OpenID provider "${issuer}" answers`),
  clientRefused: (reason: string) =>
    say(
      `提供方拒绝了本平台的客户端 ID 或密钥（${reason}）：可能填错，或密钥已过期`,
      `The provider refused the client ID or the secret (${reason}): they may be wrong, or the secret may have expired`,
    ),
  clientAccepted: () => say('客户端 ID 和密钥有效', 'Client ID and secret are valid'),
  returnAddress: (address: string) => say(`请在提供方登记回调地址：${address}`, `Register this return address at the provider: ${address}`),
  notCas: (address: string) =>
    say(
      `“${address}”没有按 CAS 3.0 协议答复：请核对地址（通常以 /cas 结尾）`,
      `"${address}" does not answer by the CAS 3.0 protocol: check the address (it usually ends in /cas)`,
    ),
  casFound: () => say('CAS 服务器可用，并接受本平台的回调地址', 'The CAS server answers and serves the return address of this platform'),
  ticketRefused: (code: string) => say(`CAS 服务器不承认这张票据（${code}）`, `The CAS server refused the ticket (${code})`),
  serviceRefused: (code: string) =>
    say(
      `CAS 服务器不服务本平台（${code}）：请在 CAS 服务器登记本平台的回调地址`,
      `The CAS server does not serve this platform (${code}): register the return address there`,
    ),
  serviceError: (reason: string) =>
    say(
      `对方服务报告错误（${reason}）：请核对企业 ID、应用和密钥，以及应用的可信 IP 和权限`,
      `The service reports an error (${reason}): check company ID, application and secret, and the application's trusted addresses and permissions`,
    ),
  saveFirst: () => say('还没有保存设置', 'The settings are not saved yet'),
} as const;
