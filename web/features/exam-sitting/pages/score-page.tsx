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
import { ScoreReview } from '../parts/review/score-review.tsx';
import { OwnScoreSheet, type OwnScore } from '../parts/review/score-sheet.tsx';

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
