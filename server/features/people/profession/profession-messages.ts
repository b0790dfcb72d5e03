import { say } from '../../../http/handler.ts';

export const professionMessages = {
  notFound: () => say('职业不存在', 'There is no such profession'),
  tradeTwice: (name: string) => say(`工种“${name}”写了两次`, `The trade "${name}" stands twice`),
  tradeUnknown: () => say('这个工种不属于该职业', 'This trade does not belong to the profession'),
  tradeUsed: (name: string) =>
    say(`工种“${name}”已有鉴定要素细目表，不能删除`, `The trade "${name}" has a detail table and cannot be removed`),
  tradeHasQuestions: (name: string) =>
    say(`工种“${name}”下还有题目，不能删除`, `Questions are filed under the trade "${name}"; it cannot be removed`),
  levelTwice: (level: number) => say(`${level} 级写了两次`, `Level ${level} stands twice`),
  levelUsed: (level: number) => say(`${level} 级已有鉴定要素细目表，不能去掉`, `Level ${level} has a detail table and cannot be left out`),
  offeredBySchools: (count: number) =>
    say(
      `有 ${count} 所学校开设该职业，不能删除；可以停用`,
      count === 1 ? 'A school offers this profession; disable it instead' : `${count} schools offer this profession; disable it instead`,
    ),
  hasTables: () => say('该职业已有鉴定要素细目表，不能删除；可以停用', 'This profession has detail tables; disable it instead'),
  hasQuestions: (count: number) =>
    say(`该职业下还有 ${count} 道试题，不能删除；可以停用`, `There are still ${count} questions of this profession; disable it instead`),
  disabled: (name: string) => say(`“${name}”已停用，不能再开设`, `"${name}" is disabled and can no longer be offered`),
  notOffered: () => say('本校没有开设所选的职业', 'Your school does not offer what was chosen'),
} as const;
