import { memo, useEffect, useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import type { SittingTime } from '../../model/sitting-time.ts';

/** Warns while only this PC's wall clock says how much time has passed (SY21). */
export const TimeNote = memo(function TimeNote({ time }: { time: SittingTime }) {
  const { t } = useTranslation('examSitting');
  const [unconfirmed, setUnconfirmed] = useState(time.unconfirmed);
  useEffect(() => {
    const timer = setInterval(() => setUnconfirmed(time.unconfirmed()), 1_000);
    return () => clearInterval(timer);
  }, [time]);
  return (
    <div role="status" className="flex-none">
      {unconfirmed && (
        <Strip tone="kept" className="items-center rounded-none px-6 py-[7px] text-sm [&>i]:mt-0">
          {t('player.timeUnconfirmed')}
        </Strip>
      )}
    </div>
  );
});
