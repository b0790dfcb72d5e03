import type { Guide } from '../guide.ts';

export const bankGuide: Guide = {
  id: 'bank',
  readers: ['题库管理员', 'Question bank staff'],
  title: ['题库管理员指南', 'Guide for question bank staff'],
  lead: [
    '维护认证题库：按职业和细目表建题、审核、查看使用情况。平台管理员还在这里维护职业和细目表。',
    'Maintain the certified bank: enter questions by profession and detail table, review them, and see how they are used. Super admins also maintain professions and detail tables.',
  ],
  sections: [
    {
      id: 'bank',
      title: ['职业和细目表（平台管理员）', 'Professions and detail tables (super admins)'],
      steps: [
        [
          '在 [职业与工种] 里登记职业编码、名称、等级和工种。停用的职业不再出现在新的题目和考试里。',
          'Under [Professions and trades], enter code, name, levels and trades. A disabled profession no longer appears in new questions and exams.',
        ],
        [
          '在 [鉴定要素细目表] 里点 [新建细目表]，选职业和等级。逐行录入，或点 [导入] 读 Excel；[下载模板] 有样例。',
          'Under [Detail tables], press [New detail table] and choose profession and level. Enter the lines, or [Import] them from Excel; [Download template] has an example.',
        ],
        [
          '[检查] 里没有问题时点 [发布]。题目用到的细目表会冻结；要改，点 [新建版本]。',
          'When [Checks] shows no problem, press [Publish]. A table that questions use is frozen. To change it, press [New edition].',
        ],
      ],
    },
    {
      id: 'questions',
      title: ['题目', 'Questions'],
      steps: [
        [
          '在 [职业列表] 里打开一个职业，进入 [认证题库]。',
          'Open a profession under [Professions] to enter the [Certified question bank].',
        ],
        [
          '点 [导入题目]，选 Excel、Word 或其他题库软件导出的文件。先看预览和每一处错误，再决定导入；在那之前题库不变。',
          'Press [Import questions] and choose an Excel, Word or exported file. Look at the preview and at every error, then decide. Until you import, the bank does not change.',
        ],
        [
          '一题一题录入，点 [新建题目]。选职业、等级和 [鉴定点]，组卷时才能按细目表抽题。',
          'To enter one question, press [New question]. Choose profession, level and [Detail point]: only then can papers be drawn by the detail table.',
        ],
        [
          '写好后点 [保存并提交审核]，没写完点 [存为草稿]。两个人同时改一道题时，后保存的人会看到两个版本的差别。',
          'Press [Save and submit for review] when it is finished, or [Save as draft] until then. If two people change one question, the second one to save sees both versions.',
        ],
      ],
    },
    {
      id: 'review',
      title: ['审核和使用', 'Review and use'],
      steps: [
        [
          '打开别人提交的题，点 [通过，投入使用] 或 [退回]；退回要写原因。自己的题由别人审核。',
          'Open a question that somebody else submitted and press [Approve for use] or [Return] with a reason. Your own questions are reviewed by others.',
        ],
        [
          '列表里的 [用过] 和 [见过的人] 说明题目的曝光；成绩公布后还能看到难度和区分度。',
          '[Times used] and [Seen by] in the list show the exposure. After the release of scores, facility and discrimination are shown as well.',
        ],
        [
          '过时的题点 [停用]：已经发布的考试不受影响，以后不再抽到。',
          'Press [Retire] for an outdated question: published exams keep it, and it is not drawn any more.',
        ],
      ],
      cautions: [
        [
          '题目和答案是考试的秘密。不要把题库导出的文件放在别人看得到的地方；谁在什么时候导出过，都有记录。',
          'Questions and keys are secrets of the exam. Keep exported files where nobody else can read them. Every export is recorded.',
        ],
      ],
    },
  ],
};
