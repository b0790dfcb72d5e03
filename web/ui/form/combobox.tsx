import { Check, ChevronsUpDown, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { cn } from '../../lib/cn.ts';
import type { FieldControl } from './field.tsx';
import { Input } from '../primitives/input.tsx';
import { Popover } from '../primitives/popover.tsx';

export interface ComboboxChoice {
  readonly value: string;
  readonly label: string;
  /** Extra text that distinguishes choices of the same name. */
  readonly note?: string;
  /** Heading of the group that the choice belongs to. Choices of one group must follow one another in the result. */
  readonly group?: string;
}

/** The first choices that match a text, and the number of all matches. */
export interface ComboboxChoices {
  readonly choices: readonly ComboboxChoice[];
  readonly total: number;
  /** True if counting stopped at `total` and more choices match. */
  readonly isMore?: true | undefined;
}

interface ComboboxProps extends Partial<FieldControl> {
  value: ComboboxChoice | null;
  onChange: (choice: ComboboxChoice | null) => void;
  onBlur?: () => void;
  /** Queries the server; for an empty text, returns the first few choices. */
  search: (text: string, signal: AbortSignal) => Promise<readonly ComboboxChoice[] | ComboboxChoices>;
  placeholder?: string;
  disabled?: boolean;
  'aria-label'?: string;
}

const pauseMs = 250;
type SearchState = { readonly state: 'loading' | 'failed' } | ({ readonly state: 'found' } & ComboboxChoices);

/** Selects one of many rows on the server: type to search, arrows and Enter to choose (WAI-ARIA combobox with a listbox). */
export function Combobox({ value, onChange, onBlur, search, placeholder, disabled = false, ...control }: ComboboxProps) {
  const { t } = useTranslation('ui');
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState<string | null>(null);
  const [found, setFound] = useState<SearchState>({ state: 'loading' });
  const [active, setActive] = useState(0);
  const ask = useEffectEvent(search);
  const typed = text ?? '';
  useEffect(() => {
    if (!open) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(
      () => {
        ask(typed.trim(), abort.signal).then(
          (answer) => {
            if (abort.signal.aborted) return;
            setFound({ state: 'found', ...('choices' in answer ? answer : { choices: answer, total: answer.length }) });
            setActive(0);
          },
          () => !abort.signal.aborted && setFound({ state: 'failed' }),
        );
      },
      typed === '' ? 0 : pauseMs,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [open, typed]);
  const choices = found.state === 'found' ? found.choices : [];
  /** Opens the list, or keeps it open, for a text whose choices are requested next. */
  const show = (next: string): void => {
    if (!open || next !== typed) setFound({ state: 'loading' });
    setOpen(true);
  };
  const close = (): void => {
    setOpen(false);
    setText(null);
  };
  const choose = (choice: ComboboxChoice | undefined): void => {
    if (choice === undefined) return;
    onChange(choice);
    close();
  };
  const onKey = (event: React.KeyboardEvent): void => {
    // While a Chinese word is being composed, Enter belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) show(typed);
      else if (choices.length > 0) setActive((active + (event.key === 'ArrowDown' ? 1 : choices.length - 1)) % choices.length);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      choose(choices[active]);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  const { 'aria-required': required, ...named } = control;
  return (
    <Popover
      open={open}
      onOpenChange={(next) => (next ? show(typed) : close())}
      label={placeholder ?? t('comboType')}
      className="w-(--radix-popover-trigger-width) min-w-60 p-1"
      onOpenAutoFocus={(event) => event.preventDefault()}
      anchor={
        <div className="relative">
          <Input
            {...named}
            role="combobox"
            aria-required={required}
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={open && choices[active] ? `${listId}-${active}` : undefined}
            autoComplete="off"
            disabled={disabled}
            placeholder={placeholder ?? t('comboType')}
            className="pr-9"
            value={text ?? value?.label ?? ''}
            onChange={(event) => {
              setText(event.target.value);
              show(event.target.value);
            }}
            onClick={() => show(typed)}
            onKeyDown={onKey}
            onBlur={() => {
              close();
              onBlur?.();
            }}
          />
          {value !== null && !disabled ? (
            <button
              type="button"
              aria-label={t('clear')}
              onClick={() => onChange(null)}
              className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-md text-muted-foreground hover:bg-muted"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          ) : (
            <ChevronsUpDown aria-hidden className="pointer-events-none absolute top-2.5 right-3 size-4 text-muted-foreground" />
          )}
        </div>
      }
    >
      <ChoiceList
        id={listId}
        label={placeholder ?? t('comboType')}
        choices={choices}
        active={active}
        selected={value?.value}
        onActivate={setActive}
        onChoose={choose}
      />
      {found.state === 'found' && choices.length > 0 && found.total > choices.length && (
        <p role="status" className="num border-t px-2.5 py-1.5 text-[13px] text-muted-foreground">
          {t('comboMore', { shown: choices.length, count: found.isMore === true ? `${found.total}+` : found.total })}
        </p>
      )}
      {choices.length === 0 && (
        <p role="status" className="px-2.5 py-2 text-[13px] text-muted-foreground">
          {found.state === 'loading' ? t('comboLoading') : found.state === 'failed' ? t('comboFailed') : t('comboEmpty', { text: typed })}
        </p>
      )}
    </Popover>
  );
}

interface ChoiceListProps {
  /** Id of the listbox, and prefix of the ids of its options. */
  id: string;
  label: string;
  choices: readonly ComboboxChoice[];
  /** Index of the choice that Enter would choose. */
  active: number;
  /** Value of the current choice. */
  selected: string | undefined;
  onActivate: (index: number) => void;
  onChoose: (choice: ComboboxChoice) => void;
}

/** Lists the choices found, under the headings of their groups. */
function ChoiceList({ id, label, choices, active, selected, onActivate, onChoose }: ChoiceListProps) {
  return (
    <div id={id} role="listbox" aria-label={label} className="scroll-slim max-h-72 overflow-y-auto">
      {[...Map.groupBy(choices, ({ group }) => group)].map(([group, items]) => (
        <div key={group ?? ''} {...(group === undefined ? {} : { role: 'group', 'aria-label': group })}>
          {group !== undefined && (
            <p aria-hidden className="px-2.5 pt-2 pb-1 text-[13px] text-muted-foreground">
              {group}
            </p>
          )}
          {items.map((choice) => (
            <div
              key={choice.value}
              id={`${id}-${choices.indexOf(choice)}`}
              role="option"
              aria-selected={choice.value === selected}
              // Choose on pointerdown: the list closes when the field loses the focus, which happens before a click.
              onPointerDown={(event) => {
                event.preventDefault();
                onChoose(choice);
              }}
              onPointerMove={() => onActivate(choices.indexOf(choice))}
              className={cn(
                'flex min-h-8 cursor-default items-center gap-2 rounded-md px-2.5 py-1 text-sm',
                choice === choices[active] && 'bg-accent text-accent-foreground',
              )}
            >
              <span className="min-w-0 grow truncate">{choice.label}</span>
              {choice.note !== undefined && <span className="shrink-0 text-[13px] text-muted-foreground">{choice.note}</span>}
              {choice.value === selected && <Check aria-hidden className="size-4 shrink-0" />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
