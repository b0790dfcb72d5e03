import type { Message } from '../../http/handler.ts';

const say = (zh: string, en: string): Message => ({ 'zh-CN': zh, en });

/** The fields of a profession, as a stale change names them. */
export const professionFieldNames: Readonly<Record<string, Message>> = {
  code: say('编码', 'code'),
  name: say('名称', 'name'),
  levels: say('等级', 'levels'),
  trades: say('工种', 'trades'),
  standard: say('标准', 'standard'),
  remark: say('备注', 'remark'),
  enabled: say('启用状态', 'status'),
};

export const profMessages = {
  thing: () => say('职业', 'profession'),
  notFound: () => say('职业不存在', 'There is no such profession'),
  codeTaken: (code: string, name: string) =>
    name === ''
      ? say(`职业编码 ${code} 已被使用`, `The code ${code} is taken`)
      : say(`职业编码 ${code} 已属于“${name}”`, `The code ${code} already belongs to "${name}"`),
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
