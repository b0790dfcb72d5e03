import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, CallFailure } from '../../../platform/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Strip } from '../../../ui/strip.tsx';

/** What opens the paper of this room without a network (SY18). Asked for by hand: each look is logged. */
export function CodeDialog({ planId, roomId, onClose }: { planId: number; roomId: number; onClose: () => void }) {
  const { t } = useTranslation('invigilation');
  const codes = useMutation({ mutationFn: () => call('/exam/myReleaseCodes', { planId }, { quiet: true }) });
  const own = codes.data?.items.find((one) => one.roomId === roomId);
  return (
    <Dialog open onOpenChange={onClose} title={t('releaseCode')} description={t('releaseCodeText')}>
      <div className="flex flex-col gap-3" aria-live="polite">
        {own === undefined ? (
          <Button size="lg" busy={codes.isPending} onClick={() => codes.mutate()}>
            {t('releaseCodeShow')}
          </Button>
        ) : (
          <p className="num py-4 text-center font-mono text-4xl font-semibold tracking-wide">{own.code}</p>
        )}
        {codes.error !== null && <Strip tone="seal">{codes.error instanceof CallFailure ? codes.error.message : t('failed')}</Strip>}
        {codes.isSuccess && own === undefined && <Strip tone="kept">{t('releaseCodeNone')}</Strip>}
      </div>
    </Dialog>
  );
}
