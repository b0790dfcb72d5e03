import type { ComponentProps } from 'react';
import { cn } from '../../lib/cn.ts';
import { Input } from '../primitives/input.tsx';

interface NumberInputProps extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> {
  /** NaN: the input is empty, or holds no number. */
  value: number;
  onChange: (value: number) => void;
}

/** Takes a number, outside a form that registers its fields. */
export function NumberInput({ value, onChange, className, ...input }: NumberInputProps) {
  return (
    <Input
      {...input}
      type="number"
      inputMode="numeric"
      className={cn('num', className)}
      value={Number.isNaN(value) ? '' : value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  );
}
