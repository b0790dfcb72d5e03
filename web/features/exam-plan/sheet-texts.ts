import { wordPairs } from '../../lib/word-pairs.ts';

/** An examinee goes on with a pen, and what they wrote is typed in. */
export const sheetTexts = wordPairs({
  title: ['纸质续考', 'Going on with a pen'],
  lead: [
    '电脑用不了、也没有备用机时，打印这位考生没有答完的试卷，用笔接着答；考后由考务人员录入，接在同一份作答后面。',
    'Where a PC fails and no spare one is at hand: print the rest of their paper, let them go on with a pen, and type it into the same attempt afterwards.',
  ],
  before: [
    '发出续考卷就是换机：服务器此刻已收到的作答照常计入；那台电脑此后才送到的，与纸卷并列，由考务人员裁定。',
    'It is a move like one to another PC: what the server has by now counts; what that PC delivers later waits for a decision beside what stands on paper.',
  ],
  issue: ['发续考卷', 'Give out a sheet'],
  issueTitle: ['让{{name}}改用纸笔续考？', 'Let {{name}} go on with a pen?'],
  cancel: ['取消', 'Cancel'],
  none: ['还没有发续考卷', 'No sheet is given out'],
  handedIn: ['考生已交卷，不能再续考。', 'They have handed in; there is nothing to go on with.'],
  released: ['成绩已公布，不能再录入。', 'The scores are released; nothing more can be typed in.'],
  sheetNo: ['续考卷第 {{n}} 号', 'Sheet no. {{n}}'],
  print: ['打印续考卷', 'Print the sheet'],
  enter: ['录入纸卷', 'Type in the sheet'],
  back: ['返回断网与台账', 'Back to offline and ledger'],
  toEnter: ['返回录入', 'Back to typing in'],
  typeHint: [
    '照纸卷录入，只保存改动过的题；没有改动的保持服务器上的作答。写到哪里存到哪里：关掉页面再打开，没保存的还在。',
    'Type what stands on the sheet. Only what you change is saved; what you have typed stays here until then.',
  ],
  question: ['第 {{n}} 题', 'Question {{n}}'],
  points: ['{{n}} 分', '{{n}} points'],
  answered: ['机上已答', 'answered at the PC'],
  changed: ['未保存', 'not saved'],
  blank: ['第 {{n}} 空', 'Blank {{n}}'],
  written: ['作答', 'Answer'],
  right: ['正确', 'Right'],
  wrong: ['错误', 'Wrong'],
  clear: ['清除', 'Clear'],
  shown: ['现场评分，不在纸卷上作答。', 'Told or shown before assessors; nothing stands on the sheet.'],
  save: ['存入作答（{{n}} 题）', 'Save ({{n}})'],
  saved: ['已存入 {{n}} 题', '{{n}} saved'],
  savedNone: ['服务器上已经是这些作答，没有重复存入', 'The server has these already; nothing was written twice'],
  onlyOpen: ['只看未答的题', 'Only what is open'],
  name: ['姓名', 'Name'],
  seat: ['座位', 'Seat'],
  ticket: ['准考证号', 'Ticket'],
  variant: ['{{variant}} 卷', 'Paper {{variant}}'],
  until: ['答题截止', 'Until'],
  paperHint: [
    '已在电脑上作答的题印有当时的答案，需要修改时在旁边改写；其余各题请直接作答。选择题把选项字母圈出来。',
    'What was answered at the PC is printed; write beside it to change it. Answer the rest here: circle the letters.',
  ],
  answerWas: ['机上作答：{{text}}', 'At the PC: {{text}}'],
  signExaminee: ['考生签名', 'Examinee'],
  signWatcher: ['监考签名', 'Invigilator'],
  signClerk: ['录入 / 复核', 'Typed in / checked'],
  qr: ['扫码打开录入页', 'Opens the page to type it in'],
  find: ['续考卷', 'Sheets of paper'],
  findText: [
    '扫描纸卷上的二维码，或输入二维码下的编号，打开录入页。要发续考卷，在下面的座位里选择。',
    'Scan the code on a sheet or type the number under it. To give one out, choose a seat below.',
  ],
  findCode: ['续考卷编号', 'Number of the sheet'],
  findDo: ['打开', 'Open'],
  findNone: ['不是这场考试的续考卷编号', 'That is no sheet of this exam'],
});

declare module '../../lib/i18n.ts' {
  interface Catalogues {
    sheet: (typeof sheetTexts)['zh-CN'];
  }
}
