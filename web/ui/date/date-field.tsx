import { parseDate } from '../../lib/date-text.ts';
import { formatDate } from '../../lib/format-time.ts';
import { Calendar } from './calendar.tsx';
import { DateInput, type DateInputProps } from './date-input.tsx';
import { useNow } from '../use-now.ts';

interface DateFieldProps extends Omit<DateInputProps, 'parse' | 'show' | 'children' | 'placeholder'> {
  min?: string;
  max?: string;
}

/** Renders an input for a day: "2026-11-21", '' for none. Text that is no day stays as typed, for the form's validation to report. */
export function DateField({ min, max, ...rest }: DateFieldProps) {
  const today = formatDate(useNow());
  const year = Number(today.slice(0, 4));
  return (
    <DateInput {...rest} placeholder={today} parse={(text) => parseDate(text, year)} show={(value) => value}>
      {(close) => (
        <Calendar
          value={parseDate(rest.value, year)}
          min={min}
          max={max}
          onChoose={(date) => {
            rest.onChange(date);
            close();
          }}
        />
      )}
    </DateInput>
  );
}
