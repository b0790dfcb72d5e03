import type { Guide } from '../guide.ts';

export const enrolmentGuide: Guide = {
  id: 'enrolment',
  readers: ['报名管理员', 'Enrolment administrators'],
  title: ['报名管理员指南', 'Guide for enrolment administrators'],
  lead: [
    '开一个报名批次，审核报名表，把通过的人转为考生。',
    'Open an enrolment batch, review applications, and turn approved applicants into examinees.',
  ],
  sections: [
    {
      id: 'batch',
      title: ['报名批次', 'Batches'],
      steps: [
        [
          '请学校管理员先启用一份申报表。然后在 [报名首页] 新建批次：选职业、等级、表单、时间和 [名额]，写明 [照片规格] 和要哪些证明。',
          'Ask the school administrator to put a form in use. Then create a batch under [Enrolment]: profession, level, form, dates and [Quota]; state the [Photo requirements] and the documents needed.',
        ],
        [
          '点 [开放报名]。批次会出现在学校的登录页上。名额满了以后，[候补] 的人按提交的先后排队。',
          'Press [Open enrolment]. The batch appears on the sign-in page of the school. When it is full, people on the [Waiting list] queue in the order of submission.',
        ],
        [
          '没有账号的人自己注册。学校没有设为立即开通时，在 [申请报名账号] 里点 [准许报名]。',
          'People without an account register. Unless the school lets them begin at once, press [Approve] under [Enrolment account requests].',
        ],
        [
          '学校统一报名时点 [整班导入]：[下载模板]，填好名单，再用 [选择照片包] 一次交上全部照片，文件名是证件号码。写入前逐行检查。',
          'To enrol a whole class, press [Import a class]: [Download template], fill in the list, then [Choose the photos], named by ID number. Every row is checked before anything is saved.',
        ],
      ],
    },
    {
      id: 'review',
      title: ['审核', 'Review'],
      steps: [
        [
          '[今天等着办] 把待审核的分成几堆：[无疑点，可一次通过]、[退回后重交]、[久等的报名表]。',
          '[To do today] sorts the waiting applications: [No issues, ready for approval], [Resubmitted after a return], [Longest waiting].',
        ],
        [
          '打开一份，对照照片、证件号码和证明。系统按 [资格条件] 逐条给出结果；证件号码在别处也报过的会标出来。',
          'Open one and compare photo, ID number and documents. The [Eligibility rules] are judged one by one, and an ID number used elsewhere is marked.',
        ],
        [
          '没有问题点 [通过]。有问题就在那一栏写明原因，再点 [退回]：报名人只需改这些栏目。',
          'If all is well, press [Approve]. Otherwise write the reason at the field and press [Return]: the applicant only has to correct these fields.',
        ],
        ['[照片墙] 可以一眼看出不合格的照片。', 'The [Photo wall] shows unsuitable photos at a glance.'],
      ],
      cautions: [
        [
          '证件号码平时只显示尾号。点 [显示全号（记入日志）] 会记下是谁看的。',
          'ID numbers are shown by their last digits only. [Show the full number (logged)] records who looked.',
        ],
      ],
    },
    {
      id: 'enlist',
      title: ['转为考生和导出', 'Examinees and exports'],
      steps: [
        [
          '选中已通过的人，选一个还没有发布的 [考试计划]，点 [加入计划]。没有考生账号的会自动建立；重复做不会多出人来。',
          'Select approved applicants, choose an [Exam plan] that is not published yet, and press [Add to the plan]. Accounts are created where needed. Doing it twice adds nobody twice.',
        ],
        ['用 [导出名单] 导出 [报名名单] 或 [认定备案表]。', '[Export list] exports the [Enrolment list] or the [Record table].'],
      ],
    },
  ],
};
