import { createCatalogue } from '../../lib/create-catalogue.ts';

/** Texts of every import of a list from a spreadsheet, and the reasons why the file cannot be read. */
export const workbookTexts = createCatalogue({
  notXlsx: [
    '这不是 .xlsx 或 .csv 文件。请用 Excel 或 WPS 另存为“Excel 工作簿 (.xlsx)”。',
    'This is not an .xlsx or .csv file. Save it as an Excel workbook (.xlsx) first.',
  ],
  oldXls: [
    '这是旧版 .xls 或加了密码的文件。请去掉密码，另存为 .xlsx。',
    'This is an old .xls file or has a password. Remove the password and save the file as .xlsx.',
  ],
  encrypted: ['文件有密码。请去掉密码，保存后再试。', 'The file has a password. Remove it, save the file and try again.'],
  damaged: ['文件已损坏，读不出来。请重新保存后再试。', 'The file is damaged and cannot be read. Save it again and retry.'],
  noSheet: ['文件里没有工作表。', 'The file has no worksheet.'],
  tooLarge: [
    '文件内容超过 {{limitMb}} MB。请检查是否选错了文件，或去掉图片后再试。',
    'The file contains more than {{limitMb}} MB. Check that it is the right file, or remove its pictures and try again.',
  ],
  tooManyRows: [
    '工作表“{{sheet}}”超过 {{limit}} 行。请拆成几个文件。',
    'The sheet "{{sheet}}" has more than {{limit}} {{limit|row|rows}}. Split it into several files.',
  ],
  tooManyEmptyRows: [
    '工作表“{{sheet}}”延伸到第 {{row}} 行，其中空行超过 {{limit}} 行。请选中最后一行内容下面的所有空行，整行删除，保存后重新上传。',
    'The sheet "{{sheet}}" extends to row {{row}} and has more than {{limit}} empty {{limit|row|rows}}. Select all rows below the last one with content, delete them, save the file and upload it again.',
  ],
  strange: [
    '文件里有不该有的内容，出于安全没有读取。请用 Excel 或 WPS 重新另存为 .xlsx 后再试。',
    'The file contains unexpected data and was not read, for safety. Save it again as .xlsx in Excel or WPS and try again.',
  ],
  noRows: ['文件里没有数据行。', 'This file has no data rows.'],
  tooLong: [
    '一次最多导入 {{max}} 行，文件有 {{count}} 行。',
    'You can import at most {{max}} {{max|row|rows}} at once. This file has {{count}}.',
  ],
  good: ['可导入', 'Ready'],
  faulty: ['有问题', 'With problems'],
  importAll: ['全部导入（{{count}} 人）', 'Import all ({{count}})'],
  importGood: ['导入 {{count}} 个没有问题的人', 'Import the rows without problems ({{count}})'],
  faults_other: ['需要修改的 {{count}} 处', '{{count}} problems to correct', '{{count}} problem to correct'],
  sheet: ['工作表', 'Sheet'],
  row: ['行', 'Row'],
  rowOf: ['第 {{row}} 行', 'Row {{row}}'],
  column: ['列', 'Column'],
  value: ['内容', 'Value'],
  reason: ['原因', 'Reason'],
  correct: ['改正', 'Correct'],
  checkAgain: ['改好，重新检查', 'Check again'],
  cancel: ['取消', 'Cancel'],
});
