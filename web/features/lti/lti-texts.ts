import { createCatalogue } from '../../lib/create-catalogue.ts';

export const ltiTexts = createCatalogue({
  description: [
    '本校的学习平台（如 Moodle）可通过 LTI 1.3 打开本平台的课程。人员按编号对应：学生按学号，工作人员按登录名。不会新建账号，角色仍在本平台设置；管理员和考生不能由此登录。',
    'The school’s learning platform, such as Moodle, can open courses here by LTI 1.3. People are linked by number: students by student number, staff by login name. No account is created, and roles stay as they are set here. Administrators and examinees cannot sign in this way.',
  ],
  enterThere: ['填写到学习平台', 'Enter in the learning platform'],
  loginAddress: ['登录发起地址', 'Login initiation address'],
  loginAddressHint: ['Moodle 中称“Initiate login URL”', '“Initiate login URL” in Moodle'],
  launchAddress: ['启动地址', 'Launch address'],
  launchAddressHint: ['Moodle 中称“Redirection URI(s)”', '“Redirection URI(s)” in Moodle'],
  addressMissing: [
    '平台还没有公开地址。请平台的系统管理员先在系统设置中填写（https）。',
    'The platform has no public address yet. Ask the system administrator to enter it (https) in the system settings.',
  ],
  courseNote: [
    '工具地址填课程学习页的网址，如 …/student/learn/item/12；或加自定义参数 course=12。打开方式须选“新窗口”。',
    'As the tool’s address, enter that of the course’s learning page, such as …/student/learn/item/12, or add the custom parameter course=12. Let it open in a new window.',
  ],
  enterHere: ['学习平台给出的信息', 'Details from the learning platform'],
  name: ['显示名称', 'Name shown'],
  nameHint: ['例如“Moodle”', 'Such as “Moodle”'],
  enabled: ['允许从学习平台打开课程', 'Let it open courses'],
  enabledHint: ['双方都填写好以后再打开。', 'Turn it on once both sides are set up.'],
  issuer: ['平台标识（Issuer）', 'Issuer'],
  issuerHint: ['Moodle 中称“Platform ID”，须与对方完全一致', '“Platform ID” in Moodle; it must be exactly the same'],
  addressWrong: ['请填写以 https:// 开头的完整地址', 'Enter a whole address that begins with https://'],
  clientId: ['客户端 ID', 'Client ID'],
  clientIdHint: ['学习平台登记本平台后给出', 'Given when you register this platform there'],
  deploymentId: ['部署 ID', 'Deployment ID'],
  deploymentIdHint: ['Moodle 中称“Deployment ID”', '“Deployment ID” in Moodle'],
  authorisation: ['登录请求地址', 'Authentication request address'],
  authorisationHint: ['以 https:// 开头', 'Begins with https://'],
  keySet: ['公钥集地址（JWKS）', 'Public keyset address (JWKS)'],
  keySetHint: ['以 https:// 开头，用来核对签名', 'Begins with https://; signatures are checked against it'],
  numberClaim: ['学号或工号取自', 'Student or staff number from'],
  numberClaims: {
    sourcedId: ['ID 编号（person_sourcedid）', 'ID number (person_sourcedid)'],
    username: ['用户名（Moodle 的 user_username）', 'User name (Moodle’s user_username)'],
  },
  save: ['保存设置', 'Save settings'],
  saved: ['设置已保存', 'Settings saved'],
});
