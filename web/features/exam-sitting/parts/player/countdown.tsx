import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { cn } from '../../../../lib/cn.ts';
import { findAnnouncement, formatCountdown, getTimePressure, type TimePressure } from '../../model/time-text.ts';

const looks: Record<TimePressure, string> = { calm: '', soon: 'text-kept-ink', last: 'text-seal' };

interface CountdownProps {
  /** Remaining exam time in milliseconds, by the engine's clock (SY21); it never jumps. */
  remainingMs: () => number;
  label: string;
  className?: string;
}

/** Shows the remaining time. It has its own timer, so that nothing else is rendered every second. */
export function Countdown({ remainingMs, label, className }: CountdownProps) {
  const { t } = useTranslation('examSitting');
  const [left, setLeft] = useState(remainingMs);
  const [spoken, setSpoken] = useState('');
  const before = useRef(left);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const now = remainingMs();
      const minutes = findAnnouncement(before.current, now);
      if (minutes !== null) setSpoken(t('player.minutesLeft', { minutes }));
      before.current = now;
      setLeft(now);
      // Tick shortly after the full second; ticking too early would show the same number twice.
      timer = setTimeout(tick, now <= 0 ? 1000 : (now % 1000 || 1000) + 15);
    };
    tick();
    return () => clearTimeout(timer);
  }, [remainingMs, t]);
  const pressure = getTimePressure(left);
  return (
    <div className={className}>
      <p className="mb-[5px] text-xs leading-none text-muted-foreground">{left <= 0 ? t('player.timeUp') : label}</p>
      <p
        role="timer"
        aria-label={label}
        data-pressure={pressure}
        className={cn('num text-[30px] leading-none font-semibold max-sm:text-2xl max-sm:leading-none', looks[pressure])}
      >
        {formatCountdown(left)}
      </p>
      <p role="status" className="sr-only">
        {spoken}
      </p>
    </div>
  );
}
