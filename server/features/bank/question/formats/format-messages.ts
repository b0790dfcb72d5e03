import { type Message, say } from '../../../../http/handler.ts';
import { quoteText as quote } from '../question-messages.ts';

const typeWords: Readonly<Record<string, Message>> = {
  matching: say('匹配题（连线题）', 'matching'),
  description: say('说明文字（不是题目）', 'description (not a question)'),
  order: say('排序题', 'ordering'),
  drag: say('拖放题', 'drag and drop'),
  hotspot: say('热点（图上点选）题', 'hotspot'),
  calculated: say('计算题（带变量的模板）', 'calculated (a template with variables)'),
  random: say('随机题', 'random'),
  upload: say('上传文件题', 'file upload'),
  composite: say('一题多问（组合题）', 'several questions in one'),
};

/** Messages of the readers of question files, in both languages. */
export const formatMessages = {
  // Errors that make the whole file unreadable.
  unknownFormat: () =>
    say(
      '认不出文件格式。可以导入：Excel（.xlsx）、CSV、Word（.docx）、GIFT、Moodle XML、QTI 1.2/2.x/3.0、JSON Lines',
      'Unknown format. Supported: Excel (.xlsx), CSV, Word (.docx), GIFT, Moodle XML, QTI 1.2/2.x/3.0, JSON Lines',
    ),
  pictureFile: (kind: string) =>
    say(
      `这是图片或扫描件（${kind}），里面的文字读不出来。请用 Word 或 Excel 文件导入`,
      `This is a picture or a scan (${kind}), whose text cannot be read. Import a Word or Excel file`,
    ),
  notThisFormat: (format: string) => say(`文件内容不是 ${format}`, `The content is not ${format}`),
  emptyFile: () => say('文件是空的', 'The file is empty'),
  tooManyRows: (max: number) => say(`文件里超过 ${max} 行，请拆成几个文件`, `The file has more than ${max} rows. Split it`),
  emptyRows: (sheet: string, row: number, most: number) =>
    say(
      `工作表${sheet === '' ? '' : `“${quote(sheet)}”`}延伸到第 ${row} 行，其中空行超过 ${most} 行。请选中最后一题下面的所有空行，整行删除，保存后重新上传`,
      `The sheet ${sheet === '' ? '' : `"${quote(sheet)}" `}goes on to row ${row}, with more than ${most} empty rows. Select all rows below the last question, delete them, save and upload again`,
    ),
  tooManyPictures: (max: number) => say(`文件里的图片超过 ${max} 张，请拆成几个文件`, `The file has more than ${max} pictures. Split it`),
  picturesTooLarge: (mb: number) =>
    say(
      `文件里的图片合计超过 ${mb} MB，请压缩图片或拆成几个文件`,
      `The pictures of the file exceed ${mb} MB together. Reduce them or split the file`,
    ),
  tooSlow: (seconds: number) =>
    say(
      `${seconds} 秒内没有读完，文件可能已损坏或过大，请拆成几个文件`,
      `The file could not be read within ${seconds} seconds. It may be damaged, or too large: split it`,
    ),
  tooMuchMemory: () =>
    say(
      '读取文件需要的内存过多，文件可能被恶意构造，已停止',
      'Reading the file takes too much memory and was stopped. The file may be malicious',
    ),
  damaged: (why = '') =>
    say(
      `文件不完整或已损坏${why === '' ? '' : `：${quote(why)}`}`,
      `The file is cut short or damaged${why === '' ? '' : `: ${quote(why)}`}`,
    ),
  oldOffice: () =>
    say(
      '这是旧版 Office 文件（.xls/.doc）或加了密码的文件，请去掉密码，另存为 .xlsx 或 .docx',
      'This is an old Office file (.xls/.doc) or one with a password. Remove the password and save it as .xlsx or .docx',
    ),
  oldExcel: () =>
    say(
      '这是旧版 Excel 文件（.xls）。请用 Excel 或 WPS 打开，“另存为”选“Excel 工作簿（*.xlsx）”，再上传',
      'This is an old Excel file (.xls). Open it in Excel or WPS, save it as "Excel workbook (*.xlsx)" and upload that',
    ),
  oldWord: () =>
    say(
      '这是旧版 Word 文件（.doc）。请用 Word 或 WPS 打开，“另存为”选“Word 文档（*.docx）”，再上传',
      'This is an old Word file (.doc). Open it in Word or WPS, save it as "Word document (*.docx)" and upload that',
    ),
  withPassword: () =>
    say(
      '这个文件有打开密码。请打开后取消密码，保存后再上传',
      'This file has a password. Open it, remove the password, save it and upload it again',
    ),
  encryptedZip: () => say('压缩包或文档有密码，请去掉密码后再导入', 'The package has a password. Remove it first'),
  zipEntries: (max: number) => say(`压缩包里超过 ${max} 个文件，不予读取`, `The package has more than ${max} files and was not read`),
  zipSize: (mb: number) => say(`压缩包展开后超过 ${mb} MB，不予读取`, `The package unpacks to more than ${mb} MB and was not read`),
  zipRatio: (name: string) =>
    say(
      `压缩包里的“${quote(name)}”压缩比异常（疑似压缩炸弹），不予读取`,
      `"${quote(name)}" in the package has an extreme compression ratio (perhaps a zip bomb) and was not read`,
    ),
  zipPath: (name: string) =>
    say(
      `压缩包里有越界的路径“${quote(name)}”，不予读取`,
      `The package has the path "${quote(name)}", which leads outside, and was not read`,
    ),
  doctype: () =>
    say('XML 里有 DOCTYPE 或实体定义，出于安全不予读取', 'The XML has a DOCTYPE or its own entities and was not read, for safety'),
  notXml: (line: number, why: string) => say(`XML 第 ${line} 行有错误：${quote(why)}`, `XML error in line ${line}: ${quote(why)}`),
  xmlTooDeep: () => say('XML 嵌套过深，不予读取', 'The XML is nested too deeply and was not read'),
  noSheet: () =>
    say(
      '没有找到题目工作表：第一行应有“题型”“题干”“答案”等列名，请使用本平台的模板',
      'No sheet with questions: the first row must name the columns (题型, 题干, 答案 …); use our template',
    ),
  notWord: () => say('不是 Word 文档（.docx）：缺少 word/document.xml', 'Not a Word document (.docx): word/document.xml is missing'),
  noManifest: () => say('QTI 包里没有 imsmanifest.xml，也没有试题文件', 'The QTI package has no imsmanifest.xml and no items'),

  // Notes about a file and its parts: encoding, sheets, and the numbers of its questions.
  readAsGbk: () =>
    say('文件不是 UTF-8 编码，已按 GBK（GB18030）读取，请核对文字', 'The file is not UTF-8 and was read as GBK (GB18030); check the text'),
  readAsUtf16: () => say('文件是 UTF-16 编码，已按此读取', 'The file is UTF-16 and was read as such'),
  wordFormulas: (count: number) =>
    say(`${count} 个 Word 公式已转为 LaTeX，请核对`, `${count} Word formulas were turned into LaTeX; check them`),
  wordFormula: () => say('有公式没能完整转换，请对照原文核对', 'A formula could not be read completely. Check it against the document'),
  wordNotes: (count: number) =>
    say(
      `${count} 处脚注、尾注或批注未读取；答案写在里面的，请移到正文`,
      `${count} footnotes, endnotes or comments were not read. If they hold answers, move those into the text`,
    ),
  wordDrawn: () =>
    say(
      '这里有用绘图工具画的图形（形状、图表或 SmartArt），未能读取，请截图后补上',
      'A drawing here (shapes, a chart or SmartArt) could not be read. Replace it with a picture',
    ),
  wordPictureGone: () =>
    say('这里的图片不在文档里（链接到了别处），请补上', 'A picture here is only linked and not in the document. Add it'),
  sheetSkipped: (name: string) =>
    say(`工作表“${quote(name)}”没有题目列名，未读取`, `The sheet "${quote(name)}" has no question columns and was not read`),
  columnsUnknown: () =>
    say(
      '没有认出题目的列，请在下面选出哪一列是题干、答案和选项',
      'No question column was recognised. Choose below which columns hold the question, the answer and the options',
    ),
  sheetHidden: (name: string) => say(`工作表“${quote(name)}”已隐藏，未读取`, `The sheet "${quote(name)}" is hidden and was not read`),
  textOutside: (count: number, first: string) =>
    say(
      `${count} 段文字不属于任何一题，未读取，第一段是“${quote(first)}”`,
      `Paragraphs that belong to no question and were not read: ${count}. The first is "${quote(first)}"`,
    ),
  numbersSeen: (seen: number, read: number) =>
    say(
      seen === read ? `按题号应有 ${seen} 题，读出 ${read} 题` : `按题号应有 ${seen} 题，只读出 ${read} 题，缺的题号在下面`,
      seen === read
        ? `By their numbers there are ${seen} questions, ${read} were read`
        : `By their numbers there are ${seen} questions, only ${read} were read; the missing numbers are named below`,
    ),

  optionMisnamed: (written: string, read: string) =>
    say(
      `这个选项在文件里标作 ${written}，按位置读作 ${read}，请核对选项和答案`,
      `This option is marked ${written} in the file and was read as ${read} by its position. Check the options and the answer`,
    ),
  optionWithin: (letter: string) =>
    say(
      `文字里还有“${letter}.”，可能是两个选项连在了一起，请核对`,
      `"${letter}." appears in the text. Two options may have run together. Please check`,
    ),

  numbersBegin: (number: number) =>
    say(`题号从 ${number} 开始，请核对前面有没有漏题`, `The numbers begin at ${number}. Check that no earlier question is missing`),
  numberTwice: (number: number) => say(`题号 ${number} 出现了两次，请核对`, `The number ${number} appears twice. Check both`),
  numberBack: (number: number, last: number) =>
    say(`题号 ${number} 在 ${last} 后面，请核对`, `The number ${number} comes after ${last}. Please check`),
  numberJump: (number: number, last: number) =>
    say(`题号从 ${last} 跳到 ${number}，请核对`, `The numbers jump from ${last} to ${number}. Please check`),

  // Messages about one question that a reader repaired, doubted or refused.
  invisibleRemoved: (signs: readonly string[]) =>
    say(`已去除看不见的字符：${signs.slice(0, 5).join('、')}`, `Invisible characters were removed: ${signs.slice(0, 5).join(', ')}`),
  radicalsReplaced: (pairs: readonly string[]) =>
    say(
      `已把部首符号换成汉字：${pairs.slice(0, 8).join('、')}`,
      `Radicals were replaced by the characters that they resemble: ${pairs.slice(0, 8).join(', ')}`,
    ),
  numbersLeft: (from: number, to: number, before: number) =>
    say(
      `没有读到第 ${from === to ? from : `${from}–${to}`} 题，可能混进了${before === 0 ? '下一题' : `第 ${before} 题`}，请对照原文补上或确认没有`,
      `Question ${from === to ? from : `${from}–${to}`} was not found; it may stand within question ${before === 0 ? to + 1 : before}: look at the document, put it in or leave this row out`,
    ),
  answersDiffer: (one: string, other: string) =>
    say(
      `题目里写的答案是“${quote(one)}”，另一处写的是“${quote(other)}”，请核对后改正`,
      `The question gives the answer "${quote(one)}", but elsewhere it is "${quote(other)}". Check which one is right`,
    ),
  keyWithin: (text: string) =>
    say(
      `题目里混进了答案“${quote(text)}”，请把它移到各题，或在原文里单独成段、写上“参考答案”`,
      `The question contains answers: "${quote(text)}". Move them to their questions, or put them below a line "参考答案" in the file`,
    ),
  numberHidden: (text: string) =>
    say(
      `“${quote(text)}”像是一道题，但题号前有别的符号，没有读成题目；请去掉这些符号再导入，或确认不是题目`,
      `"${quote(text)}" looks like a question, but has signs before its number and was not read. Remove them and import again, or leave it out`,
    ),
  unsupported: (type: string) => {
    const words = typeWords[type] ?? say(`“${quote(type)}”`, `"${quote(type)}"`);
    return say(`不支持的题型：${words['zh-CN']}`, `Questions of this type are not supported: ${words.en}`);
  },
  orderSubset: () =>
    say(
      '原系统只从中抽取几项来排序；这里每次都排全部选项',
      'The other system asked for only some of the items. Here all of them have to be ordered',
    ),
  orderWhole: () =>
    say('原系统按各项的位置部分给分；这里顺序全部正确才得分', 'The other system gave partial points. Here only the complete order scores'),
  pairsUnclear: () =>
    say('每个左项要恰好对应一个选项，这里不是', 'Each left item must have exactly one option, which is not the case here'),
  typeMissing: () => say('没有题型', 'The type is missing'),
  typeUnknown: (type: string) => say(`题型“${quote(type)}”无法识别`, `The type "${quote(type)}" is unknown`),
  formulaCell: (formula: string) =>
    say(
      `单元格是公式“${quote(formula)}”，请改为文字（公式的结果不会导入）`,
      `The cell has the formula "${quote(formula)}". Enter text instead (results of formulas are not imported)`,
    ),
  dateCell: (day: string) =>
    say(
      `单元格是日期 ${day}（Excel 会把“3-4”“1/2”变成日期），请把单元格设为文本后重填`,
      `The cell has the date ${day} (Excel turns "3-4" or "1/2" into a date). Format it as text and enter it again`,
    ),
  formatCell: (text: string) =>
    say(
      `单元格的数字格式读不准：${quote(text)}。请把单元格设为文本后重填`,
      `The number format of the cell cannot be read: ${quote(text)}. Format it as text and enter it again`,
    ),
  errorCell: (text: string) => say(`单元格是错误值“${quote(text)}”`, `The cell has the error ${quote(text)}`),
  stemTooLong: (max: number) => say(`超过 ${max} 个字符`, `More than ${max} characters`),
  noAnswer: () => say('没有正确答案', 'There is no correct answer'),
  answerNotLetters: (answer: string) =>
    say(`答案“${quote(answer)}”应是选项字母，如 A 或 ACD`, `The answer "${quote(answer)}" must be letters of options, such as A or ACD`),
  answerNotJudgement: (answer: string) =>
    say(`答案“${quote(answer)}”应是 对 或 错`, `The answer "${quote(answer)}" must be 对/错 or true/false`),
  badNumber: (text: string) =>
    say(`“${quote(text)}”不是数字答案，应如 3.14±0.01`, `"${quote(text)}" is not a numeric answer. Write 3.14±0.01`),
  badItem: (line: string) =>
    say(
      `评分点“${quote(line)}”应写作“(2) 内容”，括号里是分数（0.5 的倍数）`,
      `The scoring point "${quote(line)}" must read "(2) text" with points in multiples of 0.5`,
    ),
  badFiles: (value: string) => say(`作答附件数“${quote(value)}”应是 0–9 的整数`, `The number of files "${quote(value)}" must be 0 to 9`),
  noRubric: () => say('既没有参考答案也没有评分点', 'There is neither a reference answer nor a scoring point'),
  badDifficulty: (value: string) =>
    say(`“${quote(value)}”无法识别，应为 易、中、难`, `"${quote(value)}" is unknown; use 易, 中, 难 (easy, medium, hard)`),
  badLevel: (value: string) => say(`等级“${quote(value)}”应为 1–5`, `The level "${quote(value)}" must be 1–5`),
  badPoint: (value: string) =>
    say(`鉴定点代码“${quote(value)}”应如 A-B-C-001`, `The point code "${quote(value)}" must read like A-B-C-001`),
  badScore: (value: string) =>
    say(`建议分值“${quote(value)}”应是 0.5–1000、0.5 的倍数`, `The score "${quote(value)}" must be 0.5–1000 in steps of 0.5`),
  badCategory: (value: string) =>
    say(`分类“${quote(value)}”最多 6 级，每级 1–60 个字`, `The category "${quote(value)}" can have up to 6 levels of 1–60 characters`),
  badTags: () => say('最多 20 个标签，每个最多 30 个字', 'At most 20 tags of 30 characters'),
  notClosed: () => say('答案的大括号没有结束', 'The braces of the answer are not closed'),
  manyAnswerBlocks: () => say('一题里有多个答案块，GIFT 只允许一个', 'There are several answer blocks. GIFT allows only one'),
  badCloze: (text: string) => say(`完形填空的“${quote(text)}”无法识别`, `The cloze gap "${quote(text)}" cannot be read`),
  itemMissing: (href: string) => say(`清单里的“${quote(href)}”不在包里`, `"${quote(href)}" is in the manifest but not in the package`),
  twoInteractions: () => say('一题里有多个不同的作答', 'There are several different interactions in one item'),

  // Warnings about one question: parts that were left out or repaired, and places to check.
  partialCredit: (what: string) =>
    say(`部分得分“${quote(what)}”不在本平台计分规则内，已略去`, `The partial credit "${quote(what)}" is not supported and was left out`),
  penaltyWeights: () =>
    say('选项权重（倒扣分）按本平台多选规则计分，未保留', 'Weights and penalties of options follow our rules for multiple choice instead'),
  severalRight: () =>
    say(
      '原题任选一个正确项即可，已按多选题（须全部选出）导入，请核对',
      'Any one of several correct options was enough. Imported as multiple choice, where all must be chosen. Please check',
    ),
  severalNumbers: () => say('有多个数值答案，只保留第一个', 'There are several numeric answers. Only the first was imported'),
  wildcard: (text: string) =>
    say(`答案“${quote(text)}”含通配符 *，按原文比对`, `The answer "${quote(text)}" contains the wildcard *, which is compared literally`),
  hiddenThere: () =>
    say('原系统里已隐藏（停用），请确认是否导入', 'It is hidden (retired) in the other system. Check whether it is still wanted'),
  feedbackMoved: () => say('各选项的反馈已并入解析', 'Feedback of the options was put into the analysis'),
  dropdownGap: () => say('下拉选择的空已改为填空', 'A gap with a drop-down list was turned into a blank'),
  unitsLeft: () => say('数值单位未保留', 'Units of numbers were left out'),
  markupRemoved: () =>
    say('不允许的网页代码已去除（脚本、样式、外部内容）', 'Markup that is not allowed was removed (scripts, styles, external content)'),
  pictureBad: (name: string) =>
    say(
      `“${quote(name)}”不是可用的图片（PNG、JPEG、GIF、WebP），已去除`,
      `"${quote(name)}" is not a usable picture (PNG, JPEG, GIF, WebP) and was removed`,
    ),
  pictureDrawing: (name: string) =>
    say(
      `“${quote(name)}”是 WMF/EMF 图（常见于旧公式编辑器和 MathType），浏览器不能显示，已去除；请改用 Word 自带公式或截图`,
      `"${quote(name)}" is a WMF/EMF drawing (old formula editors, MathType) that browsers cannot show. Use Word's own formulas or a screenshot`,
    ),
  pictureVector: (name: string) =>
    say(
      `“${quote(name)}”是 SVG/EPS 矢量图，不能导入，已去除；请另存为 PNG 后补上`,
      `"${quote(name)}" is an SVG or EPS drawing, which cannot be imported, and was removed. Save it as PNG and add it`,
    ),
  pictureElsewhere: (name: string) =>
    say(
      `图片“${quote(name)}”在另一台服务器上，文件没有带来，请补上`,
      `The picture "${quote(name)}" is on another server and not in the file. Add it`,
    ),
  mediaNamed: (name: string) =>
    say(
      `音频、视频或附件“${quote(name)}”不能导入，已去除`,
      `The audio, video or attachment "${quote(name)}" cannot be imported and was removed`,
    ),
  pictureMissing: (name: string) =>
    say(`图片“${quote(name)}”不在文件里，已去除`, `The picture "${quote(name)}" is not in the file and was removed`),
  pictureOutside: (name: string) =>
    say(
      `外部图片“${quote(name)}”不能在考场显示，已去除`,
      `The external picture "${quote(name)}" cannot be shown in an exam room and was removed`,
    ),
  stimulusMissing: (path: string) =>
    say(`题目引用的材料“${quote(path)}”不在包里`, `The material "${quote(path)}" of this item is not in the package`),
  materialOpen: () =>
    say(
      '材料没有写明用于哪几题，已附在这道题前面，请核对',
      'The material does not say which questions it belongs to. It was put before this one. Please check',
    ),
  passageMissing: (path: string) =>
    say(`文件里没有它引用的短文：${quote(path)}`, `The passage that it refers to is not in the file: ${quote(path)}`),
  scorerRubric: () => say('给阅卷人的说明已并入解析', 'Notes for markers were put into the analysis'),
  letterJudged: (letter: string, answer: string) =>
    say(
      `判断题的答案是“${quote(letter)}”，读作“${answer}”，请核对`,
      `The answer of a true/false question is "${quote(letter)}" and was read as ${answer}. Please check`,
    ),
  numbersAreLetters: (given: string, letters: string) =>
    say(
      `答案“${quote(given)}”是选项序号，读作 ${letters}，请核对`,
      `The answer "${quote(given)}" numbers the options and was read as ${letters}. Please check`,
    ),
  typeOfNumber: (given: string, name: string) =>
    say(
      `题型写的是编号“${quote(given)}”，按“${name}”导入，请核对`,
      `The type is the number ${quote(given)} and was read as ${name}. Please check`,
    ),
  questionsUnnumbered: () =>
    say(
      '文件里没有题号，按选项和答案分题，请核对',
      'The file has no question numbers. Questions were separated by their options and answers. Please check',
    ),
  jsonShape: () =>
    say(
      'JSON 里没有找到题目：每道题应是一个对象，含 question（题干）、options（选项）和 label（答案）',
      'There are no questions in this JSON. Each must be an object with question, options and label',
    ),
  jsonBroken: (why: string) =>
    say(`JSON 文件有语法错误，没有读出任何题目：${quote(why)}`, `The JSON is malformed. No question was read: ${quote(why)}`),
  judgementReworded: () =>
    say(
      '选项是“是”和“否”，判断题会显示为“正确”和“错误”，请核对；要保留原文请改为单选题',
      'The options are yes and no, but a true/false question shows true and false. Check it, or make it a single choice to keep the words',
    ),
  blankLabels: (labels: number, blanks: number) =>
    say(
      `答案标了 ${labels} 个空，题干有 ${blanks} 个空，请核对`,
      `The answer labels ${labels} blanks, but the stem has ${blanks}. Please check`,
    ),
  blankAlternatives: (given: string, words: readonly string[]) =>
    say(
      `答案“${quote(given)}”读作 ${words.length} 种都算对的写法：${quote(words.join('、'))}，请核对`,
      `The answer "${quote(given)}" was read as ${words.length} accepted spellings: ${quote(words.join(', '))}. Please check`,
    ),
  blankTwice: () =>
    say(
      '两个空之间没有文字，可能是同一个空写了两次，请核对',
      'Two blanks have no text between them. It may be one blank drawn twice. Please check',
    ),
  oneRight: () => say('多选题只有一个正确选项，请核对', 'Multiple choice with only one correct option. Please check'),
  picturesOutside: (sheet: string, row: number, count: number) =>
    say(
      `工作表“${quote(sheet)}”第 ${row} 行的 ${count} 张图片不在任何一题里，未读取`,
      `${count} pictures at row ${row} of the sheet "${quote(sheet)}" belong to no question and were not read`,
    ),
  typeGuessed: (name: string) => say(`没有写题型，按“${name}”导入`, `No type was given; imported as ${name}`),
  responseLogic: () => say('自定义评分逻辑未保留，只取正确答案', 'Custom scoring logic was left out. Only the correct answer was imported'),
  pointUnplaced: (code: string) =>
    say(`没有职业和等级，鉴定点 ${code} 无法核对`, `Without profession and level the point ${code} cannot be checked`),
  profUnknown: () => say('职业或工种不存在，已留空', 'The profession or trade does not exist and was left empty'),
} as const;
