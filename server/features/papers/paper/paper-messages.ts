import { maxPlayFiles, maxQuestionMediaBytes } from '../../../../sync/contract/platform/rich-media.ts';
import { type Message, say } from '../../../http/handler.ts';
import { formatMegabytes } from '../../../../sync/domain/numbers.ts';

/** Display names of a paper's fields, for the message that another user changed them first. */
export const paperFieldNames: Readonly<Record<string, Message>> = {
  name: say('名称', 'name'),
  sections: say('大题', 'sections'),
  rules: say('规则', 'rules'),
  questions: say('所选题目', 'questions'),
  blueprint: say('组卷方案', 'blueprint'),
  kind: say('用途', 'kind'),
  category: say('分类', 'category'),
};

/** Names a variant (one of the parallel papers A, B, C, D) at the beginning of a message; empty if the paper has only one. */
const nameVariant = (names: readonly string[], at: number): Message =>
  names.length > 1 ? say(`${names[at] ?? ''} 卷`, `variant ${names[at] ?? ''}, `) : say('', '');

export const paperMessages = {
  tiePapers: (count: number) => say(`${count} 份试卷`, count === 1 ? 'one paper' : `${count} papers`),
  notFound: () => say('试卷不存在', 'There is no such paper'),
  called: () => say('试卷', 'paper'),
  nothingToWrite: () => say('这套试卷还没有题目，不能导出', 'The paper has no questions yet and cannot be exported'),
  wordPictures: (mb: number) => say(`试卷的图片超过 ${mb} MB，不能导出`, `The pictures of the paper exceed ${mb} MB`),
  filesBusy: () => say('正在处理的文件太多，请稍后再试', 'Too many files are being processed. Try again in a moment'),
  organised: () => say('试卷已用于考试，不能再修改', 'The paper is used by an exam and can no longer be changed'),
  passAboveTotal: (total: number) => say(`合格分不能高于总分 ${total}`, `The pass mark must not exceed the total of ${total}`),
  short: (lines: readonly { title: string; variant: number; want: number; have: number }[], names: readonly string[], leftOut: number) =>
    say(
      `题库中的题目不够：${lines.map((line) => `${nameVariant(names, line.variant)['zh-CN']}${line.title}需 ${line.want} 题，可用 ${line.have} 题`).join('；')}${leftOut === 0 ? '' : `。另有 ${leftOut} 题在成绩尚未公布的考试中，没有抽取`}`,
      `The bank has too few questions: ${lines.map((line) => `${nameVariant(names, line.variant).en}${line.title} wants ${line.want}, has ${line.have}`).join('; ')}${leftOut === 0 ? '' : `. ${leftOut} more were left out because an exam whose scores are not released holds them`}`,
    ),
  lockedShared: (maxShared: number) =>
    say(
      `各卷锁定的共同题目超过上限 ${maxShared} 题，请解锁一些，或放宽上限`,
      `The variants have more locked questions in common than the ${maxShared} allowed; unlock some, or allow more`,
    ),
  planned: (plans: readonly string[]) =>
    say(`试卷已用于考试计划“${plans.join('”“')}”，不能删除`, `The paper is used by “${plans.join('”, “')}” and cannot be removed`),
  questionNotFound: () => say('题目不存在，或不属于可用的题库', 'There is no such question in the banks you may use'),
  otherType: () => say('题型与大题不一致', 'The question is of another type than its section'),
  notInUse: () => say('题目还没有启用，或已停用', 'The question is not in use'),
  twice: () => say('同一套卷中重复', 'This question is already in this variant'),
  tooManyQuestions: (want: number) => say(`这一大题只需 ${want} 题`, `The section needs only ${want}`),
  sectionCount: () => say('大题数与试卷不一致', 'The sections do not match the paper'),
  invalidQuestions: (count: number) => say(`有 ${count} 道题不能放入试卷`, `${count} of the questions cannot go into the paper`),
  noTable: () => say('细目表不存在，或还没有发布', 'This detail table does not exist, or is not published yet'),

  // Obstacles and warnings when a plan with this paper is published.
  emptyPlaces: (variant: string, count: number) =>
    say(`${variant} 卷还差 ${count} 题，请先组卷`, `Variant ${variant} needs ${count} more questions. Assemble it first`),
  pictureMissing: (item: string) =>
    say(`第 ${item} 题的图片已不存在，请重新上传`, `A picture of question ${item} no longer exists. Upload it again`),
  notPicture: (item: string) => say(`第 ${item} 题引用的文件不是图片`, `A file that question ${item} shows is not a picture`),
  mediaMissing: (item: string) =>
    say(`第 ${item} 题的音频或视频已不存在，请重新上传`, `An audio or video file of question ${item} no longer exists. Upload it again`),
  notMedia: (item: string) => say(`第 ${item} 题引用的文件不是音频或视频`, `A file of question ${item} is neither audio nor video`),
  mediaTooLarge: (item: string) =>
    say(
      `第 ${item} 题的音频或视频超过 ${formatMegabytes(maxQuestionMediaBytes)} MB，请压缩后重新上传`,
      `An audio or video file of question ${item} is larger than ${formatMegabytes(maxQuestionMediaBytes)} MB. Compress it and upload it again`,
    ),
  tooMany: (item: string) =>
    say(
      `音视频超过 ${maxPlayFiles} 个，第 ${item} 题的放不下`,
      `The paper has more than ${maxPlayFiles} audio and video files. The one of question ${item} does not fit`,
    ),
  mediaInOption: (item: string) =>
    say(
      `第 ${item} 题选项里的音频或视频在考试中不播放，请放到题干`,
      `Audio or video in an option of question ${item} is not played in an exam. Move it to the stem`,
    ),
  pictureOutside: (item: string) =>
    say(
      `第 ${item} 题的外部图片在考试中不显示，请上传图片代替`,
      `A picture of question ${item} is on another server and is not shown in an exam. Upload it instead`,
    ),
  filesTooLarge: (bytes: number, most: number, heaviest: readonly { itemId: string; bytes: number }[]) =>
    say(
      `图片和音视频共 ${formatMegabytes(bytes)} MB，超过上限 ${formatMegabytes(most)} MB，请压缩：${heaviest.map((each) => `第 ${each.itemId} 题 ${formatMegabytes(each.bytes)} MB`).join('，')}`,
      `Pictures, recordings and films have ${formatMegabytes(bytes)} MB together, ${formatMegabytes(most)} MB are allowed; make smaller: ${heaviest.map((each) => `question ${each.itemId} ${formatMegabytes(each.bytes)} MB`).join(', ')}`,
    ),
  textTooLong: (most: number) =>
    say(
      `题目文字和公式排版后超过 ${formatMegabytes(most)} MB，请减少试题或简化公式`,
      `Text and formulas exceed ${formatMegabytes(most)} MB. Use fewer questions or simpler formulas`,
    ),
  idTwice: () => say('同一份试卷出现了两次', 'A paper is listed twice'),
  badFormula: (item: string, source: string) =>
    say(
      `第 ${item} 题的公式“${source}”无法排版，将显示源码`,
      `The formula "${source}" of question ${item} cannot be typeset. Its source is shown`,
    ),
  optionsInOrder: (items: readonly string[]) =>
    say(
      `第 ${items.join('、')} 题有“以上都是”“A和B都对”这类选项，这些题的选项按原顺序显示，不打乱`,
      items.length === 1
        ? `Question ${items[0]} has an option that refers to other options; its options are not shuffled`
        : `Questions ${items.join(', ')} have an option that refers to other options; their options are not shuffled`,
    ),
  shortSection: (want: number, have: number) => say(`需 ${want} 题，可用 ${have} 题`, `Needs ${want} questions, ${have} available`),
} as const;
