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
  school: '学校网址代码',
  schoolHint: '学校发给你的登录地址里 /login/ 后面的部分',
  schoolNext: '下一步',
  schoolUnknown: '没有找到代码为“{{website}}”的学校，请核对后再试。',
  schoolOther: '换一所学校',
  schoolOffline: '连不上服务器，暂时无法查到学校。',
  retry: '重试',
  missingName: '请填写登录名',
  missingPassword: '请填写密码',
  missingTicket: '请填写准考证号',
  missingIdNumber: '请填写证件号码',
  missingSchool: '请填写学校网址代码',
  badSchool: '只能包含字母、数字、点和短横线',
  already: '{{name}} 已在此登录。',
  continue: '继续',
  otherLanguage: 'English',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
} as const;

export const signInTexts = {
  'zh-CN': zh,
  en: {
    title: 'Sign in',
    slogan: 'Vocational skill certification',
    about: 'Question banks, papers, enrolment, declarations, exams, marking and learning in one place. Answer in peace even when the network is down.',
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
    schoolOther: 'Another school',
    schoolOffline: 'The server is not reachable, so the school cannot be looked up now.',
    retry: 'Try again',
    missingName: 'Enter your login name',
    missingPassword: 'Enter your password',
    missingTicket: 'Enter your admission ticket number',
    missingIdNumber: 'Enter your ID number',
    missingSchool: 'Enter the school website code',
    badSchool: 'Only letters, digits, dots and dashes',
    already: '{{name}} is signed in here.',
    continue: 'Continue',
    otherLanguage: '中文',
    showPassword: 'Show the password',
    hidePassword: 'Hide the password',
  },
} satisfies Catalogue<typeof zh>;

declare module 'i18next' {
  interface ResourceNamespaceMap {
    signIn: typeof zh;
  }
}
