import type { Catalogue } from '../lib/texts.ts';

const zh = {
  categories: '分类',
  noCategory: '未分类',
  categoryAdd: '新分类',
  categoryActions: '分类操作',
  categoryAddIn: '在“{{name}}”下新建',
  categoryRename: '分类名称',
  categoryRenameOf: '改名：{{name}}',
  categoryRemoveOf: '删除：{{name}}',
  categoryRemove: '删除分类',
  categoryRemoveTitle: '删除分类“{{name}}”？',
  categoryIsEmpty: '这个分类是空的。',
  categoryChanged: '已修改分类',
  categoryGone: '已删除分类',
  categoryNameWrong: '分类名称要有 1 到 60 个字，不能有“/”',
  mergeTitle: '已有分类“{{to}}”，合并进去？',
  merge: '合并',
  categoryCancel: '取消',
} as const;

/** What the tree of categories says; part of the texts every page has. */
export const categoryTexts = {
  'zh-CN': zh,
  en: {
    categories: 'Categories',
    noCategory: 'Without a category',
    categoryActions: 'What can be done with categories',
    categoryAdd: 'New category',
    categoryAddIn: 'New under "{{name}}"',
    categoryRename: 'Name of the category',
    categoryRenameOf: 'Rename: {{name}}',
    categoryRemoveOf: 'Remove: {{name}}',
    categoryRemove: 'Remove the category',
    categoryRemoveTitle: 'Remove the category "{{name}}"?',
    categoryIsEmpty: 'This category is empty.',
    categoryChanged: 'Category changed',
    categoryGone: 'Category removed',
    categoryNameWrong: 'A name has 1 to 60 characters and no "/"',
    mergeTitle: 'There is a category "{{to}}" already. Merge into it?',
    merge: 'Merge',
    categoryCancel: 'Cancel',
  },
} satisfies Catalogue<typeof zh>;
