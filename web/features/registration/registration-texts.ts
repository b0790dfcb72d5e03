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
  done: '{{school}}审核通过后，您就可以用登录名“{{name}}”和刚才的密码登录。学校一般在几个工作日内处理；着急的话请直接联系学校。在此之前登录会提示“等待审核”。',
  openTitle: '账号已开通',
  open: '用登录名“{{name}}”和刚才的密码登录{{school}}，就可以开始报名。',
  toSignIn: '去登录页',
} as const;

export const registrationTexts = {
  'zh-CN': zh,
  en: {
    title: 'Register',
    intro:
      'The school reviews your application. Once it is approved, sign in with the login name and password you enter here. If it is rejected, you see the reason when you sign in. You cannot sign in before the review.',
    introAtOnce: 'After registering you can sign in and fill in the enrolment form at once, without waiting for approval.',
    closed: '{{school}} does not allow self-registration. Ask the school for an account.',
    school: 'School website code',
    schoolHint: 'Provided by the school, for example the last part of its sign-in address',
    schoolUnknown: 'School not found. Check the code',
    type: 'I am',
    student: 'A student of this school',
    applicant: 'An external applicant',
    name: 'Name',
    loginName: 'Login name',
    loginTaken: 'This login name is already in use',
    password: 'Password',
    rule: '8 to 64 characters, with at least two of letters, digits and symbols, and without the login name',
    phone: 'Phone',
    idNumber: 'ID card number',
    studentNo: 'Student no.',
    employer: 'Employer',
    note: 'Class or note',
    noteHint: 'For the reviewer, for example your class',
    submit: 'Submit registration',
    doneTitle: 'Registration submitted',
    done: 'Once {{school}} has approved it, you can sign in as "{{name}}" with the password you chose. Schools usually take a few working days; if it is urgent, contact the school. Until then, signing in shows "waiting for approval".',
    openTitle: 'Account created',
    open: 'Sign in to {{school}} as "{{name}}" with the password you chose to start enrolling.',
    toSignIn: 'Go to sign-in',
  },
} satisfies Catalogue<typeof zh>;

declare module '../../lib/i18n.ts' {
  interface Catalogues {
    registration: typeof zh;
  }
}
