import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { QuestionEvent } from '../../../../sync/contract/codes.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useQuestionChange } from '../question-queries.ts';

interface Key {
  readonly id: number;
  readonly version: number;
}

interface ReviewButtonsProps {
  items: readonly Key[];
  events: readonly QuestionEvent[];
  size?: 'sm';
  onDone?: () => void;
}

/**
 * Shows the possible steps of the review for one question, or for all selected ones. Questions that a step does not fit are left out and reported.
 */
export function ReviewButtons({ items, events, size, onDone }: ReviewButtonsProps) {
  const { t } = useTranslation('question');
  const [returning, setReturning] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const change = useQuestionChange('/question/setStatus', ({ changed, left }) => {
    if (changed.length > 0) toast.success(t('stepDone', { count: changed.length }));
    const [first] = left;
    if (first) toast.info(`${t('stepLeft', { count: left.length })} ${first.reason}`);
    setReturning(false);
    setReason('');
    onDone?.();
  });
  const run = (event: QuestionEvent) => {
    if (event === 'return' && !returning) return setReturning(true);
    if (event === 'return' && reason.trim() === '') return setProblem(t('reasonMissing'));
    return change.mutate({ items: items.map(({ id, version }) => ({ id, version })), event, reason: reason.trim() });
  };
  return (
    <>
      {events.map((event) => (
        <Button
          key={event}
          {...(size === undefined ? {} : { size })}
          variant={event === 'approve' && size === undefined ? 'primary' : 'outline'}
          busy={change.isPending && change.variables.event === event}
          disabled={change.isPending}
          onClick={() => run(event)}
        >
          {t(`event.${event}`)}
        </Button>
      ))}
      <Dialog
        open={returning}
        onOpenChange={setReturning}
        title={t('returnTitle', { count: items.length })}
        footer={
          <>
            <Button onClick={() => setReturning(false)}>{t('cancel')}</Button>
            <Button variant="primary" busy={change.isPending} onClick={() => run('return')}>
              {t('event.return')}
            </Button>
          </>
        }
      >
        <Field label={t('reason')} required error={problem} hint={t('reasonHint')}>
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              autoFocus
              value={reason}
              onChange={(event) => {
                setReason(event.target.value);
                setProblem(undefined);
              }}
            />
          )}
        </Field>
      </Dialog>
    </>
  );
}
