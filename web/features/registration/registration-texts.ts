import type { Catalogue } from '../../lib/texts.ts';

const zh = {
  title: '注册账号',
  intro: '提交后由学校审核；通过后用这里填写的登录名和密码登录，没有通过时登录会看到原因。审核之前不能登录。',
  introAtOnce: '注册后马上可以登录、填写报名表，不用等审核。',
  closed: '{{school}}没有开放自行注册。请联系学校开通账号。',
  school: '学校网站代码',
  schoolHint: '由学校提供，例如登录网址最后一段',
  schoolUnknown: '没有找到这所学校，请核对代码',
  type: '我是',
  student: '本校学生',
  applicant: '社会报名人员',
  name: '姓名',
  loginName: '登录名',
  loginTaken: '这个登录名已经有人使用',
  password: '密码',
  rule: '8～64 位，字母、数字、符号至少两种，不含登录名',
  phone: '手机号',
  idNumber: '身份证号码',
  studentNo: '学号',
  employer: '工作单位',
  note: '班级或说明',
  noteHint: '写给审核人，例如所在班级',
  submit: '提交注册',
  doneTitle: '注册申请已提交',
  done: '{{school}}审核通过后，你就可以用登录名“{{name}}”和刚才的密码登录。学校一般在几个工作日内处理；着急的话请直接联系学校。在此之前登录会提示“等待审核”。',
  openTitle: '账号已开通',
  open: '用登录名“{{name}}”和刚才的密码登录{{school}}，就可以开始报名。',
  toSignIn: '去登录页',
} as const;

export const registrationTexts = {
  'zh-CN': zh,
  en: {
    title: 'Register',
    intro:
      'The school looks at your application. Once it is approved you sign in with the name and password given here; if it is rejected, signing in tells you why. Until then you cannot sign in.',
    introAtOnce: 'You sign in and fill the enrolment form right away; nobody has to approve the account.',
    closed: '{{school}} is not open to registration. Please ask the school for an account.',
    school: "School's website code",
    schoolHint: 'From your school: the last part of its sign-in address',
    schoolUnknown: 'No such school; please compare the code',
    type: 'I am',
    student: 'A student of the school',
    applicant: 'An applicant from outside',
    name: 'Name',
    loginName: 'Login name',
    loginTaken: 'This login name is taken',
    password: 'Password',
    rule: '8 to 64 characters, at least two of letters, digits and symbols, without the login name',
    phone: 'Phone',
    idNumber: 'Identity card number',
    studentNo: 'Student no.',
    employer: 'Employer',
    note: 'Class or note',
    noteHint: 'For whoever approves: your class, for example',
    submit: 'Register',
    doneTitle: 'Your application is in',
    done: 'Once {{school}} has approved it, sign in as "{{name}}" with the password you chose. Schools usually take a few working days; if it is urgent, ask the school. Until then signing in says that the account is waiting.',
    openTitle: 'Your account is open',
    open: 'Sign in at {{school}} as "{{name}}" with the password you chose, and begin to enrol.',
    toSignIn: 'To the sign-in page',
  },
} satisfies Catalogue<typeof zh>;

declare module '../../lib/i18n.ts' {
  interface Catalogues {
    registration: typeof zh;
  }
}
