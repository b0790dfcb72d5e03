import type { ComponentProps } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { CategoryOwner } from '../../../sync/contract/bank/category-owner.ts';
import { CategoryInput } from '../../ui/tree/category-input.tsx';
import { CategoryPage } from '../categories/category-page.tsx';
import { FilterSelect } from '../../ui/list/filter-select.tsx';
import { useCall } from '../api/call-query.ts';
import { toCategoryRows, useCategoryEdits } from '../categories/category-edits.ts';
import { useCanChangeData } from '../session/can-change-data.ts';

/** Reads the categories of courses, courseware or articles. */
const useOwnerCategories = (shelf: CategoryOwner) => useCall('/shelf/getCategories', { shelf }, { select: toCategoryRows });

/** Lets the user choose a category of courses, courseware or articles, or enter a new one. */
export function CategoryOwnerInput({
  shelf,
  ...input
}: Omit<ComponentProps<typeof CategoryInput>, 'suggestions'> & { shelf: CategoryOwner }) {
  const { data } = useOwnerCategories(shelf);
  return <CategoryInput {...input} suggestions={(data ?? []).flatMap(({ category }) => (category === '' ? [] : [category]))} />;
}

/** Filters a list of courses, courseware or articles by one category. */
export function CategoryOwnerFilter({ shelf }: { shelf: CategoryOwner }) {
  const { t } = useTranslation(['learning', 'words']);
  const { data } = useOwnerCategories(shelf);
  const choices = (data ?? []).flatMap(({ category }) => (category === '' ? [] : [{ value: category, label: category }]));
  return <FilterSelect name="category" label={t('words:category')} all={t('words:allCategories')} choices={choices} />;
}

/** Shows the page of a category tree. `lists`: address of the list page whose rows have these categories. */
export function CategoryOwnerPage({ shelf, lists }: { shelf: CategoryOwner; lists: string }) {
  const { t } = useTranslation(['learning', 'words']);
  const mayChange = useCanChangeData();
  const edits = useCategoryEdits({
    calls: '/shelf',
    add: '/shelf/addCategory',
    move: '/shelf/moveCategory',
    remove: '/shelf/removeCategory',
    tree: { shelf },
    countRows: (count) => t('categoryRows', { count }),
  });
  return (
    <CategoryPage
      description={t(mayChange ? 'categoriesHint' : 'categoriesHintReader')}
      categories={useOwnerCategories(shelf)}
      edits={mayChange ? edits : null}
      listOf={(category) => `${lists}?category=${encodeURIComponent(category)}`}
      words={{ inAll: t('inAll'), go: t('words:view'), empty: t('words:categoriesEmpty'), emptyText: t('categoriesEmptyText') }}
    />
  );
}
