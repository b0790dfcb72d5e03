import { useTranslation } from '../../../lib/i18n.ts';
import { CategoryPage } from '../../../platform/categories/category-page.tsx';
import type { CategoryNode } from '../../../ui/tree/category-tree.ts';
import { useBankCategoryEdits, useQuestionCategories } from '../question-queries.ts';
import { questionTypes } from '../question-form-values.ts';
import { useQuestionPlace } from '../question-place.ts';

/** Shows the categories of a bank with the number of questions in each. */
export function BankCategoryPage() {
  const { t } = useTranslation(['question', 'words']);
  const { t: code } = useTranslation('codes');
  const { base, bank, mayChange } = useQuestionPlace();
  const edits = useBankCategoryEdits(bank);
  const { data, error, refetch } = useQuestionCategories(bank);
  const typesIn = (tree: readonly CategoryNode[]) => questionTypes.filter((type) => tree.some((node) => (node.byType.get(type) ?? 0) > 0));
  const head = (tree: readonly CategoryNode[]) => {
    const types = typesIn(tree);
    return (
      types.length > 0 && (
        <div aria-hidden className="hidden items-end justify-end gap-2 border-b pr-2 pb-1.5 text-xs text-muted-foreground xl:flex">
          {types.map((type) => (
            <span key={type} className="w-24 text-right">
              {code(`sectionType.${type}`)}
            </span>
          ))}
          <span className="w-16 text-right">{t('total')}</span>
        </div>
      )
    );
  };
  const figures = (node: CategoryNode, tree: readonly CategoryNode[]) => (
    <span className="num flex shrink-0 gap-2 text-[13px] text-muted-foreground">
      {typesIn(tree).map((type) => (
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
  );
  return (
    <CategoryPage
      description={t(mayChange ? 'categoriesHint' : 'categoriesHintReader')}
      categories={{ data: data?.items, error, refetch }}
      edits={mayChange ? edits : null}
      listOf={(category) => `${base}?category=${encodeURIComponent(category)}`}
      listsNone
      words={{ inAll: t('total'), note: t('countNote'), go: t('categoryGo'), empty: t('words:categoriesEmpty') }}
      head={head}
      figures={figures}
    />
  );
}
