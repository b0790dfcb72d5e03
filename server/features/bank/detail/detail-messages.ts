import type { DetailTableError } from '../../../../sync/domain/papers/detail-rules.ts';
import { type Message, say } from '../../../http/handler.ts';

export const detailFieldNames: Readonly<Record<string, Message>> = { lines: say('内容', 'content'), status: say('状态', 'status') };

export const detailMessages = {
  notFound: () => say('鉴定要素细目表不存在', 'There is no such detail table'),
  professionNotFound: () => say('职业不存在', 'There is no such profession'),
  disabled: (name: string) => say(`“${name}”已停用，不能新建细目表`, `"${name}" is disabled. No new detail table can be created for it`),
  tradeUnknown: () => say('这个工种不属于该职业', 'This trade does not belong to the profession'),
  levelUnknown: (level: number) => say(`该职业没有 ${level} 级`, `The profession has no level ${level}`),
  copyElsewhere: () => say('只能从同一职业、工种和等级的细目表复制', 'Only a table of the same profession, trade and level can be copied'),
  draftExists: (edition: number) =>
    say(`已有草稿（第 ${edition} 版），请先完成或删除它`, `There is already a draft (edition ${edition}). Finish or delete it first`),
  notDraft: () => say('只有草稿可以修改；请新建一个版本', 'Only drafts can be changed. Create a new edition'),
  notPublished: () => say('只有已发布、尚未使用的细目表可以撤回', 'Only a published table that is not in use can be withdrawn'),
  frozen: () =>
    say(
      '细目表已被试题或试卷使用，不能撤回；请新建一个版本',
      'Questions or papers use this table, so it cannot be withdrawn. Create a new edition',
    ),
  lineUnknown: () => say('这一行不属于该细目表', 'This line does not belong to the table'),
  incomplete: (count: number) =>
    say(
      `还有 ${count} 处没有完成，不能发布`,
      count === 1 ? 'One thing is unfinished; it cannot be published' : `${count} things are unfinished; it cannot be published`,
    ),
  called: () => say('细目表', 'detail table'),
  fault: (fault: DetailTableError): Message => {
    switch (fault.kind) {
      case 'noLines':
        return say('细目表是空的', 'The table is empty');
      case 'depth':
        return say('层级不对：不能跳过上一级', 'Wrong depth: the level above is missing');
      case 'code':
        return say('代码应为大写字母（鉴定点为三位数字）', 'The code must be a capital letter (three digits for a point)');
      case 'codeTwice':
        return say('代码与同级的另一项相同', 'Another entry on this level has the same code');
      case 'name':
        return say('没有名称', 'The name is missing');
      case 'weight':
        return say('没有鉴定比重', 'The weight is missing');
      case 'importance':
        return say('没有重要程度（X、Y 或 Z）', 'The importance (X, Y or Z) is missing');
      case 'empty':
        return say('鉴定范围下没有鉴定点', 'There is no point in this scope');
      case 'weightSum':
        return say(
          `下级比重合计 ${fault.have}，应为 ${fault.want}`,
          `The weights below add up to ${fault.have} and should be ${fault.want}`,
        );
    }
  },
} as const;
