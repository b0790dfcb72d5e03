import { useTranslation } from '../../lib/i18n.ts';
import { parseDateTime, parseTime, formatInputDateTime } from '../../lib/date-text.ts';
import { formatDate } from '../../lib/format-time.ts';
import { Calendar } from './calendar.tsx';
import { DateInput, type DateInputProps } from './date-input.tsx';
import { useEffect, useRef } from 'react';
import { cn } from '../../lib/cn.ts';
import { useNow } from '../use-now.ts';

interface DateTimeFieldProps extends Omit<DateInputProps, 'parse' | 'show' | 'children' | 'placeholder'> {
  min?: string;
  max?: string;
  /** Time for a day that is typed or picked without a time. */
  defaultTime?: string;
}

/** Field for a time in the school's zone. Its value is "2026-11-21T09:00" (`fromLocalInput`), '' if empty, or the typed text if that is no time. */
export function DateTimeField({ min, max, defaultTime = '09:00', ...rest }: DateTimeFieldProps) {
  const { t } = useTranslation('ui');
  const today = formatDate(useNow());
  const year = Number(today.slice(0, 4));
  const whole = parseDateTime(rest.value, year, defaultTime);
  const [date = null, time = null] = whole?.split('T') ?? [];
  const set = (nextDate: string | null, nextTime: string | null): void => rest.onChange(`${nextDate ?? today}T${nextTime ?? defaultTime}`);
  return (
    <DateInput
      {...rest}
      placeholder={`${today} ${defaultTime}`}
      parse={(text) => parseDateTime(text, year, time ?? defaultTime)}
      show={formatInputDateTime}
    >
      {(close) => (
        <div className="flex gap-3">
          <Calendar value={date} min={min} max={max} onChoose={(next) => set(next, time)} />
          <TimeList
            label={t('calendarTime')}
            value={time === null ? null : parseTime(time)}
            onChoose={(next) => {
              set(date, next);
              close();
            }}
          />
        </div>
      )}
    </DateInput>
  );
}

/** Every quarter of an hour; other times can be typed. */
const times = Array.from({ length: 96 }, (_, quarter) => {
  const minutes = quarter * 15;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
});

interface TimeListProps {
  label: string;
  value: string | null;
  onChoose: (time: string) => void;
}

function TimeList({ label, value, onChoose }: TimeListProps) {
  const list = useRef<HTMLDivElement>(null);
  const near = times.findLast((time) => time <= (value ?? '09:00')) ?? '09:00';
  // Avoid scrollIntoView, which would scroll the page as well.
  useEffect(() => {
    const holder = list.current;
    const chosen = holder?.querySelector<HTMLElement>('[tabindex="0"]');
    if (holder && chosen) holder.scrollTop = chosen.offsetTop - holder.clientHeight / 2;
  }, []);
  const move = (from: HTMLElement, key: string): boolean => {
    const next = key === 'ArrowDown' ? from.nextElementSibling : key === 'ArrowUp' ? from.previousElementSibling : null;
    (next as HTMLElement | null)?.focus();
    return next !== null;
  };
  return (
    <div
      ref={list}
      role="group"
      aria-label={label}
      className="scroll-slim relative flex h-[276px] w-20 flex-col overflow-y-auto border-l pl-2"
    >
      {times.map((time) => (
        <button
          key={time}
          type="button"
          tabIndex={time === near ? 0 : -1}
          aria-pressed={time === value}
          onClick={() => onChoose(time)}
          onKeyDown={(event) => {
            if (move(event.currentTarget, event.key)) event.preventDefault();
          }}
          className={cn(
            'num h-8 shrink-0 rounded-md text-sm hover:bg-muted',
            time.endsWith(':00') ? '' : 'text-muted-foreground',
            time === value && 'bg-primary text-primary-foreground hover:bg-primary/90',
          )}
        >
          {time}
        </button>
      ))}
    </div>
  );
}
