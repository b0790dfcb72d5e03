import { createCatalogue } from '../../lib/create-catalogue.ts';

export const accountTexts = createCatalogue({
  title: ['账号设置', 'Account'],
  mustChange: ['您使用的是初始密码，请先设置自己的密码。', 'You are using an initial password. Set your own password first.'],
  profile: ['个人资料', 'Profile'],
  name: ['姓名', 'Name'],
  loginName: ['登录名', 'Login name'],
  avatar: ['头像', 'Profile picture'],
  save: ['保存', 'Save'],
  saved: ['已保存', 'Saved'],
  password: ['修改密码', 'Change password'],
  oldPassword: ['原密码', 'Current password'],
  newPassword: ['新密码', 'New password'],
  repeat: ['再输入一次新密码', 'Repeat new password'],
  rule: [
    '8～64 位，字母、数字、符号至少两种，不含登录名',
    '8 to 64 characters, with at least two of letters, digits and symbols, and without the login name',
  ],
  differ: ['两次输入的新密码不一致', 'The new passwords do not match'],
  changePassword: ['修改密码', 'Change password'],
  passwordChanged: ['密码已修改，其他设备已退出登录', 'Password changed; other devices are signed out'],
  devices: ['已登录的设备', 'Signed-in devices'],
  thisDevice: ['本机', 'This device'],
  since: ['登录时间', 'Signed in'],
  lastUse: ['最近使用', 'Last used'],
  signOut: ['退出', 'Sign out'],
  signOutOthers: ['退出其他全部设备', 'Sign out all other devices'],
  signedOut: ['已退出', 'Signed out'],
  unknownDevice: ['未知设备', 'Unknown device'],
  records: ['学习档案', 'Learning records'],
  recordsOf: ['{{name}}的学习档案', 'Learning records of {{name}}'],
  noRecords: ['还没有考试记录', 'No exam records yet'],
  noRecordsText: ['参加考试后，成绩和交卷回执会显示在这里。', 'Scores and hand-in receipts appear here after an exam.'],
  noRecordsChoose: ['先选择一名学生', 'Choose a student first'],
  noRecordsChooseText: [
    '选好后显示该学生参加过的考试、成绩和交卷回执。',
    "The student's exams, scores and hand-in receipts are shown here.",
  ],
  findStudent: ['查找学生：姓名、学号、准考证号', 'Find a student: name, student number or admission ticket number'],
  exam: ['考试', 'Exam'],
  paper: ['试卷', 'Paper'],
  start: ['开考时间', 'Start time'],
  status: ['状态', 'Status'],
  recordStatus: ['档案状态', 'Record status'],
  part: ['考试部分', 'Part'],
  part_theory: ['理论知识', 'Theory'],
  part_practical: ['操作技能', 'Practical skill'],
  part_review: ['综合评审', 'Comprehensive review'],
  resit: ['补考', 're-sit'],
  seat: ['座位', 'Seat'],
  score: ['成绩', 'Score'],
  passed: ['合格', 'Passed'],
  failed: ['不合格', 'Failed'],
  receipt: ['交卷回执', 'Hand-in receipt'],
  none: ['无', 'None'],
});

declare module '../../lib/i18n.ts' {
  interface Catalogues {
    account: (typeof accountTexts)['zh-CN'];
  }
}
