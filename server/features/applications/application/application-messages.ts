import type { BilingualLabel } from '../../../../sync/contract/resource.ts';
import { type Message, say } from '../../../http/handler.ts';

export const toMessage = ([zh, en]: BilingualLabel): Message => say(zh, en);
export const toLabel = (message: Message): BilingualLabel => [message['zh-CN'], message.en];

export const applicationMessages = {
  called: () => say('申报表', 'form'),
  fieldNames: {
    status: say('状态', 'status'),
    answers: say('填写内容', 'answers'),
    marks: say('退回意见', 'marks'),
    examinee: say('考生账号', 'examinee'),
  },
  fileGone: () => say('文件已不在，请重新上传', 'The file no longer exists. Upload it again'),
  noPicture: () => say('这不是图片，请换一张', 'This is not a picture. Choose another'),
  photoMissing: () => say('照片包里没有以这个证件号码命名的照片', 'No photo is named after this ID number'),
  doubleInList: (row: number) => say(`与第 ${row} 行的证件号码相同`, `Same ID number as in row ${row}`),
  inBatch: () => say('这个证件号码已在本批次报名', 'This ID number is already in this batch'),
  beyondQuota: (left: number) =>
    say(`名额只剩 ${left} 个，这一行排在名额之外`, `Only ${left} places are left, so there is none for this row`),
  rowsFaulty: (faulty: number, all: number) =>
    say(`${all} 行里有 ${faulty} 行有问题，一行也没有写入`, `${faulty} of ${all} rows have errors. Nothing was imported`),
  rowsNone: () => say('没有可以导入的行', 'There are no rows to import'),
  photosFirst: () => say('照片还没有传完，请再试一次', 'The photos are still uploading. Try again'),
  notFound: () => say('没有这份申报表', 'This form does not exist'),
  offerNotFound: () => say('没有这个项目，或您不在申报范围内', 'This project does not exist, or it is not open to you'),
  studentNotFound: () => say('没有这名学生，或不在您的班级里', 'This student does not exist, or is not in one of your classes'),
  studentWrites: (name: string) => say(`${name}已经自己开始填写，请提醒本人提交`, `${name} has started the form. Remind them to submit it`),
  studentMends: (name: string) =>
    say(`${name}的申报表已退回，由本人改好再交`, `The form was returned to ${name}, who has to correct and resubmit it`),
  notOpen: () => say('还没到开放时间', 'Submissions are not open yet'),
  over: () => say('已过截止时间，填写的内容仍在这台设备上', 'The deadline has passed. What you wrote is still on this device'),
  noForm: () => say('还没有启用的表单，请联系学校', 'No form is in use yet. Please ask the school'),
  formChanged: () =>
    say(
      '填写期间学校换了新版表单。已填的内容都在，请核对新增的栏目后再提交',
      'The school has changed the form in the meantime. Your answers are kept. Check the new fields, then submit',
    ),
  already: () => say('已经提交，正在审核或已有结果', 'This was already submitted'),
  cannotWithdraw: () => say('现在不能撤回', 'It can no longer be withdrawn'),
  cannotSave: () => say('已经提交，不能再改；需要时先撤回', 'This was already submitted. Withdraw it before you change it'),
  numberApproved: (name: string) =>
    say(
      `同一证件号码的另一份（${name}）已通过；要通过这一份，先退回那一份`,
      `Another application with this ID number (${name}) is approved. Return that one before you approve this one`,
    ),
  numberTwice: () =>
    say(
      '同一证件号码另有一份待审核，请打开核对后单独处理',
      'Another application with this ID number awaits review. Open this one and decide it on its own',
    ),
  full: () => say('名额已满，本批次不设候补', 'There are no places left and no waiting list'),
  invalid: (count: number) => say(`有 ${count} 处需要修改`, count === 1 ? 'One field needs mending' : `${count} fields need mending`),
  notPending: () => say('这份申报表现在不能这样处理', 'This decision is not possible at the moment'),
  quotaReached: (quota: number) =>
    say(`已通过 ${quota} 人，名额用完；扩大名额后再通过`, `All ${quota} places are taken. Increase the quota first`),
  needsReason: () => say('有疑点，请写明理由后再通过', 'There are open doubts. Give a reason for the approval'),
  needsMarks: () => say('请标出要改的栏目，或写明退回理由', 'Mark the fields to correct, or give a reason for the return'),
  marksOfOne: () => say('标出栏目时一次只能退回一份', 'With marked fields, only one form can be returned at a time'),
  unknownField: () => say('表单里没有这一栏', 'The form has no such field'),
  isExaminee: () => say('已转为考生，不能再退回', 'This person is already an examinee'),
  notApproved: () => say('还没有通过审核', 'Not approved yet'),
  noIdNumber: () => say('表中没有证件号码，无法建立考生账号', 'The form has no ID number, so no account can be created'),
  batchNotFound: () => say('没有这个报名批次', 'This enrolment batch does not exist'),
  otherProfession: () => say('申报的职业或等级与这个批次不同', 'The declaration is for a different profession or level than the batch'),
  batchFull: () => say('批次名额已满，不设候补', 'The batch is full, and has no waiting list'),
  openFields: (fields: Message) =>
    say(
      `批次的报名表里没有填好：${fields['zh-CN']}；请退回学生补齐`,
      `Missing on the batch's form: ${fields.en}. Return it to the student first`,
    ),
  rulesNotFound: () => say('没有这套资格条件', 'These eligibility rules do not exist'),
  rulesFrozen: (number: number) =>
    say(
      `第 ${number} 版已发布，不能再改；请复制为新的一版`,
      `Version ${number} is published and cannot be changed. Copy it into a new one`,
    ),
  rulesEmpty: (level: number) => say(`${'一二三四五'[level - 1] ?? ''}级还没有条件`, `Level ${level} has no rule yet`),
  rulesUntried: () => say('还没有试算案例，先加几个再发布', 'There are no test cases yet. Add some before publishing'),
  rulesFailing: (failing: number, all: number) =>
    say(
      `${all} 个案例里有 ${failing} 个结果不符，改好再发布`,
      `${failing} of ${all} test cases give a different result. Correct them before publishing`,
    ),
  rulesUnknown: () => say('没有这个已发布的版本', 'There is no such published version'),
  planNotFound: () => say('没有这个考试计划', 'This exam plan does not exist'),
  planPublished: () => say('考试计划已发布，不能再加考生', 'The plan is published. Examinees can no longer be added'),
  planFull: (most: number) => say(`一个计划最多 ${most} 名考生`, `A plan can have at most ${most} examinees`),
  formUsed: (count: number) =>
    say(`有 ${count} 个批次或项目在用这份表单，不能删除`, `${count} batches or projects use this form, so it cannot be deleted`),
  nothingNew: () => say('设计与启用的版本相同，不必再启用', 'This design is already in use'),
  emptyDesign: () => say('表单里还没有要填的栏目', 'The form has no fields to fill in yet'),
  noName: () =>
    say('表单要有一栏标为“姓名”，审核时才认得出是谁', 'One field must be marked as the name, so that reviewers can tell whose form it is'),
  needsProfession: () => say('先选职业', 'Choose the profession first'),
  needsForm: () => say('先选表单，并在设计页启用它', 'Choose a form first, and activate it in the designer'),
  needsWindow: () => say('截止时间要晚于开始时间', 'The closing time must be later than the opening time'),
  windowOver: () => say('截止时间已过，改晚一些再开放', 'The closing time has passed. Move it before opening'),
  statusNo: () => say('现在的状态不能这样改', 'This change of status is not possible at the moment'),
  professionUnknown: () => say('本校没有开设这个职业', 'The school does not offer this profession'),
  tradeUnknown: () => say('这个工种不属于该职业', 'This trade does not belong to the profession'),
  levelUnknown: () => say('这个职业没有该等级', 'The profession has no such level'),
  formUnknown: () => say('没有这份表单', 'This form does not exist'),
  classUnknown: () => say('没有这个班级', 'This class does not exist'),
  partTwice: () => say('科目重复', 'A part is listed twice'),
  recordOfOne: () => say('备案表按批次导出，请先选一个批次', 'The record table is exported by batch. Choose a batch first'),
  photoRange: () => say('照片大小的下限要小于上限', 'The minimum photo size must be smaller than the maximum'),
  hasApplications: (count: number) =>
    say(`已有 ${count} 份申报，不能删除；可以停止`, `${count} people have applied, so it cannot be deleted. Close it instead`),
  fixed: () =>
    say(
      '已有人申报，表单、资格条件、所需证明和认定类型不能再改',
      'People have already applied. The form, eligibility rules, documents and certification type can no longer be changed',
    ),
} as const;
