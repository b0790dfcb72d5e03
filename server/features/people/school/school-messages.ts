import { type Message, say } from '../../../http/handler.ts';

/** Names of the tables whose rows keep a school from being removed; other tables are shown by their table name. */
const hangingNames: Readonly<Record<string, readonly [string, string]>> = {
  user: ['用户', 'users'],
  question: ['题目', 'questions'],
  paper: ['试卷', 'papers'],
  exam_plan: ['考试计划', 'exam plans'],
  job: ['后台任务', 'background jobs'],
  profession: ['职业', 'professions'],
  class: ['班级', 'classes'],
  upload: ['上传的文件', 'uploaded files'],
};

/** Names of a school's columns, as shown in a version conflict. */
export const schoolFieldNames: Readonly<Record<string, Message>> = {
  title: say('学校名称', 'title'),
  website: say('网站代码', 'website code'),
  logo: say('校徽', 'logo'),
  logo_custom: say('自定义校徽', 'custom logo'),
  logo_custom_status: say('是否使用自定义校徽', 'use of the custom logo'),
  cover: say('封面', 'cover'),
  record: say('备案号', 'record number'),
  mohrss_prof_no: say('人社职业编号', 'MOHRSS profession number'),
  mohrss_prof_allname: say('人社职业全称', 'MOHRSS profession name'),
  site_code: say('站点代码', 'site code'),
  contact: say('联系人', 'contact'),
  phone: say('联系电话', 'phone'),
  address: say('地址', 'address'),
  config: say('参数', 'settings'),
  status: say('状态', 'status'),
};

export const schoolMessages = {
  unknownWebsite: (website: string) => say(`没有网站代码为“${website}”的学校`, `There is no school with the website code "${website}"`),
  notFound: () => say('学校不存在', 'There is no such school'),
  invalid: () => say('有内容不符合要求', 'Something is not as required'),
  websiteTaken: (title: string) => say(`网站代码已被“${title}”使用`, `The website code is used by "${title}"`),
  siteCodeTaken: (title: string) => say(`站点代码已被“${title}”使用`, `The site code is used by "${title}"`),
  customLogoMissing: () => say('请先上传自定义校徽', 'Upload a custom logo first'),
  ownSchool: () => say('不能停用或删除您自己所在的学校', 'You cannot disable or remove the school your own account belongs to'),
  lastPlatformPeople: () =>
    say(
      '该校有唯一可用的系统管理员账号，停用后将无人能管理系统',
      'This school holds the only working system account; nobody could look after the system',
    ),
  called: () => say('学校', 'school'),
  hanging: (rows: readonly { table: string; count: number }[]) =>
    say(
      `学校还有${rows.map(({ table, count }) => `${hangingNames[table]?.[0] ?? table} ${count} 条`).join('、')}，不能删除；不再使用时请停用`,
      `The school still has ${rows.map(({ table, count }) => `${count} ${hangingNames[table]?.[1] ?? table}`).join(', ')}; it cannot be removed. Disable it instead`,
    ),
} as const;
