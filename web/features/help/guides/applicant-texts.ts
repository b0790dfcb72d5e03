import type { Guide } from '../guide.ts';

export const applicantGuide: Guide = {
  id: 'applicant',
  readers: ['报名者', 'Applicants'],
  title: ['报名指南', 'Guide for applicants'],
  lead: [
    '注册、填表、交照片、看审核结果。手机和电脑都可以用。',
    'Register, fill in the form, add your photo, and see the result. A phone is enough.',
  ],
  sections: [
    {
      id: 'register',
      title: ['注册', 'Register'],
      steps: [
        [
          '在学校的登录页选一个报名批次，点 [注册账号]，选 [社会报名人员]。',
          'Choose a batch on the sign-in page of the school, press [Register] and choose [An external applicant].',
        ],
        [
          '点 [提交注册]。页面会告诉您账号是已经开通，还是要等学校准许。',
          'Press [Submit registration]. The page says whether your account is ready or waits for the school.',
        ],
      ],
    },
    {
      id: 'form',
      title: ['填报名表', 'Fill in the form'],
      steps: [
        [
          '登录后打开 [报名表]，选择批次。每一步填完点下一步；填的内容会存在这台设备上，断网或关掉网页也不会丢。',
          'Sign in, open the [Application form] and choose a batch. Go on step by step. What you enter stays on this device, even without a network or after closing the page.',
        ],
        [
          '证件照点 [拍照] 或 [从相册选]，移动和缩放到框里，再点 [用这张]。页面会检查大小和底色。',
          'For the photo, press [Take a photo] or [Choose from the album], move and zoom it into the frame, and press [Use this photo]. Size and background are checked.',
        ],
        ['证明材料要清楚、完整，四角都在画面里。', 'Documents must be sharp and complete, with all four corners visible.'],
        [
          '在签名处手写签名，点 [提交]。看到 [学校已收到] 才算交上。',
          'Sign by hand and press [Submit]. It is handed in when you see [Received by the school].',
        ],
      ],
    },
    {
      id: 'result',
      title: ['审核结果', 'The result'],
      cases: [
        {
          when: ['被退回', 'Your form was returned'],
          remedies: [
            [
              '打开报名表，按红字说明改那几栏，再点 [改好了，再次提交]。其他内容还在。',
              'Open the form, correct the marked fields, and press [Submit again]. Everything else is still there.',
            ],
          ],
        },
        {
          when: ['显示候补', 'You are on the waiting list'],
          remedies: [
            [
              '名额已满。有人退出时按顺序递补，不用重新提交。',
              'The batch is full. When somebody withdraws, the next one gets the place. You need not submit again.',
            ],
          ],
        },
        {
          when: ['不想报了', 'You changed your mind'],
          remedies: [['审核之前点 [撤回]。', 'Press [Withdraw] before the form is reviewed.']],
        },
        {
          when: ['通过了', 'You were approved'],
          remedies: [
            [
              '等学校安排考试。准考证号会显示在报名表上，用它和证件号码登录参加考试。',
              'Wait for the school to arrange the exam. Your admission ticket number appears with the form; sign in with it and your ID number.',
            ],
          ],
        },
      ],
    },
  ],
};
