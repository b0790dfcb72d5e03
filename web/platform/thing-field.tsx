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
  /** Said where what is written isn't as it must be, in place of the general words. */
  wrong?: string;
  /** Of the whole field. */
  className?: string;
  /** So many lines of text. */
  rows?: number;
  /** Of the line it is written in: a width, the keys a phone shows. */
  line?: { readonly className?: string; readonly inputMode?: 'numeric' | 'tel'; readonly maxLength?: number };
  /** What it is chosen or written with, where that is no line of text, and no switch. */
  children?: (control: FieldControl, field: ControllerRenderProps<D, N>) => ReactNode;
}

const aSwitch = (control: FieldControl, { value, onChange }: { value: unknown; onChange: (on: boolean) => void }) => (
  <Switch {...control} checked={value === true} onCheckedChange={onChange} />
);

/** One field of a thing's form: label and fault as declared, and whether it must be given. */
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
