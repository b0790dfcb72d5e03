import type { Catalogue } from '../../lib/texts.ts';

const zh = {
  greeting: '{{name}}，你好',
  allExams: '全部考试计划',
  examsNow: '进行中和即将开考',
  noExams: '近期没有考试',
  noExamsText: '选一份组好的试卷，安排一场考试。',
  makePlan: '新建考试计划',
  unpublished: '待发布的考试',
  unassembled: '待组卷的试卷',
  nothingUnpublished: '没有等待发布的考试。',
  nothingUnassembled: '没有等待组卷的试卷。',
  startsIn: '{{amount}}后开考',
  endsIn: '还有 {{amount}}结束',
  minutes: '{{n}} 分钟',
  hours: '{{n}} 小时',
  days: '{{n}} 天',
  people: '{{n}} 名考生',
  handedIn: '已交卷 {{n}} / {{of}}',
  publish: '去发布',
  assemble: '去组卷',
  figureExams: '近期考试',
  figurePapers: '试卷',
  figureQuestions: '题库题目',
  figureUnpublished: '待发布',
  figureUnassembled: '待组卷',
} as const;

export const homeTexts = {
  'zh-CN': zh,
  en: {
    greeting: 'Hello, {{name}}',
    allExams: 'All exam plans',
    examsNow: 'Running and upcoming',
    noExams: 'No exam is near',
    noExamsText: 'Take an assembled paper and organise an exam.',
    makePlan: 'New exam plan',
    unpublished: 'Exams to publish',
    unassembled: 'Papers to assemble',
    nothingUnpublished: 'No exam waits for publishing.',
    nothingUnassembled: 'No paper waits for questions.',
    startsIn: 'Starts in {{amount}}',
    endsIn: 'Ends in {{amount}}',
    minutes: '{{n}} min',
    hours: '{{n}} h',
    days: '{{n}} days',
    people: '{{n}} examinees',
    handedIn: '{{n}} / {{of}} handed in',
    publish: 'Publish',
    assemble: 'Assemble',
    figureExams: 'Exams near',
    figurePapers: 'Papers',
    figureQuestions: 'Questions',
    figureUnpublished: 'To publish',
    figureUnassembled: 'To assemble',
  },
} satisfies Catalogue<typeof zh>;

declare module 'i18next' {
  interface ResourceNamespaceMap {
    home: typeof zh;
  }
}
