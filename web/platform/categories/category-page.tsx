import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { type CategoryCounts, type CategoryNode, sumCategoryCounts, buildCategoryTree } from '../../ui/tree/category-tree.ts';
import type { CategoryEdits } from './category-edits.ts';
import { CategoryTreeView } from './category-tree-view.tsx';
import { EmptyState } from '../../ui/feedback/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FigureStrip, Panel } from '../../ui/primitives/panel.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../ui/primitives/skeleton.tsx';

interface CategoryPageProps {
  description: string;
  categories: { readonly data: readonly CategoryCounts[] | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  /** Operations that change the category tree; null if the user may not edit it. */
  edits: CategoryEdits | null;
  /** Returns the address of the list of a category's rows. */
  listOf: (category: string) => string;
  /** True if the list at that address accepts "-" as the filter for rows without a category. */
  listsNone?: boolean;
  words: { readonly inAll: string; readonly note?: string; readonly go: string; readonly empty: string; readonly emptyText?: string };
  /** `head`: content above the tree. `figures`: content at the end of each row, if the total alone is not enough. */
  head?: (tree: readonly CategoryNode[]) => ReactNode;
  figures?: (node: CategoryNode, tree: readonly CategoryNode[]) => ReactNode;
}

/** Renders the page of one category tree: totals, the tree, and a link from each category to its rows. */
export function CategoryPage({ description, categories, edits, listOf, listsNone = false, words, head, figures }: CategoryPageProps) {
  const { t } = useTranslation('ui');
  const [chosen, choose] = useState<string | null>(null);
  const { data, error, refetch } = categories;
  const tree = data && buildCategoryTree(data);
  const totals = data && sumCategoryCounts(data);
  const waiting = <Skeleton className="my-1 h-4 w-12" />;
  const none =
    listsNone && totals !== undefined && totals.none > 0 ? (
      <Link className="text-primary underline-offset-4 hover:underline" to={listOf('-')}>
        {totals.none}
      </Link>
    ) : (
      totals?.none
    );
  const note = words.note !== undefined && { note: words.note };
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader description={description} />
      <FigureStrip
        figures={[
          { label: words.inAll, value: totals?.all ?? waiting, ...note },
          { label: t('categories'), value: data?.filter((item) => item.category !== '').length ?? waiting },
          { label: t('noCategory'), value: none ?? waiting, ...note },
        ]}
      />
      <Panel bodyClassName="p-2.5">
        {tree === undefined && <LoadingState query={{ error, refetch }} className="h-60" />}
        {tree?.length === 0 && <EmptyState title={words.empty}>{edits !== null && words.emptyText}</EmptyState>}
        {tree !== undefined && head?.(tree)}
        {tree !== undefined && (
          <CategoryTreeView
            tree={tree}
            selected={chosen}
            onSelect={choose}
            edits={edits}
            go={({ id }) => (
              <Link className="rounded-sm px-2 text-sm text-primary underline-offset-4 hover:underline" to={listOf(id)}>
                {words.go}
              </Link>
            )}
            {...(figures !== undefined && { figures: (node: CategoryNode) => figures(node, tree) })}
          />
        )}
      </Panel>
    </div>
  );
}
