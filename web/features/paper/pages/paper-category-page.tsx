import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useMayChange } from '../../../platform/may-change.ts';
import { categoryTotals, categoryTree } from '../../../ui/category-tree.ts';
import { CategoryTreeView } from '../../../ui/category-tree-view.tsx';
import { EmptyState } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FigureStrip, Panel } from '../../../ui/panel.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useShelfEdits } from '../category-edits.ts';
import { usePaperArea } from '../paper-area.ts';
import { usePaperCategories } from '../paper-queries.ts';

/** The categories of an area's papers with how many each holds. */
export function PaperCategoryPage() {
  const { t } = useTranslation('paper');
  const { t: ui } = useTranslation('ui');
  const { base, shelf } = usePaperArea();
  const mayChange = useMayChange();
  const edits = useShelfEdits(shelf);
  const [chosen, choose] = useState<string | null>(null);
  const { data, error, refetch } = usePaperCategories(shelf);
  const tree = data && categoryTree(data);
  const totals = data && categoryTotals(data);
  const listOf = (category: string) => `${base}/index?category=${encodeURIComponent(category)}`;
  const waiting = <Skeleton className="my-1 h-4 w-12" />;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={t('categoriesTitle')} description={t(mayChange ? 'categoriesHint' : 'categoriesHintReader')} />
      <FigureStrip
        figures={[
          { label: t('papersInAll'), value: totals?.all ?? waiting },
          { label: ui('categories'), value: data?.filter((item) => item.category !== '').length ?? waiting },
          {
            label: ui('noCategory'),
            value:
              totals === undefined ? (
                waiting
              ) : totals.none === 0 ? (
                0
              ) : (
                <Link className="text-primary underline-offset-4 hover:underline" to={listOf('-')}>
                  {totals.none}
                </Link>
              ),
          },
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
              <Link className="rounded-sm px-2 text-sm text-primary underline-offset-4 hover:underline" to={listOf(id)}>
                {t('categoryGo')}
              </Link>
            )}
          />
        )}
      </Panel>
    </div>
  );
}
