import { useTranslation } from '../../../lib/i18n.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';

/** Passwords are on the screen and in no file yet: asks before they are gone. */
export function SlipsLeaving({ count, onStay, onLeave }: { count: number; onStay: () => void; onLeave: () => void }) {
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
