import { useCallback } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { splitDuration } from '../../model/time-text.ts';

/** Makes a function that formats a duration until a future time: "3 小时后", "in 3 hours". */
export function useSpanText(): (ms: number) => string {
  const { t } = useTranslation('examAround');
  return useCallback(
    (ms: number) => {
      const { unit, count } = splitDuration(ms);
      if (unit === 'days') return t('notice.inDays', { count });
      if (unit === 'hours') return t('notice.inHours', { count });
      return unit === 'minutes' ? t('notice.inMinutes', { count }) : t('notice.soon');
    },
    [t],
  );
}
