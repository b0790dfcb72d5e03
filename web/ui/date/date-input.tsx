import { CalendarDays } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { cn } from '../../lib/cn.ts';
import type { FieldControl } from '../form/field.tsx';
import { Input } from '../primitives/input.tsx';
import { Popover } from '../primitives/popover.tsx';

export interface DateInputProps extends Partial<FieldControl> {
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
  /** Content of the popover. */
  children: (close: () => void) => ReactNode;
}

/** Content of the popover, as its own component, because `close` uses a ref. */
const DatePicker = ({ render, close }: { render: DateInputProps['children']; close: () => void }): ReactNode => render(close);

/**
 * Renders an input for a date, typed or picked. Replaces the browser's date input, which uses the browser's language instead of the interface's.
 * Text is parsed when the field loses the focus or on Enter. Invalid text is passed on as typed, so that the form's validation can report it.
 */
export function DateInput({
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
  // Only for a new value: if the form re-renders while the user types here, the typed text must stay.
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    setText(show(value));
  }
  const read = (): void => {
    const next = text.trim() === '' ? '' : (parse(text) ?? text);
    setText(show(next));
    if (next !== value) onChange(next);
  };
  // A page that is reloaded while the user types fires no blur event.
  const leave = useEffectEvent(read);
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
              read();
              onBlur?.();
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') read();
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
      // Focus the selected day, not the arrow above it.
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
