import type { TextsLike } from '../../lib/texts.ts';
import type { categoryTexts } from './category-texts.ts';

export const categoryEnTexts = {
  categories: 'Categories',
  noCategory: 'Uncategorised',
  categoryActions: 'Category actions',
  categoryAdd: 'New category',
  categoryAddIn: 'New category in "{{name}}"',
  categoryRename: 'Category name',
  categoryRenameOf: 'Rename: {{name}}',
  categoryRemoveOf: 'Delete: {{name}}',
  categoryRemove: 'Delete category',
  categoryRemoveTitle: 'Delete the category "{{name}}"?',
  categoryIsEmpty: 'This category is empty.',
  categoryChanged: 'Category changed',
  categoryGone: 'Category deleted',
  categoryNameWrong: 'A category name has 1 to 60 characters and no "/"',
  mergeTitle: '"{{to}}" already exists. Merge into it?',
  merge: 'Merge',
} satisfies TextsLike<typeof categoryTexts>;
