import { useTranslation } from '../../lib/i18n.ts';
import { cn } from '../../lib/cn.ts';
import { type CategoryCounts, sumCategoryCounts, buildCategoryTree } from '../../ui/tree/category-tree.ts';
import type { CategoryEdits } from './category-edits.ts';
import { CategoryTreeView } from './category-tree-view.tsx';
import { Skeleton } from '../../ui/primitives/skeleton.tsx';

interface CategoryChoiceProps {
  /** Categories with their numbers of rows; undefined while they are loading. */
  items: readonly CategoryCounts[] | undefined;
  /** Label for all rows, for example "All questions". */
  all: string;
  /** The selected path; '' for rows without a category, null for all rows. */
  selected: string | null;
  onSelect: (path: string | null) => void;
  /** Operations that change the category tree; null if the user may not edit it. */
  edits: CategoryEdits | null;
}

/** Shows the category tree in a `SidePanel`. A click filters the list. */
export function CategoryChoice({ items, all, selected, onSelect, edits }: CategoryChoiceProps) {
  const { t } = useTranslation('ui');
  const totals = items && sumCategoryCounts(items);
  const row = (label: string, count: number | undefined, on: boolean, path: string | null) => (
    <button
      type="button"
      aria-pressed={on}
      onClick={() => onSelect(path)}
      className={cn(
        'flex min-h-9 w-full items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-muted',
        on && 'bg-accent text-accent-foreground',
      )}
    >
      <span className="grow">{label}</span>
      <span className="num text-[13px] text-muted-foreground">{count}</span>
    </button>
  );
  if (items === undefined || totals === undefined) return <Skeleton className="h-40" />;
  return (
    <>
      {row(all, totals.all, selected === null, null)}
      {totals.none > 0 && row(t('noCategory'), totals.none, selected === '', '')}
      <CategoryTreeView tree={buildCategoryTree(items)} selected={selected === '' ? null : selected} onSelect={onSelect} edits={edits} />
    </>
  );
}
