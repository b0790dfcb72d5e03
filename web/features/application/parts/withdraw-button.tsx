import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { type ApplicationKind, applicationKinds } from '../../../../sync/domain/applications/application-machine.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { AlertDialog } from '../../../ui/primitives/alert-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { applicationCallsByKind } from '../application-calls.ts';
import type { OwnApplications } from '../application-queries.ts';

/** Withdraws a submitted application, if its status allows that. */
export function WithdrawApplicationButton({
  kind,
  own: { id, version, status },
}: {
  kind: ApplicationKind;
  own: NonNullable<OwnApplications['own']>;
}) {
  const { t } = useTranslation('filing');
  const invalidate = useInvalidate();
  const [asking, setAsking] = useState(false);
  const withdraw = useAction({
    mutationFn: () => applicationCallsByKind[kind].withdraw({ id, version }),
    onSuccess: () => {
      toast.success(t('withdrawn'));
      setAsking(false);
    },
    onSettled: () => invalidate(`/${kind}`),
  });
  const close = () => {
    setAsking(false);
    withdraw.reset();
  };
  // A refused dialog stays open, although the new status may not allow a withdrawal any more.
  if (!asking && applicationKinds[kind].next(status, 'withdraw') === undefined) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Undo2 aria-hidden />
        {t('withdraw')}
      </Button>
      {asking && (
        <AlertDialog
          open
          onOpenChange={close}
          title={t('withdrawTitle')}
          cancel={t('cancel')}
          confirm={t('withdrawNow')}
          busy={withdraw.isPending}
          error={withdraw.error}
          onConfirm={() => withdraw.mutate()}
        >
          {t('withdrawAsk')}
        </AlertDialog>
      )}
    </>
  );
}
