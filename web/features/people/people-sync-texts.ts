import { createCatalogue } from '../../lib/create-catalogue.ts';

export const peopleSyncTexts = createCatalogue({
  intro: [
    '从机构目录列出学生和教职工，与本校账号对照。勾选后才会改动：新增、更新姓名和班级、停用；从不删除账号，也不改类别和角色。',
    'Lists students and staff from your directory and compares them with your accounts. Only what you tick is done: adding, changing name and class, disabling. No account is deleted, and no type or role changes.',
  ],
  newTypes: [
    '新学生建为“学生”；新教职工建为“监考员”，需要时再到“教师与工作人员”页改为其他类别。初始密码随机生成，只显示一次。',
    'New students become students; new staff become invigilators, whose type you can change on the page of teachers. Initial passwords are random and shown once.',
  ],
  settings: ['返回设置', 'Back to the settings'],
  preview: ['预览', 'Preview'],
  previewAgain: ['重新预览', 'Preview again'],
  asking: ['正在从目录读取人员…', 'Reading the people of the directory…'],
  failed: ['没有读到完整的名单，没有任何改动。', 'The list could not be read completely. Nothing has changed.'],
  found: ['目录中的人', 'In the directory'],
  same: ['一致', 'No change'],
  lists: {
    add: ['新增', 'To add'],
    change: ['更新', 'To change'],
    disable: ['停用', 'To disable'],
    unusable: ['不能使用', 'Cannot be used'],
  },
  none: {
    add: ['没有要新增的人', 'Nobody to add'],
    change: ['没有要更新的账号', 'No account to change'],
    disable: ['没有要停用的账号', 'No account to disable'],
    unusable: ['目录中的人都可以使用', 'Everybody in the directory can be used'],
  },
  groups: { students: ['学生', 'Students'], staff: ['教职工', 'Staff'] },
  group: ['人员', 'Group'],
  number: ['编号', 'Number'],
  changes: ['改动', 'Changes'],
  fields: { name: ['姓名', 'Name'], class_id: ['班级', 'Class'] },
  empty: ['（空）', '(none)'],
  lastSeen: ['上次在目录中', 'Last seen in the directory'],
  entry: ['目录条目', 'Directory entry'],
  reason: ['原因', 'Reason'],
  disableHint: [
    '以前预览时在目录中、现在不在的账号。默认不勾选；停用后不能登录，成绩和记录都保留，可随时重新启用。',
    'Accounts that an earlier preview found in the directory and that are no longer there. None is ticked at first. A disabled account cannot sign in; its results stay, and it can be enabled again.',
  ],
  newClasses: ['将新建班级：{{names}}', 'Classes to be created: {{names}}'],
  few: [
    '目录列出的{{group}}异常地少：已关联 {{linked}} 个账号，其中 {{missing}} 个不在这次的名单中。请先核对查找范围和筛选条件；停用需要再次确认。',
    'The directory lists unusually few people ({{group}}). Linked accounts: {{linked}}, missing: {{missing}}. Check the search base and the filter first; disabling needs a second confirmation.',
  ],
  apply_other: ['应用所选 {{count}} 项', 'Apply {{count}} rows', 'Apply one row'],
  applyNone: ['应用所选', 'Apply'],
  applyTitle_other: ['应用所选的 {{count}} 项？', 'Apply the {{count}} ticked rows?', 'Apply the ticked row?'],
  applyText: [
    '新增 {{add}} 人，更新 {{change}} 人，停用 {{disable}} 人。应用前会再读一次目录，已经变化的项会跳过。',
    'To add: {{add}}, to change: {{change}}, to disable: {{disable}}. The directory is read again first; rows that have changed since are skipped.',
  ],
  applyNow: ['应用', 'Apply'],
  fewTitle_other: ['仍要停用这 {{count}} 个账号？', 'Disable these {{count}} accounts anyway?', 'Disable this account anyway?'],
  fewConfirm: ['确认停用', 'Disable them'],
  done: [
    '已应用：新增 {{added}}，更新 {{changed}}，停用 {{disabled}}',
    'Applied. Added: {{added}}, changed: {{changed}}, disabled: {{disabled}}',
  ],
  skipped: [
    '目录或账号在预览后又变了，没有应用：{{names}}。请重新预览。',
    'Not applied, because the directory or the account has changed since the preview: {{names}}. Preview again.',
  ],
});
