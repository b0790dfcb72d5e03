import { createCatalogue } from '../../lib/create-catalogue.ts';

export const dutyTexts = createCatalogue({
  demoExam: ['开始一场演示考试', 'Start a demo exam'],
  demoExamStarting: ['正在安排考生入场…', 'Examinees are entering…'],
  title: ['我的考务任务', 'My exam duties'],
  none: ['没有考务任务', 'No exam duties'],
  noneText: ['被安排监考或阅卷后，任务出现在这里。', 'Duties appear here when you are assigned to invigilate or mark.'],
  invigilator: ['监考', 'Invigilate'],
  marker: ['阅卷', 'Mark'],
  withdrawn: ['考试已撤回', 'Exam withdrawn'],
  people: ['{{n}} 名考生', '{{n}} {{n|examinee|examinees}}'],
  leads: ['组长', 'leader'],
  quota: ['定额 {{n}} 份', 'quota {{n}}'],
  startsIn_days: ['还有 {{n}} 天', 'in {{n}} {{n|day|days}}'],
  startsIn_hours: ['还有 {{n}} 小时', 'in {{n}} {{n|hour|hours}}'],
  startsIn_minutes: ['还有 {{n}} 分钟', 'in {{n}} {{n|minute|minutes}}'],
  running: ['进行中', 'Running'],
  over: ['已结束', 'Ended'],
  confirm: ['确认会到', 'Confirm attendance'],
  confirmed: ['已确认', 'Confirmed'],
  confirmAgain: ['有变更，再次确认', 'Changed, confirm again'],
  news: ['{{time}} 改了{{what}}：{{reason}}', '{{time}}: {{what}} changed. {{reason}}'],
  what_startMs: ['开考时间', 'start time'],
  what_durationMs: ['时长', 'duration'],
  what_entryLimitMs: ['入场截止', 'entry deadline'],
  what_earliestHandInMs: ['可交卷时间', 'earliest hand-in time'],
  what_notice: ['考生须知', 'exam notice'],
  what_rooms: ['考场', 'rooms'],
  what_seats: ['座位', 'seats'],
  what_joined: ['考生人数', 'number of examinees'],
  thanks: ['已确认', 'Confirmed'],
});

declare module '../../lib/i18n.ts' {
  interface Catalogues {
    duty: (typeof dutyTexts)['zh-CN'];
  }
}
