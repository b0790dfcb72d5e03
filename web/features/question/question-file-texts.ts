import type { Catalogue } from '../../lib/texts.ts';

const zh = {
  dropHere: '把题目文件拖到这里',
  dropNow: '松开即可读取',
  orChoose: '或者选择文件',
  formatHint:
    'Excel 模板（.xlsx）、Word（.docx，题号、A–D 选项、“答案：”“解析：”）、GIFT、Moodle XML、QTI 2.2/3.0（.zip）、JSON Lines。按内容识别，最大 20 MB。',
  template: '下载 Excel 模板',
  tooBig: '文件超过 20 MB，请拆成几个文件再导入。',
  readAs: '按 {{format}} 读取。',
  stopped: '导入已停止。',
  formats: {
    excel: 'Excel（.xlsx）',
    word: 'Word（.docx）',
    gift: 'GIFT',
    moodle: 'Moodle XML',
    qti: 'QTI 3.0（.zip）',
    jsonl: 'JSON Lines',
  },
  export: '导出题目',
  exportName: '题目',
  exported_other: '已导出 {{count}} 题',
  mendTitle: '修改这一行',
  mend: '改好，重新检查',
  dropRow: '不导入这一行',
  chooseType: '选择题型',
  answerHint: '单选 A；多选 ACD；判断 对/错；填空每空一行，同义答案用 | 分开，数值写 #3.14±0.01',
  optionsHint: '每行一个选项，不写字母',
  fields: {
    type: '题型',
    stem: '题干',
    options: '选项',
    answer: '答案',
    reference: '参考答案',
    items: '评分点，每行一点：(2) 内容',
    analysis: '解析',
    category: '分类',
    difficulty: '难度（易、中、难）',
  },
} as const;

export const questionFileTexts = {
  'zh-CN': zh,
  en: {
    dropHere: 'Drop a question file here',
    dropNow: 'Let go to read it',
    orChoose: 'or choose a file',
    formatHint:
      'Excel template (.xlsx), Word (.docx with numbers, options A–D and lines for answer and analysis), GIFT, Moodle XML, QTI 2.2/3.0 (.zip), JSON lines. Told by content, at most 20 MB.',
    template: 'Download the Excel template',
    tooBig: 'The file has more than 20 MB. Split it into several files.',
    readAs: 'Read as {{format}}.',
    stopped: 'The import was stopped.',
    formats: {
      excel: 'Excel (.xlsx)',
      word: 'Word (.docx)',
      gift: 'GIFT',
      moodle: 'Moodle XML',
      qti: 'QTI 3.0 (.zip)',
      jsonl: 'JSON lines',
    },
    export: 'Export questions',
    exportName: 'questions',
    exported_one: '{{count}} question exported',
    exported_other: '{{count}} questions exported',
    mendTitle: 'Change this row',
    mend: 'Mended, check again',
    dropRow: 'Leave this row out',
    chooseType: 'Choose a type',
    answerHint: 'Single: A; multiple: ACD; judgement: true/false; fill-in: a blank a line, alternatives between |, numbers as #3.14±0.01',
    optionsHint: 'One option a line, without its letter',
    fields: {
      type: 'Type',
      stem: 'Stem',
      options: 'Options',
      answer: 'Answer',
      reference: 'Reference answer',
      items: 'Scoring points, one a line: (2) text',
      analysis: 'Analysis',
      category: 'Category',
      difficulty: 'Difficulty (easy, medium, hard)',
    },
  },
} satisfies Catalogue<typeof zh>;

declare module 'i18next' {
  interface ResourceNamespaceMap {
    questionFile: typeof zh;
  }
}
