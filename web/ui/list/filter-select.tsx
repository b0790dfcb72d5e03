import { createContext, use } from 'react';
import { cn } from '../../lib/cn.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { ListControls } from './list-state.ts';
import { Select } from '../primitives/select.tsx';

/** The list to which the filters in the components below belong. `DataList` provides it. */
export const FilteredList = createContext<ListControls | null>(null);

/** Returns the list to which the filter that calls this belongs. */
export function useFilteredList(): ListControls {
  const list = use(FilteredList);
  if (list === null) throw new Error('a filter must be inside a list');
  return list;
}

interface FilterSelectProps {
  /** Name of the filter in the list's state. */
  name: string;
  label: string;
  /** Label while the filter is not set, for example "All types". */
  all: string;
  choices: readonly { readonly value: string | number; readonly label: string }[];
  className?: string;
}

/** Shows one filter of a list as a drop-down; the first choice clears it. */
export function FilterSelect({ name, label, all, choices, className = 'min-w-36' }: FilterSelectProps) {
  const list = useFilteredList();
  // The URL may contain a value that is none of the choices; the list ignores such a value as well.
  const text = list.textOf(name);
  return (
    <Select
      aria-label={label}
      value={choices.some((choice) => String(choice.value) === text) ? text : ''}
      onChange={(value) => list.setText(name, value)}
      choices={[{ value: '', label: all }, ...choices.map((choice) => ({ value: String(choice.value), label: choice.label }))]}
      className={cn('w-auto max-w-60', className)}
    />
  );
}

/** Filters a list by `status`. */
export function StatusFilter(props: Pick<FilterSelectProps, 'choices' | 'className'>) {
  const { t } = useTranslation('words');
  return <FilterSelect name="status" label={t('status')} all={t('allStatuses')} {...props} />;
}
