/** Texts of every import of a list from a spreadsheet. `workbook`: reasons why the file cannot be read. */
export const workbookTexts = {
  workbook: {
    notXlsx: '这不是 .xlsx 或 .csv 文件。请用 Excel 或 WPS 另存为“Excel 工作簿 (.xlsx)”。',
    oldXls: '这是旧版 .xls 或加了密码的文件。请去掉密码，另存为 .xlsx。',
    encrypted: '文件有密码。请去掉密码，保存后再试。',
    damaged: '文件已损坏，读不出来。请重新保存后再试。',
    noSheet: '文件里没有工作表。',
    tooLarge: '文件内容超过 {{limitMb}} MB。请检查是否选错了文件，或去掉图片后再试。',
    tooManyRows: '工作表“{{sheet}}”超过 {{limit}} 行。请拆成几个文件。',
    tooManyEmptyRows:
      '工作表“{{sheet}}”延伸到第 {{row}} 行，其中空行超过 {{limit}} 行。请选中最后一行内容下面的所有空行，整行删除，保存后重新上传。',
    strange: '文件里有不该有的内容，出于安全没有读取。请用 Excel 或 WPS 重新另存为 .xlsx 后再试。',
  },
  sheetImport: {
    noRows: '文件里没有数据行。',
    tooLong: '一次最多导入 {{max}} 行，文件有 {{count}} 行。',
    good: '可导入',
    faulty: '有问题',
    importAll: '全部导入（{{count}} 人）',
    importGood: '导入 {{count}} 个没有问题的人',
    faults_other: '需要修改的 {{count}} 处',
    sheet: '工作表',
    row: '行',
    rowOf: '第 {{row}} 行',
    column: '列',
    value: '内容',
    reason: '原因',
    correct: '改正',
    checkAgain: '改好，重新检查',
    cancel: '取消',
  },
} as const;
