import type { ComponentProps } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import type { Shelf } from '../../sync/contract/shelf.ts';
import { CategoryInput } from '../ui/category-input.tsx';
import { CategoryPage } from '../ui/category-page.tsx';
import { FilterSelect } from '../ui/filter-select.tsx';
import type { ListControls } from '../ui/list-state.ts';
import { useCall } from './call-query.ts';
import { call } from './call.ts';
import { categoryRows, useCategoryEdits } from './category-edits.ts';
import { useMayChange } from './may-change.ts';

/** Reads the categories of courses, courseware or articles. */
const useShelf = (shelf: Shelf) => useCall('/shelf/getCategories', { shelf }, { select: categoryRows });

/** Lets the user choose a category or enter a new one. */
export function ShelfInput({ shelf, ...input }: Omit<ComponentProps<typeof CategoryInput>, 'known'> & { shelf: Shelf }) {
  const { data } = useShelf(shelf);
  return <CategoryInput {...input} known={(data ?? []).flatMap(({ category }) => (category === '' ? [] : [category]))} />;
}

/** Filters a list by one category. */
export function ShelfFilter({ shelf, list }: { shelf: Shelf; list: ListControls }) {
  const { t } = useTranslation('learning');
  const { data } = useShelf(shelf);
  const choices = (data ?? []).flatMap(({ category }) => (category === '' ? [] : [{ value: category, label: category }]));
  return <FilterSelect list={list} name="category" label={t('category')} all={t('allCategories')} choices={choices} />;
}

/** Shows the page of a category tree. `lists`: address of the list page whose rows have these categories. */
export function ShelfCategoryPage({ shelf, title, lists }: { shelf: Shelf; title: string; lists: string }) {
  const { t } = useTranslation('learning');
  const mayChange = useMayChange();
  const edits = useCategoryEdits({
    calls: '/shelf',
    add: (category) => call('/shelf/addCategory', { shelf, category }),
    move: (from, to, merge) => call('/shelf/moveCategory', { shelf, from, to, merge }, { quiet: true }),
    remove: (category, moveTo) => call('/shelf/removeCategory', { shelf, category, moveTo }),
    words: {
      removing: (count) => t('categoryRemoving', { count }),
      merging: (values) => t('categoryMerging', values),
      moveTo: t('categoryMoveTo'),
      moved: (count) => t('categoryMoved', { count }),
      removed: (count) => t('categoryMoved', { count }),
    },
  });
  return (
    <CategoryPage
      title={title}
      description={t(mayChange ? 'categoriesHint' : 'categoriesHintReader')}
      categories={useShelf(shelf)}
      edits={mayChange ? edits : null}
      listOf={(category) => `${lists}?category=${encodeURIComponent(category)}`}
      words={{ inAll: t('inAll'), go: t('categoryGo'), empty: t('categoriesEmpty'), emptyText: t('categoriesEmptyText') }}
    />
  );
}
