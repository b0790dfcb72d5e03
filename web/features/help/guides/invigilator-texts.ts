import tabletRoomPicture from '../../../../docs/screens/tablet-room.png';
import type { Guide } from '../guide.ts';

/** The guide fits on two pages of A4, which `guides.spec.ts` checks. */
export const invigilatorGuide: Guide = {
  id: 'invigilator',
  readers: ['监考员', 'Invigilators'],
  title: ['监考员指南', 'Guide for invigilators'],
  lead: [
    '一块平板管一个考场。没有网络时，平板和考生电脑都照常工作；恢复后，操作和作答自动送达。',
    'One tablet runs a room. Without a network, the tablet and the PCs keep working. Actions and answers are sent when it is back.',
  ],
  sections: [
    {
      id: 'before',
      title: ['考前', 'Before the exam'],
      steps: [
        [
          '收到安排后登录，在 [我的考务任务] 里点 [确认会到]。考试有变更时要再确认一次。',
          'After you are assigned, sign in and press [Confirm attendance] under [My exam duties]. Confirm again if the exam changes.',
        ],
        [
          '开考前一小时内，让平板连上网络，打开 [监考]，点 [进入考场]。平板这时存下名单、[开考码]、加时码和换机码，之后断网也能用。',
          'Within the hour before the start, connect the tablet, open [Invigilation] and press [Enter the room]. The tablet now saves the list, the [Release code], extra-time codes and move codes, and works without a network.',
        ],
        [
          '把平板充满电，带上充电器。向考务办公室领取考场资料袋（座次表、签到表、门贴、桌贴）和密封的开考码。',
          'Charge the tablet and bring its charger. Collect the room pack (seat chart, sign-in sheet, door list, desk labels) and the sealed release code from the exam office.',
        ],
        [
          '问清备用机是哪几台，是不是已经备好。没有备好的备用机在断网时不能用。',
          'Ask which PCs are spare and whether they are ready. A spare PC that is not ready cannot be used without a network.',
        ],
      ],
    },
    {
      id: 'entry',
      title: ['入场', 'Entry'],
      steps: [
        [
          '考生坐下登录后，图上的座位会变。点座位，再点 [核验身份]：对照照片、[准考证号] 和 [证件尾号]，选 [人证相符] 或 [人证不符]。',
          'When examinees have signed in, their seats change on the plan. Tap a seat, then [Check identity]: compare photo, [Admission ticket number] and [Last digits of ID], and choose [Identity matches] or [Identity does not match].',
        ],
        [
          '过了入场时间还没到的，选中座位点 [缺考]。已经进入候考或在考的不能标缺考。',
          'After entry has closed, select the empty seats and press [Absent]. Examinees in the waiting room or in the exam cannot be marked absent.',
        ],
        [
          '座位上写着 [断网不能刷新] 的电脑没有装上离线程序：有网时在那台电脑上打开 [本机自检] 看原因，或换一台电脑。',
          'A seat with [no reload offline] has a PC without the offline program. While there is a network, open [Self-check] on that PC to see why, or use another PC.',
        ],
      ],
    },
    {
      id: 'start',
      title: ['开考', 'The start'],
      steps: [
        ['有网络：到时间试卷自动打开，不用做什么。', 'With a network the papers open by themselves. You need not do anything.'],
        [
          '没有网络：开考前 5 分钟起，点 [开考码]，再点 [查看开考码]，给考生看。考生输入后点 [打开试卷]。平板上没有时，当众拆开密封的开考码。',
          'Without a network: from 5 minutes before the start, press [Release code], then [Show release code], and show it to the room. Examinees type it and press [Open the paper]. If the tablet has no code, open the sealed one in front of the room.',
        ],
        [
          '宣布开考。时钟没有核对过的电脑，由考生在这时点 [已宣布开考，打开试卷]。',
          'Announce the start. On a PC whose clock is not confirmed, the examinee now presses [Start announced, open the paper].',
        ],
      ],
    },
    {
      id: 'exam',
      title: ['考试中', 'During the exam'],
      lead: [
        '点一个或几个座位，再点下面的按钮。多数操作要写原因；每项都记入 [操作记录]。',
        'Tap one or more seats, then a button below. Most actions need a reason. Each is kept in the [Action log].',
      ],
      cases: [
        {
          when: ['[延长时间]', '[Extend time]'],
          remedies: [
            [
              '填 1 到 63 分钟。可以选一个人、几个人，或点 [全选] 给全场。',
              'Enter 1 to 63 minutes, for one, several, or with [Select all] for the whole room.',
            ],
          ],
        },
        {
          when: ['[暂停]、[恢复]', '[Pause], [Resume]'],
          remedies: [['暂停时计时停住，答案不受影响。', 'The clock stops during a pause. Answers are not affected.']],
        },
        {
          when: ['[发消息]', '[Message]'],
          remedies: [['显示在考生的屏幕上。考生电脑要有网络。', 'Appears on the screen of an examinee whose PC has a network.']],
        },
        {
          when: ['[作弊]、[撤销作弊]', '[Cheating], [Revoke cheating]'],
          remedies: [
            [
              '写明原因，可以 [拍照]。考生会看到原因，作答照样保存。',
              'Give the reason; you can [Take a photo]. The examinee sees the reason. Answers are still saved.',
            ],
          ],
        },
        {
          when: ['[退回交卷]', '[Reopen hand-in]'],
          remedies: [
            ['误按交卷时用。考生接着作答，须再次交卷。', 'For a hand-in by mistake. The examinee goes on and must hand in again.'],
          ],
        },
        {
          when: ['[考场记事]', '[Incident log]'],
          remedies: [['记下考场里发生的事，不用选座位。', 'Notes what happened in the room. No seat needs to be selected.']],
        },
      ],
      picture: {
        src: tabletRoomPicture,
        width: 768,
        height: 1024,
        shows: [
          '平板上的考场：选中 04 号后，下面的按钮对这个座位起作用。',
          'The room on the tablet: the buttons below act on seat 04, which is selected.',
        ],
      },
    },
    {
      id: 'close',
      title: ['收场', 'Closing the room'],
      steps: [
        [
          '让没有看到 [可以离开了] 的考生留下电脑，不关机、不关页面。',
          'If an examinee does not see [You may leave], the PC stays on and the page stays open.',
        ],
        [
          '点 [收场]，逐座核对。没有收齐的座位要写明原因。还有考生在答题时不能收场，暂停中的先点 [恢复]。',
          'Press [Close the room] and check seat by seat. Give a reason for each incomplete seat. The room cannot be closed while somebody still has time; end pauses with [Resume] first.',
        ],
        [
          '等到平板显示 [操作已全部送达] 再退出。显示这台平板上还有作答没有送达时，让它联网，留在考场页面上。',
          'Leave only when the tablet says [All actions sent]. If it still holds answers, connect it and leave the page of the room open.',
        ],
      ],
    },
    {
      id: 'trouble',
      newPage: true,
      title: ['出问题时', 'When something fails'],
      cases: [
        {
          when: ['一台电脑没有网络', 'One PC has no network'],
          remedies: [
            [
              '考生接着作答。检查网线。离线程序没有装上的电脑不要刷新、不要关页面。',
              'The examinee goes on. Check the cable. A PC without the offline program must not be reloaded or closed.',
            ],
          ],
        },
        {
          when: ['全考场没有网络', 'The whole room has no network'],
          remedies: [
            [
              '考试继续，通知考务办公室。没有打开的试卷用开考码打开。',
              'The exam goes on. Tell the exam office. Open papers that are still closed with the release code.',
            ],
            [
              '要加时，照样点 [延长时间]：平板显示每个座位的加时码，考生点 [输入加时码] 输入。一个码只对一个座位有效，只算一次。',
              'To give time, press [Extend time] as usual. The tablet shows a code for each seat, and the examinee types it after pressing [Enter an extra-time code]. A code works for its seat only and counts once.',
            ],
            [
              '交卷后，考生点 [扫码交给平板]，您点 [扫收作答] 对准屏幕，直到收齐。照片和附件不在码里：请考生再点 [导出作答文件]，把文件交给考务办公室。',
              'After the hand-in the examinee presses [Hand over by QR code]; you press [Collect answers] and hold the camera on the screen until all is received. Photos and files are not in the codes: the examinee also presses [Export answers], and the file goes to the exam office.',
            ],
          ],
        },
        {
          when: ['电脑死机或断电', 'A PC crashes or loses power'],
          remedies: [
            [
              '重新开机，用原来的浏览器打开登录地址，本人登录，点 [继续考试]。没有网络也可以。耽误的时间用 [延长时间] 补上。',
              'Start it again and open the sign-in address in the same browser. The examinee signs in and presses [Continue the exam]; this works without a network, too. Give back the lost time with [Extend time].',
            ],
          ],
        },
        {
          when: ['电脑坏了', 'A PC is broken'],
          remedies: [
            [
              '有网络：考生在备用机上登录，点 [转到这台电脑]。',
              'With a network: the examinee signs in on a spare PC and presses [Move to this PC].',
            ],
            [
              '没有网络：选中座位点 [换电脑]、[显示换机码]。在备好的备用机上打开 /spare，选座位，输入换机码，由考生本人登录。',
              'Without a network: select the seat, press [Move to another PC] and [Show move code]. Open /spare on a ready spare PC, choose the seat and type the code; then the examinee signs in.',
            ],
            [
              '没有备用机：请考务办公室打印续考卷，改用纸笔。坏的电脑原样留着，里面可能还有没送出的作答。',
              'No spare PC: the exam office prints a sheet to continue on paper. Keep the broken PC as it is: it may hold answers that were not sent.',
            ],
          ],
        },
        {
          when: ['平板坏了或没电', 'The tablet fails or has no power'],
          remedies: [
            [
              '考试不受影响。另拿一台联网的设备，用您的账号登录，进入同一个考场。旧平板不要清除数据：上面没送出的操作，重新打开考场页面后会送出。',
              'The exam is not affected. Sign in with your account on another device with a network and enter the same room. Do not clear the old tablet: actions that it has not sent are sent when the page of the room is opened on it again.',
            ],
            [
              '没有网络又没有平板：开考码用密封的那份，换机码和加时找考务办公室，其余记在纸上。',
              'No network and no tablet: use the sealed release code, ask the exam office for move codes and extra time, and write the rest down.',
            ],
          ],
        },
        {
          when: ['服务器坏了', 'The server fails'],
          remedies: [
            [
              '和全考场断网一样处理。电脑都不要关；服务器恢复后，作答和操作自动送达，再收场。',
              'Act as without a network. Leave all PCs on. When the server is back, answers and actions are sent; then close the room.',
            ],
          ],
        },
        {
          when: ['考场停电', 'The room has no power'],
          remedies: [
            [
              '记下时间。来电后考生重新登录，点 [继续考试]；停电的时间用 [延长时间] 补上。',
              'Note the time. When power is back, examinees sign in and press [Continue the exam]. Give back the time with [Extend time].',
            ],
          ],
        },
      ],
    },
  ],
};
