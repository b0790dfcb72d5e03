import type { Message } from '../../http/handler.ts';

const say = (zh: string, en: string): Message => ({ 'zh-CN': zh, en });

/** The fields of a paper, as a stale change names them. */
export const paperFieldNames: Readonly<Record<string, Message>> = {
  name: say('名称', 'name'),
  sections: say('大题', 'sections'),
  rules: say('规则', 'rules'),
  questions: say('抽到的题目', 'questions drawn'),
};

export const paperMessages = {
  notFound: () => say('试卷不存在', 'There is no such paper'),
  thing: () => say('试卷', 'paper'),
  organised: () => say('试卷已用于考试，不能再修改', 'The paper is used by an exam and can no longer be changed'),
  passAboveTotal: (total: number) => say(`合格分不能高于总分 ${total}`, `The pass mark must not exceed the total of ${total}`),
  short: (lines: readonly { title: string; want: number; have: number }[]) =>
    say(
      `题库中的题目不够：${lines.map((line) => `${line.title}需 ${line.want} 题，可用 ${line.have} 题`).join('；')}`,
      `The bank has too few questions: ${lines.map((line) => `${line.title} wants ${line.want}, has ${line.have}`).join('; ')}`,
    ),
  shortSection: (want: number, have: number) => say(`需 ${want} 题，可用 ${have} 题`, `Wants ${want} questions, ${have} are available`),
} as const;
