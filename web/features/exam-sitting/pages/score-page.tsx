import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useParams } from 'react-router-dom';
import { apiErrors } from '../../../../sync/contract/errors.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { SessionLost } from '../../../platform/session/session-lost.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { OwnScoreSheet, type OwnScore } from '../parts/review/score-sheet.tsx';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';

/** Page /student/exam/score/{id}: points, pass or fail, and results by section and item. */
export function ScorePage() {
  const { t } = useTranslation('examAround');
  const planId = Number(useParams()['planId']);
  const [score, setScore] = useState<OwnScore | CallFailure | null>(null);
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    const ended = new AbortController();
    setScore(null);
    makeCall('/exam/myScore', { planId }, { quiet: true, signal: ended.signal }).then(setScore, (error: unknown) => {
      if (error instanceof CallFailure) setScore(error);
      else if (!ended.signal.aborted) throw error;
    });
    return () => ended.abort();
  }, [planId, round]);

  const actions = (
    <>
      <Button onClick={again}>{t('score.retry')}</Button>
      <Button asChild variant="primary">
        <Link to="/student/home/index">{t('score.home')}</Link>
      </Button>
    </>
  );
  return (
    <div className="space-y-4">
      <PageHeader
        title={t('score.title')}
        description={score !== null && !(score instanceof CallFailure) ? score.name : undefined}
        actions={
          <Button asChild>
            <Link to="/student/home/index">{t('score.home')}</Link>
          </Button>
        }
      />
      {score === null && <Skeleton className="h-40 w-full rounded-xl" />}
      {score instanceof CallFailure &&
        (score.sessionLost ? (
          <SessionLost message={score.message} />
        ) : score.network ? (
          <ErrorState title={t('score.offlineTitle')} action={actions}>
            {t('score.offline')}
          </ErrorState>
        ) : score.code === apiErrors.refused.code ? (
          <EmptyState title={t('score.notYetTitle')} action={actions}>
            {score.message}
          </EmptyState>
        ) : (
          <ErrorState title={t('score.failedTitle')} action={actions}>
            {score.message}
          </ErrorState>
        ))}
      {score !== null && !(score instanceof CallFailure) && (
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
