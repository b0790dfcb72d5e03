import { useTranslation } from '../../../lib/i18n.ts';
import { AlertDialog } from '../../../ui/primitives/alert-dialog.tsx';

/** Confirms leaving while passwords on the screen are not saved to a file. */
export function SlipsLeaveDialog({ count, onStay, onLeave }: { count: number; onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation('people');
  return (
    <AlertDialog
      open
      onOpenChange={onStay}
      title={t('slipsLeave')}
      cancel={t('slipsStay')}
      confirm={t('slipsLeaveNow')}
      tone="seal"
      onConfirm={onLeave}
    >
      {t('slipsLeaveText', { count })}
    </AlertDialog>
  );
}
