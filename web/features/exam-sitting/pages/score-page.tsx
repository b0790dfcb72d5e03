import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useParams } from 'react-router-dom';
import { apiErrors } from '../../../../sync/contract/errors.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { SessionLost } from '../../../platform/session/session-lost.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { OwnScoreSheet } from '../parts/review/score-sheet.tsx';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';

/** Page /student/exam/score/{id}: points, pass or fail, and results by section and item. */
export function ScorePage() {
  const { t } = useTranslation('examAround');
  const planId = Number(useParams()['planId']);
  const { data: score, error, refetch, isFetching } = useCall('/exam/myScore', { planId }, { quiet: true });
  const failure = error instanceof CallFailure ? error : null;
  const actions = (
    <>
      <Button busy={isFetching} onClick={() => void refetch()}>
        {t('score.retry')}
      </Button>
      <Button asChild variant="primary">
        <Link to="/student/home/index">{t('score.home')}</Link>
      </Button>
    </>
  );
  return (
    <div className="space-y-4">
      <PageHeader
        title={t('score.title')}
        description={score?.name}
        actions={
          <Button asChild>
            <Link to="/student/home/index">{t('score.home')}</Link>
          </Button>
        }
      />
      {score === undefined && failure === null && <Skeleton className="h-40 w-full rounded-xl" />}
      {score === undefined &&
        failure !== null &&
        (failure.sessionLost ? (
          <SessionLost message={failure.message} />
        ) : failure.network ? (
          <ErrorState title={t('score.offlineTitle')} action={actions}>
            {t('score.offline')}
          </ErrorState>
        ) : failure.code === apiErrors.refused.code ? (
          <EmptyState title={t('score.notYetTitle')} action={actions}>
            {failure.message}
          </EmptyState>
        ) : (
          <ErrorState title={t('score.failedTitle')} action={actions}>
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
  const { t } = useTranslation('score');
  const invalidate = useInvalidate();
  const mine = useCall('/score/myReview', { planId }, { quiet: true });
  const [text, setText] = useState('');
  const ask = useAction({
    mutationFn: () => makeCall('/score/askReview', { planId, text }, { quiet: true }),
    onSettled: () => invalidate('/score/myReview'),
  });
  if (mine.data === undefined) return null;
  const { review, mayAsk, untilMs } = mine.data;
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
            aria-label={t('reason')}
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
