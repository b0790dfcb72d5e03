import { createCatalogue } from '../lib/create-catalogue.ts';

export const firstStepsTexts = createCatalogue({
  title: ['从这里开始', 'Start here'],
  done: ['已完成', 'Done'],
  platformNote: ['{{n}} 步到可用的平台', '{{n}} steps to set up the platform'],
  'step.schools': ['学校', 'Schools'],
  'stepText.schools': ['新建一所学校，填写名称和网站代码。', 'Create a school and enter its name and website code.'],
  'stepHas.schools': ['已有 {{count}} 所', 'Schools: {{count}}'],
  'stepGo.schools': ['新建学校', 'New school'],
  'step.admins': ['学校管理员', 'School administrators'],
  'stepText.admins': ['为学校开通管理员，由他导入人员和题目。', 'Add an administrator for each school, who imports people and questions.'],
  'stepHas.admins': ['已有 {{count}} 人', 'School administrators: {{count}}'],
  'stepGo.admins': ['开通学校管理员', 'Add a school administrator'],
  'step.system': ['系统管理员', 'System administrators'],
  'stepText.system': ['只有系统账号能打开系统设置、备份和存储。', 'Only a system account can open system settings, backups and storage.'],
  'stepHas.system': ['已有 {{count}} 人', 'System administrators: {{count}}'],
  'stepGo.system': ['开通系统账号', 'Add a system account'],
  'step.tls': ['HTTPS 证书', 'HTTPS certificate'],
  'stepText.tls': [
    '没有 HTTPS，考场电脑断网后就不能继续考试。用一条命令即可配好。',
    'Without HTTPS, exam PCs cannot go on when the network fails. One command sets it up.',
  ],
  'stepHas.tls': ['证书还有 {{count}} 天到期', 'Days until the certificate expires: {{count}}'],
  tlsOver: ['证书已过期，请立即更换。', 'The certificate has expired. Replace it now.'],
  'stepGo.tls': ['看怎么做', 'How to do it'],
  'step.backup': ['备份', 'Backups'],
  'stepText.backup': ['还没有备份。请设置每天自动备份。', 'There is no backup yet. Set up a daily one.'],
  'stepHas.backup': ['最近一次备份在 {{count}} 天前', 'Days since the last backup: {{count}}'],
  backupToday: ['最近一次备份在一天以内', 'Last backup: less than a day ago'],
  'stepGo.backup': ['看怎么做', 'How to do it'],
});

declare module '../lib/i18n.ts' {
  interface Catalogues {
    firstSteps: (typeof firstStepsTexts)['zh-CN'];
  }
}
