import { createCatalogue } from '../../lib/create-catalogue.ts';

export const signInTexts = createCatalogue({
  slogan: ['职业技能等级认定平台', 'Vocational skill certification'],
  about: [
    '题库、组卷、报名、申报、考试、阅卷、学习，一处办理。断网也能安心作答。',
    'Question banks, paper assembly, enrolment, declarations, exams, marking and learning in one place. Keep answering with confidence, even without a network.',
  ],
  byPassword: ['账号登录', 'Account'],
  byTicket: ['准考证登录', 'Admission ticket'],
  byDirectory: ['机构账号', 'Institution'],
  directoryHint: ['使用“{{name}}”的账号和密码。', 'Use your account and password of “{{name}}”.'],
  directoryPage: ['将打开“{{name}}”的登录页，登录后自动返回。', 'The sign-in page of “{{name}}” opens; you come back here afterwards.'],
  directoryGo: ['前往{{name}}登录', 'Sign in with {{name}}'],
  directoryNotBegun: [
    '这里没有正在进行的登录：请从登录页重新开始，并使用平台的公开地址打开。',
    'No sign-in was begun here: start again from the sign-in page, and open it at the public address of the platform.',
  ],
  directoryBack: ['返回登录页', 'Back to the sign-in page'],
  password: ['密码', 'Password'],
  ticketNo: ['准考证号', 'Admission ticket number'],
  code: ['验证码', 'Code'],
  codeHint: ['请输入验证器应用中的 6 位验证码，或一个恢复码。', 'Enter the 6-digit code from your authenticator app, or a recovery code.'],
  codeMissing: ['请输入验证码', 'Enter the code'],
  submitting: ['正在登录…', 'Signing in…'],
  demoTitle: ['演示系统', 'Demo'],
  demoText: ['选一个角色，直接登录看看。', 'Choose a role to sign in and look around.'],
  demoFailed: ['没有登录成功，请再试一次。', 'You were not signed in. Try again.'],
  demoTypes: {
    superAdmin: ['平台管理员', 'Super admin'],
    schoolAdmin: ['学校管理员', 'School admin'],
    schoolLeader: ['校领导', 'School leader'],
    marker: ['阅卷员', 'Marker'],
    invigilator: ['监考员', 'Invigilator'],
    teacher: ['教师', 'Teacher'],
    student: ['学生', 'Student'],
    examinee: ['考生', 'Examinee'],
    system: ['系统管理员', 'System admin'],
    questionAdmin: ['题库管理员', 'Bank admin'],
    enrollAdmin: ['报名管理员', 'Enrolment admin'],
    enrollUser: ['报名者', 'Applicant'],
  },
  school: ['学校网站代码', 'School website code'],
  schoolHint: ['学校发给您的登录地址里 /login/ 后面的部分', 'The part after /login/ in the sign-in address from your school'],
  schoolNext: ['下一步', 'Next'],
  schoolUnknown: ['没有找到代码为“{{website}}”的学校，请核对后再试。', 'No school has the code “{{website}}”. Check it and try again.'],
  schoolDisabled: [
    '该校已被平台停用，暂时不能登录。请联系平台管理员。',
    'This school has been disabled by the platform, so you cannot sign in. Contact the platform administrator.',
  ],
  schoolOffline: ['连不上服务器，暂时无法查到学校。', 'The server cannot be reached, so the school cannot be looked up.'],
  missingName: ['请填写登录名', 'Enter your login name'],
  missingPassword: ['请填写密码', 'Enter your password'],
  missingTicket: ['请填写准考证号', 'Enter your admission ticket number'],
  missingIdNumber: ['请填写证件号码', 'Enter your ID number'],
  missingSchool: ['请填写学校网站代码', 'Enter the school website code'],
  badSchool: ['只能包含字母、数字、点和短横线', 'Use only letters, digits, dots and hyphens'],
  offline: {
    unknown: [
      '连不上服务器，只能凭这台电脑上登录过的账号登录：所填内容与它们都不相符。请核对后再试，或等网络恢复。',
      'The server cannot be reached. Without it, only accounts that have signed in on this PC before can sign in, and your input matches none of them. Check it, or wait for the network.',
    ],
    nobody: [
      '连不上服务器，而这台电脑上没有任何人的登录记录：可能还没有人在这里登录过，也可能磁盘出错后浏览器的数据丢了。所填内容没有核对，不一定有误。请举手告诉监考人员：接通网络后即可登录，已送达服务器的作答不会丢；也可以换一台电脑。',
      'The server cannot be reached, and nobody has signed in on this PC before, or the browser data was lost in a disk error. Your input was not checked and may well be correct. Raise your hand and tell the invigilator: you can sign in when the network is back, and answers the server has received are safe. You can also move to another PC.',
    ],
    full: [
      '连不上服务器，而这台电脑的磁盘已满，读不到登录记录。所填内容没有核对。请举手告诉监考人员：换到备用电脑，或腾出磁盘空间，或接通网络后再登录。',
      'The server cannot be reached, and the disk of this PC is full, so its sign-in records cannot be read. Your input was not checked. Raise your hand and tell the invigilator: move to a spare PC, free disk space, or connect the network and sign in again.',
    ],
    unreadable: [
      '连不上服务器，而这台电脑上的登录记录现在读不出来，多半是磁盘已满或出过错。所填内容没有核对，不一定有误。请举手告诉监考人员：腾出磁盘空间后重新打开浏览器，或接通网络后再登录。',
      'The server cannot be reached, and the sign-in records on this PC cannot be read, probably because the disk is full or has failed. Your input was not checked and may well be correct. Raise your hand and tell the invigilator: free disk space and reopen the browser, or connect the network and sign in again.',
    ],
  },
  already: ['{{name}} 已在此登录。', '{{name}} is signed in here.'],
  continue: ['继续', 'Continue'],
  register: ['没有账号？申请注册', 'No account? Register'],
  openBatches: ['正在报名', 'Open for enrolment'],
  batchUntil: ['{{when}} 截止', 'until {{when}}'],
  batchLeft: ['余 {{count}} 个名额', '{{count}} {{count|place|places}} left'],
  batchWaiting: ['名额已满，可候补', 'full, with a waiting list'],
  batchFull: ['名额已满', 'full'],
  enrolNew: ['报名：先注册报名账号', 'Enrol: register an account first'],
  levels: {
    '1': ['一级', 'level 1'],
    '2': ['二级', 'level 2'],
    '3': ['三级', 'level 3'],
    '4': ['四级', 'level 4'],
    '5': ['五级', 'level 5'],
  },
  pcReady: [
    '本机已备好：可离线使用，时钟误差 {{seconds}} 秒，无未送达内容。',
    'This PC is ready: it works offline, the clock is {{seconds}} s off, and nothing is waiting to be sent.',
  ],
  pcNotOffline: ['本机还没有备好离线使用，请保持联网片刻。', 'This PC is not ready for offline use yet. Stay connected for a moment.'],
  pcUntrusted: [
    '浏览器不信任这个网站的证书，本机断网后打不开考试。请管理员安装学校的证书后重新打开本页。',
    'The browser does not trust this site’s certificate, so exams cannot be opened on this PC without a network. Ask the administrator to install the school’s certificate, then open this page again.',
  ],
  pcNoWorker: [
    '浏览器没有装上离线程序，本机断网后打不开考试。',
    'The browser did not install the offline program, so exams cannot be opened on this PC without a network.',
  ],
  pcCheck: ['本机自检：查看原因和办法', 'Self-check of this PC: reasons and remedies'],
  pcClockFast: ['本机时钟快了 {{amount}}，考试以服务器时间为准。', "The clock of this PC is {{amount}} fast. Exams use the server's time."],
  pcClockSlow: ['本机时钟慢了 {{amount}}，考试以服务器时间为准。', "The clock of this PC is {{amount}} slow. Exams use the server's time."],
  pcUnreachable: [
    '暂时连不上服务器。在这台电脑上登录过的人仍可登录，继续作答。',
    'The server cannot be reached. Anyone who has signed in on this PC before can still sign in and continue.',
  ],
  pcWaiting_other: [
    '本机还有 {{count}} 条作答未送达服务器，已安全保存，联网后自动送达。',
    '{{count}} answers on this PC have not reached the server yet. They are saved here and are sent when there is a network.',
    '{{count}} answer on this PC has not reached the server yet. It is saved here and is sent when there is a network.',
  ],
  seconds: ['{{n}} 秒', '{{n}} s'],
  minutes: ['{{n}} 分钟', '{{n}} min'],
  hours: ['{{n}} 小时', '{{n}} h'],
  days: ['{{n}} 天', '{{n}} d'],
});

declare module '../../lib/i18n.ts' {
  interface Catalogues {
    signIn: (typeof signInTexts)['zh-CN'];
  }
}
