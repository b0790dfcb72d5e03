import { useEffect } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { jobState } from '../../../../sync/contract/codes.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { ImportProgress } from '../../../platform/imports/import-summary.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { ErrorState, EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useQuestionPlace } from '../question-place.ts';

const askEveryMs = 400;
const askAgainMs = 3000;

interface ImportRunProps {
  jobId: number;
  /** Returns to the preview; undefined if it is gone. */
  onBack: (() => void) | undefined;
  onRestart: () => void;
}

/** Shows the progress of a running import, in whichever tab it began, with a way to stop it, and its result. */
export function ImportRun({ jobId, onBack, onRestart }: ImportRunProps) {
  const { t } = useTranslation(['questionFile', 'app', 'words']);
  const invalidate = useInvalidate();
  const asked = useCall(
    '/job/getById',
    { id: jobId },
    {
      quiet: true,
      refetchInterval: ({ state }) =>
        state.error instanceof CallFailure && !state.error.network
          ? false
          : state.error !== null
            ? askAgainMs
            : state.data === undefined || state.data.state <= jobState.running
              ? askEveryMs
              : false,
    },
  );
  const job = asked.data;
  const done = job?.state === jobState.done;
  useEffect(() => {
    if (done) void invalidate('/question');
  }, [done, invalidate]);
  const cancel = useAction({
    mutationFn: () => makeCall('/job/cancel', { id: jobId }),
    onSettled: () => asked.refetch(),
  });
  const result = job?.result as QuestionImportCounts | null | undefined;
  if (done && result) return <QuestionImportResult result={result} onRestart={onRestart} />;
  const offline = asked.error instanceof CallFailure && asked.error.network;
  if (job === undefined && asked.error !== null && !offline)
    return (
      <div className="flex flex-col gap-3.5">
        <PageHeader title={t('app:titles.questionImport')} actions={<Button onClick={onRestart}>{t('words:chooseFile')}</Button>} />
        <Panel>
          <QueryFailure error={asked.error} onRetry={() => void asked.refetch()} />
        </Panel>
      </div>
    );
  const running = job === undefined || job.state <= jobState.running;
  const text = job === undefined || job.note === '' ? t(job?.state === jobState.running ? 'beginning' : 'queued') : job.note;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={t('app:titles.questionImport')} />
      {offline && (
        <Strip tone="kept" live>
          {t('offlineRunning')}
        </Strip>
      )}
      <Panel>
        {running ? (
          <div className="mx-auto flex max-w-xl flex-col gap-3 px-6 py-12">
            <ImportProgress
              text={job?.stopping === true || cancel.isPending ? t('stopping') : text}
              done={job?.done ?? 0}
              total={job?.total ?? 0}
            />
            <p className="text-[13px] text-muted-foreground">{t('mayLeave')}</p>
            <div className="mt-1">
              <Button onClick={() => cancel.mutate()} busy={cancel.isPending} disabled={job === undefined || job.stopping}>
                {t('stop')}
              </Button>
            </div>
          </div>
        ) : (
          <ErrorState
            title={t(job.state === jobState.cancelled ? 'cancelled' : 'failed')}
            action={
              <>
                <Button onClick={onRestart}>{t('words:chooseFile')}</Button>
                {onBack !== undefined && (
                  <Button variant="primary" onClick={onBack}>
                    {t('toPreview')}
                  </Button>
                )}
              </>
            }
          >
            {job.error} {t('untouched')}
          </ErrorState>
        )}
      </Panel>
    </div>
  );
}

interface QuestionImportCounts {
  readonly imported: number;
  readonly skipped: number;
  /** This and the following details are missing if the import was interrupted after it was written. */
  readonly doubtful?: number;
  readonly left?: { readonly faulty: number; readonly doubtful: number; readonly same: number };
  readonly categories: readonly { readonly category: string; readonly count: number }[];
}

/** Shows the result of an import with links to the categories that received questions. */
function QuestionImportResult({ result, onRestart }: { result: QuestionImportCounts; onRestart: () => void }) {
  const { t } = useTranslation(['questionFile', 'app']);
  const { base } = useQuestionPlace();
  // The list filters by "-" for questions without a category.
  const linkTo = (category: string) => `${base}?category=${encodeURIComponent(category === '' ? '-' : category)}`;
  const [only] = result.categories;
  const left = (['faulty', 'doubtful', 'same'] as const).flatMap((why) =>
    (result.left?.[why] ?? 0) > 0 ? [t(`leftWhy.${why}`, { count: result.left?.[why] ?? 0 })] : [],
  );
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={t('app:titles.questionImport')} />
      <Panel>
        <div role="status">
          <EmptyState
            icon={<CircleCheck className="text-delivered" strokeWidth={1.8} />}
            title={t('done', { count: result.imported })}
            action={
              <>
                <Button onClick={onRestart}>{t('importMore')}</Button>
                <LinkButton variant="primary" to={result.categories.length === 1 && only !== undefined ? linkTo(only.category) : base}>
                  {t('viewBank')}
                </LinkButton>
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
