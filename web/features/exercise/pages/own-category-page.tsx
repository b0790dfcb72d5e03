import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { changedAfter } from '../../../../sync/machines/practice-own.ts';
import { CategoryPage } from '../../../ui/category-page.tsx';
import type { CategoryEdits } from '../../../ui/category-tree-view.tsx';
import { below, livingPapers } from '../own-paper.ts';
import { WithPractice } from '../parts/with-practice.tsx';
import type { Practice } from '../use-practice.ts';

const area = '/student/exercises/paper';

/** /student/exercises/paper/category: the categories of one's own practice papers. One begins with its first paper. */
export const OwnCategoryPage = () => <WithPractice>{(practice) => <OwnCategories practice={practice} />}</WithPractice>;

function OwnCategories({ practice }: { practice: Practice }) {
  const { t } = useTranslation('exercise');
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const papers = livingPapers(practice.own);
  const refile = async (from: string, to: string) => {
    setBusy(true);
    const moved = papers
      .filter((paper) => below(paper.category, from))
      .map((paper) => ({
        ...paper,
        category: (to + paper.category.slice(from.length)).replace(/^\//, ''),
        changedMs: changedAfter(Date.now(), paper),
      }));
    await practice.keep({ papers: moved }).finally(() => setBusy(false));
  };
  const edits: CategoryEdits = {
    busy,
    async add(path) {
      await navigate(`${area}/create?${new URLSearchParams({ category: path })}`);
      return true;
    },
    async move(from, to, merge) {
      if (!merge && papers.some((paper) => below(paper.category, to))) return 'taken';
      await refile(from, to);
      return 'done';
    },
    async remove(path, moveTo) {
      await refile(path, moveTo);
      return true;
    },
    words: {
      removing: (count) => t('categoryRemoving', { count }),
      merging: (values) => t('categoryMerging', values),
      moveTo: t('categoryMoveTo'),
    },
  };
  const counts = [...Map.groupBy(papers, (paper) => paper.category)].map(([category, some]) => ({
    category,
    counts: [{ type: 0, count: some.length }],
  }));
  return (
    <CategoryPage
      title={t('categories')}
      description={t('categoriesLead')}
      categories={{ data: counts, error: null, refetch: () => undefined }}
      edits={edits}
      listOf={(category) => `${area}/paper-form?${new URLSearchParams({ category })}`}
      words={{ inAll: t('ownPapers'), go: t('look'), empty: t('noPapers'), emptyText: t('noPapersText') }}
    />
  );
}
