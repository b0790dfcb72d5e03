import { createCatalogue } from '../../lib/create-catalogue.ts';

export const staffChoiceTexts = createCatalogue({
  others_invigilator: ['还可以选：教师，允许兼任监考后', 'Also: teachers, once they may invigilate'],
  others_marker: ['还可以选：教师，允许兼任阅卷后', 'Also: teachers, once they may mark'],
  ask_invigilator: ['允许{{name}}兼任监考？', 'Allow {{name}} to invigilate?'],
  ask_marker: ['允许{{name}}兼任阅卷？', 'Allow {{name}} to mark?'],
  askText: [
    '允许后，{{name}}的账号多一项兼任，重新打开网页后就能进入相应的页面；随后就选用到这里。',
    'This adds the role to the account of {{name}}, who is chosen here and sees the pages of the role after reloading.',
  ],
  allow_invigilator: ['允许兼任监考并选用', 'Allow and choose'],
  allow_marker: ['允许兼任阅卷并选用', 'Allow and choose'],
  notYours_invigilator: ['{{name}}还不能监考', '{{name}} may not invigilate yet'],
  notYours_marker: ['{{name}}还不能阅卷', '{{name}} may not mark yet'],
  notYoursText: [
    '请学校管理员在“教师与工作人员”里编辑这个账号，勾选“兼任”。之后就能在这里选用{{name}}。',
    'Ask your school administrator to edit this account under "Teachers and staff" and tick the role under "Also works as". You can then choose {{name}} here.',
  ],
  close: ['知道了', 'Got it'],
});
