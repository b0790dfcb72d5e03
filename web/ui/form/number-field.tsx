import type { ReactNode, ComponentProps } from 'react';
import { get, useFormState, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { cn } from '../../lib/cn.ts';
import { Field } from './field.tsx';
import { Input } from '../primitives/input.tsx';

interface NumberFieldProps<T extends FieldValues> {
  control: Control<T>;
  name: FieldPath<T>;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  min?: number;
  max?: number;
  /** Without a step, only whole numbers are valid. */
  step?: number;
  className?: string;
  inputClassName?: string;
}

/** Renders a form field for a number. An empty field gives NaN, which the form's schema reports. */
export function NumberField<T extends FieldValues>(props: NumberFieldProps<T>) {
  const { control, name, label, hint, required, min, max, step, className, inputClassName } = props;
  const { errors } = useFormState({ control, name });
  const fault: { message?: string } | undefined = get(errors, name);
  return (
    <Field label={label} hint={hint} error={fault?.message} required={required === true} {...(className !== undefined && { className })}>
      {(field) => (
        <Input
          {...field}
          {...control.register(name, { valueAsNumber: true })}
          type="number"
          inputMode={step === undefined ? 'numeric' : 'decimal'}
          min={min}
          max={max}
          step={step}
          // Scrolling the page must not change the focused number.
          onWheel={(event) => event.currentTarget.blur()}
          className={cn('num', inputClassName)}
        />
      )}
    </Field>
  );
}

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
