import { CalendarDays } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { cn } from '../../lib/cn.ts';
import type { FieldControl } from '../form/field.tsx';
import { Input } from '../primitives/input.tsx';
import { Popover } from '../primitives/popover.tsx';
import { parseDate, parseDateTime, parseTime, formatInputDateTime } from '../../lib/date-text.ts';
import { formatDate } from '../../lib/format-time.ts';
import { Calendar } from './calendar.tsx';
import { useNow } from '../use-now.ts';
import { padTwoDigits } from '../../../sync/domain/numbers.ts';

interface DateInputProps extends Partial<FieldControl> {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Converts the typed text to the value; null if it is invalid. */
  parse: (text: string) => string | null;
  /** Converts the value to the text in the field. */
  show: (value: string) => string;
  placeholder: string;
  disabled?: boolean;
  className?: string;
  name?: string;
  'aria-label'?: string;
  /** Renders the content of the popover in which a date is picked; `close` closes the popover. */
  children: (close: () => void) => ReactNode;
}

/** Content of the popover in which a date is picked. It is a component of its own, because `close` uses a ref. */
const DatePicker = ({ render, close }: { render: DateInputProps['children']; close: () => void }): ReactNode => render(close);

/**
 * Renders an input for a date, typed or picked. Replaces the browser's date input, which uses the browser's language instead of the interface's.
 * Text is parsed when the field loses the focus or on Enter. Invalid text is passed on as typed, so that the form's validation can report it.
 */
function DateInput({
  value,
  onChange,
  onBlur,
  parse,
  show,
  placeholder,
  disabled = false,
  className,
  children,
  ...control
}: DateInputProps) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState(show(value));
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Take over a value only if it has changed: if the form re-renders while the user types here, the typed text must stay.
  const [previousValue, setPreviousValue] = useState(value);
  if (value !== previousValue) {
    setPreviousValue(value);
    setText(show(value));
  }
  const commitText = (): void => {
    const next = text.trim() === '' ? '' : (parse(text) ?? text);
    setText(show(next));
    if (next !== value) onChange(next);
  };
  // A page that is reloaded while the user types fires no blur event, so `pagehide` passes the text on as well.
  const leave = useEffectEvent(commitText);
  useEffect(() => {
    const hurry = (): void => leave();
    window.addEventListener('pagehide', hurry);
    return () => window.removeEventListener('pagehide', hurry);
  }, []);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('calendarOpen')}
      anchor={
        <div className={cn('relative', className)}>
          <Input
            ref={input}
            {...control}
            value={text}
            disabled={disabled}
            placeholder={placeholder}
            autoComplete="off"
            className="num pr-9"
            onChange={(event) => setText(event.target.value)}
            onBlur={() => {
              commitText();
              onBlur?.();
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') commitText();
              if (event.key === 'ArrowDown' && event.altKey) {
                event.preventDefault();
                setOpen(true);
              }
            }}
          />
          <button
            type="button"
            disabled={disabled}
            aria-label={t('calendarOpen')}
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="absolute top-1 right-1 grid size-7 place-items-center rounded-md text-muted-foreground hover:bg-muted hover:text-foreground disabled:opacity-40"
          >
            <CalendarDays aria-hidden className="size-4" />
          </button>
        </div>
      }
      // Focus the selected day, not the button above it that shows another month.
      onOpenAutoFocus={(event) => {
        const chosen = (event.currentTarget as HTMLElement | null)?.querySelector<HTMLElement>('table [tabindex="0"]');
        if (!chosen) return;
        event.preventDefault();
        chosen.focus();
      }}
    >
      <DatePicker
        render={children}
        close={() => {
          setOpen(false);
          input.current?.focus();
        }}
      />
    </Popover>
  );
}

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
  const dateTime = parseDateTime(rest.value, year, defaultTime);
  const [date = null, time = null] = dateTime?.split('T') ?? [];
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

/** Offers every quarter of an hour; other times can be typed. */
const times = Array.from({ length: 96 }, (_, quarter) => {
  const minutes = quarter * 15;
  return `${padTwoDigits(Math.floor(minutes / 60))}:${padTwoDigits(minutes % 60)}`;
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
