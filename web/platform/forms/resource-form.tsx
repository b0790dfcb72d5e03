import type { ReactNode } from 'react';
import { type FieldValues, type Path, Controller, type ControllerRenderProps } from 'react-hook-form';
import { useTranslation } from '../../lib/i18n.ts';
import { toMidSentence, findFieldLabel } from '../../../sync/contract/resource.ts';
import { useLabelText } from '../../ui/form/use-label-text.ts';
import { FormDialog } from './form-frame.tsx';
import { type ResourceCalls, getResourcePrefix } from './create-resource-calls.ts';
import { type SavedForm, useSavedForm } from './use-saved-form.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { formatSchemaProblem } from '../../ui/form/form-problems.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { Field, type FieldControl } from '../../ui/form/field.tsx';
import { Input } from '../../ui/primitives/input.tsx';
import { Switch } from '../../ui/primitives/switch.tsx';
import { Textarea } from '../../ui/primitives/textarea.tsx';
import type { RowVersionKey } from '../../../sync/contract/scalars.ts';

/** A form together with the declaration of its fields, as needed by `ResourceField`. */
export interface ResourceFormContext<D extends FieldValues> extends Pick<SavedForm<D>, 'form'> {
  readonly calls: Pick<ResourceCalls<D, never>, 'resource'>;
}

interface ResourceFormProps<D extends FieldValues, R extends RowVersionKey> {
  calls: ResourceCalls<D, R>;
  /** The row to change; null to add one. */
  saved: R | null;
  /** Gets the key of the row if it was saved. */
  onClose: (saved?: RowVersionKey) => void;
  /** A sheet slides in from the right of the window; it is for long forms. */
  shape?: 'sheet';
  children: (fields: ResourceFormContext<D>) => ReactNode;
}

/** Shows the dialog that adds or changes a resource. The page renders its fields. */
export function ResourceForm<D extends FieldValues, R extends RowVersionKey>({
  calls,
  saved,
  onClose,
  shape,
  children,
}: ResourceFormProps<D, R>) {
  const { t } = useTranslation(['resource', 'words']);
  const words = useLabelText();
  const { form, ...state } = useResourceForm(calls, saved, { savedText: t('words:saved'), onSaved: onClose });
  return (
    <FormDialog
      {...state}
      title={t(saved === null ? 'add' : 'editTitle', { resource: toMidSentence(words(calls.resource.words)) })}
      onClose={() => onClose()}
      {...(shape === undefined ? {} : { shape })}
    >
      {children({ form, calls })}
    </FormDialog>
  );
}

type FieldLook<D extends FieldValues, N extends Path<D>> = Omit<ResourceFieldProps<D, N>, 'context' | 'name'>;

interface ResourceFormFieldsProps<D extends FieldValues> {
  context: ResourceFormContext<D>;
  /** Appearance of fields that need more than a text input or a switch. */
  looks?: { readonly [N in Path<D>]?: FieldLook<D, N> };
}

/** Renders all fields of a resource's form in the order of the declaration, so that new fields appear automatically. */
export function ResourceFormFields<D extends FieldValues>({ context, looks = {} }: ResourceFormFieldsProps<D>) {
  const names = Object.keys(context.calls.resource.draft.shape) as Path<D>[];
  return names.map((name) => <ResourceField key={name} context={context} name={name} {...looks[name]} />);
}

/** Manages the form of a resource: validation, reading and saving follow its declaration. */
export const useResourceForm = <D extends FieldValues, R extends RowVersionKey>(
  calls: ResourceCalls<D, R>,
  saved: R | null,
  { savedText, onSaved }: { readonly savedText: string; readonly onSaved: (saved: RowVersionKey) => void },
): SavedForm<D> =>
  useSavedForm<D>(saved, {
    name: calls.resource.name,
    initial: saved === null ? calls.blank : calls.draftOf(saved),
    resolver: zodResolver(calls.schema, { error: formatSchemaProblem }),
    calls,
    newest: async (id) => {
      const row = await calls.newest(id);
      return { value: calls.draftOf(row), version: row.version };
    },
    lists: getResourcePrefix(calls.resource),
    onSaved: (key) => {
      toast.success(savedText);
      onSaved(key);
    },
  });

interface ResourceFieldProps<D extends FieldValues, N extends Path<D>> {
  context: ResourceFormContext<D>;
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

const renderSwitch = (control: FieldControl, { value, onChange }: { value: unknown; onChange: (on: boolean) => void }) => (
  <Switch {...control} checked={value === true} onCheckedChange={onChange} />
);

/** Renders one field of a resource's form. Label, error and required mark come from the declaration. */
export function ResourceField<D extends FieldValues, N extends Path<D>>({
  context,
  name,
  hint,
  wrong,
  className,
  rows,
  line,
  children,
}: ResourceFieldProps<D, N>) {
  const words = useLabelText();
  const { form, calls } = context;
  const spec = calls.resource.fields[name];
  const { error } = form.getFieldState(name, form.formState);
  const fault = error && (error.type === 'server' ? error.message : (wrong ?? error.message));
  const isFlag = typeof spec?.blank === 'boolean';
  const renderField = children ?? (isFlag ? renderSwitch : undefined);
  return (
    <Field
      label={words(findFieldLabel(calls.resource, name))}
      required={spec !== undefined && !spec.is.safeParse(spec.blank).success}
      error={fault}
      {...(hint === undefined ? {} : { hint })}
      {...(className === undefined ? {} : { className })}
    >
      {(control) =>
        renderField !== undefined ? (
          <Controller control={form.control} name={name} render={({ field }) => <>{renderField(control, field)}</>} />
        ) : rows === undefined ? (
          <Input {...control} {...line} {...form.register(name)} />
        ) : (
          <Textarea {...control} rows={rows} {...form.register(name)} />
        )
      }
    </Field>
  );
}
