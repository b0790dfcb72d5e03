import { useTranslation } from '../../lib/i18n.ts';
import { parseDateTime, parseTime, formatInputDateTime } from '../../lib/date-text.ts';
import { formatDate } from '../../lib/format-time.ts';
import { Calendar } from './calendar.tsx';
import { DateInput, type DateInputProps } from './date-input.tsx';
import { TimeList } from './time-list.tsx';

interface DateTimeFieldProps extends Omit<DateInputProps, 'parse' | 'show' | 'children' | 'placeholder'> {
  min?: string;
  max?: string;
  /** Time for a day that is typed or picked without a time. */
  defaultTime?: string;
}

/** Field for a time in the school's zone. Its value is "2026-11-21T09:00" (`fromLocalInput`), '' if empty, or the typed text if that is no time. */
export function DateTimeField({ min, max, defaultTime = '09:00', ...rest }: DateTimeFieldProps) {
  const { t } = useTranslation('ui');
  const year = Number(formatDate(Date.now()).slice(0, 4));
  const whole = parseDateTime(rest.value, year, defaultTime);
  const [date = null, time = null] = whole?.split('T') ?? [];
  const set = (nextDate: string | null, nextTime: string | null): void =>
    rest.onChange(`${nextDate ?? formatDate(Date.now())}T${nextTime ?? defaultTime}`);
  return (
    <DateInput
      {...rest}
      placeholder={`${formatDate(Date.now())} ${defaultTime}`}
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
