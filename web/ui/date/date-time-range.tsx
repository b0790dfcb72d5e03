import { useTranslation } from '../../lib/i18n.ts';
import { fromLocalInput, toLocalInput } from '../../lib/format-time.ts';
import { DateTimeField } from './date-time-field.tsx';
import { Field } from '../form/field.tsx';

export interface DateTimeSpan {
  readonly start: string;
  readonly end: string;
}

interface DateTimeRangeProps {
  value: DateTimeSpan;
  onChange: (span: DateTimeSpan) => void;
  onBlur?: () => void;
  startLabel?: string;
  endLabel?: string;
  startError?: string | undefined;
  endError?: string | undefined;
  required?: boolean;
  disabled?: boolean;
}

/** Moves the start of a span. If the new start is after the end, the end moves too and the duration stays the same. */
export function moveSpanStart({ start, end }: DateTimeSpan, next: string): DateTimeSpan {
  const [from, until, to] = [fromLocalInput(start), fromLocalInput(end), fromLocalInput(next)];
  if (from === null || until === null || to === null || to < until || until < from) return { start: next, end };
  return { start: next, end: toLocalInput(to + (until - from)) };
}

/** Renders inputs for the start and end of a time span. */
export function DateTimeRange({ value, onChange, onBlur, required = false, disabled = false, ...texts }: DateTimeRangeProps) {
  const { t } = useTranslation('ui');
  const shared = { disabled, ...(onBlur ? { onBlur } : {}) };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={texts.startLabel ?? t('rangeStart')} error={texts.startError} required={required}>
        {(field) => <DateTimeField {...field} {...shared} value={value.start} onChange={(next) => onChange(moveSpanStart(value, next))} />}
      </Field>
      <Field label={texts.endLabel ?? t('rangeEnd')} error={texts.endError} required={required}>
        {(field) => (
          <DateTimeField
            {...field}
            {...shared}
            value={value.end}
            onChange={(end) => onChange({ ...value, end })}
            {...(/^\d{4}-\d{2}-\d{2}/.test(value.start) ? { min: value.start.slice(0, 10) } : {})}
          />
        )}
      </Field>
    </div>
  );
}
