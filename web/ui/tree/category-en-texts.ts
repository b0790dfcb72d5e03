import type { TextsLike } from '../../lib/texts.ts';
import type { categoryTexts } from './category-texts.ts';

export const categoryEnTexts = {
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
} satisfies TextsLike<typeof categoryTexts>;
