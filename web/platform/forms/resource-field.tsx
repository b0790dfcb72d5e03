import type { ReactNode } from 'react';
import { Controller, type ControllerRenderProps, type FieldValues, type Path } from 'react-hook-form';
import { findFieldLabel } from '../../../sync/contract/resource.ts';
import { Field, type FieldControl } from '../../ui/form/field.tsx';
import { Input } from '../../ui/primitives/input.tsx';
import { Switch } from '../../ui/primitives/switch.tsx';
import { Textarea } from '../../ui/primitives/textarea.tsx';
import { useLabelText } from '../../ui/form/use-label-text.ts';
import type { ResourceFormContext } from './resource-form.tsx';

export interface ResourceFieldProps<D extends FieldValues, N extends Path<D>> {
  of: ResourceFormContext<D>;
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
export function ResourceField<D extends FieldValues, N extends Path<D>>({
  of,
  name,
  hint,
  wrong,
  className,
  rows,
  line,
  children,
}: ResourceFieldProps<D, N>) {
  const words = useLabelText();
  const { form, calls } = of;
  const spec = calls.resource.fields[name];
  const { error } = form.getFieldState(name, form.formState);
  const fault = error && (error.type === 'server' ? error.message : (wrong ?? error.message));
  const isFlag = typeof spec?.blank === 'boolean';
  const own = children ?? (isFlag ? aSwitch : undefined);
  return (
    <Field
      label={words(findFieldLabel(calls.resource, name))}
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
