/** Texts of the category tree; part of the catalogue that every page loads. */
export const categoryTexts = {
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
} as const;
