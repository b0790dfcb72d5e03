import { useTranslation } from '../../../lib/i18n.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';

/** Confirms leaving while passwords on the screen are not saved to a file. */
export function SlipsLeaveDialog({ count, onStay, onLeave }: { count: number; onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation('people');
  return (
    <ConfirmDialog
      title={t('slipsLeave')}
      cancel={t('slipsStay')}
      confirm={t('slipsLeaveNow')}
      tone="seal"
      onDone={onLeave}
      onClose={onStay}
    >
      {t('slipsLeaveText', { count })}
    </ConfirmDialog>
  );
}
