import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Shelf } from '../../sync/contract/shelf.ts';
import { CategoryInput } from '../ui/category-input.tsx';
import { categoryTotals, categoryTree } from '../ui/category-tree.ts';
import { CategoryTreeView } from '../ui/category-tree-view.tsx';
import { FilterSelect } from '../ui/filter-select.tsx';
import type { ListControls } from '../ui/list-state.ts';
import { EmptyState } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { FigureStrip, Panel } from '../ui/panel.tsx';
import { QueryFailure } from '../ui/query-failure.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { call } from './call.ts';
import { useCategoryEdits } from './category-edits.ts';
import { useMayChange } from './may-change.ts';

/** The categories that courses, courseware or articles are filed in. */
const useShelf = (shelf: Shelf) =>
  useQuery({
    queryKey: ['shelf', shelf],
    queryFn: async ({ signal }) =>
      (await call('/shelf/getCategories', { shelf }, { signal })).items.map(({ category, count }) => ({
        category,
        counts: [{ type: 0, count }],
      })),
  });

/** A category of the shelf, chosen or new. */
export function ShelfInput({ shelf, ...input }: Omit<ComponentProps<typeof CategoryInput>, 'known'> & { shelf: Shelf }) {
  const { data } = useShelf(shelf);
  return <CategoryInput {...input} known={(data ?? []).flatMap(({ category }) => (category === '' ? [] : [category]))} />;
}

/** Narrows a list to one of them. */
export function ShelfFilter({ shelf, list }: { shelf: Shelf; list: ListControls }) {
  const { t } = useTranslation('learning');
  const { data } = useShelf(shelf);
  const choices = (data ?? []).flatMap(({ category }) => (category === '' ? [] : [{ value: category, label: category }]));
  return <FilterSelect list={list} name="category" label={t('category')} all={t('allCategories')} choices={choices} />;
}

/** The page of a shelf's tree. `lists`: where what stands in it is listed. */
export function ShelfCategoryPage({ shelf, title, lists }: { shelf: Shelf; title: string; lists: string }) {
  const { t } = useTranslation('learning');
  const { t: ui } = useTranslation('ui');
  const mayChange = useMayChange();
  const [chosen, choose] = useState<string | null>(null);
  const { data, error, refetch } = useShelf(shelf);
  const edits = useCategoryEdits({
    key: ['shelf', shelf],
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
  const tree = data && categoryTree(data);
  const totals = data && categoryTotals(data);
  const waiting = <Skeleton className="my-1 h-4 w-12" />;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={title} description={t(mayChange ? 'categoriesHint' : 'categoriesHintReader')} />
      <FigureStrip
        figures={[
          { label: t('inAll'), value: totals?.all ?? waiting },
          { label: ui('categories'), value: data?.filter((item) => item.category !== '').length ?? waiting },
          { label: ui('noCategory'), value: totals?.none ?? waiting },
        ]}
      />
      <Panel bodyClassName="p-2.5">
        {error !== null && tree === undefined && <QueryFailure error={error} onRetry={() => void refetch()} />}
        {tree === undefined && error === null && <Skeleton className="h-60" />}
        {tree?.length === 0 && <EmptyState title={t('categoriesEmpty')}>{mayChange && t('categoriesEmptyText')}</EmptyState>}
        {tree !== undefined && (
          <CategoryTreeView
            tree={tree}
            selected={chosen}
            onSelect={choose}
            edits={mayChange ? edits : null}
            go={({ id }) => (
              <Link
                className="rounded-sm px-2 text-sm text-primary underline-offset-4 hover:underline"
                to={`${lists}?category=${encodeURIComponent(id)}`}
              >
                {t('categoryGo')}
              </Link>
            )}
          />
        )}
      </Panel>
    </div>
  );
}
