import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Combobox, type ComboboxChoice } from '../../ui/primitives/combobox.tsx';
import type { FieldControl } from '../../ui/form/field.tsx';
import { useFilteredList } from '../../ui/list/filter-select.tsx';
import { type OptionSource, useOptionLabels } from './options.ts';

interface PickerProps extends Partial<FieldControl> {
  source: OptionSource;
  placeholder?: string;
  disabled?: boolean;
  'aria-label'?: string;
}

/** Remembers the options that were chosen on this page, so that their names need no call. */
function useChosen(source: OptionSource, ids: readonly number[], given: readonly ComboboxChoice[]) {
  const { t } = useTranslation('ui');
  const [picked, setPicked] = useState<ReadonlyMap<string, ComboboxChoice>>(() => new Map(given.map((one) => [one.value, one])));
  const labelOf = useOptionLabels(source, ids, picked);
  return {
    remember: (choice: ComboboxChoice) => setPicked(new Map(picked).set(choice.value, choice)),
    choiceOf: (id: number): ComboboxChoice => {
      const choice = labelOf(id);
      return choice ?? { value: String(id), label: choice === null ? t('optionGone') : '…' };
    },
  };
}

interface OptionPickerProps extends PickerProps {
  value: number | null;
  /** `choice` is null when the option is cleared. */
  onChange: (id: number | null, choice: ComboboxChoice | null) => void;
  /** Name of `value`, if the page already has it. */
  known?: readonly ComboboxChoice[];
}

/** Lets a user choose one of many rows: the user types, and the server searches. */
export function OptionPicker({ source, value, onChange, known = [], ...control }: OptionPickerProps) {
  const { remember, choiceOf } = useChosen(source, value === null ? [] : [value], known);
  return (
    <Combobox
      {...control}
      value={value === null ? null : choiceOf(value)}
      search={source.search}
      onChange={(choice) => {
        if (choice !== null) remember(choice);
        onChange(choice === null ? null : Number(choice.value), choice);
      }}
    />
  );
}

interface OptionsPickerProps extends PickerProps {
  values: readonly number[];
  onChange: (ids: number[]) => void;
  known?: readonly ComboboxChoice[];
  without?: ReadonlySet<number>;
}

/** Number of chosen options shown by name; the rest are only counted. */
const mostNamed = 60;

/** Lets a user choose several of many rows. Chosen rows are listed under the field and can be removed there. */
export function OptionsPicker({ source, values, onChange, known = [], without, ...control }: OptionsPickerProps) {
  const { t } = useTranslation('ui');
  const named = values.slice(-mostNamed);
  const { remember, choiceOf } = useChosen(source, named, known);
  const taken = new Set(values);
  return (
    <div className="flex flex-col gap-2">
      <Combobox
        {...control}
        value={null}
        search={async (text, signal) => {
          const { choices, total } = await source.search(text, signal);
          return { choices: choices.filter(({ value }) => !taken.has(Number(value)) && without?.has(Number(value)) !== true), total };
        }}
        onChange={(choice) => {
          if (choice === null) return;
          remember(choice);
          onChange([...values, Number(choice.value)]);
        }}
      />
      {values.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={t('optionsChosen')}>
          {named.map((id) => {
            const { label, note } = choiceOf(id);
            return (
              <li
                key={id}
                className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-md bg-primary-soft pr-1 pl-2.5 text-[13px] text-accent-foreground"
              >
                <span className="truncate">{label}</span>
                {note !== undefined && <span className="num text-muted-foreground">{note}</span>}
                <button
                  type="button"
                  aria-label={t('optionDrop', { name: label })}
                  className="grid size-5 shrink-0 place-items-center rounded hover:bg-card"
                  onClick={() => onChange(values.filter((other) => other !== id))}
                >
                  <X aria-hidden className="size-3.5" />
                </button>
              </li>
            );
          })}
          {values.length > named.length && (
            <li className="num inline-flex h-7 items-center text-[13px] text-muted-foreground">
              {t('optionsMore', { count: values.length - named.length })}
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

interface OptionFilterProps {
  /** Name of the filter: an id. */
  name: string;
  label: string;
  /** "All batches": shown while the filter is not set. */
  all: string;
  source: OptionSource;
}

/** Filters a list by one row out of many. */
export function OptionFilter({ name, label, all, source }: OptionFilterProps) {
  const list = useFilteredList();
  const id = Number(list.textOf(name));
  return (
    <div className="w-56">
      <OptionPicker
        aria-label={label}
        placeholder={all}
        source={source}
        value={id > 0 ? id : null}
        onChange={(next) => list.setText(name, next === null ? '' : String(next))}
      />
    </div>
  );
}
