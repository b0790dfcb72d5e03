import type { ReactNode, ComponentProps } from 'react';
import { get, useController, useFormState, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { cn } from '../../lib/cn.ts';
import { Field, type FieldControl } from './field.tsx';
import { Input } from '../primitives/input.tsx';
import { Select, type SelectChoice } from '../primitives/select.tsx';

/** Properties that all fields of a form share: which form value they edit, and their label and hint. */
interface FormFieldProps<T extends FieldValues, D> {
  control: Control<T, unknown, D>;
  name: FieldPath<T>;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
}

/** Shows label, hint and the form's error of a field around its control. */
function FormField<T extends FieldValues, D>(props: FormFieldProps<T, D> & { children: (field: FieldControl) => ReactNode }) {
  const { control, name, label, hint, required = false, className, children } = props;
  const { errors } = useFormState({ control, name });
  const fault: { message?: string } | undefined = get(errors, name);
  return (
    <Field label={label} hint={hint} error={fault?.message} required={required} {...(className !== undefined && { className })}>
      {children}
    </Field>
  );
}

type InputLook = Pick<
  ComponentProps<typeof Input>,
  'autoFocus' | 'autoCapitalize' | 'autoComplete' | 'spellCheck' | 'inputMode' | 'maxLength' | 'placeholder'
>;

/** Renders a form field for a line of text. */
export function TextField<T extends FieldValues, D = T>(props: FormFieldProps<T, D> & InputLook & { inputClassName?: string }) {
  const { control, name, label: _label, hint: _hint, required: _required, className: _className, inputClassName, ...look } = props;
  return (
    <FormField {...props}>
      {(field) => (
        <Input {...field} {...look} {...control.register(name)} {...(inputClassName !== undefined && { className: inputClassName })} />
      )}
    </FormField>
  );
}

interface SelectFieldProps<T extends FieldValues, D> extends FormFieldProps<T, D> {
  choices: readonly SelectChoice[];
  /** Choice that is selected while the form has no value. */
  fallback?: string;
  /** Converts a choice to the value of the form, for example `Number`; a choice is its own value by default. */
  toValue?: (choice: string) => unknown;
}

/** Renders a form field that chooses one of a few values. */
export function SelectField<T extends FieldValues, D = T>(props: SelectFieldProps<T, D>) {
  const { control, name, choices, fallback = '', toValue = (choice) => choice } = props;
  const { field } = useController({ control, name });
  return (
    <FormField {...props}>
      {({ 'aria-required': _required, ...named }) => (
        <Select
          {...named}
          value={String(field.value ?? fallback)}
          onChange={(choice) => field.onChange(toValue(choice))}
          choices={choices}
        />
      )}
    </FormField>
  );
}

interface NumberFieldProps<T extends FieldValues, D> extends FormFieldProps<T, D> {
  min?: number;
  max?: number;
  /** Step between valid numbers. Without a step, only whole numbers are valid. */
  step?: number;
  inputClassName?: string;
}

/** Renders a form field for a number. An empty field gives NaN, which the form's schema reports. */
export function NumberField<T extends FieldValues, D = T>(props: NumberFieldProps<T, D>) {
  const { control, name, min, max, step, inputClassName } = props;
  return (
    <FormField {...props}>
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
    </FormField>
  );
}

interface NumberInputProps extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> {
  /** The number; NaN if the input is empty or contains no number. */
  value: number;
  onChange: (value: number) => void;
}

/** Input for a number, outside a form that registers its fields. */
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
