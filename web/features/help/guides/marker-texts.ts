import markingWholePicture from '../../../../docs/screens/marking-whole.png';
import type { Guide } from '../guide.ts';

export const markerGuide: Guide = {
  id: 'marker',
  readers: ['阅卷员', 'Markers'],
  title: ['阅卷员指南', 'Guide for markers'],
  lead: [
    '评分先存在本机，再送到服务器；断网时也能接着评。成绩公布后不能再阅卷。',
    'Marks are saved on your PC first and then sent, so you can go on without a network. After the release of scores, nothing can be marked.',
  ],
  sections: [
    {
      id: 'written',
      title: ['普通阅卷', 'Marking'],
      steps: [
        [
          '打开 [普通阅卷]，选一道题，点 [开始阅卷]。考生姓名已隐去，只有密号。也可以 [按考生阅卷]。',
          'Open [Marking], choose a question and press [Start marking]. Names are hidden; each script has a number. You can also mark [By examinee].',
        ],
        [
          '对照 [参考答案]，给每个 [采分点] 打分：按数字键最快。出现 [否决项（有一项即 0 分）] 里的情况，本题 0 分。',
          'Compare with the [Reference answer] and give points for each of the [Scoring points]; number keys are fastest. If one of the [Veto items (any one gives 0 points)] occurs, the question scores 0.',
        ],
        [
          '需要时写 [评语]，点 [提交并取下一份]。拿不准的点 [放回题池]。',
          'Add a [Comment] if needed and press [Submit and get next]. If you are not sure, press [Return to pool].',
        ],
        [
          '要改已经评过的，在 [我阅过的] 里打开。页面上方显示 [服务器已收] 时，评分都已送到。',
          'To change a mark, open it under [Marked by me]. When the page says [Received by the server], all your marks have arrived.',
        ],
      ],
      picture: {
        src: markingWholePicture,
        width: 1366,
        height: 768,
        shows: [
          '阅卷页面：左边选题，中间是作答，右边打分。',
          'Marking: questions on the left, the answer in the middle, points on the right.',
        ],
      },
    },
    {
      id: 'performed',
      title: ['实操评分', 'Practical assessment'],
      lead: [
        '每位考生由至少三名考评员各自评分，取平均分。可以在平板上做，断网也能评：先在有网络时打开一次。',
        'At least three assessors mark each examinee independently, and the average counts. It works on a tablet and without a network, once it was opened with one.',
      ],
      steps: [
        [
          '打开 [实操评分]，点 [开始阅卷]，从左边选考生。[试题与要求] 里是题目。',
          'Open [Practical assessment], press [Start marking] and choose an examinee on the left. [Task and requirements] shows the task.',
        ],
        [
          '出现一处问题，点一次那条评分标准，扣一次分；多点了可以减回来。出现 [否定项] 的，本题 0 分。',
          'Tap a criterion once for each fault; a tap too many can be taken back. A case among the [Veto items] gives 0 points for the task.',
        ],
        [
          '可以拍照取证。核对 [合计得分]，点 [提交]，再点 [下一位]。之后改分须写明理由。',
          'You can take photos as evidence. Check the [Total], press [Submit], then [Next examinee]. A later change needs a reason.',
        ],
      ],
    },
    {
      id: 'paper',
      title: ['纸质阅卷', 'Paper-based marking'],
      steps: [
        [
          '打开 [纸质阅卷]，点 [录入成绩]，按准考证号录入；缺考的填“缺考”。也可以 [从 Excel 导入]。',
          'Open [Paper-based marking] and press [Enter scores]. Enter them by admission ticket number, “absent” for absent examinees, or [Import from Excel].',
        ],
        [
          '有答题卡的点 [识别答题卡] 上传扫描件，系统录第一遍；看不准的点 [判定]。第二遍由另一人录。',
          'For answer cards, press [Read answer cards] and upload the scans: the program makes the first entry. [Decide] what is doubtful. Another person makes the second entry.',
        ],
        [
          '每份由两人各录一次。一致的 [已定分]，[不一致] 的由组长裁定。',
          'Two people enter each score. Equal entries are [Final]; [Different] ones are settled by the marking leader.',
        ],
      ],
    },
    {
      id: 'leader',
      title: ['组长', 'Marking leaders'],
      steps: [
        [
          '打开 [组长台]。[待裁定] 里是双评差得多的、阅后作答又有更新的，以及考评员差距大的答卷。',
          'Open the [Leader’s desk]. [To decide] holds scripts with two marks that differ too much, with an answer that changed after marking, or with assessors who differ widely.',
        ],
        [
          '比较各评分数和作答，填 [裁定分数] 和理由，点 [裁定]；要重评的点 [退回重阅]。',
          'Compare marks and answers, enter the [Final points] and a reason, and press [Decide]. To have it marked anew, press [Return for re-marking].',
        ],
        [
          '在 [各题进度] 里看进度和每人的用时，在 [抽查] 里看已评的答卷。实操考完打印 [总成绩表]，由考评员签名。',
          '[Progress] shows figures and the pace of each marker; [Spot checks] shows marked scripts. After a practical exam, print the [Total score sheet] for the assessors to sign.',
        ],
      ],
    },
  ],
};
