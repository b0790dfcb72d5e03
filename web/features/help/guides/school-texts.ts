import planOfflinePicture from '../../../../docs/screens/plan-offline.png';
import type { Guide } from '../guide.ts';

export const schoolGuide: Guide = {
  id: 'school',
  readers: ['学校管理员', 'School administrators'],
  title: ['学校管理员指南', 'Guide for school administrators'],
  lead: [
    '建人员和考场，准备考试当天，处理断网带来的事，公布成绩，发证和存档。出题、组卷和发布考试见教师指南。',
    'People and rooms, the day of the exam, what a lost network leaves to do, scores, certificates and archives. For questions, papers and publishing see the guide for teachers.',
  ],
  sections: [
    {
      id: 'manage',
      title: ['人员和班级', 'People and classes'],
      steps: [
        [
          '在 [校务管理] 的 [班级] 里建班级，指定任课教师：教师就能管理自己班的学生。',
          'Under [School], open [Classes], create classes and assign their teachers, who can then manage their students.',
        ],
        [
          '在 [教师与工作人员] 和 [学生] 里点 [导入 Excel]。可以 [下载模板]，也可以用学校自己的名单。写入前逐行检查，指出每处问题。',
          'Under [Teachers and staff] and [Students], press [Import Excel]. [Download template], or use a list of your own. Every row is checked first, and each problem is named.',
        ],
        [
          '导入后马上 [打印密码条] 或 [下载 Excel]：初始密码只显示这一次。丢了就选中人员点 [重置密码]。',
          'Then [Print slips] or [Download Excel] at once: initial passwords are shown only this time. If they are lost, select the people and press [Reset password].',
        ],
        [
          '让人自己注册时，打开 [自行注册] 并 [复制注册地址]。有人申请时，在 [今日待办] 里点 [去审核]，再点 [通过申请] 或 [驳回申请]。',
          'To let people register, open [Registration] and [Copy registration address]. When there are requests, press [Review] under [Today], then [Approve] or [Reject].',
        ],
        [
          '在 [开设职业] 里选学校开设的职业，就能用认证题库里这些职业的题。',
          'Under [Professions offered], choose those your school offers. You can then use their questions of the certified bank.',
        ],
      ],
    },
    {
      id: 'organise',
      title: ['考场、监考和阅卷', 'Rooms, invigilators and markers'],
      steps: [
        [
          '在 [考点] 里建考点，点 [考场]、[新建考场]：填行数和列数，在图上点出空位、柱子、备用机和无障碍座。多个考场可以 [从 Excel 导入考场]。',
          'Create a venue under [Venues], open its [Rooms] and press [New room]. Enter rows and columns, and mark gaps, pillars, spare PCs and accessible seats on the plan. For many rooms, [Import rooms from Excel].',
        ],
        [
          '在 [监考员] 里给每场考试的考场安排监考：每 15 名考生至少 1 名，每个考场至少 2 名。',
          'Assign [Invigilators] to the rooms of each exam: at least one for 15 examinees, and at least two for a room.',
        ],
        [
          '在 [阅卷组] 里编组，选组长，定每人的定额；要两人各评一次就打开双评。再在考试计划里选这个阅卷组。',
          'Under [Marker groups], make groups, choose a leader and set quotas. Turn on double marking if two people mark each answer. Then choose the group in the exam plan.',
        ],
      ],
    },
    {
      id: 'exam',
      title: ['考前一天', 'The day before'],
      steps: [
        [
          '在考试的 [考场就绪] 里点 [显示登记码]。在考场每台电脑上打开写明的网址，输入登记码和座位号，点 [登记为考场电脑]；备用机填 0。',
          'Under [Readiness] of the exam, press [Show registration code]. On each PC in the room open the address shown there, enter code and seat number (0 for a spare PC), and press [Register as an exam room PC].',
        ],
        [
          '电脑开着，试卷包会自动下载。点 [全考场演练]，处理没有通过的电脑，再点 [签署就绪报告]。',
          'Leave the PCs on: they download the packages. Press [Rehearse the whole room], see to PCs that did not pass, then [Sign the readiness report].',
        ],
        [
          '在每台备用机上登录，打开 [断网与台账]，点 [把这台电脑备为该考场的备用机]，然后退出登录。',
          'Sign in on each spare PC, open [Offline and ledger], press [Make this PC a spare PC for the room], then sign out.',
        ],
        [
          '在考试的 [打印] 里印 [准考证]；再选 [考场资料袋（全部）]，印座次表、签到表、门贴和桌贴。纸笔考试发布后印 [答题卡]。[开考码] 另外打印，装袋密封。',
          'Under [Print] of the exam, print the [Admission tickets], then the [Room pack (all)]: seat charts, sign-in sheets, door lists and desk labels. For a paper exam, print the [Answer cards] after publishing. Print the [Release codes] separately and seal them.',
        ],
      ],
    },
    {
      id: 'day',
      title: ['考试当天', 'The day of the exam'],
      steps: [
        [
          '打开 [考试情况]。选中考生可以 [延时]、[登记缺考]、[标记作弊]；误交的点 [重新打开答卷]。',
          'Open [Progress]. For selected examinees you can [Extend], [Mark absent] or [Mark cheating]; after a mistaken hand-in press [Reopen the paper].',
        ],
        [
          '考场断网时，监考员用平板上的开考码开卷。平板上没有的，在 [断网与台账] 里点 [显示开考码] 告诉他：开考前 5 分钟内再公布。',
          'If a room has no network, the invigilator opens the papers with the code on the tablet. Without it, press [Show release codes] under [Offline and ledger] and tell them, no earlier than 5 minutes before the start.',
        ],
        [
          '电脑坏了又没有备用机，在 [断网与台账] 里选座位，点 [发续考卷]，打印后让考生用笔接着答。考后点 [录入纸卷]。',
          'If a PC fails and no spare is left, choose the seat under [Offline and ledger], press [Issue a sheet] and print it; the examinee continues by hand. Press [Enter the sheet] afterwards.',
        ],
        [
          '一直连不上网的电脑：在它的交卷页或“本机自检”页导出作答文件，用 U 盘带回，在 [导入作答文件] 里选择。重复导入不会重复计入。',
          'From a PC that stays without a network, export the answer file on its hand-in page or self-check page, bring it on a USB stick and choose it under [Import answer files]. Importing twice counts nothing twice.',
        ],
        [
          '看 [收卷台账]：每个座位都收齐，或写明原因豁免，才算结束。考生抄下的回执码可以用 [核对回执码] 查。',
          'Look at the [Collection ledger]: the exam is over when every seat is complete or waived with a reason. A code that an examinee copied is checked under [Check a receipt code].',
        ],
      ],
      cautions: [
        [
          '作答没有收齐以前，不要还原、重装或清理考场电脑。',
          'Do not reset, reinstall or clean PCs of the room before all answers are complete.',
        ],
      ],
      picture: {
        src: planOfflinePicture,
        width: 1366,
        height: 768,
        shows: [
          '“断网与台账”页：开考码、作答文件、回执码和续考卷。',
          'The page for rooms without a network: release codes, answer files, receipt codes and paper sheets.',
        ],
      },
    },
    {
      id: 'results',
      title: ['成绩、证书和存档', 'Scores, certificates and archives'],
      steps: [
        [
          '处理 [待裁定] 的作答：打开 [作答与裁定]，看各版答案和依据，没有矛盾的可以一并裁定。[监考操作待裁定] 的，点 [采纳] 或 [不采纳]。',
          'Settle what is [To decide]: [Answers and decisions] shows each version and its evidence, and you can decide those without contradictions together. For [Invigilator actions to decide], press [Accept] or [Reject].',
        ],
        [
          '在 [成绩] 页满足各项条件后点 [公布成绩]。确实找不回作答的考生先点 [豁免]。公布后不能收回。',
          'When the conditions on the [Scores] page are met, press [Release scores]. First [Waive] examinees whose answers cannot be recovered. A release cannot be undone.',
        ],
        [
          '打开考试的 [证书]，核对后 [发证] 并打印。编号发出后不能收回，只能 [撤销]。',
          'Open [Certificates] of the exam, check the list, [Issue] and print. A number cannot be taken back; a certificate can only be revoked with [Revoke].',
        ],
        [
          '点 [导出档案]，把考试的全部记录存成一个压缩包，放到另一台机器上。',
          'Press [Export archive] to save all records of the exam in one zip file, and keep it on another machine.',
        ],
      ],
    },
    {
      id: 'declaration',
      title: ['申报和资讯', 'Declarations and articles'],
      steps: [
        [
          '在 [设计表单] 里做表单，在 [申报项目] 里点 [新建申报] 选用它。申报的人在 [申报人员] 里，逐份 [通过] 或 [退回]，退回时写明哪一栏、为什么。',
          'Build a form under [Form designer], then press [New declaration] under [Declaration projects] and choose it. Under [Applicants], [Approve] or [Return] each one; a return names the fields and the reason.',
        ],
        [
          '在 [资讯管理] 里点 [新建资讯] 写通知，选谁能看，再 [发布]。',
          'Under [Articles], press [New article] to write a notice, choose its readers and [Publish] it.',
        ],
      ],
    },
  ],
};
