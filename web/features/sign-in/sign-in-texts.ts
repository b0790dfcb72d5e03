import type { Catalogue } from '../../lib/texts.ts';

const zh = {
  title: '登录',
  slogan: '职业技能等级认定平台',
  about: '题库、组卷、报名、申报、考试、阅卷、学习，一处办理。断网也能安心作答。',
  byPassword: '账号登录',
  byTicket: '准考证登录',
  loginName: '登录名',
  password: '密码',
  ticketNo: '准考证号',
  idNumber: '证件号码',
  submit: '登录',
  submitting: '正在登录…',
  school: '学校网站代码',
  schoolHint: '学校发给你的登录地址里 /login/ 后面的部分',
  schoolNext: '下一步',
  schoolUnknown: '没有找到代码为“{{website}}”的学校，请核对后再试。',
  schoolDisabled: '该校已被平台停用，暂时不能登录。请联系平台管理员。',
  schoolOffline: '连不上服务器，暂时无法查到学校。',
  retry: '重试',
  missingName: '请填写登录名',
  missingPassword: '请填写密码',
  missingTicket: '请填写准考证号',
  missingIdNumber: '请填写证件号码',
  missingSchool: '请填写学校网站代码',
  badSchool: '只能包含字母、数字、点和短横线',
  offline: {
    unknown: '连不上服务器，只能凭这台电脑上登录过的账号登录：所填内容与它们都不相符。请核对后再试，或等网络恢复。',
    nobody:
      '连不上服务器，而这台电脑上没有任何人的登录记录：可能还没有人在这里登录过，也可能磁盘出错后浏览器的数据丢了。所填内容没有核对，不一定有误。请举手告诉监考人员：接通网络后即可登录，已送达服务器的作答不会丢；也可以换一台电脑。',
    unreadable:
      '连不上服务器，而这台电脑上的登录记录现在读不出来，多半是磁盘已满或出过错。所填内容没有核对，不一定有误。请举手告诉监考人员：腾出磁盘空间后重新打开浏览器，或接通网络后再登录。',
  },
  already: '{{name}} 已在此登录。',
  continue: '继续',
  register: '没有账号？申请注册',
  pcReady: '本机已备好：可离线使用，时钟误差 {{seconds}} 秒，无未送达内容。',
  pcNotOffline: '本机还没有备好离线使用，请保持联网片刻。',
  pcClockFast: '本机时钟快了 {{amount}}，考试以服务器时间为准。',
  pcClockSlow: '本机时钟慢了 {{amount}}，考试以服务器时间为准。',
  pcUnreachable: '暂时连不上服务器。在这台电脑上登录过的人仍可登录，继续作答。',
  pcWaiting_other: '本机还有 {{count}} 条作答未送达服务器，已安全保存，联网后自动送达。',
  seconds: '{{n}} 秒',
  minutes: '{{n}} 分钟',
  hours: '{{n}} 小时',
  days: '{{n}} 天',
} as const;

export const signInTexts = {
  'zh-CN': zh,
  en: {
    title: 'Sign in',
    slogan: 'Vocational skill certification',
    about:
      'Question banks, papers, enrolment, declarations, exams, marking and learning in one place. Answer in peace even when the network is down.',
    byPassword: 'Account',
    byTicket: 'Admission ticket',
    loginName: 'Login name',
    password: 'Password',
    ticketNo: 'Admission ticket number',
    idNumber: 'ID number',
    submit: 'Sign in',
    submitting: 'Signing in…',
    school: 'School website code',
    schoolHint: 'The part after /login/ in the address your school gave you',
    schoolNext: 'Next',
    schoolUnknown: 'No school has the code “{{website}}”. Check it and try again.',
    schoolDisabled: 'This school is disabled; nobody of it can sign in now. Please ask the platform administrator.',
    schoolOffline: 'The server is not reachable, so the school cannot be looked up now.',
    retry: 'Try again',
    missingName: 'Enter your login name',
    missingPassword: 'Enter your password',
    missingTicket: 'Enter your admission ticket number',
    missingIdNumber: 'Enter your ID number',
    missingSchool: 'Enter the school website code',
    badSchool: 'Only letters, digits, dots and dashes',
    offline: {
      unknown:
        'The server cannot be reached, and what you entered matches no account that has signed in on this PC before. Check it, or wait for the network.',
      nobody:
        'The server cannot be reached, and this PC knows of nobody who has signed in: either nobody has yet, or the browser’s data was lost when the disk failed. What you entered was not checked and may well be right. Raise your hand and tell the invigilator: with the network back you can sign in, and answers the server has received are not lost; or move to another PC.',
      unreadable:
        'The server cannot be reached, and what this PC knows of who signed in cannot be read now, most likely because its disk is full or has failed. What you entered was not checked and may well be right. Raise your hand and tell the invigilator: make room on the disk and start the browser again, or connect the network, then sign in.',
    },
    already: '{{name}} is signed in here.',
    continue: 'Continue',
    register: 'No account? Register',
    pcReady: 'This PC is ready: works offline, clock off by {{seconds}} s, nothing waiting to be delivered.',
    pcNotOffline: 'This PC is not ready for offline use yet. Please stay connected for a moment.',
    pcClockFast: 'The clock of this PC is {{amount}} fast. Exams go by the server’s time.',
    pcClockSlow: 'The clock of this PC is {{amount}} slow. Exams go by the server’s time.',
    pcUnreachable: 'The server cannot be reached now. Whoever has signed in on this PC before can still sign in and go on.',
    pcWaiting_one: '{{count}} answer on this PC has not reached the server yet. It is safe here and will be delivered by itself.',
    pcWaiting_other:
      '{{count}} answers on this PC have not reached the server yet. They are safe here and will be delivered by themselves.',
    seconds: '{{n}} s',
    minutes: '{{n}} min',
    hours: '{{n}} h',
    days: '{{n}} d',
  },
} satisfies Catalogue<typeof zh>;

declare module 'i18next' {
  interface ResourceNamespaceMap {
    signIn: typeof zh;
  }
}
