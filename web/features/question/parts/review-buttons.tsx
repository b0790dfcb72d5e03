import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { QuestionEvent } from '../../../../sync/contract/codes.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
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
  const report = ({ changed, left }: CallOutput<CallOfPath<'/question/setStatus'>>) => {
    if (changed.length > 0) toast.success(t('stepDone', { count: changed.length }));
    const [first] = left;
    if (first) toast.info(`${t('stepLeft', { count: left.length })} ${first.reason}`);
    setReturning(false);
    setReason('');
    onDone?.();
  };
  const change = useQuestionChange('/question/setStatus', report);
  const inputOf = (event: QuestionEvent) => ({ items: items.map(({ id, version }) => ({ id, version })), event, reason: reason.trim() });
  return (
    <>
      {events.map((event) => (
        <Button
          key={event}
          {...(size === undefined ? {} : { size })}
          variant={event === 'approve' && size === undefined ? 'primary' : 'outline'}
          busy={change.isPending && change.variables.event === event}
          disabled={change.isPending}
          onClick={() => (event === 'return' ? setReturning(true) : change.mutate(inputOf(event)))}
        >
          {t(`event.${event}`)}
        </Button>
      ))}
      {returning && (
        <ActionDialog
          title={t('returnTitle', { count: items.length })}
          confirm={t('event.return')}
          ready={reason.trim() !== ''}
          run={(quiet) => makeCall('/question/setStatus', inputOf('return'), quiet)}
          invalidates={['/question']}
          onDone={report}
          onClose={() => setReturning(false)}
        >
          {({ tried }) => (
            <Field
              label={t('reason')}
              required
              error={tried && reason.trim() === '' ? t('reasonMissing') : undefined}
              hint={t('reasonHint')}
            >
              {(control) => <Textarea {...control} rows={4} value={reason} onChange={(event) => setReason(event.target.value)} />}
            </Field>
          )}
        </ActionDialog>
      )}
    </>
  );
}
