import { createCatalogue } from '../../lib/create-catalogue.ts';

/** Texts for notes on passages of an answer. */
export const noteTexts = createCatalogue({
  kind_right: ['得分', 'Earns points'],
  kind_wrong: ['错误', 'Wrong'],
  kind_doubt: ['存疑', 'Doubtful'],
  kind_note: ['批注', 'Note'],
  notes: ['批注', 'Notes'],
  hint: [
    '选中文字后按键批注；不选则批注全文',
    'Select text and press a key to add a note. Without a selection, the note is for the whole answer',
  ],
  hintChosen: [
    '选中文字后按键或点按钮批注；不选时点按钮批注全文',
    'Select text, then press a key or a button to add a note. Without a selection, a button adds a note on the whole answer',
  ],
  full: ['一份作答最多 {{count}} 处', 'At most {{count}} {{count|note|notes}} per answer'],
  on: ['批注：「{{quote}}」', 'Note on “{{quote}}”'],
  place: [
    '第 {{number}} 处批注的范围「{{quote}}」，方向键移动末尾，按住 Shift 移动开头',
    'Range of note {{number}}, “{{quote}}”: arrow keys move its end, Shift with an arrow key its start',
  ],
  text: ['说明，可不填', 'Explanation, optional'],
  textOf: ['第 {{number}} 处批注的说明', 'Explanation of note {{number}}'],
  remove: ['删除第 {{number}} 处批注', 'Delete note {{number}}'],
  asWritten: ['退回时的作答', 'The answer when it was returned'],
  notesSaid: ['老师的批注', 'Notes from your teacher'],
});
