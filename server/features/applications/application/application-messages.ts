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
  fileGone: () => say('文件已不在，请重新上传', 'The file is gone: upload it again'),
  noPicture: () => say('这不是图片，请换一张', 'This is no picture: choose another'),
  photoMissing: () => say('照片包里没有以这个证件号码命名的照片', 'No photo among them bears this ID number'),
  doubleInList: (row: number) => say(`与第 ${row} 行的证件号码相同`, `The same ID number as in row ${row}`),
  inBatch: () => say('这个证件号码已在本批次报名', 'This ID number is in this batch already'),
  beyondQuota: (left: number) => say(`名额只剩 ${left} 个，这一行排在名额之外`, `${left} places are left, and this row is beyond them`),
  rowsFaulty: (faulty: number, all: number) =>
    say(`${all} 行里有 ${faulty} 行有问题，一行也没有写入`, `${faulty} of ${all} rows have faults; nothing was written`),
  rowsNone: () => say('没有可以导入的行', 'No row can be imported'),
  photosFirst: () => say('照片还没有传完，请再试一次', 'The photos are not all here yet: try again'),
  notFound: () => say('没有这份申报表', 'There is no such form'),
  offerNotFound: () => say('没有这个项目，或您不在申报范围内', 'There is no such project, or it is not open to you'),
  studentNotFound: () => say('没有这名学生，或不在您的班级里', 'There is no such student, or not in a class of yours'),
  studentWrites: (name: string) =>
    say(`${name}已经自己开始填写，请提醒本人提交`, `${name} has begun to write it: remind them to hand it in`),
  studentMends: (name: string) => say(`${name}的申报表已退回，由本人改好再交`, `It was returned to ${name}, who mends it`),
  notOpen: () => say('还没到开放时间', 'It is not open yet'),
  over: () => say('已过截止时间，填写的内容仍在这台设备上', 'The window is over; what you wrote is still on this device'),
  noForm: () => say('还没有启用的表单，请联系学校', 'No form is in use yet: ask the school'),
  formChanged: () =>
    say(
      '填写期间学校换了新版表单。已填的内容都在，请核对新增的栏目后再提交',
      'The school changed the form meanwhile. What you wrote is kept: look at what is new, then send it',
    ),
  already: () => say('已经提交，正在审核或已有结果', 'It was handed in already'),
  cannotWithdraw: () => say('现在不能撤回', 'It cannot be taken back now'),
  cannotSave: () => say('已经提交，不能再改；需要时先撤回', 'It was handed in: take it back before you change it'),
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
  full: () => say('名额已满，本批次不设候补', 'No place is left, and there is no waiting list'),
  invalid: (count: number) => say(`有 ${count} 处需要修改`, count === 1 ? 'One field needs mending' : `${count} fields need mending`),
  notPending: () => say('这份申报表现在不能这样处理', 'This form cannot be decided so now'),
  quotaReached: (quota: number) =>
    say(`已通过 ${quota} 人，名额用完；扩大名额后再通过`, `${quota} are approved and no place is left: widen the quota first`),
  needsReason: () => say('有疑点，请写明理由后再通过', 'There is a doubt: write why it is approved all the same'),
  needsMarks: () => say('请标出要改的栏目，或写明退回理由', 'Mark what has to be mended, or write why it is returned'),
  marksOfOne: () => say('标出栏目时一次只能退回一份', 'With marks, one form is returned at a time'),
  unknownField: () => say('表单里没有这一栏', 'The form has no such field'),
  isExaminee: () => say('已转为考生，不能再退回', 'They are an examinee already'),
  notApproved: () => say('还没有通过审核', 'Not approved yet'),
  noIdNumber: () => say('表中没有证件号码，无法建立考生账号', 'There is no ID number on the form: no account can be made'),
  batchNotFound: () => say('没有这个报名批次', 'There is no such enrolment batch'),
  otherProfession: () => say('申报的职业或等级与这个批次不同', 'Declared for another profession or level than the batch is for'),
  batchFull: () => say('批次名额已满，不设候补', 'The batch is full, and has no waiting list'),
  openFields: (fields: Message) =>
    say(
      `批次的报名表里没有填好：${fields['zh-CN']}；请退回学生补齐`,
      `Open on the batch's form: ${fields.en}. Return it to the student first`,
    ),
  rulesNotFound: () => say('没有这套资格条件', 'There are no such eligibility rules'),
  rulesFrozen: (number: number) =>
    say(`第 ${number} 版已发布，不能再改；请复制为新的一版`, `Version ${number} is published and stays as it is: copy it into a new one`),
  rulesEmpty: (level: number) => say(`${'一二三四五'[level - 1] ?? ''}级还没有条件`, `Level ${level} has no rule yet`),
  rulesUntried: () => say('还没有试算案例，先加几个再发布', 'It was tried on nobody yet: add cases first'),
  rulesFailing: (failing: number, all: number) =>
    say(`${all} 个案例里有 ${failing} 个结果不符，改好再发布`, `${failing} of ${all} cases come out otherwise: mend them first`),
  rulesUnknown: () => say('没有这个已发布的版本', 'No such version is published'),
  planNotFound: () => say('没有这个考试计划', 'There is no such exam plan'),
  planPublished: () => say('考试计划已发布，不能再加考生', 'The plan is published: nobody can be added'),
  planFull: (most: number) => say(`一个计划最多 ${most} 名考生`, `A plan takes ${most} examinees at the most`),
  formUsed: (count: number) => say(`有 ${count} 个批次或项目在用这份表单，不能删除`, `${count} batches or projects use this form`),
  nothingNew: () => say('设计与启用的版本相同，不必再启用', 'The design is the edition in use'),
  emptyDesign: () => say('表单里还没有要填的栏目', 'Nothing is to be filled in yet'),
  noName: () => say('表单要有一栏标为“姓名”，审核时才认得出是谁', 'One field has to be the name, so that reviewers know who it is'),
  needsProfession: () => say('先选职业', 'Choose the profession first'),
  needsForm: () => say('先选表单，并在设计页启用它', 'Choose a form, and put it to use in the designer'),
  needsWindow: () => say('截止时间要晚于开始时间', 'The end must be later than the beginning'),
  windowOver: () => say('截止时间已过，改晚一些再开放', 'The window is over: move its end first'),
  statusNo: () => say('现在的状态不能这样改', 'Its status cannot be changed so'),
  professionUnknown: () => say('本校没有开设这个职业', 'The school does not offer this profession'),
  tradeUnknown: () => say('这个工种不属于该职业', 'This trade does not belong to the profession'),
  levelUnknown: () => say('这个职业没有该等级', 'The profession has no such level'),
  formUnknown: () => say('没有这份表单', 'There is no such form'),
  classUnknown: () => say('没有这个班级', 'There is no such class'),
  partTwice: () => say('科目重复', 'A part stands twice'),
  recordOfOne: () => say('备案表按批次导出，请先选一个批次', 'A record table is of one batch: choose it first'),
  photoRange: () => say('照片大小的下限要小于上限', 'The least size of a photo must be below the most'),
  hasApplications: (count: number) => say(`已有 ${count} 份申报，不能删除；可以停止`, `${count} have applied: close it instead`),
  fixed: () =>
    say(
      '已有人申报，表单、资格条件、所需证明和认定类型不能再改',
      'People have applied: form, eligibility rules, proofs and recognition type stay as they are',
    ),
} as const;
