import { useTranslation } from '../../../lib/i18n.ts';
import { padTwoDigits } from '../../../../sync/domain/numbers.ts';

/** Makes a function that formats a duration: "40 秒", "2 分 08 秒". */
export function useDurationFormatter(): (ms: number) => string {
  const { t } = useTranslation('invigilation');
  return (ms) => {
    const seconds = Math.max(0, Math.floor(ms / 1000));
    const s = padTwoDigits(seconds % 60);
    return seconds < 60 ? t('seconds', { count: seconds }) : t('minutesAge', { m: Math.floor(seconds / 60), s });
  };
}

/** Formats a duration like a clock: "02:08", "1:02:08". */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const rest = `${padTwoDigits(Math.floor((seconds % 3600) / 60))}:${padTwoDigits(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
