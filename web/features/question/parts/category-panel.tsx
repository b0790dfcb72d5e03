import { useTranslation } from 'react-i18next';
import type { QuestionBank } from '../../../../sync/contract/codes.ts';
import { cn } from '../../../lib/cn.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { categoryTotals, categoryTree } from '../category-tree.ts';
import { useQuestionCategories } from '../question-queries.ts';
import { CategoryTreeView } from './category-tree-view.tsx';

interface CategoryPanelProps {
  bank: QuestionBank;
  /** The path that is shown; '' for questions without one, null for all. */
  selected: string | null;
  onSelect: (path: string | null) => void;
  editable: boolean;
}

/** The tree beside the list: a click filters it. */
export function CategoryPanel({ bank, selected, onSelect, editable }: CategoryPanelProps) {
  const { t } = useTranslation('question');
  const { data } = useQuestionCategories(bank);
  const totals = data && categoryTotals(data.items);
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
  return (
    <Panel title={t('categories')} className="hidden w-56 shrink-0 lg:flex xl:w-60" bodyClassName="scroll-slim overflow-y-auto p-1.5">
      {data === undefined || totals === undefined ? (
        <Skeleton className="h-40" />
      ) : (
        <>
          {row(t('allQuestions'), totals.all, selected === null, null)}
          {totals.none > 0 && row(t('noCategory'), totals.none, selected === '', '')}
          <CategoryTreeView
            bank={bank}
            tree={categoryTree(data.items)}
            selected={selected === '' ? null : selected}
            onSelect={onSelect}
            editable={editable}
          />
        </>
      )}
    </Panel>
  );
}
