import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { lengthOf } from '../model/time-text.ts';

const units = { seconds: 'second', minutes: 'minute', hours: 'hour', days: 'day' } as const;

/** "3 小时", "2 days". */
export function useLength(): (ms: number) => string {
  const { i18n } = useTranslation();
  return useCallback(
    (ms: number) => {
      const { unit, count } = lengthOf(ms);
      return new Intl.NumberFormat(i18n.language, { style: 'unit', unit: units[unit], unitDisplay: 'long' }).format(count);
    },
    [i18n.language],
  );
}
