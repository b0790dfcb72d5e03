import { wordPairs } from '../../lib/word-pairs.ts';

/** The parts of a plan, the steps that lead to its publication, and its status by time. */
export const planPartTexts = wordPairs({
  parts: ['考试部分与试卷', 'Parts and papers'],
  partsNote: ['各部分都及格为通过', 'passed when every part is'],
  part: ['考试部分', 'Part'],
  part_theory: ['理论知识', 'Theory'],
  part_practical: ['操作技能', 'Practical skill'],
  part_review: ['综合评审', 'Comprehensive review'],
  fresh: ['新考', 'New'],
  resit: ['补考', 'Re-sit'],
  resitLabel: ['这是补考', 'This is a re-sit'],
  resitHint: ['给上次没有通过这一部分的考生', 'For who did not pass this part before'],
  people_other: ['{{count}} 人', '{{count}} people', 'One person'],
  times: ['时间', 'Time'],
  limits: ['入场与交卷', 'Entry and hand-in'],
  noEntry: ['{{time}} 禁止入场', 'no entry from {{time}}'],
  mayHandIn: ['{{time}} 起可交卷', 'hand-in from {{time}}'],
  paperOf: ['试卷', 'Paper'],
  variants: ['{{variants}} 卷', 'Variants {{variants}}'],
  assembled: ['已组卷', 'Assembled'],
  notAssembled: ['未组卷，去组卷', 'No questions yet: draw them'],
  state: ['状态', 'Status'],
  withdrawn: ['已撤回', 'Withdrawn'],
  addPart: ['增加部分', 'Add a part'],
  addPractical: ['操作技能', 'Practical skill'],
  thisPart: ['当前', 'Shown here'],
  partNew: ['为“{{name}}”增加考试部分', 'Another part of “{{name}}”'],
  copy: ['复制计划', 'Copy the plan'],
  phases: ['启用后状态按时间变化', 'Status by time, once enabled'],
  phasesNote: ['以服务器时钟为准', "by the server's clock"],
  phasesOff: ['还没有启用：发布才启用，到点也不会自己开考', 'Not enabled: it opens only once it is published, whatever the time'],
  phase_2: ['即将开考', 'Upcoming'],
  phase_3: ['考试中', 'In progress'],
  phase_4: ['禁止入场', 'Entry forbidden'],
  phase_5: ['可以交卷', 'Hand-in allowed'],
  steps: ['组织考试的步骤', 'Steps of organising an exam'],
  step_basics: ['基本信息', 'Basics'],
  step_rooms: ['考场', 'Rooms'],
  step_people: ['考生', 'Examinees'],
  step_seats: ['编排', 'Seats'],
  step_staff: ['人员', 'Staff'],
  step_publish: ['发布', 'Publish'],
  done: ['已填好', 'Filled in'],
  left: ['还差 {{n}} 项', '{{n}} to mend'],
  look: ['{{n}} 项提醒', '{{n}} to look at'],
  notYet: ['未填', 'Not yet'],
  ready: ['可以发布', 'Ready'],
  whatPublishing: ['发布时', 'Publishing'],
  publishingDoes: [
    '冻结试卷、名单和座位的版本；封 {{packages}} 个试卷包；生成 {{rooms}} 个考场的开考码；向考场的电脑下发。其他部分各自发布。',
    'freezes the versions of paper, people and seats; seals {{packages}} packages; makes the release codes of {{rooms}} rooms; delivers to their PCs. Other parts are published apart.',
  ],
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    planPart: (typeof planPartTexts)['zh-CN'];
  }
}
