import { createCatalogue } from '../../lib/create-catalogue.ts';

export const registrationTexts = createCatalogue({
  title: ['注册账号', 'Register'],
  intro: [
    '提交后由学校审核；通过后用这里填写的登录名和密码登录，没有通过时登录会看到原因。审核之前不能登录。',
    'The school reviews your application. Once it is approved, sign in with the login name and password you enter here. If it is rejected, you see the reason when you sign in. You cannot sign in before the review.',
  ],
  introAtOnce: [
    '注册后马上可以登录、填写报名表，不用等审核。',
    'After registering you can sign in and fill in the enrolment form at once, without waiting for approval.',
  ],
  closed: [
    '{{school}}没有开放自行注册。请联系学校开通账号。',
    '{{school}} does not allow self-registration. Ask the school for an account.',
  ],
  school: ['学校网站代码', 'School website code'],
  schoolHint: ['由学校提供，例如登录网址最后一段', 'Provided by the school, for example the last part of its sign-in address'],
  schoolUnknown: ['没有找到这所学校，请核对代码', 'School not found. Check the code'],
  type: ['我是', 'I am'],
  student: ['本校学生', 'A student of this school'],
  applicant: ['社会报名人员', 'An external applicant'],
  name: ['姓名', 'Name'],
  loginName: ['登录名', 'Login name'],
  loginTaken: ['这个登录名已经有人使用', 'This login name is already in use'],
  password: ['密码', 'Password'],
  rule: [
    '8～64 位，字母、数字、符号至少两种，不含登录名',
    '8 to 64 characters, with at least two of letters, digits and symbols, and without the login name',
  ],
  phone: ['手机号', 'Phone'],
  idNumber: ['身份证号码', 'ID card number'],
  studentNo: ['学号', 'Student no.'],
  employer: ['工作单位', 'Employer'],
  note: ['班级或说明', 'Class or note'],
  noteHint: ['写给审核人，例如所在班级', 'For the reviewer, for example your class'],
  submit: ['提交注册', 'Submit registration'],
  doneTitle: ['注册申请已提交', 'Registration submitted'],
  done: [
    '{{school}}审核通过后，您就可以用登录名“{{name}}”和刚才的密码登录。学校一般在几个工作日内处理；着急的话请直接联系学校。在此之前登录会提示“等待审核”。',
    'Once {{school}} has approved it, you can sign in as "{{name}}" with the password you chose. Schools usually take a few working days; if it is urgent, contact the school. Until then, signing in shows "waiting for approval".',
  ],
  openTitle: ['账号已开通', 'Account created'],
  open: [
    '用登录名“{{name}}”和刚才的密码登录{{school}}，就可以开始报名。',
    'Sign in to {{school}} as "{{name}}" with the password you chose to start enrolling.',
  ],
  toSignIn: ['去登录页', 'Go to sign-in'],
});
