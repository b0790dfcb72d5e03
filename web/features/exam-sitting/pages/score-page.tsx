import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import { apiErrors } from '../../../../sync/contract/errors.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { SessionLost } from '../../../platform/session/session-lost.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { examCalls } from '../../../../sync/contract/exams/exam.ts';
import { cn } from '../../../lib/cn.ts';
import { PassChip } from '../../../ui/entity/status-chip.tsx';
import { formatNumberedTitle } from '../model/card-state.ts';
import { classifyItemResult, type ItemResult, numberSections } from '../model/score-view.ts';

type OwnScore = CallOutput<(typeof examCalls)['myScore']>;

const looks: Record<ItemResult, { sign: string; look: string; ink: string }> = {
  right: { sign: '✓', look: 'border-delivered/60 bg-delivered-soft text-delivered', ink: '' },
  wrong: { sign: '✕', look: 'border-input bg-card', ink: 'text-seal' },
  partly: { sign: '◐', look: 'border-kept/60 bg-kept-soft text-kept-ink', ink: '' },
  waiting: { sign: '…', look: 'border-border bg-muted text-muted-foreground', ink: '' },
};

/** Shows the score, and the result of each section and item. */
function OwnScoreSheet({ score }: { score: OwnScore }) {
  const { t } = useTranslation('examAround');
  return (
    <div className="space-y-4">
      <section aria-label={t('score.title')} className="flex flex-wrap items-end gap-x-8 gap-y-3 rounded-xl border bg-card px-7 py-6">
        <p className="num text-[56px] leading-none font-bold">
          {score.points}
          <span className="ml-2 text-lg font-normal text-muted-foreground">{t('score.outOf', { total: score.totalPoints })}</span>
        </p>
        <div className="mb-1 flex items-center gap-3">
          <PassChip passed={score.passed} className="px-3 py-0.5 text-[15px] font-semibold" />
          <span className="text-muted-foreground">{t('score.passLine', { pass: score.passPoints })}</span>
        </div>
        <div className="relative mt-1 h-2 w-full rounded-full bg-muted" aria-hidden>
          <div
            className={cn('h-full rounded-full', score.passed ? 'bg-delivered' : 'bg-muted-foreground')}
            style={{ width: `${(100 * score.points) / Math.max(1, score.totalPoints)}%` }}
          />
          <i
            className="absolute -top-1 h-4 w-0.5 bg-foreground"
            style={{ left: `${(100 * score.passPoints) / Math.max(1, score.totalPoints)}%` }}
          />
        </div>
      </section>
      {numberSections(score).map((section, index) => (
        <section key={index} aria-label={formatNumberedTitle(section.title, index)} className="rounded-xl border bg-card px-5 py-4">
          <h2 className="flex flex-wrap items-baseline gap-x-3 text-[15px] font-semibold">
            {formatNumberedTitle(section.title, index)}
            {!score.itemsHeld && (
              <span className="num text-[13px] font-normal text-muted-foreground">
                {t('score.rightCount', { right: section.rightCount, count: section.items.length })}
              </span>
            )}
            <span className="num ml-auto text-sm">{t('score.section', { points: section.points, max: section.max })}</span>
          </h2>
          <ol className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(52px,1fr))] gap-1.5 empty:hidden">
            {section.items.map((item) => {
              const result = classifyItemResult(item);
              const text = t('score.item', {
                number: item.number,
                result: t(`score.${result}`),
                points: item.points ?? '–',
                max: item.max,
              });
              return (
                <li
                  key={item.itemId}
                  title={text}
                  className={cn('num flex h-9 items-center justify-center gap-1 rounded-md border text-[13px]', looks[result].look)}
                >
                  <span className="sr-only">{text}</span>
                  <span aria-hidden>{item.number}</span>
                  <span aria-hidden className={cn('font-semibold', looks[result].ink)}>
                    {looks[result].sign}
                  </span>
                </li>
              );
            })}
          </ol>
        </section>
      ))}
      <p className="text-[13px] text-muted-foreground">{t(score.itemsHeld ? 'score.itemsHeld' : 'score.legend')}</p>
    </div>
  );
}

/** Page /student/exam/score/{id}: points, pass or fail, and results by section and item. */
export function ScorePage() {
  const { t } = useTranslation('examAround');
  const planId = Number(useParams()['planId']);
  const { data: score, error, refetch, isFetching } = useCall('/exam/myScore', { planId }, { quiet: true });
  const failure = error instanceof CallFailure ? error : null;
  const action = (
    <Button busy={isFetching} onClick={() => void refetch()}>
      {t('score.retry')}
    </Button>
  );
  return (
    <div className="space-y-4">
      <PageHeader
        title={t('score.title')}
        description={score?.name}
        actions={<LinkButton to="/student/home/index">{t('score.home')}</LinkButton>}
      />
      {score === undefined && failure === null && <Skeleton className="h-40 w-full rounded-xl" />}
      {score === undefined &&
        failure !== null &&
        (failure.sessionLost ? (
          <SessionLost message={failure.message} />
        ) : failure.network ? (
          <ErrorState title={t('score.offlineTitle')} action={action}>
            {t('score.offline')}
          </ErrorState>
        ) : failure.code === apiErrors.refused.code ? (
          <EmptyState title={failure.message} action={action} />
        ) : (
          <ErrorState title={t('score.failedTitle')} action={action}>
            {failure.message}
          </ErrorState>
        ))}
      {score !== undefined && (
        <>
          <OwnScoreSheet score={score} />
          <ScoreReview planId={planId} />
        </>
      )}
    </div>
  );
}

/** Lets an examinee ask once for a review of the score, and shows the reply. */
function ScoreReview({ planId }: { planId: number }) {
  const { t } = useTranslation(['score', 'words']);
  const invalidate = useInvalidate();
  const ownReview = useCall('/score/myReview', { planId }, { quiet: true });
  const [text, setText] = useState('');
  const ask = useAction({
    mutationFn: () => makeCall('/score/askReview', { planId, text }, { quiet: true }),
    onSettled: () => invalidate('/score/myReview'),
  });
  if (ownReview.data === undefined) return null;
  const { review, mayAsk, untilMs } = ownReview.data;
  if (review === null && !mayAsk) return null;
  return (
    <Panel
      title={t('reviews')}
      aside={
        review === null ? (
          <span className="num text-[13px] text-muted-foreground">{t('reviewsUntil', { time: formatDateTime(untilMs) })}</span>
        ) : (
          <Chip tone={review.granted === null ? 'kept' : review.granted ? 'delivered' : 'neutral'}>
            {t(review.granted === null ? 'open' : review.granted ? 'granted' : 'notGranted')}
          </Chip>
        )
      }
      bodyClassName="flex flex-col gap-3 px-5 py-4 text-sm"
    >
      {review === null ? (
        <>
          <Textarea
            aria-label={t('words:reason')}
            placeholder={t('askHint')}
            rows={3}
            maxLength={1000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {ask.error instanceof CallFailure && (
            <p role="alert" className="text-seal">
              {ask.error.message}
            </p>
          )}
          <Button className="self-start" disabled={text.trim() === ''} busy={ask.isPending} onClick={() => ask.mutate()}>
            {t('ask')}
          </Button>
        </>
      ) : (
        <>
          <p className="leading-relaxed break-words whitespace-pre-wrap">{review.text}</p>
          {review.granted !== null && <p className="border-l-2 pl-3 leading-relaxed whitespace-pre-wrap">{review.answer}</p>}
        </>
      )}
    </Panel>
  );
}
