import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { cn } from '../../lib/cn.ts';
import { addMonths, getCalendarKeyTarget, listMonthWeeks } from '../../lib/date-text.ts';
import { formatDate } from '../../lib/format-time.ts';
import { Button } from '../primitives/button.tsx';
import { useNow } from '../use-now.ts';

interface CalendarProps {
  /** The chosen day, as "2026-11-21"; null if no day is chosen. */
  value: string | null;
  onChoose: (date: string) => void;
  min?: string | undefined;
  max?: string | undefined;
}

const toUtcDate = (date: string): Date => new Date(`${date}T00:00:00Z`);

/** Shows one month in the interface's language. Arrows move by days and weeks, PageUp and PageDown by months, with Shift by years. */
export function Calendar({ value, onChoose, min, max }: CalendarProps) {
  const { t, i18n } = useTranslation('ui');
  const today = formatDate(useNow());
  const [at, setAt] = useState(value ?? today);
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(false);
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moved.current = false;
  }, [at]);
  const names = useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(i18n.language, { ...options, timeZone: 'UTC' });
    return {
      month: format({ year: 'numeric', month: 'long' }),
      day: format({ dateStyle: 'full' }),
      narrow: format({ weekday: 'narrow' }),
      weekday: format({ weekday: 'long' }),
    };
  }, [i18n.language]);
  const weeks = listMonthWeeks(at);
  const isOutside = (date: string): boolean => (min !== undefined && date < min) || (max !== undefined && date > max);
  const go = (date: string): void => {
    moved.current = true;
    setAt(date);
  };
  return (
    <div className="w-[252px]">
      <div className="mb-1 flex items-center justify-between">
        <Button variant="ghost" size="iconSm" aria-label={t('calendarPrevious')} onClick={() => setAt(addMonths(at, -1))}>
          <ChevronLeft />
        </Button>
        <span aria-live="polite" className="num text-sm font-semibold">
          {names.month.format(toUtcDate(at))}
        </span>
        <Button variant="ghost" size="iconSm" aria-label={t('calendarNext')} onClick={() => setAt(addMonths(at, 1))}>
          <ChevronRight />
        </Button>
      </div>
      {/* WAI-ARIA describes a calendar as a grid; visually it is a table. */}
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={names.month.format(toUtcDate(at))}
        className="num w-full table-fixed border-collapse text-center"
      >
        <thead>
          <tr>
            {weeks[0]?.map((date) => (
              <th
                key={date}
                scope="col"
                abbr={names.weekday.format(toUtcDate(date))}
                className="h-7 text-xs font-normal text-muted-foreground"
              >
                {names.narrow.format(toUtcDate(date))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date} aria-selected={date === value} className="p-0">
                  <button
                    type="button"
                    tabIndex={date === at ? 0 : -1}
                    disabled={isOutside(date)}
                    aria-label={names.day.format(toUtcDate(date))}
                    aria-current={date === today ? 'date' : undefined}
                    onClick={() => onChoose(date)}
                    onKeyDown={(event) => {
                      const next = getCalendarKeyTarget(event.key, event.shiftKey, date);
                      if (next === null) return;
                      event.preventDefault();
                      if (!isOutside(next)) go(next);
                    }}
                    className={cn(
                      'size-9 rounded-md text-sm hover:bg-muted disabled:pointer-events-none disabled:opacity-35',
                      date.slice(0, 7) !== at.slice(0, 7) && 'text-muted-foreground/70',
                      date === today && 'font-bold text-primary underline underline-offset-4',
                      date === value && 'bg-primary text-primary-foreground no-underline hover:bg-primary/90',
                    )}
                  >
                    {Number(date.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
