import { type Message, say } from '../../../http/handler.ts';

/** Shortens a text of a user's file for a message, on one line. */
export const quoteText = (text: string): string => {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length > 40 ? `${plain.slice(0, 40)}…` : plain;
};

/** Names a row by its number, or by the title that its author gave it. */
const nameRowInChinese = (row: number | string): string => (typeof row === 'number' ? `第 ${row} 行` : `“${row}”`);
const nameRowInEnglish = (row: number | string): string => (typeof row === 'number' ? `row ${row}` : `"${row}"`);

const formatIds = (ids: readonly number[], comma: string): string => ids.slice(0, 10).join(comma) + (ids.length > 10 ? '…' : '');

const statusNames: Readonly<Record<number, readonly [zh: string, en: string]>> = {
  0: ['是草稿', 'a draft'],
  1: ['正在审核', 'in review'],
  2: ['正在使用', 'in use'],
  3: ['已停用', 'retired'],
};

export const questionMessages = {
  tieQuestions: (count: number) => say(`${count} 道题目`, count === 1 ? 'one question' : `${count} questions`),
  called: (id: number) => say(`第 ${id} 号题`, `question ${id}`),
  notFound: () => say('题目不存在', 'There is no such question'),
  noVersion: (version: number) => say(`没有版本 ${version}`, `There is no version ${version}`),
  notStaff: () => say('学校题库只供本校教师和管理员使用', "A school's question bank is only for its own teachers and administrators"),
  notMaintainer: () =>
    say('认证题库由题库管理员维护，这里只能查看', 'The certified bank is maintained by question bank administrators. You can only view it'),
  idTwice: () => say('同一题出现了两次', 'A question is listed twice'),
  restored: (version: number) => say(`恢复到版本 ${version}`, `Back to version ${version}`),
  ofQuestion: (id: number, message: Message) => say(`第 ${id} 号题：${message['zh-CN']}`, `Question ${id}: ${message.en}`),
  tooManyTags: (id: number) => say(`第 ${id} 号题的标签会超过 20 个`, `Question ${id} would have more than 20 tags`),
  removeOnlyDrafts: (ids: readonly number[]) =>
    say(
      `只能删除草稿；不是草稿的：${formatIds(ids, '、')}。请改为停用`,
      `Only drafts can be deleted. These are not drafts: ${formatIds(ids, ', ')}. Retire them instead`,
    ),
  removeUsed: (ids: readonly number[]) =>
    say(
      `试卷里有这些题，不能删除：${formatIds(ids, '、')}`,
      `Papers use these questions, so they cannot be deleted: ${formatIds(ids, ', ')}`,
    ),
  reasonMissing: () => say('请写明退回的原因', 'Give a reason for the return'),
  step: (why: 'status' | 'role' | 'own' | 'others', status: number): Message =>
    ({
      status: say(
        `这道题${statusNames[status]?.[0] ?? ''}，不能这样操作`,
        `This question is ${statusNames[status]?.[1] ?? ''}, so this is not possible`,
      ),
      role: say('这一步需要学校管理员（认证题库：超级管理员）', 'This step is for the school administrator (certified bank: super admin)'),
      own: say('自己最后修改的题要由别人审核', 'Your own last change must be reviewed by another person'),
      others: say('只有提交的人能撤回', 'Only the person who submitted it can withdraw it'),
    })[why],

  // Messages about the profession, trade, level and detail point (assessment point) of a question.
  needsProfession: () => say('请先选择职业', 'Choose the profession first'),
  noProfession: () => say('没有这个职业', 'There is no such profession'),
  noTrade: (name: string) => say(`${name}没有这个工种`, `${name} has no such trade`),
  noLevel: (name: string) => say(`${name}没有这个等级`, `${name} has no such level`),
  pointNeedsLevel: () => say('鉴定点属于某个职业和等级，请先选择它们', 'A point belongs to a profession and level; choose those first'),
  noPoint: (code: string, nearest: { readonly code: string; readonly name: string } | null) =>
    nearest === null
      ? say(`已发布的鉴定要素细目表里没有鉴定点 ${code}`, `The published detail table has no point ${code}`)
      : say(
          `已发布的鉴定要素细目表里没有鉴定点 ${code}，最接近的是 ${nearest.code} ${nearest.name}`,
          `The published detail table has no point ${code}; the nearest is ${nearest.code} ${nearest.name}`,
        ),

  // Messages about faults of a question's content.
  typeMissing: () => say('请选择题型', 'Choose a type'),
  tagTwice: () => say('标签重复', 'A tag is listed twice'),
  optionsNotOfType: () => say('这种题型没有选项', 'Questions of this type have no options'),
  keyNotOfType: () => say('答案与题型不符', 'The key does not fit the type'),
  optionIds: (expected: string) => say(`选项标号应依次为 ${expected}`, `The options must be ${expected} in this order`),
  leftNotOfType: () => say('这种题型没有左项', 'Questions of this type have no left items'),
  tooFewLeft: (count: number) =>
    say(`匹配题至少要有 2 个左项，这里有 ${count} 个`, `A matching question needs at least 2 left items; there are ${count}`),
  pairsDiffer: (left: number, key: number) =>
    say(`左项有 ${left} 个，答案有 ${key} 个`, `There are ${left} left items, and the key has ${key} answers`),
  orderIncomplete: () => say('答案应按正确顺序列出全部选项，每个一次', 'The key must list every option once, in the right order'),
  blanksDiffer: (stem: number, key: number) => say(`题干有 ${stem} 个空，答案有 ${key} 个`, `The stem has ${stem} blanks, the key ${key}`),
  blanksOutOfOrder: () => say('题干里的空没有依次编号', 'The blanks of the stem are not numbered in order'),
  emptyAnswer: () => say('答案不能为空', 'An answer cannot be empty'),
  noReference: () => say('请填写参考答案或评分要点', 'Enter a reference answer or scoring points'),

  importRefused: (faulty: number, total: number) =>
    say(`${total} 行中有 ${faulty} 行有错误，未导入任何题目`, `${faulty} of ${total} rows have errors. Nothing was imported`),
  importReading: () => say('正在读取并检查文件', 'Reading and checking the file'),
  importWaits: (before: number) =>
    say(
      `前面还有 ${before} 个文件在读取，轮到后自动开始`,
      `${before === 1 ? '1 file is' : `${before} files are`} read before this one; it begins by itself`,
    ),
  importWriting: () => say('正在写入题库', 'Adding to the bank'),
  diskFull: (): Message =>
    say(
      '服务器磁盘空间不足，暂时不能导入，请联系管理员清理',
      'The server is low on disk space, so imports are not possible at the moment. Ask the administrator to free some space',
    ),
  importsWait: (most: number) =>
    say(`您已有 ${most} 个文件在等待导入，请等它们完成`, `You already have ${most} files waiting to be imported. Wait until they are done`),
  exportPictures: (mb: number) =>
    say(`所选题目的图片超过 ${mb} MB，请分批导出`, `The pictures of these questions exceed ${mb} MB. Export them in batches`),
  filesBusy: () => say('正在处理的文件太多，请稍后再试', 'Too many files are being processed. Try again in a moment'),
  importDoubtful: (count: number) =>
    say(`能导入的 ${count} 题都存疑，没有写入`, `All ${count} questions that could be imported need checking. Nothing was imported`),
  importGone: () => say('要导入的文件已不在服务器上，请重新导入', 'The file to import is no longer on the server; import it again'),
  exportEmpty: () => say('没有可以导出的题目', 'There are no questions to export'),
  exportTooMany: (max: number) =>
    say(
      `这里超过 ${max} 题，一次最多导出 ${max} 题，请先筛选`,
      `There are more than ${max} questions, and at most ${max} can be exported at a time: filter them first`,
    ),
  importEmpty: () => say('文件里没有题目', 'The file holds no questions'),
  duplicateOfRow: (row: number | string) => say(`与本文件${nameRowInChinese(row)}重复`, `same as ${nameRowInEnglish(row)} of this file`),
  duplicateOfBank: (id: number) => say(`与题库第 ${id} 号题重复`, `same as question ${id} of the bank`),

  nearOfRow: (row: number | string, percent: number) =>
    say(`与本文件${nameRowInChinese(row)} ${percent}% 相近`, `${percent}% like ${nameRowInEnglish(row)} of this file`),
  nearOfBank: (id: number, percent: number) => say(`与题库第 ${id} 号题 ${percent}% 相近`, `${percent}% like question ${id} of the bank`),

  // Messages about faults of a row in an imported file: the row is not imported.
  notJson: (why: string) => say('这一行不是合法的 JSON', `Not valid JSON: ${quoteText(why)}`),
  notObject: () => say('一行应是一个 JSON 对象', 'A line must be one JSON object'),
  missing: () => say('缺少此项', 'This field is missing'),
  mustBeText: () => say('应是文本', 'Must be text'),
  mustBeList: () => say('应是由文本组成的列表', 'Must be a list of texts'),
  emptyStem: () => say('题干为空', 'The stem is empty'),
  emptyOption: () => say('选项为空', 'The option is empty'),
  tooFewOptions: (count: number) => say(`至少要有 2 个选项，这里有 ${count} 个`, `At least 2 options are needed; there are ${count}`),
  tooManyOptions: (count: number) => say(`最多 8 个选项，这里有 ${count} 个`, `At most 8 options are allowed; there are ${count}`),
  optionOrder: (found: string, expected: string) =>
    say(`选项标号是“${quoteText(found)}”，应为“${expected}”`, `The option is marked "${quoteText(found)}"; "${expected}" was expected`),
  duplicateOption: (other: string) => say(`与选项 ${other} 相同`, `Same as option ${other}`),
  labelNotOption: (label: string) =>
    say(`答案“${quoteText(label)}”不在选项中`, `The answer "${quoteText(label)}" is not among the options`),
  labelRepeated: (label: string) => say(`答案“${quoteText(label)}”重复`, `The answer "${quoteText(label)}" is given twice`),
  labelEmpty: () => say('没有答案', 'There is no answer'),
  labelType: () => say('答案应是选项字母或字母列表', 'The answer must be an option letter or a list of letters'),
  singleWithMany: (count: number) => say(`单选题给了 ${count} 个答案`, `A single-choice question has ${count} answers`),
  judgementLabel: (label: string) =>
    say(
      `判断题的答案“${quoteText(label)}”无法识别，应为 true/false、T/F 或 对/错`,
      `The answer "${quoteText(label)}" is not valid for a true/false question. Use true/false, T/F or 对/错`,
    ),
  unknownType: (type: string) => say(`题型“${quoteText(type)}”不能导入`, `Questions of type "${quoteText(type)}" cannot be imported`),
  unknownDifficulty: (value: string) => say(`难度“${quoteText(value)}”无法识别`, `The difficulty "${quoteText(value)}" is unknown`),
  blankCount: (stem: number, key: number) =>
    say(
      `题干有 ${stem} 个空（连续三个以上下划线为一空），答案有 ${key} 个`,
      `The stem has ${stem} blanks (three or more underscores each), the key has ${key}`,
    ),
  blankRule: () =>
    say(
      '空的答案应是文本、文本列表、{anyOf} 或 {value, tolerance}',
      'A blank takes a text, a list of texts, {anyOf} or {value, tolerance}',
    ),
  outOfRange: (why: string) => say(`超出允许的范围：${quoteText(why)}`, `Out of the allowed range: ${quoteText(why)}`),

  // Messages about warnings for a row in an imported file: the text was repaired or is doubtful; the row can be imported.
  optionPrefix: (prefix: string) =>
    say(`选项标号写作“${quoteText(prefix)}”，已识别`, `The option is marked "${quoteText(prefix)}"; it was recognised`),
  optionUnmarked: () => say('选项没有标号，已按顺序编号', 'The option has no letter; it was numbered by its order'),
  optionsGluedToStem: (count: number) =>
    say(`${count} 个选项粘在题干末尾，已拆开`, `${count} options were joined to the end of the stem. They were separated`),
  optionsGlued: (count: number) =>
    say(`与后面 ${count} 个选项粘在一起，已拆开`, `${count} more options were joined to this one. They were separated`),
  headingRemoved: (heading: string) =>
    say(`题干前粘有试卷说明“${quoteText(heading)}”，已去除`, `The exam instructions "${quoteText(heading)}" before the stem were removed`),
  sectionUnwrapped: () => say('题干中的 \\section 标题已改为普通文本', 'A \\section heading in the stem was turned into plain text'),
  answerBracket: () => say('作答括号写成公式或不完整，已修复', 'The answer brackets were damaged and have been repaired'),
  tableConverted: () => say('LaTeX 表格已转为普通表格，请核对', 'A LaTeX table was turned into a plain one; please check it'),
  controlCharacters: () => say('已去除多余的回车、制表符或不可见字符', 'Stray carriage returns, tabs or invisible characters were removed'),
  strayDollar: () => say('有单独的 $ 号，公式可能不完整', 'There is a lone $ sign; a formula may be incomplete'),
  strayCommand: (command: string) =>
    say(`公式之外有 LaTeX 命令“${quoteText(command)}”`, `The LaTeX command "${quoteText(command)}" is outside a formula`),
  badFormula: (source: string) =>
    say(`公式“${quoteText(source)}”无法排版，将显示源码`, `The formula "${quoteText(source)}" cannot be typeset; its source will be shown`),
  strayOptionMark: (mark: string) =>
    say(`文字中夹有“${mark}”，可能丢失了字母`, `"${mark}" appears in the text. Letters may have been lost`),
  unbalancedQuotes: () => say('引号不成对，文字可能不完整', 'Quotation marks are not paired. The text may be incomplete'),
  figureMissing: (words: string) =>
    say(`提到“${quoteText(words)}”，但没有图或表`, `It mentions "${quoteText(words)}", but there is no figure or table`),
  labelString: (label: string) =>
    say(`答案“${quoteText(label)}”按多选题读取`, `The answer "${quoteText(label)}" was read as several letters`),
} as const;

/** Display names of the fields of a question. */
export const questionFieldNames: Readonly<Record<string, Message>> = {
  type: say('题型', 'type'),
  stem: say('题干', 'stem'),
  options: say('选项', 'options'),
  key: say('答案', 'key'),
  material: say('材料', 'material'),
  analysis: say('解析', 'analysis'),
  difficulty: say('难度', 'difficulty'),
  uniformity: say('一致性', 'uniformity'),
  category: say('分类', 'category'),
  tags: say('标签', 'tags'),
  source: say('来源', 'source'),
  scoreHint: say('建议分值', 'suggested points'),
  profId: say('职业', 'profession'),
  tradeId: say('工种', 'trade'),
  level: say('等级', 'level'),
  pointCode: say('鉴定点', 'point'),
  status: say('状态', 'status'),
};
