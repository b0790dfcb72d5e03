import { CircleCheck } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/primitives/button.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { useQuestionPlace } from '../question-place.ts';

export interface QuestionImportCounts {
  readonly imported: number;
  readonly skipped: number;
  /** This and the following details are missing if the import was interrupted after it was written. */
  readonly doubtful?: number;
  readonly left?: { readonly faulty: number; readonly doubtful: number; readonly same: number };
  readonly categories: readonly { readonly category: string; readonly count: number }[];
}

/** Shows the result of an import with links to the categories that received questions. */
export function QuestionImportResult({ result, onRestart }: { result: QuestionImportCounts; onRestart: () => void }) {
  const { t } = useTranslation('questionFile');
  const { base } = useQuestionPlace();
  // The list filters by "-" for questions without a category.
  const linkTo = (category: string) => `${base}?category=${encodeURIComponent(category === '' ? '-' : category)}`;
  const [only] = result.categories;
  const left = (['faulty', 'doubtful', 'same'] as const).flatMap((why) =>
    (result.left?.[why] ?? 0) > 0 ? [t(`leftWhy.${why}`, { count: result.left?.[why] ?? 0 })] : [],
  );
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={t('title')} />
      <Panel>
        <div role="status">
          <EmptyState
            icon={<CircleCheck className="text-delivered" strokeWidth={1.8} />}
            title={t('done', { count: result.imported })}
            action={
              <>
                <Button onClick={onRestart}>{t('importMore')}</Button>
                <Button asChild variant="primary">
                  <Link to={result.categories.length === 1 && only !== undefined ? linkTo(only.category) : base}>{t('viewBank')}</Link>
                </Button>
              </>
            }
          >
            {(result.doubtful ?? 0) > 0 && <p>{t('doneDoubtful', { count: result.doubtful ?? 0 })}</p>}
            {result.skipped === 0
              ? t('doneAll')
              : left.length === 0
                ? t('doneSkipped', { count: result.skipped })
                : `${t('doneLeft', { count: result.skipped })}${left.join(t('comma'))}`}
          </EmptyState>
        </div>
        {result.categories.length > 1 && (
          <ul aria-label={t('wentTo')} className="mx-auto mb-10 w-full max-w-md divide-y rounded-lg border">
            {result.categories.map(({ category, count }) => (
              <li key={category} className="flex items-baseline justify-between gap-3 px-3.5 py-2 text-sm">
                <Link to={linkTo(category)} className="min-w-0 truncate text-primary underline-offset-4 hover:underline">
                  {category === '' ? t('noCategory') : category}
                </Link>
                <span className="num shrink-0 text-muted-foreground">{t('countOf', { count })}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}
