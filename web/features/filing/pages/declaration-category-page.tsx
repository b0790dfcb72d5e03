import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { call } from '../../../platform/call.ts';
import { useCategoryEdits } from '../../../platform/category-edits.ts';
import { useMayChange } from '../../../platform/may-change.ts';
import { categoryTree } from '../../../ui/category-tree.ts';
import { CategoryTreeView } from '../../../ui/category-tree-view.tsx';
import { EmptyState } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** The tree declaration projects are filed in. */
export function DeclarationCategoryPage() {
  const { t } = useTranslation('filing');
  const mayChange = useMayChange();
  const [chosen, choose] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['declaration', 'getCategories'],
    queryFn: async ({ signal }) =>
      (await call('/declaration/getCategories', {}, { signal })).items.map(({ category, count }) => ({
        category,
        counts: [{ type: 0, count }],
      })),
  });
  const edits = useCategoryEdits({
    key: ['declaration'],
    add: (category) => call('/declaration/addCategory', { category }),
    move: (from, to, merge) => call('/declaration/moveCategory', { from, to, merge }, { quiet: true }),
    remove: (category, moveTo) => call('/declaration/removeCategory', { category, moveTo }),
    words: {
      removing: (count) => t('categoryRemoving', { count }),
      merging: (values) => t('categoryMerging', values),
      moveTo: t('categoryMoveTo'),
      moved: (count) => t('categoryMoved', { count }),
      removed: (count) => t('categoryRemoved', { count }),
    },
  });
  const tree = data && categoryTree(data);
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={t('categories')} description={t('categoriesHint')} />
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
                to={`/teacher/declaration/index?category=${encodeURIComponent(id)}`}
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
