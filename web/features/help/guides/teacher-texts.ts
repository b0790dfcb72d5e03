import paperDrawnPicture from '../../../../docs/screens/paper-drawn.png';
import type { Guide } from '../guide.ts';

export const teacherGuide: Guide = {
  id: 'teacher',
  readers: ['教师', 'Teachers'],
  title: ['教师指南', 'Guide for teachers'],
  lead: [
    '从出题、组卷、安排考试到公布成绩，再到作业、测试和课程。',
    'From questions, papers and exams to the release of scores, then homework, mock tests and courses.',
  ],
  sections: [
    {
      id: 'questions',
      title: ['题目', 'Questions'],
      steps: [
        [
          '打开 [考试管理] 里的 [题库]，点 [导入题目]，选 Excel、Word 或其他题库软件导出的文件，也可以直接粘贴。先看预览和每一处错误，再决定导入；在那之前题库不变。',
          'Open the [Question bank] under [Exams] and press [Import questions]. Choose an Excel, Word or exported file, or paste questions. Look at the preview and at every error, then decide. Until you import, the bank does not change.',
        ],
        [
          '一题一题录入，点 [新建题目]。写好后点 [保存并提交审核]，没写完点 [存为草稿]。',
          'To enter one question, press [New question]. Press [Save and submit for review] when it is finished, or [Save as draft] until then.',
        ],
        [
          '提交的题由别人打开后点 [通过，投入使用] 或 [退回]。通过的题才能用来组卷；退回的题上写着原因。',
          'Another person opens the question and presses [Approve for use] or [Return]. Papers can use approved questions only. A returned question shows the reason.',
        ],
      ],
    },
    {
      id: 'papers',
      title: ['试卷', 'Papers'],
      steps: [
        [
          '打开 [试卷]，点 [新建试卷]。点 [套用模板]，或自己定大题、题数和分值，再点 [保存，去组卷]。',
          'Open [Papers] and press [New paper]. [Use a template], or set sections, question counts and points yourself. Then press [Save and assemble].',
        ],
        [
          '点 [随机抽题]。题库不够时，页面写明哪个大题差几题。个别的题点 [换一题]，或点 [选题] 自己挑。',
          'Press [Draw at random]. If the bank has too few questions, the page says where and how many. [Swap] replaces one question; [Choose] lets you pick your own.',
        ],
        [
          '要两套卷时点 [生成 A/B 卷]。用 [预览] 看考生看到的样子，用 [打印] 印试卷和答案。',
          'For two variants press [Create A and B]. [Preview] shows what examinees see; [Print] prints the paper and its key.',
        ],
      ],
      picture: {
        src: paperDrawnPicture,
        width: 1366,
        height: 768,
        shows: ['组卷页面：每题可以换、锁定或移动。', 'The paper after the draw: each question can be swapped, locked or moved.'],
      },
    },
    {
      id: 'plan',
      title: ['考试', 'Exams'],
      steps: [
        [
          '打开 [考试计划]，点 [新建考试计划]：选试卷，定时间，选考场和考生，保存。不选考场就是线上考试。',
          'Open [Exam plans] and press [New exam plan]. Choose the paper, set the time, choose rooms and examinees, and save. Without rooms the exam is online.',
        ],
        [
          '照页面上方的步骤做：在 [座位编排] 里点 [自动编排]，再给每个考场安排监考员。',
          'Follow the steps at the top of the page: press [Arrange automatically] under [Seats], then assign invigilators to each room.',
        ],
        [
          '看 [发布前检查]。[必须补齐] 的都补齐后，点 [发布]。考生这时能看到考试，并把试卷存到电脑上。',
          'Look at [Checks before publishing]. When nothing is left under [Must be fixed], press [Publish]. Examinees now see the exam and can save the paper on their PCs.',
        ],
        [
          '考试中在 [考试情况] 里看每位考生的进度，需要时选中考生点 [延时]。',
          'During the exam [Progress] shows every examinee. If needed, select examinees and press [Extend].',
        ],
      ],
      cautions: [
        [
          '发布后试卷、名单和时间就固定了。要改时间、考场或座位，点 [变更]；不办了，点 [撤回]，撤回后不能恢复。',
          'Publishing fixes the paper, the list and the time. To change time, rooms or seats, press [Revise]. To cancel the exam, press [Withdraw]; this cannot be undone.',
        ],
      ],
    },
    {
      id: 'results',
      title: ['成绩', 'Scores'],
      steps: [
        [
          '客观题自动计分，主观题由阅卷组评阅。在考试的 [成绩] 页看还差什么：时间、收卷、阅卷。',
          'Objective questions are scored by the program, written answers by the marker group. The [Scores] page of the exam says what is missing: time, collection, marking.',
        ],
        [
          '条件都满足后点 [公布成绩]，也可以在 [公布方式] 里设为自动或定时。公布后不能收回。',
          'When all conditions are met, press [Release scores], or let them be released automatically or at a set time under [Release method]. A release cannot be undone.',
        ],
        [
          '在 [题目分析] 里看难度和区分度。答案有误时点 [更正答案]，先点 [看谁的成绩会变]，再点 [更正并重算]。',
          '[Item analysis] shows facility and discrimination. If a key is wrong, press [Correct the answer], look at [Preview score changes], then press [Correct and recalculate].',
        ],
        ['在 [成绩复核] 里逐份 [答复] 考生的申请。', 'Under [Score reviews], [Answer] each request of an examinee.'],
      ],
    },
    {
      id: 'homework',
      title: ['作业', 'Homework'],
      steps: [
        [
          '在 [作业批改] 里点 [布置作业]。选一份用途为作业的试卷，或写一个 [文字任务]；选班级、截止时间、逾期规则，点 [布置]。',
          'Under [Mark homework], press [Set homework]. Choose a paper for homework or write a [Written task]. Choose classes, deadline and the rule for late work, then press [Set].',
        ],
        [
          '学生可以先带走，断网也能做。交上来的点 [批改]，或点 [按题批改] 一题一题改。照片上可以加批注。',
          'Students can download it and work without a network. Press [Mark] for one student, or [Mark by question]. You can add notes on photos.',
        ],
        [
          '要改正的点 [退回订正]，写明原因和期限：学生看到批语，看不到分数。改完点 [批阅完成]，分数随即告诉学生，不能收回。',
          'Press [Return for correction] with a reason and a deadline: the student sees your comments, but no points. Press [Finish marking] at the end: students see their points at once, and this cannot be undone.',
        ],
      ],
    },
    {
      id: 'test',
      title: ['测试和练习', 'Mock tests and practice'],
      steps: [
        [
          '在 [发布测试] 页点 [发布测试]：选试卷和班级，定时长、[可测次数] 和看解析的时间。学生到时自动交卷。',
          'On the page [Publish a test], press [Publish a test]. Choose paper and classes, set the duration, the [Attempts] and when explanations are shown. Tests are handed in by themselves when time is up.',
        ],
        [
          '在 [开放练习] 里选哪些分类让学生随时练。成绩未公布的考试、还能交的作业和测试里的题不会出现。',
          'Under [Open practice], choose the categories that students may practise. Questions of exams with unreleased scores, and of open homework and tests, are left out.',
        ],
      ],
    },
    {
      id: 'course',
      title: ['课程', 'Courses'],
      steps: [
        [
          '先在 [课件库] 里点 [新建课件]，上传视频、PDF 或图片，写文章或放链接。上传断了会接着传。',
          'First press [New courseware] in the library [Courseware]: upload videos, PDF files or pictures, write a text or add a link. An interrupted upload resumes.',
        ],
        [
          '在 [课程] 里点 [新建课程]，加章节，点 [选课件]，在 [分给班级] 里选班级，再 [发布]。',
          'Under [Courses] press [New course], add sections, press [Choose courseware], choose classes under [Assigned to classes], then [Publish].',
        ],
        ['在课程的 [统计] 里看每个人学到哪里。', '[Statistics] of the course shows how far everybody is.'],
      ],
    },
  ],
};
