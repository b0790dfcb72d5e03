import { createCatalogue } from '../../lib/create-catalogue.ts';

/** Texts for notes on passages of an answer. */
export const noteTexts = createCatalogue({
  kind_right: ['得分', 'Right'],
  kind_wrong: ['错误', 'Wrong'],
  kind_doubt: ['存疑', 'Doubtful'],
  kind_note: ['批注', 'Note'],
  notes: ['批注', 'Notes'],
  hint: ['选中文字后按键批注；不选则批注全文', 'Select words, then press a key; without a selection it is about the whole answer'],
  hintChosen: [
    '选中文字后按键或点按钮批注；不选时点按钮批注全文',
    'Select words, then press a key or a button; without a selection a button is about the whole answer',
  ],
  full: ['一份作答最多 {{count}} 处', 'At most {{count}} on one answer'],
  on: ['批注：「{{quote}}」', 'Note on “{{quote}}”'],
  place: [
    '第 {{number}} 处批注的范围「{{quote}}」，方向键移动末尾，按住 Shift 移动开头',
    'Words of note {{number}}, “{{quote}}”: the arrow keys move their end, with Shift their beginning',
  ],
  text: ['说明，可不填', 'In words, optional'],
  textOf: ['第 {{number}} 处批注的说明', 'What note {{number}} says'],
  remove: ['删除第 {{number}} 处批注', 'Remove note {{number}}'],
  asWritten: ['退回时的作答', 'The answer as it was given back'],
  notesSaid: ['老师的批注', 'What your teacher noted'],
});

declare module '../../lib/i18n.ts' {
  interface Catalogues {
    notes: (typeof noteTexts)['zh-CN'];
  }
}
