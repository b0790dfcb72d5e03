import type { ReactNode } from 'react';
import { Controller, type ControllerRenderProps, type FieldValues, type Path } from 'react-hook-form';
import { wordsOf } from '../../sync/contract/thing.ts';
import { Field, type FieldControl } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Switch } from '../ui/switch.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { useWords } from '../ui/use-words.ts';
import type { FieldsOf } from './thing-form.tsx';

export interface ThingFieldProps<D extends FieldValues, N extends Path<D>> {
  of: FieldsOf<D>;
  name: N;
  hint?: ReactNode;
  /** Replaces the general error text of this field. */
  wrong?: string;
  className?: string;
  /** Number of text lines; makes the field a text area. */
  rows?: number;
  /** Properties of the input: width class, keyboard of a phone, maximum length. */
  line?: { readonly className?: string; readonly inputMode?: 'numeric' | 'tel'; readonly maxLength?: number };
  /** Renders another control than a text input or a switch. */
  children?: (control: FieldControl, field: ControllerRenderProps<D, N>) => ReactNode;
}

const aSwitch = (control: FieldControl, { value, onChange }: { value: unknown; onChange: (on: boolean) => void }) => (
  <Switch {...control} checked={value === true} onCheckedChange={onChange} />
);

/** Renders one field of a resource's form. Label, error and required mark come from the declaration. */
export function ThingField<D extends FieldValues, N extends Path<D>>({
  of,
  name,
  hint,
  wrong,
  className,
  rows,
  line,
  children,
}: ThingFieldProps<D, N>) {
  const words = useWords();
  const { form, desk } = of;
  const spec = desk.thing.fields[name];
  const { error } = form.getFieldState(name, form.formState);
  const fault = error && (error.type === 'server' ? error.message : (wrong ?? error.message));
  const isFlag = typeof spec?.blank === 'boolean';
  const own = children ?? (isFlag ? aSwitch : undefined);
  return (
    <Field
      label={words(wordsOf(desk.thing, name))}
      required={spec !== undefined && !spec.is.safeParse(spec.blank).success}
      error={fault}
      {...(hint === undefined ? {} : { hint })}
      {...(className === undefined ? {} : { className })}
    >
      {(control) =>
        own !== undefined ? (
          <Controller control={form.control} name={name} render={({ field }) => <>{own(control, field)}</>} />
        ) : rows === undefined ? (
          <Input {...control} {...line} {...form.register(name)} />
        ) : (
          <Textarea {...control} rows={rows} {...form.register(name)} />
        )
      }
    </Field>
  );
}
