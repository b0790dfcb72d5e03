import { useTranslation } from '../../../lib/i18n.ts';

/** "40 秒", "2 分 08 秒". */
export function useAge(): (ms: number) => string {
  const { t } = useTranslation('invigilation');
  return (ms) => {
    const seconds = Math.max(0, Math.floor(ms / 1000));
    const s = String(seconds % 60).padStart(2, '0');
    return seconds < 60 ? t('seconds', { count: seconds }) : t('minutesAge', { m: Math.floor(seconds / 60), s });
  };
}
