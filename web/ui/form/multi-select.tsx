import { ChevronDown } from 'lucide-react';
import * as Base from 'radix-ui/popover';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { joinWords } from '../../lib/punctuation.ts';
import { cn } from '../../lib/cn.ts';
import { Checkbox } from '../primitives/checkbox.tsx';
import { Input, inputClass } from '../primitives/input.tsx';

export interface MultiChoice {
  readonly value: string;
  readonly label: string;
  /** Text at the right, for example a count. */
  readonly note?: ReactNode;
}

interface MultiSelectProps {
  values: readonly string[];
  onChange: (values: string[]) => void;
  choices: readonly MultiChoice[];
  /** Label while nothing is selected. */
  none: string;
  /** True if each change is sent at once; a double click then counts as one press. */
  sentAtOnce?: boolean;
  className?: string;
  id?: string | undefined;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
}

const searchFrom = 8;

/** Selects several of many choices. An empty selection means all, and the label says so. */
export function MultiSelect({ values, onChange, choices, none, sentAtOnce, className, 'aria-label': label, ...named }: MultiSelectProps) {
  const { t } = useTranslation('ui');
  const [searchText, setSearchText] = useState('');
  const labels = values.map((value) => choices.find((choice) => choice.value === value)?.label ?? value);
  const matchingChoices = choices.filter((choice) => choice.label.toLowerCase().includes(searchText.trim().toLowerCase()));
  const summary = values.length === 0 ? none : joinWords(labels);
  return (
    <Base.Root onOpenChange={() => setSearchText('')}>
      <Base.Trigger
        // `aria-label` alone would hide the selection from screen readers.
        aria-label={label === undefined ? undefined : `${label}: ${summary}`}
        className={cn(inputClass, 'inline-flex h-(--control) items-center justify-between gap-2 text-left text-sm', className)}
        {...named}
      >
        <span className={cn('truncate', values.length === 0 && 'text-muted-foreground')}>{summary}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Content
          align="start"
          sideOffset={4}
          className="z-50 flex max-h-80 w-72 flex-col rounded-lg border bg-popover text-popover-foreground shadow-pop outline-none"
        >
          {choices.length > searchFrom && (
            <div className="border-b p-1.5">
              <Input
                value={searchText}
                onChange={(event) => setSearchText(event.target.value)}
                aria-label={t('search')}
                placeholder={t('search')}
                className="h-8"
              />
            </div>
          )}
          <div className="scroll-slim min-h-0 overflow-y-auto p-1">
            {matchingChoices.length === 0 && <p className="px-2.5 py-2 text-[13px] text-muted-foreground">{t('nothingFits')}</p>}
            {matchingChoices.map((choice) => (
              <label
                key={choice.value}
                data-press={sentAtOnce === true ? 'once' : undefined}
                className="flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-sm hover:bg-accent"
              >
                <Checkbox
                  checked={values.includes(choice.value)}
                  onCheckedChange={(on) =>
                    onChange(on === true ? [...values, choice.value] : values.filter((value) => value !== choice.value))
                  }
                />
                <span className="min-w-0 grow truncate">{choice.label}</span>
                <span className="num text-[13px] text-muted-foreground">{choice.note}</span>
              </label>
            ))}
          </div>
          <div className="flex items-center justify-between border-t px-3 py-1.5 text-[13px] text-muted-foreground">
            <span className="num">{values.length === 0 ? none : t('chosenCount', { count: values.length })}</span>
            {values.length > 0 && (
              <button type="button" className="text-primary hover:underline underline-offset-4" onClick={() => onChange([])}>
                {t('clear')}
              </button>
            )}
          </div>
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
