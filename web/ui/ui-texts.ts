import type { Catalogue } from '../lib/texts.ts';

const zh = {
  close: '关闭',
  clear: '清除',
  search: '搜索',
  previous: '上一页',
  next: '下一页',
  pageOf: '第 {{page}} / {{pages}} 页',
  totalRows: '共 {{total}} 条',
  perPage: '每页 {{size}} 条',
  pageSize: '每页条数',
  sortAscending: '{{column}}：升序',
  sortDescending: '{{column}}：降序',
  sortBy: '按{{column}}排序',
  loading: '加载中…',
  retry: '重试',
  loadFailed: '没有加载成功',
  selectAll: '全选本页',
  selectRow: '选择 {{name}}',
  pages: '分页',
  right: '正确',
  answer: '答案',
  analysis: '解析',
  blank: '第 {{n}} 空',
  or: '或',
  true: '对',
  false: '错',
  draftSaved: '草稿已保存 {{time}}',
  draftKept: '有改动，草稿保存在本机',
} as const;

export const uiTexts = {
  'zh-CN': zh,
  en: {
    close: 'Close',
    clear: 'Clear',
    search: 'Search',
    previous: 'Previous page',
    next: 'Next page',
    pageOf: 'Page {{page}} of {{pages}}',
    totalRows: '{{total}} in all',
    perPage: '{{size}} a page',
    pageSize: 'Rows a page',
    sortAscending: '{{column}}: ascending',
    sortDescending: '{{column}}: descending',
    sortBy: 'Sort by {{column}}',
    loading: 'Loading…',
    retry: 'Try again',
    loadFailed: 'This could not be loaded',
    selectAll: 'Select all on this page',
    selectRow: 'Select {{name}}',
    pages: 'Pages',
    right: 'Right',
    answer: 'Answer',
    analysis: 'Analysis',
    blank: 'Blank {{n}}',
    or: 'or',
    true: 'True',
    false: 'False',
    draftSaved: 'Draft saved {{time}}',
    draftKept: 'Changed; the draft is kept on this PC',
  },
} satisfies Catalogue<typeof zh>;

declare module 'i18next' {
  interface ResourceNamespaceMap {
    ui: typeof zh;
  }
}
