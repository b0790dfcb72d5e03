import { createCatalogue } from '../../lib/create-catalogue.ts';

export const directoryTexts = createCatalogue({
  description: [
    '教师、监考员、阅卷员和学生可用本校统一身份认证的账号登录。账号按编号对应：学生按学号，工作人员按登录名。角色仍在本平台设置；管理员和考生不从这里登录。',
    'Teachers, invigilators, markers and students can sign in with the accounts of your institution. Accounts are linked by number: students by student number, staff by login name. Roles stay as they are set here; administrators and examinees do not sign in this way.',
  ],
  examNote: [
    '考试不依赖机构账号：考生用准考证登录；监考员请事先在本平台设好自己的密码。',
    'Exams do not depend on it: examinees sign in with their admission ticket, and invigilators need a password of this platform, set beforehand.',
  ],
  signInPart: ['登录页', 'Sign-in page'],
  enabled: ['在登录页提供机构账号登录', 'Offer it on the sign-in page'],
  enabledHint: ['先保存，测试通过后再打开。', 'Save and test first, then turn it on.'],
  name: ['显示名称', 'Name shown'],
  nameHint: ['例如“统一身份认证”', 'Such as “Campus account”'],
  serverPart: ['认证服务器', 'Server'],
  kind: ['类型', 'Kind'],
  kinds: {
    ldap: ['LDAP 或 Active Directory', 'LDAP or Active Directory'],
    oidc: ['OpenID Connect', 'OpenID Connect'],
    cas: ['CAS', 'CAS'],
    wecom: ['企业微信', 'WeCom'],
    dingtalk: ['钉钉', 'DingTalk'],
  },
  address: {
    ldap: ['服务器地址', 'Server address'],
    oidc: ['发行方地址（Issuer）', 'Issuer'],
    cas: ['CAS 服务器地址', 'CAS server'],
  },
  addressHint: {
    ldap: ['主机名，可带端口，如 ldap.school.edu.cn:636', 'Host name with an optional port, such as ldap.school.edu.cn:636'],
    oidc: ['以 https:// 开头', 'Begins with https://'],
    cas: ['如 https://sso.school.edu.cn/cas，须支持 CAS 3.0', 'Such as https://sso.school.edu.cn/cas; CAS 3.0 is needed'],
  },
  security: ['加密方式', 'Encryption'],
  securities: {
    tls: ['LDAPS（通常为 636 端口）', 'LDAPS (usually port 636)'],
    startTls: ['StartTLS（通常为 389 端口）', 'StartTLS (usually port 389)'],
  },
  certificate: ['机构证书', 'Institution’s certificate'],
  certificateHint: [
    '服务器证书由本校自己的证书机构签发时，粘贴其根证书（PEM）；否则留空。',
    'If the server’s certificate comes from your own authority, paste the authority’s certificate (PEM); otherwise leave it empty.',
  ],
  account: {
    ldap: ['查询账号（DN）', 'Searching account (DN)'],
    oidc: ['客户端 ID', 'Client ID'],
    wecom: ['企业 ID（CorpID）', 'Company ID (CorpID)'],
    dingtalk: ['AppKey（Client ID）', 'AppKey (client ID)'],
  },
  accountHint: {
    ldap: ['只需读取权限；允许匿名查找时留空', 'Read access is enough; leave it empty if searching needs no account'],
    oidc: ['在认证服务器登记本平台后得到', 'Given when you register this platform at the provider'],
    wecom: ['企业微信管理后台“我的企业”中查看', 'Shown in the WeCom console under “My company”'],
    dingtalk: [
      '钉钉开放平台的应用凭证；应用需有通讯录读取权限',
      'From the application’s credentials; the application must be allowed to read contacts',
    ],
  },
  secret: {
    ldap: ['查询账号的密码', 'Password of the searching account'],
    oidc: ['客户端密钥', 'Client secret'],
    wecom: ['应用的 Secret', 'Secret of the application'],
    dingtalk: ['AppSecret（Client Secret）', 'AppSecret (client secret)'],
  },
  agent: ['应用 ID（AgentId）', 'Application ID (AgentId)'],
  agentHint: [
    '自建应用；须把本平台的域名设为登录授权回调域，把服务器设为可信 IP',
    'Of an application of your own; allow this platform’s domain for sign-in, and this server’s address',
  ],
  fixedNumber: {
    wecom: ['编号取成员的账号（userid）。', 'The number is the member’s account (userid).'],
    dingtalk: ['编号取成员的工号。', 'The number is the member’s job number.'],
  },
  secretStored: ['已保存；不改就留空', 'Stored; leave it empty to keep it'],
  secretNone: ['保存后不再显示', 'Not shown again once saved'],
  searchBase: ['查找范围（Base DN）', 'Search base (base DN)'],
  searchBaseHint: ['如 ou=people,dc=school,dc=edu,dc=cn', 'Such as ou=people,dc=school,dc=edu,dc=cn'],
  loginAttribute: ['登录名属性', 'Login name attribute'],
  loginAttributeHint: ['通常为 uid；Active Directory 为 sAMAccountName', 'Usually uid; sAMAccountName in Active Directory'],
  numberAttribute: {
    ldap: ['编号属性', 'Number attribute'],
    oidc: ['编号声明（claim）', 'Number claim'],
    cas: ['编号属性', 'Number attribute'],
  },
  numberAttributeHint: {
    ldap: ['存放学号或工号', 'Holds the student or staff number'],
    oidc: ['存放学号或工号', 'Holds the student or staff number'],
    cas: ['存放学号或工号；用户名本身就是编号时填 user', 'Holds the student or staff number; enter user if the user name is the number'],
  },
  returnAddress: ['回调地址', 'Return address'],
  returnAddressHint: ['在认证服务器登记本平台时填写', 'Enter it when you register this platform at the provider'],
  returnAddressMissing: [
    '平台还没有公开地址。请平台的系统管理员先在系统设置中填写（https）。',
    'The platform has no public address yet. Ask the system administrator to enter it (https) in the system settings.',
  ],
  copy: ['复制回调地址', 'Copy the return address'],
  copied: ['已复制', 'Copied'],
  copyFailed: ['没有复制成功，请手动选取', 'Not copied; select it by hand'],
  save: ['保存设置', 'Save settings'],
  saved: ['设置已保存', 'Settings saved'],
  testHint: [
    '按已保存的设置逐步检查，并说明哪一步不成功。不需要任何人的密码。',
    'Checks the saved settings step by step and says which one fails. It needs nobody’s password.',
  ],
  testLogin: ['试查的登录名（可不填）', 'Login name to look up (optional)'],
  test: ['测试', 'Test'],
  testFirst: ['先保存设置，再测试。', 'Save the settings before you test them.'],
  passed: ['全部通过', 'Everything works'],
  failed: ['没有通过', 'Something failed'],
  stepOk: ['通过', 'Passed'],
  stepFailed: ['未通过', 'Failed'],
});

declare module '../../lib/i18n.ts' {
  interface Catalogues {
    directory: (typeof directoryTexts)['zh-CN'];
  }
}
