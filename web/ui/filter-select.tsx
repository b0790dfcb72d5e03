import { cn } from '../lib/cn.ts';
import type { ListControls } from './list-state.ts';
import { Select } from './select.tsx';

interface FilterSelectProps {
  list: ListControls;
  /** The filter's name. */
  name: string;
  label: string;
  /** "All types": said while the filter isn't set. */
  all: string;
  choices: readonly { readonly value: string | number; readonly label: string }[];
  className?: string;
}

/** One filter of a list as a drop-down; the first choice takes it away. */
export function FilterSelect({ list, name, label, all, choices, className = 'min-w-36' }: FilterSelectProps) {
  // An address may name what there is no choice for: the list isn't filtered by it either.
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
