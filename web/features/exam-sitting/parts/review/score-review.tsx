import { useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { formatDateTime } from '../../../../lib/format-time.ts';
import { useCall, useInvalidate } from '../../../../platform/api/call-query.ts';
import { makeCall, CallFailure } from '../../../../platform/api/call.ts';
import { useAction } from '../../../../platform/api/use-action.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Chip } from '../../../../ui/primitives/chip.tsx';
import { Panel } from '../../../../ui/primitives/panel.tsx';
import { Textarea } from '../../../../ui/primitives/textarea.tsx';

/** Lets an examinee ask once for a review of the score, and shows the reply. */
export function ScoreReview({ planId }: { planId: number }) {
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
