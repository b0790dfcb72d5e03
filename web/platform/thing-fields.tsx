import type { FieldValues, Path } from 'react-hook-form';
import { ThingField, type ThingFieldProps } from './thing-field.tsx';
import type { FieldsOf } from './thing-form.tsx';

type Look<D extends FieldValues, N extends Path<D>> = Omit<ThingFieldProps<D, N>, 'of' | 'name'>;

interface ThingFieldsProps<D extends FieldValues> {
  of: FieldsOf<D>;
  /** How those stand that are more than a line of text or a switch. */
  looks?: { readonly [N in Path<D>]?: Look<D, N> };
}

/** Every field of a thing's form, in the order of its declaration: a field that is declared later stands here by itself. */
export function ThingFields<D extends FieldValues>({ of, looks = {} }: ThingFieldsProps<D>) {
  const names = Object.keys(of.desk.thing.draft.shape) as Path<D>[];
  return names.map((name) => <ThingField key={name} of={of} name={name} {...looks[name]} />);
}
