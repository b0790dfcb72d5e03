import { createCatalogue } from '../../lib/create-catalogue.ts';
import { auditWordTexts } from './audit-word-texts.ts';

export const auditTexts = createCatalogue({
  words: { 'zh-CN': auditWordTexts['zh-CN'], en: auditWordTexts.en },
  title: ['操作日志', 'Audit log'],
  caption: ['操作日志', 'Audit log'],
  about: [
    '每一次更改都按顺序留下记录，只能查看，不能修改或删除。',
    'Every change is recorded here in order. Entries can be viewed, but never changed or deleted.',
  ],
  at: ['时间', 'Time'],
  who: ['操作人', 'User'],
  did: ['操作', 'Action'],
  object: ['对象', 'Object'],
  result: ['结果', 'Result'],
  from: ['来源地址', 'Source address'],
  school: ['所属学校', 'School'],
  allSchools: ['全部学校', 'All schools'],
  number: ['序号', 'No.'],
  loginName: ['登录名', 'Login name'],
  userType: ['用户类型', 'User type'],
  searchWho: ['姓名或登录名', 'Name or login name'],
  allObjects: ['全部对象', 'All objects'],
  allCalls: ['全部操作', 'All actions'],
  allResults: ['全部结果', 'All results'],
  outcomes: {
    done: ['已完成', 'Completed'],
    refused: ['未完成', 'Not completed'],
  },
  fromDay: ['起始日期', 'Start date'],
  toDay: ['结束日期', 'End date'],
  until: ['至', 'to'],
  onlyObject: ['只看对象：{{object}}', 'Only object: {{object}}'],
  onlyUser: ['只看用户：{{name}}', 'Only user: {{name}}'],
  onlyUserId: ['只看用户 {{id}}', 'Only user {{id}}'],
  nobody: ['未登录', 'Not signed in'],
  claimed: ['{{name}}（未核实）', '{{name}} (not verified)'],
  platform: ['平台', 'Platform'],
  emptyTitle: ['还没有操作记录', 'No entries yet'],
  emptyText: ['有人登录或更改内容后，记录会出现在这里。', 'Entries appear here when someone signs in or changes something.'],
  entryTitle: ['第 {{id}} 条：{{did}}', 'Entry {{id}}: {{did}}'],
  device: ['设备', 'Device'],
  console: ['服务器命令行', 'Server command line'],
  leftOut_other: [
    '此前同一地址还有 {{count}} 次被拒绝的操作没有逐条记录。',
    'Before this, {{count}} more refused actions from the same address were not recorded individually.',
    'Before this, {{count}} more refused action from the same address was not recorded individually.',
  ],
  changesPart: ['更改内容', 'Changes'],
  addedPart: ['新建的内容', 'Created content'],
  removedPart: ['删除前的内容', 'Content before deletion'],
  inputPart: ['提交的内容', 'Submitted data'],
  nothingNoted: ['这次操作没有留下更改前后的内容。', 'No content from before or after this action was recorded.'],
  field: ['项目', 'Field'],
  before: ['更改前', 'Before'],
  after: ['更改后', 'After'],
  value: ['内容', 'Value'],
  none: ['（空）', '(empty)'],
  hidden: ['（保密，不记录）', '(confidential, not recorded)'],
  minutes_other: ['{{count}} 分钟', '{{count}} minutes', '{{count}} minute'],
  place: ['第 {{n}} 项', 'item {{n}}'],
  more_other: [
    '其余 {{count}} 项没有逐条记录',
    '{{count}} more items not recorded individually',
    '{{count}} more item not recorded individually',
  ],
  historyOf: ['这个对象的全部记录', 'All entries for this object'],
  byUser: ['此人的全部记录', 'All entries by this user'],
  chain: ['校验值', 'Checksum'],
  chainHint: [
    '与前一条记录相连；任何改动都能用服务器命令 npm run audit:verify 查出。',
    'Linked to the previous entry. To detect any tampering, run npm run audit:verify on the server.',
  ],
  gone: ['没有这条记录，或者它不属于您的学校。', 'This entry does not exist or does not belong to your school.'],
});

declare module '../../lib/i18n.ts' {
  interface Catalogues {
    audit: (typeof auditTexts)['zh-CN'];
  }
}
