import { useCallback } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { splitDuration } from '../../model/time-text.ts';

const words = { seconds: 'seconds', minutes: 'spanMinutes', hours: 'hours', days: 'days' } as const;

/** Makes a function that formats a duration: "3 小时", "2 days". */
export function useDurationText(): (ms: number) => string {
  const { t } = useTranslation('task');
  return useCallback(
    (ms: number) => {
      const { unit, count } = splitDuration(ms);
      return t(words[unit], { count });
    },
    [t],
  );
}
