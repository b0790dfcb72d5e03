import playerPicture from '../../../../docs/screens/player.png';
import type { Guide } from '../guide.ts';

/** The guide fits on one page of A4, which `guides.spec.ts` checks. */
export const examineeGuide: Guide = {
  id: 'examinee',
  readers: ['考生', 'Examinees'],
  title: ['考生指南', 'Guide for examinees'],
  lead: [
    '断网、断电、死机都不会丢掉已保存到本机的答案。遇到问题请举手，不要自己关机或清除浏览器数据。',
    'A lost network, a power cut or a crash does not lose answers that are saved on the PC. If something goes wrong, raise your hand. Do not switch off the PC or clear browser data yourself.',
  ],
  sections: [
    {
      id: 'before',
      title: ['考前准备', 'Before the exam'],
      steps: [
        [
          '按准考证上的时间到场，带准考证和身份证件原件，手机关机交到指定位置。',
          'Arrive at the time on your admission ticket. Bring the ticket and your original ID card. Switch off your phone and leave it where you are told.',
        ],
        [
          '打开学校给的登录地址，选 [账号登录] 或 [准考证登录]，登录。',
          'Open the sign-in address from your school, choose [Account] or [Admission ticket], and sign in.',
        ],
        [
          '在 [考试通知] 里找到您的考试，点 [准备这台电脑]。有一项 [未通过]，就照提示处理，再点 [重新检查]。',
          'Find your exam under [Exam notice] and press [Prepare this PC]. If a check says [Failed], follow its advice and press [Check again].',
        ],
        [
          '检查通过后点 [存到这台电脑]，加密的试卷就存在这台电脑上。考场电脑由监考人员备好时，不用做第 3、4 步。',
          'When the checks have passed, press [Save on this PC]. The encrypted paper is now on this PC. Skip steps 3 and 4 if the invigilators have prepared the PC.',
        ],
      ],
    },
    {
      id: 'start',
      title: ['开考', 'The start'],
      steps: [
        [
          '点 [进入考试]，核对姓名、座位和准考证号。不对就举手。',
          'Press [Enter the exam]. Check your name, seat and admission ticket number. If one is wrong, raise your hand.',
        ],
        [
          '到了开考时间，试卷自动打开。没有网络时，输入监考人员公布的开考码，点 [打开试卷]。',
          'The paper opens by itself at the start. Without a network, type the release code that the invigilator shows and press [Open the paper].',
        ],
      ],
    },
    {
      id: 'answer',
      title: ['答题', 'Answering'],
      steps: [
        [
          '点选项，或按字母键选择。按 ← → 翻题，按 F 标记，按 Shift 加字母划去选项。点 [答题卡] 里的题号回到那一题；[字号] 有三档。',
          'Click an option or press its letter. ← → change the question, F flags it, Shift with a letter strikes an option out. A number on the [Answer card] leads to that question. [Text size] has three steps.',
        ],
        [
          '看屏幕上方的两个状态：显示 [已保存到本机]，答案就在这台电脑上了；[服务器已收] 后面两个数相同，就都送到了学校。每答一题都自动保存，不用点保存。',
          'Watch the two indicators at the top: [Saved on this PC] means that your answers are on this PC, two equal numbers after [Server has] that the school has them. Every answer is saved by itself.',
        ],
        [
          '不要切换到别的窗口，也不要退出全屏：学校可能记录、提醒监考人员或暂停作答。',
          'Do not open other windows or leave the full screen. The school may record this, report it to the invigilator or pause your exam.',
        ],
      ],
      picture: {
        src: playerPicture,
        width: 1366,
        height: 768,
        shows: [
          '答题页面：右上角是两个保存状态，右边是答题卡。',
          'The exam page with the two save indicators at the top and the answer card on the right.',
        ],
      },
    },
    {
      id: 'hand-in',
      title: ['交卷', 'Handing in'],
      steps: [
        [
          '点 [交卷]，核对没有答的和有标记的题，再点 [确认交卷]。时间一到自动交卷；没到最早交卷时间不能交。',
          'Press [Hand in], look at unanswered and flagged questions, then press [Hand in now]. When time is up, the exam is handed in by itself. You cannot hand in before the earliest time.',
        ],
        [
          '看到 [可以离开了] 才离开。看到 [请不要关机]，说明还有答案没有送到：不要关页面，举手。',
          'Leave only when you see [You may leave]. [Please do not switch off] means that answers have not arrived yet: leave the page open and raise your hand.',
        ],
        [
          '可以抄下 [回执码]，以后凭它核对这份交卷。成绩公布后，在 [考试通知] 里点 [查看成绩]；有疑问时，在复核期内点 [申请复核]。',
          'You may copy the [Receipt code]: it proves this hand-in later. After the release press [View score] under [Exam notice]. Within the review period you can press [Request a review].',
        ],
      ],
    },
    {
      id: 'trouble',
      title: ['遇到问题', 'If something goes wrong'],
      cases: [
        {
          when: ['网络断开', 'The network is down'],
          remedies: [
            [
              '接着作答。答案存在这台电脑上，网络恢复后自动送达。断网时不要刷新或关闭页面。',
              'Go on. Your answers are saved on this PC and sent when the network is back. Do not reload or close the page meanwhile.',
            ],
          ],
        },
        {
          when: ['死机、断电、误关页面', 'PC crashed, page closed'],
          remedies: [
            [
              '举手。电脑恢复后重新登录，点 [继续考试]，从原处接着答。',
              'Raise your hand. When the PC is back, sign in again and press [Continue the exam]. You go on where you were.',
            ],
          ],
        },
        {
          when: ['电脑坏了', 'The PC is broken'],
          remedies: [
            [
              '举手，等监考人员安排换电脑。在新电脑上登录后点 [转到这台电脑]。',
              'Raise your hand. The invigilator gives you another PC. Sign in there and press [Move to this PC].',
            ],
          ],
        },
        {
          when: ['提示没有保存成功', 'Something was not saved'],
          remedies: [
            [
              '不要关页面，举手。内容还在屏幕上，系统会自动重试。',
              'Leave the page open and raise your hand. Your text is still on the screen, and saving is tried again.',
            ],
          ],
        },
      ],
    },
  ],
};
