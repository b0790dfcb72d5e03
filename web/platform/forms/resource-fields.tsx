import type { FieldValues, Path } from 'react-hook-form';
import { ResourceField, type ResourceFieldProps } from './resource-field.tsx';
import type { ResourceFormContext } from './resource-form.tsx';

type Look<D extends FieldValues, N extends Path<D>> = Omit<ResourceFieldProps<D, N>, 'of' | 'name'>;

interface ResourceFormFieldsProps<D extends FieldValues> {
  of: ResourceFormContext<D>;
  /** Appearance of fields that need more than a text input or a switch. */
  looks?: { readonly [N in Path<D>]?: Look<D, N> };
}

/** Renders all fields of a resource's form in the order of the declaration, so that new fields appear automatically. */
export function ResourceFormFields<D extends FieldValues>({ of, looks = {} }: ResourceFormFieldsProps<D>) {
  const names = Object.keys(of.calls.resource.draft.shape) as Path<D>[];
  return names.map((name) => <ResourceField key={name} of={of} name={name} {...looks[name]} />);
}
