import { createCatalogue } from '../../../lib/create-catalogue.ts';

/** Texts of an attempt that continues on paper and is typed in by staff. */
export const sheetTexts = createCatalogue({
  lead: [
    '电脑用不了、也没有备用机时，打印这位考生没有答完的试卷，用笔接着答；考后由考务人员录入，接在同一份作答后面。',
    'If a PC fails and there is no spare PC, print the questions this examinee has not finished and let them continue on paper. After the exam, staff enter the answers into the same attempt.',
  ],
  before: [
    '发出续考卷就是换机：服务器此刻已收到的作答照常计入；那台电脑此后才送到的，与纸卷并列，由考务人员裁定。',
    'Issuing a paper sheet is a move: answers the server has received by now count. Answers that PC sends later are shown beside the paper answers, and staff decide.',
  ],
  issue: ['发续考卷', 'Issue a sheet'],
  issueTitle: ['让{{name}}改用纸笔续考？', 'Let {{name}} continue on paper?'],
  none: ['还没有发续考卷', 'No sheets issued yet'],
  handedIn: ['考生已交卷，不能再续考。', 'The examinee has handed in and cannot continue.'],
  released: ['成绩已公布，不能再录入。', 'The scores are released, so nothing more can be entered.'],
  sheetNo: ['续考卷第 {{n}} 号', 'Sheet no. {{n}}'],
  print: ['打印续考卷', 'Print the sheet'],
  enter: ['录入纸卷', 'Enter the sheet'],
  back: ['返回断网与台账', 'Back to offline and ledger'],
  toEnter: ['返回录入', 'Back to entry'],
  typeHint: [
    '照纸卷录入，只保存改动过的题；没有改动的保持服务器上的作答。写到哪里存到哪里：关掉页面再打开，没保存的还在。',
    'Enter the answers from the sheet. Only changed questions are saved; the others keep the answers on the server. Your input is saved on this PC, so you can close the page and come back.',
  ],
  points: ['{{n}} 分', '{{n}} {{n|point|points}}'],
  answered: ['机上已答', 'answered on the PC'],
  changed: ['未保存', 'not saved'],
  orderLetters: ['顺序（选项字母）', 'Order (option letters)'],
  orderLettersHint: ['按作答的顺序输入全部字母，如 CABD', 'All letters in the order given, such as CABD'],
  noLetter: ['未作答', 'No answer'],
  written: ['作答', 'Answer'],
  wrong: ['错误', 'Wrong'],
  shown: ['现场评分，不在纸卷上作答。', 'Marked in person, no answer on the sheet.'],
  save: ['存入作答（{{n}} 题）', 'Save answers ({{n}} {{n|question|questions}})'],
  saved: ['已存入 {{n}} 题', '{{n}} {{n|answer|answers}} saved'],
  savedNone: ['服务器上已经是这些作答，没有重复存入', 'The server already has these answers. Nothing was saved twice'],
  onlyOpen: ['只看未答的题', 'Show unanswered questions only'],
  ticket: ['准考证号', 'Admission ticket'],
  variant: ['{{variant}} 卷', 'Paper {{variant}}'],
  until: ['答题截止', 'Answer until'],
  paperHint: [
    '已在电脑上作答的题印有当时的答案，需要修改时在旁边改写；其余各题请直接作答。选择题把选项字母圈出来。',
    'For questions answered on the PC, that answer is printed; to change it, write beside it. Answer the other questions directly. For choice questions circle the letters.',
  ],
  answerWas: ['机上作答：{{text}}', 'On the PC: {{text}}'],
  signExaminee: ['考生签名', 'Examinee'],
  signWatcher: ['监考签名', 'Invigilator'],
  signClerk: ['录入 / 复核', 'Entered / checked'],
  qr: ['扫码打开录入页', 'Scan to open the entry page'],
  find: ['续考卷', 'Paper sheets'],
  findText: [
    '扫描纸卷上的二维码，或输入二维码下的编号，打开录入页。要发续考卷，在下面的座位里选择。',
    'Scan the QR code on the sheet, or type the number below it, to open the entry page. To issue a sheet, choose a seat below.',
  ],
  findCode: ['续考卷编号', 'Sheet number'],
  findNone: ['不是这场考试的续考卷编号', 'This is not a sheet number of this exam'],
});

declare module '../../../lib/i18n.ts' {
  interface Catalogues {
    sheet: (typeof sheetTexts)['zh-CN'];
  }
}
