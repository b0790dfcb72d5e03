import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { QuestionEvent } from '../../../../sync/contract/codes.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ReasonDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useQuestionChange } from '../question-queries.ts';
import type { RowVersionKey } from '../../../../sync/contract/scalars.ts';

interface ReviewButtonsProps {
  items: readonly RowVersionKey[];
  events: readonly QuestionEvent[];
  size?: 'sm';
  onDone?: () => void;
}

/**
 * Shows the review steps that are possible for one question, or for all selected ones. Questions that do not allow the pressed step are skipped and
 * reported.
 */
export function ReviewButtons({ items, events, size, onDone }: ReviewButtonsProps) {
  const { t } = useTranslation('question');
  const [returning, setReturning] = useState(false);
  const report = ({ changed, left }: CallOutput<CallOfPath<'/question/setStatus'>>) => {
    if (changed.length > 0) toast.success(t('stepDone', { count: changed.length }));
    const [first] = left;
    if (first) toast.info(`${t('stepLeft', { count: left.length })} ${first.reason}`);
    setReturning(false);
    onDone?.();
  };
  const change = useQuestionChange('/question/setStatus', report);
  const inputOf = (event: QuestionEvent, reason = '') => ({ items: items.map(({ id, version }) => ({ id, version })), event, reason });
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
        <ReasonDialog
          title={t('returnTitle', { count: items.length })}
          confirm={t('event.return')}
          words={{ label: t('reason'), hint: t('reasonHint'), missing: t('reasonMissing') }}
          rows={4}
          maxLength={500}
          run={(reason, quiet) => makeCall('/question/setStatus', inputOf('return', reason), quiet)}
          invalidates={['/question']}
          onDone={report}
          onClose={() => setReturning(false)}
        />
      )}
    </>
  );
}
