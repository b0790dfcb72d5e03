import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { categoryTotals, categoryTree } from '../../../ui/category-tree.ts';
import { CategoryTreeView } from '../../../ui/category-tree-view.tsx';
import { EmptyState } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FigureStrip, Panel } from '../../../ui/panel.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useBankCategoryEdits } from '../category-edits.ts';
import { questionTypes } from '../question-form-values.ts';
import { useQuestionPlace } from '../question-place.ts';
import { useQuestionCategories } from '../question-queries.ts';

/** The categories of the bank with what each holds. */
export function CategoryPage() {
  const { t } = useTranslation('question');
  const { t: ui } = useTranslation('ui');
  const { t: code } = useTranslation('codes');
  const { base, bank, mayChange } = useQuestionPlace();
  const edits = useBankCategoryEdits(bank);
  const [chosen, choose] = useState<string | null>(null);
  const listOf = (category: string) => `${base}?category=${encodeURIComponent(category)}`;
  const { data, error, refetch } = useQuestionCategories(bank);
  const totals = data && categoryTotals(data.items);
  const tree = data && categoryTree(data.items);
  const typesThere = questionTypes.filter((type) => tree?.some((node) => (node.byType.get(type) ?? 0) > 0));
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={t('categoriesTitle')} description={t(mayChange ? 'categoriesHint' : 'categoriesHintReader')} />
      <FigureStrip
        figures={[
          { label: t('total'), value: totals?.all ?? <Skeleton className="my-1 h-4 w-12" />, note: t('countNote') },
          {
            label: ui('categories'),
            value:
              tree === undefined ? (
                <Skeleton className="my-1 h-4 w-12" />
              ) : (
                (data?.items.filter((item) => item.category !== '').length ?? 0)
              ),
          },
          {
            label: ui('noCategory'),
            value:
              totals === undefined ? (
                <Skeleton className="my-1 h-4 w-12" />
              ) : totals.none === 0 ? (
                0
              ) : (
                <Link className="text-primary underline-offset-4 hover:underline" to={listOf('-')}>
                  {totals.none}
                </Link>
              ),
            note: t('countNote'),
          },
        ]}
      />
      <Panel bodyClassName="p-2.5">
        {error !== null && tree === undefined && <QueryFailure error={error} onRetry={() => void refetch()} />}
        {tree === undefined && error === null && <Skeleton className="h-60" />}
        {tree !== undefined && tree.length === 0 && !mayChange && <EmptyState title={t('categoriesEmpty')} />}
        {typesThere.length > 0 && (
          <div aria-hidden className="hidden items-end justify-end gap-2 border-b pr-2 pb-1.5 text-xs text-muted-foreground xl:flex">
            {typesThere.map((type) => (
              <span key={type} className="w-24 text-right">
                {code(`sectionType.${type}`)}
              </span>
            ))}
            <span className="w-16 text-right">{t('total')}</span>
          </div>
        )}
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
            figures={(node) => (
              <span className="num flex shrink-0 gap-2 text-[13px] text-muted-foreground">
                {typesThere.map((type) => (
                  <span key={type} className="hidden w-24 text-right xl:inline">
                    {(node.byType.get(type) ?? 0) > 0 && (
                      <>
                        <span className="sr-only">{code(`sectionType.${type}`)} </span>
                        {node.byType.get(type)}
                      </>
                    )}
                  </span>
                ))}
                <b className="w-16 text-right font-semibold text-foreground">{node.total}</b>
              </span>
            )}
          />
        )}
      </Panel>
    </div>
  );
}
