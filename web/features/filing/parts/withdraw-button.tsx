import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { type FilingKind, filingKinds } from '../../../../sync/machines/filing-machine.ts';
import { useInvalidate } from '../../../platform/call-query.ts';
import { useAction } from '../../../platform/use-action.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { filingCallsOf } from '../filing-calls.ts';
import type { MineAnswer } from '../filing-queries.ts';

/** Withdraws a submitted application, if its status allows that. */
export function WithdrawButton({ kind, own: { id, version, status } }: { kind: FilingKind; own: NonNullable<MineAnswer['own']> }) {
  const { t } = useTranslation('filing');
  const invalidate = useInvalidate();
  const [asking, setAsking] = useState(false);
  const withdraw = useAction({
    mutationFn: () => filingCallsOf[kind].withdraw({ id, version }),
    onSuccess: () => toast.success(t('withdrawn')),
    onSettled: () => {
      setAsking(false);
      return invalidate(`/${kind}`);
    },
  });
  if (filingKinds[kind].next(status, 'withdraw') === undefined) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Undo2 aria-hidden />
        {t('withdraw')}
      </Button>
      {asking && (
        <AlertDialog
          open
          onOpenChange={() => setAsking(false)}
          title={t('withdrawTitle')}
          cancel={t('cancel')}
          confirm={t('withdrawNow')}
          busy={withdraw.isPending}
          onConfirm={() => withdraw.mutate()}
        >
          {t('withdrawAsk')}
        </AlertDialog>
      )}
    </>
  );
}
