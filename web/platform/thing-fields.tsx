import type { FieldValues, Path } from 'react-hook-form';
import { ThingField, type ThingFieldProps } from './thing-field.tsx';
import type { FieldsOf } from './thing-form.tsx';

type Look<D extends FieldValues, N extends Path<D>> = Omit<ThingFieldProps<D, N>, 'of' | 'name'>;

interface ThingFieldsProps<D extends FieldValues> {
  of: FieldsOf<D>;
  /** Appearance of fields that need more than a text input or a switch. */
  looks?: { readonly [N in Path<D>]?: Look<D, N> };
}

/** Renders all fields of a resource's form in the order of the declaration, so that new fields appear automatically. */
export function ThingFields<D extends FieldValues>({ of, looks = {} }: ThingFieldsProps<D>) {
  const names = Object.keys(of.desk.thing.draft.shape) as Path<D>[];
  return names.map((name) => <ThingField key={name} of={of} name={name} {...looks[name]} />);
}
