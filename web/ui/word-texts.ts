import { createCatalogue } from '../lib/create-catalogue.ts';

/** Words that pages of several features show. They are loaded with every page of the application. */
export const wordTexts = createCatalogue({
  allCategories: ['全部分类', 'All categories'],
  allClasses: ['全部班级', 'All classes'],
  allLevels: ['全部等级', 'All levels'],
  allStatuses: ['全部状态', 'All statuses'],
  answered: ['已答', 'Answered'],
  categoriesEmpty: ['还没有分类', 'No categories yet'],
  category: ['分类', 'Category'],
  chooseFile: ['选择文件', 'Choose a file'],
  chooseSheet: ['选择 Excel 文件', 'Choose an Excel file'],
  className: ['班级', 'Class'],
  comma: ['、', ', '],
  copy: ['复制', 'Copy'],
  edit: ['编辑', 'Edit'],
  idNumber: ['证件号码', 'ID number'],
  lastSignIn: ['最近登录', 'Last sign-in'],
  leave: ['离开', 'Leave'],
  level: ['等级', 'Level'],
  loginName: ['登录名', 'Login name'],
  moveDown: ['下移', 'Move down'],
  moveUp: ['上移', 'Move up'],
  ofCount: ['{{n}} / {{of}}', '{{n}} / {{of}}'],
  open: ['打开', 'Open'],
  paper: ['试卷', 'Paper'],
  personName: ['姓名', 'Name'],
  photo: ['照片', 'Photo'],
  points: ['得分', 'Points'],
  profession: ['职业', 'Profession'],
  publish: ['发布', 'Publish'],
  questionCount: ['题数', 'Questions'],
  questionNo: ['第 {{n}} 题', 'Question {{n}}'],
  questionNumber: ['题号', 'No.'],
  questionType: ['题型', 'Type'],
  questions: ['题目', 'Questions'],
  reason: ['理由', 'Reason'],
  remove: ['删除', 'Delete'],
  removed: ['已删除', 'Deleted'],
  rooms: ['考场', 'Rooms'],
  save: ['保存', 'Save'],
  saved: ['已保存', 'Saved'],
  seat: ['座位', 'Seat'],
  sex: ['性别', 'Sex'],
  status: ['状态', 'Status'],
  template: ['下载模板', 'Download template'],
  ticketNo: ['准考证号', 'Ticket number'],
  trade: ['工种', 'Trade'],
  view: ['查看', 'View'],
  withdraw: ['撤回', 'Withdraw'],
  withdrawn: ['已撤回', 'Withdrawn'],
});

declare module '../lib/i18n.ts' {
  interface Catalogues {
    words: (typeof wordTexts)['zh-CN'];
  }
}
