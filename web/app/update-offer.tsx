import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { toast } from '../ui/feedback/toast.ts';
import { applyUpdate, updateReadyAtom } from '../platform/pwa/service-worker-registration.ts';

const id = 'update';

/** Offers a new build where it does not disturb. Never activates it by itself, and never during an exam. */
export function UpdateOffer({ mayShow }: { mayShow: boolean }) {
  const { t } = useTranslation('app');
  const ready = useAtomValue(updateReadyAtom);
  useEffect(() => {
    if (!ready || !mayShow) return;
    const apply = async (): Promise<void> => {
      if (!(await applyUpdate())) toast.info(t('update.busy'), { duration: 3000 });
    };
    toast.info(t('update.ready'), { id, duration: Infinity, action: { label: t('update.apply'), onClick: () => void apply() } });
    return () => void toast.dismiss(id);
  }, [ready, mayShow, t]);
  return null;
}
