import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { planCallPrefixes } from '../exam-plan-queries.ts';
import { type ScoreReviewRequest, useReviews } from './score-queries.ts';

/** Lists the requests for a score review and their replies. */
export function ReviewPanel({ planId }: { planId: number }) {
  const { t } = useTranslation('score');
  const mayChange = useCanChangeData();
  const reviews = useReviews(planId);
  const [chosen, setChosen] = useState<ScoreReviewRequest | null>(null);
  if (reviews.data === undefined || reviews.data.untilMs === null) return null;
  return (
    <Panel
      title={t('reviews')}
      className="print:hidden"
      aside={
        <span className="num text-[13px] text-muted-foreground">{t('reviewsUntil', { time: formatDateTime(reviews.data.untilMs) })}</span>
      }
    >
      {reviews.data.items.length === 0 && <p className="px-3.5 py-3 text-sm text-muted-foreground">{t('noReviews')}</p>}
      <ul className="divide-y">
        {reviews.data.items.map((review) => (
          <li key={review.userId} className="flex flex-col gap-1 px-3.5 py-2.5 text-sm">
            <p className="num flex items-center justify-between gap-2">
              <b className="font-medium">
                {review.name} {review.points}
              </b>
              <Chip tone={review.granted === null ? 'kept' : review.granted ? 'delivered' : 'neutral'}>
                {t(review.granted === null ? 'open' : review.granted ? 'granted' : 'notGranted')}
              </Chip>
            </p>
            <p className="leading-relaxed break-words">{review.text}</p>
            {review.granted !== null && <p className="text-muted-foreground">{`${review.by}：${review.answer}`}</p>}
            {review.granted === null && mayChange && (
              <Button size="sm" className="self-start" data-press="again" onClick={() => setChosen(review)}>
                {t('answerIt')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosen !== null && <AnswerDialog planId={planId} review={chosen} onClose={() => setChosen(null)} />}
    </Panel>
  );
}

function AnswerDialog({ planId, review, onClose }: { planId: number; review: ScoreReviewRequest; onClose: () => void }) {
  const { t } = useTranslation('score');
  const [itemId, setItemId] = useState('');
  const [points, setPoints] = useState('');
  const [answer, setAnswer] = useState('');
  const item = review.items.find((each) => each.itemId === itemId);
  const change = item === undefined ? null : { itemId, points: Number(points) };
  const isGood = answer.trim() !== '' && (item === undefined || (points !== '' && Number(points) >= 0 && Number(points) <= item.max));
  return (
    <ActionDialog
      title={t('answerTitle', { name: review.name })}
      description={review.text}
      confirm={t('send')}
      disabled={!isGood}
      run={(quiet) => makeCall('/score/answerReview', { planId, userId: review.userId, granted: change !== null, answer, change }, quiet)}
      invalidates={planCallPrefixes}
      doneText={t('sent')}
      onClose={onClose}
    >
      <Field label={t('changeItem')}>
        {(control) => (
          <select
            {...control}
            value={itemId}
            onChange={(event) => setItemId(event.target.value)}
            className="h-9 rounded-md border border-input bg-card px-2 text-sm"
          >
            <option value="">{t('noChange')}</option>
            {review.items.map((each) => (
              <option key={each.itemId} value={each.itemId}>
                {`${each.itemId} · ${each.points} / ${each.max} · ${each.text.slice(0, 24)}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      {item !== undefined && <MarksGiven item={item} />}
      {item !== undefined && (
        <Field label={t('newPoints')} required>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={0}
              max={item.max}
              step={0.5}
              value={points}
              onChange={(event) => setPoints(event.target.value)}
            />
          )}
        </Field>
      )}
      <Field label={t('answer')} required>
        {(control) => (
          <Textarea {...control} rows={3} maxLength={1000} value={answer} onChange={(event) => setAnswer(event.target.value)} />
        )}
      </Field>
    </ActionDialog>
  );
}

/** Shows the marks that were given, with the markers' notes. */
function MarksGiven({ item }: { item: ScoreReviewRequest['items'][number] }) {
  const { t } = useTranslation('score');
  if (item.marks.length === 0) return null;
  return (
    <ul aria-label={t('marksGiven')} className="num flex flex-col gap-2 rounded-lg border px-3.5 py-2.5 text-sm">
      {item.marks.map((mark, at) => (
        <li key={at} className="flex flex-col gap-1">
          <p>
            <b className="font-medium">{t('markGiven', { number: at + 1, points: mark.points, max: item.max })}</b>
            {mark.comment !== '' && <span className="ml-2">{mark.comment}</span>}
          </p>
          {mark.notes.map((note, index) => (
            <p key={index} className="border-l-[3px] pl-2.5 text-[13px]">
              {t(`noteKind_${note.kind}`)}
              {note.quote !== '' && <span className="ml-1.5 text-muted-foreground">「{note.quote}」</span>}
              {note.text !== '' && <span className="ml-1.5">{note.text}</span>}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
