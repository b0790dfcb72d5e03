import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Combobox, type ComboboxChoice, type ComboboxChoices } from '../../ui/form/combobox.tsx';
import type { FieldControl } from '../../ui/form/field.tsx';
import { useFilteredList } from '../../ui/list/filter-select.tsx';
import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { ListPageResult } from '../../ui/list/list-pages.ts';
import type { CallOfPath, CallPath } from './call-path.ts';
import { makeCall } from './call.ts';
import { type ListPath, type ListRow, useLocalQuery } from './call-query.ts';

interface PickerProps extends Partial<FieldControl> {
  source: OptionSource;
  placeholder?: string;
  disabled?: boolean;
  'aria-label'?: string;
}

/** Remembers the options that the user chose on this page, so that no call is needed to read their names again. */
function useChosen(source: OptionSource, ids: readonly number[], knownChoices: readonly ComboboxChoice[]) {
  const { t } = useTranslation('ui');
  const [picked, setPicked] = useState<ReadonlyMap<string, ComboboxChoice>>(
    () => new Map(knownChoices.map((choice) => [choice.value, choice])),
  );
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
  knownChoices?: readonly ComboboxChoice[];
}

/** Lets a user choose one of many rows: the user types, and the server searches. */
export function OptionPicker({ source, value, onChange, knownChoices = [], ...control }: OptionPickerProps) {
  const { remember, choiceOf } = useChosen(source, value === null ? [] : [value], knownChoices);
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
  knownChoices?: readonly ComboboxChoice[];
  without?: ReadonlySet<number>;
}

/** Number of chosen options shown by name; the rest are only counted. */
const mostNamed = 60;

/** Lets a user choose several of many rows. Chosen rows are listed under the field and can be removed there. */
export function OptionsPicker({ source, values, onChange, knownChoices = [], without, ...control }: OptionsPickerProps) {
  const { t } = useTranslation('ui');
  const namedIds = values.slice(-mostNamed);
  const { remember, choiceOf } = useChosen(source, namedIds, knownChoices);
  const chosenIds = new Set(values);
  return (
    <div className="flex flex-col gap-2">
      <Combobox
        {...control}
        value={null}
        search={async (text, signal) => {
          const { choices, total } = await source.search(text, signal);
          return { choices: choices.filter(({ value }) => !chosenIds.has(Number(value)) && without?.has(Number(value)) !== true), total };
        }}
        onChange={(choice) => {
          if (choice === null) return;
          remember(choice);
          onChange([...values, Number(choice.value)]);
        }}
      />
      {values.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={t('optionsChosen')}>
          {namedIds.map((id) => {
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
          {values.length > namedIds.length && (
            <li className="num inline-flex h-7 items-center text-[13px] text-muted-foreground">
              {t('optionsMore', { count: values.length - namedIds.length })}
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

interface OptionFilterProps {
  /** Name of the filter in the list's state. Its value is the id of the chosen row. */
  name: string;
  label: string;
  /** Text such as "All batches", shown while the filter is not set. */
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

/** Source of a picker's options. The server searches, so the picker never needs the whole list. */
export interface OptionSource {
  /** Identifies the list call and its filter. Two sources with the same name return the same options. */
  readonly name: string;
  readonly search: (text: string, signal: AbortSignal) => Promise<ComboboxChoices>;
  /** Reads the names of chosen options, at any position in the list. Leaves out deleted options. */
  readonly read: (ids: readonly number[]) => Promise<readonly ComboboxChoice[]>;
}

type ByIdPath = Extract<CallPath, `/${string}/getById`>;
type ByIdsPath = '/user/getListByIds';
/** Row type of the call that reads chosen options. */
type ChosenRow<Q extends ByIdPath | ByIdsPath> =
  CallOutput<CallOfPath<Q>> extends { readonly items: readonly (infer R)[] } ? R : CallOutput<CallOfPath<Q>>;

interface Reading<P extends ListPath, Q extends ByIdPath | ByIdsPath> {
  readonly filter?: NonNullable<CallInput<CallOfPath<P>> extends { filter?: infer F } ? F : never>;
  readonly sort?: string;
  /** Path of the call that reads chosen options, either one by one by id or all by their ids. */
  readonly chosen: Q;
  readonly optionOf: (row: ListRow<P> | ChosenRow<Q>) => ComboboxChoice;
}

const searchPageSize = 20;
const mostIds = 500;

/** Reads rows one by one. Leaves out rows that are deleted or that the user may not read. */
export async function readRowsById<Q extends ByIdPath>(path: Q, ids: readonly number[]): Promise<CallOutput<CallOfPath<Q>>[]> {
  const rows = await Promise.allSettled(ids.map((id) => makeCall(path, { id } as CallInput<CallOfPath<Q>>, { quiet: true })));
  return rows.flatMap((row) => (row.status === 'fulfilled' ? [row.value] : []));
}

/** Makes a picker's source from a list call whose filter has a keyword. */
export const createOptionSource = <P extends ListPath, Q extends ByIdPath | ByIdsPath>(
  path: P,
  { filter, sort, chosen, optionOf }: Reading<P, Q>,
): OptionSource => ({
  name: JSON.stringify([path, filter]),
  search: async (keyword, signal) => {
    const input = { pageSize: searchPageSize, sort, filter: { ...filter, ...(keyword !== '' && { keyword }) } };
    const { items, total, isMore } = (await makeCall(path, input as CallInput<CallOfPath<P>>, { signal, quiet: true })) as ListPageResult<
      ListRow<P>
    >;
    return { choices: items.map(optionOf), total, isMore };
  },
  read: async (ids) => {
    const rows =
      chosen === '/user/getListByIds'
        ? (await makeCall('/user/getListByIds', { ids: ids.slice(0, mostIds) }, { quiet: true })).items
        : await readRowsById(chosen, ids);
    return (rows as readonly unknown[] as readonly ChosenRow<Q>[]).map(optionOf);
  },
});

/** Returns the names of chosen options by id: undefined until they are read, null for an option that was deleted. */
function useOptionLabels(source: OptionSource, ids: readonly number[], knownChoices: ReadonlyMap<string, ComboboxChoice>) {
  const missing = ids.filter((id) => id > 0 && !knownChoices.has(String(id))).toSorted((a, b) => a - b);
  const labelQuery = useLocalQuery('optionLabels', [source.name, missing], async () => (missing.length === 0 ? [] : source.read(missing)), {
    keepsPrevious: true,
  });
  return (id: number): ComboboxChoice | null | undefined =>
    knownChoices.get(String(id)) ??
    labelQuery.data?.find((choice) => choice.value === String(id)) ??
    (labelQuery.data === undefined || labelQuery.isPlaceholderData ? undefined : null);
}
