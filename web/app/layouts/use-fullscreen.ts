import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { toast } from '../../ui/feedback/toast.ts';

export function useFullscreen(): { on: boolean; toggle: () => void } {
  const { t } = useTranslation('app');
  const [on, setOn] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const change = () => setOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', change);
    return () => document.removeEventListener('fullscreenchange', change);
  }, []);
  const toggle = async () => {
    try {
      if (document.fullscreenElement === null) await document.documentElement.requestFullscreen();
      else await document.exitFullscreen();
    } catch {
      toast.error(t('shell.fullscreenFailed'));
    }
  };
  return { on, toggle: () => void toggle() };
}
